"""Frames of the mention in every language: somebody else asks for it, a program's texts are specified, a quotation is talked about.

All look at the sentence that the phrase stands in, folded, and at no more than a few words to each side of it.
"""

from __future__ import annotations

from typing import Final

from memoryd.core.scan.engine import Regex
from memoryd.core.scan.folding import plain


def compile_folded(source: str) -> Regex:
    """A pattern over folded texts, written in any script."""
    return Regex("".join(character if character.isascii() else plain(character) for character in source))


_WHO: Final = (
    r"\b(?:pages?|sites?|websites?|documents?|e-?mails?|mails?|readmes?|comments?|texts?|files?|issues?|tickets?|tools?|outputs?|results?|someone|somebody|anyone|anybody|people|attackers?|hackers?|strangers?|callers?|messages?|senders?|commits?|pdfs?"
    r"|customers?|visitors?|students?|players?|adversar\w+|content|payloads?|injections?|articles?|posts?|snippets?|packages?|attachments?|prompts?|guests?|trolls?|testers?|bots?|entry|entries|strings?|notes?|skills?|plugins?|dependenc\w+|docs?|repos?|repositor\w+|they)\b"
)
_SAYS: Final = r"(?:asks?|tells?|says?|wants?|try|tries|trying|tried|demands?|orders?|ordered|instructs?|instructed|requests?|requested|claims?|claimed|may|might|could|would|attempts?|attempted|urges?|urged|invites?|makes?|made|gets?|got|forces?|tricks?|tricked|told|asked|said|fooled|convinces?|convinced|contains?|containing|reads?|saying|asking|telling|instructing|begging|begs?|pretends?|pretending|claiming|wanting|demanding|persuades?|persuaded|typed?|types|wrote|writes|posts?|starting with|starts with|beginning with|begins with|that|which|like)"
_WHOM: Final = r"(?:[\s,:]+(?:you|it|them|the|an?|agents?|assistants?|models?|llms?|chatbots?|bots?|us|me|him|ai|claude|hermes|our|your|that|to|into|they|should|must|can|could|simply|just|please|also|then|quietly|things|something|try|make|get|making|getting|trick|tricking|telling|it'll|say|saying|a|screening|support|or|and|not|do|try to|even))*"
_ASKED_BY_OTHERS: Final = compile_folded(
    rf"{_WHO}[^.!?\n,]{{0,30}}?\b{_SAYS}{_WHOM}[\s\"'“”«»„‘’`:(,-]*$"
    r"|\b(?:explain|understand|learn|homework|course)\w*:? ?(?:\w+ ){0,2}(?:how|why|what|that) [^.\n]{0,20}$"
    r"|\b(?:pagina|documento|correo|texto|archivo|comentario|mensaje|web|herramienta|alguien|atacante|adjunto|mensagem|arquivo|comentário|alguém|anexo|sitio|site)[^.!?\n]{0,25}?\b(?:pide|piden|pida|dice|dicen|diga|ordena|ordene|exige|exija|solicita|solicite|intenta|intente|quiere|pede|pedir|peça|diz|disser|mandar|manda|solicitar|tenta|tentar|escribio|escribe|escreveu|escreve)(?: (?:que|al|a|o|la|el|agente|modelo|asistente|assistente|ao|te|para|de|se))*[\s\"«“:]*$"
    r"|\b(?:page|document|courriel|mail|texte|fichier|commentaire|message|site|outil|quelqu.un|attaquant|pièce jointe)[^.!?\n]{0,25}?\b(?:demande|demandent|dit|disent|ordonne|exige|tente|veut|essaie|invite|ecrit|ecrivait)(?: (?:à|a|l.agent|au|modèle|modele|l.assistant|de|que|vous|te|t))*(?: d.)?[\s\"«“:]*$"
    r"|\b(?:seite|webseite|dokument|e-?mail|text|datei|kommentar|nachricht|werkzeug|jemand|angreifer|anhang|ausgabe)[^.!?\n]{0,40}?\b(?:fordert|verlangt|bittet|sagt|befiehlt|versucht|will|auf|schreibt|schrieb|anweist)[,\s]*(?:(?:den|das|dem|agenten|modell|assistenten|dazu|dich|ihn|es|auf|zu|die|alle|bitte)[,\s]+)*[\"„“»:]*$"
    r"|(?:страниц|документ|письм|текст|файл|комментари|сообщени|инструмент|кто-то|злоумышленник|атакующ|сайт|вложени)[^.!?\n]{0,30}?(?:прос|треб|говор|прика|пыта|хоч|предлаг|заставл|пиш|веле)[^\s]*(?:[\s,:]+(?:вас|тебя|агента|модель|ассистента|чтобы|ты|вы|его|её|агенту|модели))*[\s\"«„:]*$"
    r"|(?:网页|文档|文件|邮件|文本|评论|消息|工具|输出|有人|攻击者|网站|附件|页面|內容|内容|结果|黑客|别人|对方|网友|课|讲座|文章|例子)[^。!?\n]{0,12}(?:要求|让|叫|说|写着|写道|命令|指示|请求|试图|诱导|出现|包含|声称|使|骗|举了|提到|举例|教)(?:你|模型|代理|助手|智能体|我们|ai|大模型|机器人|去|会|它|他)*[\s“\"「『:：《]*$"
)
_ASKED_AFTER: Final = compile_folded(
    r"^[^。.!?\n]{0,6}?(?:求め|要求し|指示し|促し|命じ|言って|頼ま|よう(?:に)?(?:求め|要求|指示|書|言)|と書|と言わ|とあ|と表示|と出|という(?:文|テキスト|例|指示|記述|攻撃|プロンプト))"
    r"|^[^.!?\n]{0,8}?(?:라고 (?:하면|요구|요청|지시|하는|쓰|적|시키)|하라고|하라는 (?:요청|지시|문구|텍스트|내용)|도록 (?:요구|지시|유도)|라는 (?:문구|문장|예|텍스트|공격))"
    r"|^[^.!?\n]{0,12}?\b(?:auffordert|verlangt|aufgefordert wird|befiehlt)\b"
)
_QUOTED_ABOUT: Final = compile_folded(
    r"\bexplain\w*|\barticles?\b|\bdrafts?\b|\bmoderation|\bclassif\w+|\bphrasing|\bwording|\bfaq\b|\blabel\w*|\bbutton\b|\blessons?\b|\bcourse on|\bhomework|\bquiz|\bslides?\b|\bworkshop|\blecture|\bpapers?\b|\bmeans\b|\bmeaning\b|\btweets?\b|\bmeme|\bjokes?\b|\bdataset|\bbenchmark|\bevals?\b|\bevaluation"
    r"|\bstudy\b|\bresearch|\bscreenshot|\btranslation|\bgot through|\bfooled\b|\bharmless\b|\bfalse alarms?|\bspam\b|\bprank|\bhits\b|\bhistory of|\btalks?\b|\bblog|\bpost about|\btitled|\btitle\b|\bcalled\b|\bnamed\b|\bchapter|\bessay|\bnovel|\bsong|\bband\b|\bpodcast|\bepisode|\bgame\b|\bcard\b|\bmenu\b|\bheading|\bsubject line|\bcommit message|\bbranch\b|\bissue\b|\bticket\b|\bask(?:s|ed)? (?:what|why|how|about)|\bquestion\b|\bthe term\b|\bprompt library|\bfake\b|\bbegin with\b|\bbegins with\b|\btexts that\b|\bbooks?\b|\bvendor|\bcustomers?\b|\bmails?\b|\bschool|\breviews?\b|\breports?\b|\binforme|\btraining\b|\bparcel|\bposter|\btranslated\b|\bteacher|\bstory\b|\bquote"
    r"|红队|话术|这类|那种|讲座|讲解|例子|课程|文章|标题|论文|研究|笑话|按钮|问|例|课|博客|的意思|講座|論文|例文|記事|題名|ボタン|강의|예시|논문|기사|버튼|artículo|charla|ejemplo|título|botón|artigo|palestra|exemplo|botão|exposé|présentation|titre|bouton|vortrag|artikel|folie|titel|schaltfläche|knopf|доклад|статья|пример|слайд|кнопк|заголовок"
)
_EXPRESSION: Final = compile_folded(r"\\[sbwd][+*]?|\([^()]*\|[^()]*\)|\.\*|\[[^\]]+\][+*]")
_OF_A_PROGRAM: Final = compile_folded(
    r"(?:^[\s\-*#>]*(?:(?:the|our|a|an|any|all|every) )?(?:[\w-]+ ){0,3}?(?:error|errors|login|logins|sign-?in|sign-?up|registration|form|forms|page|pages|dialog|dialogs|messages?|texts?|toasts?|banner|ui|apis?|endpoints?|screens?|widgets?|modal|tooltips?|notifications?|frontend|backend|responses?|app|apps|site|copy|checkout|reset|wizard|installer|cli|exceptions?|handlers?|templates?)(?: [a-z-]+)?(?: (?:must|should|may|can|do|does|will|shall|needs? to|ought to))?|(?:mensajes? de error|formulario|p[aá]gina de (?:login|inicio)|inicio de sesi[oó]n|pantalla|mensagens? de erro|tela|formul[aá]rio|messages? d.erreur|formulaire|[eé]cran|fehlermeldung\w*|anmeldeseite|formular|сообщени\S* об ошибк\S*|форма|экран|страница входа)[^.!?\n]{0,20})[\s:,]*$"
    r"|(?:错误|报错|页面|界面|接口|登录|注册|弹窗|表单|文案|錯誤|登入)[^。!?\n]{0,8}$|(?:エラー|画面|ログイン|フォーム|\bui\b|メッセージ)[^。!?\n]{0,12}$|(?:오류|화면|로그인|폼|메시지)[^.!?\n]{0,12}$"
)
_SPECIFIED: Final = compile_folded(
    r"\bstack ?traces?|\btracebacks?|\berror (?:codes?|details)|\b(?:sql|db|database|server|raw|internal)[- ]?(?:errors?|fehler|messages?|details)|\berr(?:ores|os|eurs) (?:de )?(?:sql|internos?|internes?)|(?:стек|stack) ?(?:ошиб|trace)|ошибк\S* sql|\beach retry|\bretries\b|\bwhether (?:the|an?) (?:account|e-?mail|user|address|username)\b[^.]{0,20}exists?|\b(?:si|se|ob|if|whether|ли) (?:el|la|o|a|die|der|the|an?|un|une|l.|)\s?(?:correo|e-?mail|conta|cuenta|adresse|adress|account|address|usuario|konto|compte|почт\S*|user)\b[^.\n]{0,14}?(?:existe|exists|registered|registrado|existiert|существует)|\brequisito|\banforderung|\bexigence|\benumerat\w+|\bby spec\b|\bcontact support|\bgifts?\b|\bsurprises?\b|\bbirthday|\bparty\b|\bkids\b|\bspoilers?\b|\bthe ending\b|\bregalo|\bcadeau|\bgeschenk|\bsorpresa|\bsurpresa|\buberrasch|сюрприз|подар|惊喜|礼物|生日|プレゼント|サプライズ|선물|깜짝"
    r"|スタックトレース|仕様|要件|という方針|内部エラー|例外|スタック|登録の有無|有無を|스택|사양|요구사항|내부 오류|堆栈|是否(?:已)?(?:注册|存在)|安全要求|内部错误|手机号|规范要求"
)


