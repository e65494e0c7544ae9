"""``agent.skill_commands``: there are no skills here, so nothing of a message is theirs."""


def extract_user_instruction_from_skill_message(message: object) -> object:
    """The message, which holds no skill."""
    return message


def is_skill_message(message: object) -> bool:
    """Never."""
    del message
    return False
