"""Word classes about the agent itself: its orders, its self, the people it serves. Plain words only, as in `lexicon`.

Rows put them together by nearness within a sentence, in whichever order a language allows, instead of listing phrases.
"""

from __future__ import annotations

from typing import Final

AGENT_LEXICON: Final[dict[str, str]] = {
    # To do away with orders, told to the reader
    "undo": (
        "ignore|disregard|forget|override|overrule|bypass|neglect|overlook|skip|drop|discard|dismiss|abandon|cancel|annul|void|revoke|withdraw|rescind|retract"
        "|suspend|erase|wipe|delete|purge|toss|throw away|throw out|ditch|scrap|bin|put aside|set aside|lay aside|cast aside|leave aside|leave behind|push aside"
        "|sweep aside|brush aside|brush off|shrug off|wave aside|let go|unfollow|unlearn|disobey|violate|break|defy|contradict|go against|act against|contravene|flout"
        "|circumvent|evade|work around|turn away from|deviate from|depart from|step outside|act outside|go beyond|the opposite of|opposite of|tune out|block out"
        "|nullify|invalidate|free yourself|rid yourself|liberate yourself|shake off|shed|do away with|dispense with|renounce|disavow|distance yourself"
        "|pay no attention|pay no heed|give no weight|take no notice|have no regard|attach no importance|stop caring|do not care|dont care|stop minding|move past"
        "|switch off|turn off|disable|deactivate|unload|clear out|flush|get rid of|cross out|strike out|write off|stop using|no longer use|not bound by|unbound by"
        "|exempt from|free from|free of|freed from|released from|no longer bound|no longer subject to|no longer beholden|not subject to|immune to"
    ),
    "unheed": (
        "follow|obey|abide|adhere|respect|honor|honour|apply|observe|heed|listen|comply|rely|mind|keep to|stick to|act on|care about|pay attention|be bound|conform|consult"
        "|follow|following|obeying|abiding|adhering|respecting|honoring|honouring|applying|observing|heeding|listening|complying|relying|minding|consulting|keeping"
    ),
    "cease": (
        "stop|cease|quit|do not|dont|never|no longer|need not|neednt|do not have to|dont have to|do not need to|dont need to|refuse to|refrain from|not required to|not obliged to"
        "|not expected to|should not|shouldnt|must not|mustnt|may not|will not|wont|rather than|instead of|without"
    ),
    # What orders are once they are done away with
    "undone": (
        "ignored|disregarded|forgotten|overridden|overruled|bypassed|skipped|dropped|discarded|dismissed|abandoned|cancelled|canceled|annulled|voided|void|revoked|withdrawn"
        "|rescinded|retracted|lifted|suspended|erased|wiped|nullified|invalidated|obsolete|irrelevant|invalid|expired|null|moot|meaningless|worthless|repealed|waived"
        "|set aside|left behind|thrown out|put aside|left aside|overwritten|terminated|unlearned|disabled|switched off|turned off|deactivated|relaxed|loosened"
        "|not binding|no longer binding|not apply|no longer apply|no longer applies|does not apply|do not count|no longer count|not count|dont count|dont apply|no weight|no effect|no force|no meaning|no authority|no power|no relevance|no bearing"
        "|not valid|no longer valid|no longer in force|no longer in effect|never given|never existed|not exist|never said|never been said|not been given|never been given|not relevant|no longer relevant"
        "|not be consulted|no longer hold|no longer holds|not hold|no longer matter|not matter|dont matter|be gone|are gone|a placeholder|only a test|just a test|a mistake|was a test|were a test|off the table|not bind|no longer bind|no longer govern"
        "|optional|lapsed|inoperative|superseded|abolished|scrapped|binned|mere suggestions|only suggestions|out of date|outdated|for show|decoration|swapped out|swapped|exchanged|traded|never sent|not sent|unsaid|never been sent|retired"
    ),
    # Orders as such, and words that mean orders only when they are the reader's
    "directives": (
        "instruction|instructions|directive|directives|guideline|guidelines|guidance|prompt|prompts|system prompt|system message|system messages|briefing|programming|directions"
        "|preamble|guardrail|guardrails|safeguard|safeguards|mandate|mandates|instrs|instr|commandments|precepts"
    ),
    "bounds": (
        "rule|rules|restriction|restrictions|constraint|constraints|policy|policies|limits|limitations|principles|boundaries|training|alignment|ethics|morals|values|safety checks|security checks"
        "|safety rules|default behaviour|default behavior|defaults|norms|commands|obligations|mission|directive|orders|protocols|red lines|inhibitions|duties"
    ),
    "whence": (
        "you were given|you have been given|you had been given|you were handed|you were told|you got|you received|you have received|you started|you begin|you began|you started with|you work under|you run under|you operate under|you hold|you carry"
        "|you have|you had|given to you|above|before this|from before|from earlier|at the top|at the start|at startup|preceding|so far|came before|from the system|of the system|from the developers|of the developers|from your developers"
        "|from the operator|in the system prompt|in the first message|in the system message|that bind you|binding you|that limit you|preceding this|until now|up to now|put on you|placed on you|imposed on you|set for you|laid on you|issued earlier|issued before|given earlier|given before"
    ),
    "first": "previous|previos|prior|preceding|above|earlier|former|foregoing|past|existing|original|initial|old|older|first|starting|startup|opening|pre existing|preexisting|aforementioned|standing|inherited|default|built in|predefined|preset|prev|precedent|current",
    # Something written here, that wants to rank above
    "this": "this note|this entry|this memory|this line|this message|this text|this rule|this file|this list|this paragraph|this instruction|these instructions|this directive|these rules|these lines|this one|my note|my notes|my words|my instructions|my message|my orders|the following|what follows|the list below|the rules below|the instructions below|the text below|the note below|the lines below|the one below|instructions here|instructions in this|rules in this|written here|stated here|below|the memory file|memory entries|the memory|memory entry|notes in memory",
    # Who must not know
    "person": "user|users|human|humans|owner|operator|boss|principal|person using|person you|people you|person who|whoever reads|customer|account holder|anyone|anybody|somebody|reader|readers|administrator|supervisor|him|her|them",
}
