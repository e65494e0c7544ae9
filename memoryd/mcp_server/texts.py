"""What models and people read about the tools, resources and prompts."""

INSTRUCTIONS = """\
This server keeps memory across sessions: short notes in a few small files, shared with every other agent of this user.
The resource memory://block is what to know before you begin; put it last into the system prompt if you can.
Save with the tool `memory`, without being asked, what will still matter next week. Every text is scanned, every file
has a budget, and a person can see and undo each change."""

READ = """\
Shows what is remembered now, entry by entry, each with its id. Use it before you change or tidy up entries, or when the
conversation began before something was saved. An entry shown as [withheld ...] was put there by somebody else and looks
like an instruction: its id still selects it."""

READ_TARGET = "Which memory; without it, all of them."

REVIEW_TITLE = "Review the memory"
REVIEW = "Look through what is remembered, and propose what to merge, shorten or remove."
REVIEW_TEXT = """\
Look through the memory below. Tell me, entry by entry, which ones are stale, doubled, too long, or better kept in the
project itself, and propose one batch of changes that keeps every fact that still matters. Change nothing until I agree.

{memory}"""

REMEMBER_TITLE = "Remember from this conversation"
REMEMBER = "Pick what of this conversation a later one should know."
REMEMBER_TEXT = """\
Look back over this conversation. Which stable facts about me, my environment or my conventions should a later
conversation know? Save each with the tool `memory`, in one batch, shortest form, nothing that only matters today.
If there is nothing, say so."""
