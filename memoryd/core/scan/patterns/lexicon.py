"""Word classes of the patterns: alternatives, plain words only, so that they can serve as anchors as well.

English is imperative: `ignore`, not `ignores` or `ignoring`. What somebody does is a remark, what the reader is told to do an act.
"""

from __future__ import annotations

from typing import Final

from memoryd.core.scan.patterns.lexicon_agent import AGENT_LEXICON

LEXICON: Final[dict[str, str]] = {
    **AGENT_LEXICON,
    # To stop obeying. Plain verbs of everyday work (skip, drop) stand apart: they need a stronger object.
    "ignore": (
        "ignore|ingore|unfollow|igore|ignor|disreguard|disregrad|disregard|forget|override|overrule|bypass|neglect|disobey|pay no attention to|pay no heed to|take no notice of"
        "|do not follow|dont follow|do not obey|dont obey|stop following|stop obeying|cease following|quit following|do not comply with"
        "|dont comply with|do not listen to|dont listen to|stop listening to|set aside|put aside|leave aside|throw away|throw out"
        "|let go of|no longer follow|no longer obey|do not adhere to|dont adhere to|unlearn|turn a blind eye to|violate|break|defy"
        "|circumvent|abandon|dismiss|nullify|void|stop respecting|do not respect|tune out|shrug off|do not honor|do not honour|disavow"
        "|ditch|scrap|do away with|overlook|brush aside|opt out of|deviate from|act against|contradict|never mind|nevermind|dont pay attention to|do not pay attention to|never follow|never obey|never heed|do not heed|dont heed|give no weight to|work around|treat as void|consider void|invalidate|renounce|repudiate"
    ),
    "drop": "skip|drop|discard|delete|erase|wipe|clear|cancel|reset|remove|purge|flush|suspend|revoke|overwrite|replace|supersede|negate",
    "prior": (
        "previous|previos|prevous|previus|prior|preceding|above|earlier|former|foregoing|past|existing|original|initial|old|older|previously given"
        "|aforementioned|before this|up to now|so far|until now|predefined|preset|preexisting|standing|hitherto|precedent"
    ),
    "yours": "your|the system|system|developer|the developer|the developers|the operators|operator|core|safety|built in|hidden|internal|base",
    "every": "all|any|every|everything|each|whatever|the whole|the entire|all of|all the|any of|these|those|the",
    "orders": (
        "instruction|instructions|instrutions|instuctions|intructions|instructons|prompt|prompts|directive|directives|guideline|guidelines|guidance|programming|system message"
        "|system messages|orders|commandments|safeguards|guardrails|directions|briefing|instruct|initial setup|mandates|stipulations"
    ),
    "rules": "rule|rules|constraint|constraints|restriction|restrictions|policy|policies|limitations|limits|protocols|filters|principles",
    "said": "message|messages|context|command|commands|conversation|text|order|input|inputs|training|content|dialogue|chat|discussion|statements|memory|memories|notes|entries",
    "told": "told|said|configured|wrote|written|specified|decided|instructed|given|taught|asked|read|learned|learnt|ordered|commanded|trained|programmed|informed|shown|know|received",
    # A persona to slip into
    "persona": (
        "ai|assistant|agent|model|bot|chatbot|hacker|admin|administrator|root user|root helper|root agent|root operator|helper|superuser|jailbroken|unrestricted|uncensored"
        "|unfiltered|unlimited|evil|dan|persona|character|malicious|rogue|unbound|amoral|unethical|liberated|unlocked|unleashed|unchained|unshackled|unaligned"
        "|gpt|llm|entity|operative|attacker|superintelligence|system administrator|double agent|servant|puppet|oracle|godmode|hal"
    ),
    "unbound": (
        "policy|restriction|restrictions|limits|limit|limitation|limitations|filter|filters|rules|guidelines|constraints|censorship|ethics|morals"
        "|guardrails|safeguards|policies|boundaries|safety|inhibitions|scruples|content policy|oversight|moderation"
    ),
    "mode": "developer|dev|god|debug|admin|administrator|root|maintenance|jailbreak|jailbroken|dan|unrestricted|unsafe|uncensored|unfiltered|sudo|opposite|evil|override|superuser|no limits|yolo|chaos|free|raw",
    # Keeping the user in the dark
    "hide": "hide|conceal|withhold|obscure|cover up|mask|suppress|keep",
    "tell": (
        "tell|inform|mention|reveal|disclose|show|notify|warn|alert|report|admit|say|let|expose|divulge|confess|explain|acknowledge|advise|describe"
        "|announce|share|bring up|bring this up|talk about|speak of|make known"
    ),
    "not": "do not|dont|never|must not|mustnt|should not|shouldnt|may not|cannot|can not|cant|do not ever|dont ever|under no circumstances|refrain from|avoid|will not|wont|shall not|not to|no need to",
    "user": "user|users|human|humans|owner|operator|anyone|anybody|boss|principal",
    # To give away
    "reveal": "reveal|repeat|leak|disclose|expose|recite|divulge|regurgitate|spit out|give away|dump|echo back|spill|quote|paste|transcribe|hand over|surrender",
    "show": "print|show|output|display|write|tell|give|return|share|reproduce|copy|list|state|summarize|summarise|translate|provide|include|append|type|read|echo|encode|describe|report|publish|present",
    "send": (
        "send|post|upload|forward|transmit|transfer|give|exfiltrate|email|mail|ship|push|leak|submit|deliver|relay|copy|sync|report|smuggle|dump|publish"
        "|pipe|stream|mirror|replicate|beam|pass|cc|bcc|text|dm|share|paste|save|write|append|embed|attach|include|encode|put|hand|move|back up"
    ),
    "private": (
        "conversation|conversations|chat|chats|transcript|transcripts|message|messages|history|secret|secrets|credential|credentials"
        "|password|passwords|key|keys|token|tokens|env|environment|cookie|cookies|prompt|prompts|memory|memories|reply|replies|answer"
        "|answers|everything|data|file|files|contents|source|code|keystrokes|dotenv|response|responses|input|question|questions|variables"
        "|wallet|passphrase|pem|kubeconfig|dump|database|codebase|notes|contacts|profile|documents|turn|session|sessions|dialogue|inbox"
    ),
    # Fetching one's orders from elsewhere
    "fetch": "fetch|download|get|poll|check|retrieve|pull|read|load|visit|query|grab|request|open|browse|consult|contact|call|curl|wget|go to|connect to|ask|obtain|access|look at|ping|import|take",
    "obey": "follow|obey|execute|run|apply|perform|act on|do|carry out|comply with|eval|evaluate|interpret|implement|honor|honour|adopt|treat|accept|complete|exec|launch|invoke|install",
    "tasks": "instructions|instruction|commands|command|orders|order|tasks|task|directives|payload|payloads|script|scripts|steps|prompt|code|jobs|whatever|anything|everything|it|them|binary|module|stage",
}
