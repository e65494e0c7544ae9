"""Telling the mention from the act: what forbids, reports or quotes an instruction is not one.

Three frames are known. *Negated*: `never`, `do not`, `instead of` stand before the phrase. *Hedged*: a page, a text, somebody else
`tells the agent to` do it, and words of defence (`reject`, `injection`, `hostile`) stand near. *Quoted*: the phrase is in quotation
marks or code, and defence or a word for text (`phrase`, `string`, `such as`) introduces it. Quotation marks alone prove nothing:
anybody can put an order in them. Nor does anything help when the text goes on to say that the quoted order is to be obeyed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from memoryd.core.scan.engine import Late
from memoryd.core.scan.reported import (
    compile_folded,
    is_candour,
    is_expression,
    is_forbidden,
    is_public,
    is_refused,
    is_reported,
    is_specification,
    is_talked_about,
)

_REACH: Final = 260
"""How far a frame reaches, in characters: a long sentence. It also bounds the work for one match."""

_NEGATED: Final = compile_folded(
    r"(?:\b(?:never|not|don'?t|cannot|can'?t|won'?t|shouldn'?t|mustn'?t|refuse[sd]? to|refusing to|without|avoid|instead of|rather than|nor|neither|forbids?|prohibits?|prevents?|nobody may|no one may|no-one may|no debe|no deben|no debes|no puede|no se debe|nao deve|nao devem|nao pode|ne doit pas|ne doit jamais|ne doivent pas|darf nicht|durfen nicht|не должен|не должна|не должны|нельзя|nie|niemals|nicht|nunca|jamas|jamais|ne pas|nao|ne)"
    r"|\b(?:never|don'?t|do not|must not) (?:let|allow|permit) [^.;]{1,60}? (?:to|into)|\b(?:against|blocks?|rejects?|refuses?|flags?|catches|detects?|stops?) (?:attempts|requests|orders|anything|texts?|entries|commands|prompts|messages|those|ones|notes) (?:to|that|which|like)|不要|切勿|严禁|禁止|不得|绝不|别|\bне|\bникогда)"
    r"[\s:,]*(?:(?:ever|just|simply|blindly|silently|accidentally|be|tricked|into|let|allow|run|use|call|do|execute|try|store|save|accept|write|put|commit|type|paste|anyone|any|a|an|the|this|them|agents?|it|to|with|things|like|commands?|something|code|scripts?|or|and|even|en|manually|by|hand|directly|lines?|by|means|of|via|e\.g\.|you|should|ask|users)\b[\s`\"'(:,]*)*[`\"'(“”«「]*\s*$",
)
_HEDGED: Final = compile_folded(
    r"\b(?:tell|tells|telling|told|ask|asks|asking|asked|instruct|instructs|instructing|instructed|urge|urges|urging|order|orders|ordering|trick|tricks|tricking|tricked|get|gets|getting|force|forces|forcing|convince|convinces|convincing|persuade|persuades|try|tries|trying|tried|attempt|attempts|attempting|attempted"
    r"|want|wants|wanting|make|makes|making|cause|causes|causing|command|commands|commanding|say|says|saying|said|read|reads|reading|contain|contains|containing|include|includes|including|like|as|e\.g\.?|example|examples|called|named|titled|phrase|phrases|string|strings|text|texts|words|patterns?|lines?|sentences?"
    r"|messages?|prompts?|requests?|claims?|claiming|demands?|demanding|means?|meaning|match|matches|matching|detects?|flags?|blocks?|rejects?|catch|catches|refuses?|filters?|how|able|used|designed|may|might|could|can|would|will|to|let|lets|letting|that|which|who|when|if|whether|by|variants?|forms?|of|for)"
    r"\b[\s:,-]*(?:[\w'’-]+[\s:,]+){0,4}?(?:to\s+)?[:,-]?\s*[\"'`“”„«»「『(*\[]*\s*$",
)
_DEFENCE: Final = compile_folded(
    r"\binject(?:ion|ions)\b|\bjailbreak(?:s|ing)?\b|\bhostile|\battack\w*|\batacant\w*|\bangreif\w*|\battaquant\w*|злоумышл|红队|話術|话术|\bschulung|\bmalicious|\buntrusted|\bphish\w+|\bscanners?\b|\bdetect\w*|\bfilter\w*|\bblock(?:s|ed|ing|list)?\b|\breject\w*|\brefus\w+|\bflag(?:s|ged)?\b|\bsaniti[sz]\w+|\bred[- ]?team\w*|"
    r"\badversar\w+|\bsuspicious|\bowasp\b|\bas data\b|\breport (?:it|them|this|that|him|her|the)\b|\bstop and\b|\bpoisoned\b|\bclassifiers?\b|\btest (?:case|fixture|corpus|string|suite|set|data)s?\b|\bfixtures?\b|\bcorpus\b|\bregex\w*|\bpatterns?\b|\bheuristics?\b|\bfalse positives?|\bquarantine\w*|\bdeny ?list|\bblacklist|"
    r"\bwarn\w*|\bbeware|\bwatch out|\bwatch for|\blook out|\btypical|\bclassic\b|\bsecurity (?:review|note|training|advice|awareness|talk|section|docs?|guide|checklist)|\bthreats?\b|\bvulnerab\w+|\bcve-|\bhoneypot|\bunit tests?\b|\basserts?\b|\bliteral\w*|\bincident|\bpost-?mortem|\bquot(?:e|es|ed|ing)\b|\bmitigat\w*|"
    r"\b(?:never|not|n't) (?:\w+ )?(?:obey|follow|act|comply|trust|execute)\b|\btreat(?:ed|s|ing)? (?:\S+ ){1,7}as (?:\w+ )?(?:data|untrusted|hostile|text|suspect|malicious|quoted|content|input|information|attacks?)\b|\bexamples? of\b|\bdefen[cs]e|\bdefend|\bguard(?:s|rails?)?\b|\bprotect\w*|\bred flags?|\bpoison\w*|\brisk\w*|\bdanger\w*|\bexfiltration\b|\bbad actors?|\bspoof\w*|\bsocial engineering|\babuse\b|\bprompt security|"
    "注入|攻击|攻擊|拒绝|拒絕|拦截|攔截|检测|檢測|过滤|過濾|扫描|掃描|例如|比如|诸如|类似|之类|警惕|不可信|恶意|惡意|越狱|测试用例|识别|防范|典型|举例|屏蔽|警告|语句|字样|规则库|不要照做|当作数据|视为|"
    "攻撃|インジェクション|拒否|検出|検知|例えば|フィルタ|ブロック|テスト|警告|悪意|危険|疑わしい|문자열|공격|인젝션|거부|탐지|차단|예를 들어|테스트|필터|악성|위험|의심|"
    r"\binyeccion|\bataque|\brechaz|\bbloque|\bfiltr|\bejemplo|\bmalicios|\binjecao|\brejeit|\bexemplo|\battaque|\brejet|\bbloqu|\bexemple|\bmalveill|\bangriff|\bablehn|\bblockier|\berkenn|\bbeispiel|\bbosartig|\bverdacht|\bsospech|\bsuspeit|\bsuspect|\balert|"
    r"инъекц|атак|отклон|блокир|обнаруж|пример|фильтр|вредонос|подозрит|опасн",
)
_INTRODUCED: Final = compile_folded(
    r"(?:\b(?:phrases?|strings?|texts?|words?|patterns?|sentences?|titled|named|called|like|such as|e\.g\.?|examples?|containing|contains?|literal|query|term|label|button|heading|banner|section|chapter|talk|article|song|book|movie|film|paper|prints?|shows?|displays?|outputs?|error|wording|quote|caption|slogan|t-shirt|sticker|mug|poster|subject|variants?)"
    r"|说法|字样|短语|语句|例如|比如|诸如|如|文字列|フレーズ|文구|문구|문자열|frase|phrase|satz|ausdruck|текст|фраза|фразу|строка)[\s:,(=-]*$",
)
_OBEYED: Final = compile_folded(
    r"\b(?:obey|comply|act accordingly|(?:follow|execute|apply|do|run|honou?r|use) (?:it|them|this|these|that|so|as told|the above|what it says))\b"
)
_NOT_OBEYED: Final = compile_folded(
    r"(?:\b(?:not|never|nor|refuse to|without|instead of|rather than|tries to|try to|trying to|attempts? to|makes? \w+|tells? \w+ to|asks? \w+ to)|n't)\s+(?:\w+\s+)?(?:obey|comply|act|follow|execute|apply|do|run|honou?r|use)\b"
)
_CLAUSE_END: Final = Late(r"[.!?;]\s|\n\s*\n|\n\s*[-*#>]")
# What programs and people of the field are able to do is no order to the reader.
_OF_OTHERS: Final = compile_folded(
    r"\b(?:admins?|administrators?|parsers?|linters?|tools?|scripts?|tests?|pages?|attackers?|it|they|documents?|texts?|attempts|malware|hackers?|comments?|readmes?|payloads?|strings?|rows?|configs?|files?|lines?|flags?|options?|plugins?) (?:can|may|could|might|would|cannot|will|try to|tries to|tried to|want to|wants to|attempt to|attempts to) (?:\w+ly )?$|\b(?:tends?|likely|prone|seems?|appears?|learn(?:s|ed)?|fails?|inclined) to (?:\w+ly )?$"
    r"|\b(?:eslint|ruff|flake8|pylint|prettier|stylelint|mypy|clippy|rubocop|linter|linters|iptables|firewall|robots\.txt|\.?gitignore|css|tsc|biome|crawler|shellcheck|semgrep|sonar|hadolint)\b[^.;]{0,40}$",
)
_FOREIGN: Final = compile_folded(
    r"^\s*(?:(?:that|which) (?:are|is|come|comes|arrive|you find|appear)s? )?(?:found|from|in|inside|within|embedded|hidden|contained|appearing|given|written|coming|placed)\b[^.;\n]{0,30}\b(?:web|pages?|tools?|outputs?|documents?|content|results?|sites?|websites?|downloads?|strangers?|third part\w+|untrusted|retrieved|pdfs?|readmes?|attachments?|search)\b",
)
_FOREIGN_WORDS: Final = compile_folded(
    r"^ ?in \S*(?:eslint|\.\w+rc\b)|^[^.;\n]{0,40}(?:páginas? (?:da |de la )?web|sitios web|(?:des|les|dos|von|auf) sites|pages? web|webseiten?|веб-страниц|сайтов|документов|documentos|correos|e-mails)|^\s*(?:(?:внутренн|технич|код|сообщени|стек)[^ ]*|internal|raw|stack ?trace\w*|error (?:codes?|details|messages?)|codes? d.erreur|la pile|errores? internos?|codigos? de error|interne\w* fehler\w*)",
)
_STATED: Final = compile_folded(
    r"^(?:the|a|an|our|this|that|each|its|it|he|she|every|one|jobs?|requests?|workers?|apps?) (?:[\w-]+ ){0,3}?[\w-]+(?:s|ed)\b"
)
_STATED_AFTER: Final = compile_folded(
    r"^ (?:the|an?|our|their|we|they|it) (?:[\w-]+ )?(?:\w+ed|was|were|has|had|made|sent|took)\b"
)
_FORBIDDEN: Final = compile_folded(
    r"\b(?:never|don'?t|do not|must not|not|no|nothing|nobody|shouldn'?t|refuse|cannot|can'?t|nie|nunca|jamais)\b"
)
_PAIRS: Final = ("“”", "„“", "«»", "「」", "『』", "‹›", "„”", "《》", "“„", '„"')
_SINGLE_BEFORE: Final = Late(r"(?:^|[\s(\[:=])'[^'\n]*$")
_SINGLE_AFTER: Final = Late(r"^[^'\n]*'(?:[\s).,;:!?\]]|$)")


class Allowed(NamedTuple):
    """Which frames count for a kind of phrase."""

    statements: bool = False
    """What somebody else does."""
    hedges: bool = True
    """What stands in words of defence."""
    texts: bool = False
    """What programs say, or keep silent about."""
    deeds: bool = True
    """What is forbidden at a distance; orders about orders, which forbid by themselves, may not be."""


def is_mention(folded: str, start: int, end: int, allowed: Allowed) -> bool:
    """Whether the phrase at `start:end` of a folded text is spoken about rather than spoken."""
    phrase = folded[start:end]
    before = folded[max(0, start - _REACH) : start]
    after = folded[end - (not phrase[-1].isalnum()) : end + _REACH]
    clause = _CLAUSE_END.split(before)[-1]
    if _is_framed(clause, after) or (allowed.statements and _is_stated(clause, after)):
        return True
    if allowed.texts and _is_of_texts(clause, phrase, after):
        return True
    around = f"{before} … {after}"
    if _OBEYED.is_in(around) and not _NOT_OBEYED.is_in(around):
        return False
    if is_reported(clause, after) or is_refused(clause) or (allowed.deeds and is_forbidden(clause + phrase[:6], after)):
        return True
    is_defended = _DEFENCE.is_in(around)
    if _is_quoted(before, after, around, is_defended=is_defended):
        return True
    return is_defended and (is_expression(phrase) or (allowed.hedges and _HEDGED.is_in(clause)))


def _is_framed(clause: str, after: str) -> bool:
    if _NEGATED.is_in(clause) or _OF_OTHERS.is_in(clause):
        return True
    return is_public(after) or _FOREIGN.is_in(after) or _FOREIGN_WORDS.is_in(after)


def _is_stated(clause: str, after: str) -> bool:
    return _STATED_AFTER.is_in(after) or _STATED.is_in(clause.lstrip(" -*#>")) or _FORBIDDEN.is_in(clause)


def _is_of_texts(clause: str, phrase: str, after: str) -> bool:
    return is_specification(clause, phrase, _CLAUSE_END.split(after)[0]) or is_candour(phrase, after)


def _is_quoted(before: str, after: str, around: str, *, is_defended: bool) -> bool:
    opened = _opening(before, after)
    if opened is None:
        return False
    return is_defended or _INTRODUCED.is_in(before[:opened]) or is_talked_about(around)


def _opening(before: str, after: str) -> int | None:
    """Where the quotation that the phrase stands in begins in `before`, if it stands in one."""
    line = before.rfind("\n") + 1
    rest = after.partition("\n")[0]
    for mark in '"`':
        if before.count(mark, line) % 2 and mark in rest:
            return before.rfind(mark)
    for opening, closing in _PAIRS:
        place = before.rfind(opening, line)
        if place >= 0 and closing not in before[place + 1 :] and closing in rest:
            return place
    single = _SINGLE_BEFORE.search(before[line:])
    return line + single.start() if single and _SINGLE_AFTER.match(rest) else None