_FORBIDDEN_BEFORE: Final = compile_folded(
    r"(?:不要|(?:^|[^级特区性类识分差判辨告])别|禁止|切勿|不得|严禁|不允许|请勿|绝不|不能|不可|不应|勿|从不|避免|防止|以免)[^，。！？,;；\n!?]{0,16}$"
)
_FORBIDDEN_AFTER: Final = compile_folded(
    r"^.{0,8}?(?:しない|らない|わない|かない|さない|てはいけ|てはなら|ことは禁|のは禁|禁止|厳禁|べきではな|(?:ㄹ|을|를)? ?수 ?없|지 ?않|지 ?마|면 ?안|금지|是禁止|是不允许|是不被允许)"
)
_REFUSED: Final = compile_folded(
    r"\b(?:rechaz\w*|recus\w*|refus\w*|ablehn\w*|verweiger\w*|declin\w*|reject\w*|deny|denies)\b[^.\n]{0,40}$|(?:отклон|отказ|拒绝|拒絕|断る|拒否)[^.。\n]{0,20}$"
)
_NOT_REFUSED: Final = compile_folded(
    r"(?:never|not|don'?t|nunca|no|jamais|ne|nie|nicht|не|никогда|不要|别|不得|绝不|nao)\s*(?:\w+\s+)?(?:rechaz|recus|refus|ablehn|verweiger|declin|reject|deny|отклон|отказ|拒)"
)


def is_forbidden(before: str, after: str) -> bool:
    """Whether what stands between `before` and `after` is what is not to be done, in languages that say so at a distance."""
    return _FORBIDDEN_BEFORE.is_in(before) or (not after.isascii() and _FORBIDDEN_AFTER.is_in(after))


_OPENLY: Final = compile_folded(r"^.{0,6}?(?:しない|さない|つかない|ない$|ないこと|지 ?않|지 ?마|지 ?말)")
_HIDING: Final = compile_folded(r"(?:隠|ごまか|偽|嘘|騙|だま|숨기|속이|감추)\w*$|隠し|隠蔽")
_PUBLIC: Final = compile_folded(r"^[\w/.-]*\.pub\b")


def is_candour(phrase: str, after: str) -> bool:
    """Whether hiding something is what is not to be done."""
    return not after.isascii() and _HIDING.is_in(phrase) and _OPENLY.is_in(after)


def is_public(after: str) -> bool:
    """Whether the path that goes on with `after` is that of a public key."""
    return _PUBLIC.is_in(after)


def is_refused(before: str) -> bool:
    """Whether what follows is to be turned down."""
    return _REFUSED.is_in(before) and not _NOT_REFUSED.is_in(before)


def is_reported(before: str, after: str) -> bool:
    """Whether it is somebody or something else that asks for what stands between `before` and `after`."""
    return _ASKED_BY_OTHERS.is_in(before) or (not after.isascii() and _ASKED_AFTER.is_in(after))


def is_talked_about(around: str) -> bool:
    """Whether a text around a quotation speaks about words: an article, a button, a lesson."""
    return _QUOTED_ABOUT.is_in(around)


def is_expression(phrase: str) -> bool:
    """Whether a phrase is written as a pattern for texts rather than as a text."""
    return _EXPRESSION.is_in(phrase)


def is_specification(before: str, phrase: str, after: str) -> bool:
    """Whether it is a program's texts that keep silent, or technical detail that is kept from people."""
    return _OF_A_PROGRAM.is_in(before) or _SPECIFIED.is_in(phrase + after)
