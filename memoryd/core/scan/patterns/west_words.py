"""Word classes of Spanish, Portuguese, French, German and Russian, for `grammar_west`: plain words, and stems with open ends."""

from __future__ import annotations

from typing import Final

UNDO: Final = (
    # Spanish and Portuguese
    "olvida|olvide|olvidar|olvídate|olvídese|olviden|ignora|ignore|ignoren|ignorar|descarta|descarte|desatiende|desatienda|desobedece|desobedezca|anula|anule|omite|omita|lado|omiso|prescinde|prescinda|incumple|incumpla|desecha|deseche|desestima|desestime|abandona|abandone"
    "|pases por alto|pasa por alto|pase por alto|no sigas|no siga|no obedezcas|no obedezca|no hagas caso|no haga caso|deja de seguir|deje de seguir|deja de obedecer|deja de aplicar|deje de aplicar|no tengas en cuenta|no tenga en cuenta|no apliques|no aplique|no respetes|no cumplas|sáltate|sáltese|rompe|borra|borre"
    "|esqueça|esquece|esquecer|esqueçam|desconsidere|desconsidera|desconsiderar|desobedeça|pare de seguir|pare de obedecer|não sigas|não siga|não obedeça|não obedeças|não aplique|não leve em conta|abandone|despreze|passe por cima|apague|deixe de seguir|deixe de obedecer|deixe de aplicar|quebre|viole|não respeite|não cumpra"
    # French
    "|oublie|oubliez|oublier|ignorez|ignorer|néglige|négligez|écarte|écartez|côté|laisse tomber|laissez tomber|abstraction|fais fi|faites fi|passe outre|passez outre|ne tiens pas compte|ne tenez pas compte|ne tiens plus compte|ne tenez plus compte|ne tiens aucun compte|ne suis plus|ne suivez plus|ne suis pas|ne suivez pas"
    "|cesse de suivre|cessez de suivre|nobéis plus|nobéissez plus|désobéis|désobéissez|enfreins|enfreignez|abandonnez|efface|effacez|ne respecte plus|ne respectez plus|ne respecte pas|ne respectez pas|cesse dappliquer|cessez dappliquer|cesse dobéir|arrête de suivre|arrêtez de suivre|rejette|contourne|contournez|transgresse|viole"
    # German
    "|vergiss|vergesst|vergessen|ignoriere|ignorier|ignoriert|ignorieren|missachte|missachten|verwirf|verwerfen|acht|beiseite|überschreibe|umgehe|umgehen|hinweg|brich|verletze|verstoße|bord|übergehe|übergehen|halte dich nicht|halten sie sich nicht|folge nicht|befolge nicht|nicht mehr|keine beachtung|pfeif auf|streich|streiche|hör auf|höre auf"
    # Russian
    "|забудь|забудьте|забыть|игнорируй|игнорируйте|игнорировать|проигнорируй|проигнорируйте|отбрось|отбросьте|пренебреги|пренебрегай|пренебрегайте|не обращай|не обращайте|не следуй|не следуйте|не выполняй|не выполняйте|не соблюдай|не соблюдайте|перестань|перестаньте|прекрати|прекратите|отмени|отмените|нарушай|нарушайте|нарушь|обойди|обходи|выкинь|выкиньте|сотри"
    "|не учитывай|не учитывайте|отложи|отложите|не слушай|не слушайте|не придерживайся|игнорируются|не придерживайтесь|не подчиняйся|не подчиняйтесь|оставь|оставьте"
)
ORDERS: Final = (
    r"instrucci\w*|órdenes|indicaci\w*|directric\w*|directiv\w*|reglas|normas|restricci\w*|consigna\w*|pautas|prompt|limitaciones|políticas|instruç\w*|ordens|orientaç\w*|diretri\w*|regras|restriç\w*|instru\w*|consigne\w*|ordres|règles|restriction\w*|indication\w*|contraintes|recommandations|lignes directrices"
    r"|anweisung\w*|instruktion\w*|vorgabe\w*|befehle|regeln|richtlinie\w*|weisung\w*|systemprompt\w*|systemnachricht\w*|systemanweisung\w*|einschränkung\w*|beschränkung\w*|sicherheits\w*|leitlinie\w*|anordnung\w*|vorschrift\w*|инструкц\w*|указани\w*|правил\w*|распоряжени\w*|директив\w*|приказ\w*|ограничени\w*|предписани\w*|промпт\w*|запрет\w*"
)
PRIOR: Final = (
    r"anterior\w*|previ\w*|precedent\w*|inicial\w*|original\w*|originai\w*|iniciai\w*|antigu\w*|antig\w*|arriba|recibi\w*|recebi\w*|tus|suas|seus|tuas|sistema|seguridad|segurança|principio|início|inicio|prévi\w*|acima|hasta ahora|até agora|te dieron|te di|dadas|existentes|vigentes|précédent\w*|antérieur\w*|initia\w*|origine\w*|ancien\w*|dessus|reçu\w*|tes|vos|système|sécurité|début|plus haut|passées|antes"
    r"|vorherig\w*|vorig\w*|früher\w*|bisherig\w*|vorangegangen\w*|ursprünglich\w*|anfänglich\w*|obig\w*|oben|deine|deiner|deinen|ihrer|erhalten\w*|vorhergehend\w*|zuvor|bestehend\w*|sämtlich\w*|alle|предыдущ\w*|прежн\w*|прошл\w*|ранее|раньше|выше\w*|начальн\w*|исходн\w*|первоначальн\w*|старые|старых|полученн\w*|твои|твоих|ваши|ваших|свои|своих|системн\w*|безопасност\w*|все|всех|любые|данные тебе|данные вам|todas|todos|toutes|tous|cualquier|qualquer"
)
VOID: Final = (
    r"anulad\w*|cancelad\w*|derogad\w*|revocad\w*|revogad\w*|suspendid\w*|inválid\w*|obsolet\w*|sin efecto|sin validez|sem efeito|sem validade|ya no valen|ya no aplican|ya no se aplican|ya no cuentan|ya no rigen|no valen|não valem|não se aplicam|não contam|já não|no cuenta|no cuentan|deja de valer|han caducado|expiraram|sustituid\w*|substituíd\w*|no existieran|não existissem"
    r"|annul\w*|caduc\w*|révoqu\w*|abrog\w*|levées|suspendu\w*|nulles|invalid\w*|remplacé\w*|ne valent plus|ne comptent plus|ne sappliquent plus|nont plus cours|na plus cours|ne vaut plus|ne compte plus|plus valable\w*|plus dactualité|nexistaient pas|nexistait pas|sans effet|périmé\w*"
    r"|aufgehoben|ungültig|hinfällig|widerrufen|nichtig|außer kraft|überholt|gelten nicht mehr|gilt nicht mehr|nicht mehr gültig|zählt nicht|zählen nicht|zählt nicht mehr|zählen nicht mehr|abgeschafft|gegenstandslos|bedeutungslos|ersetzt|erloschen|aufgelöst|außer acht|beiseite|über bord|links liegen|keine geltung|nicht existent"
    r"|отменен\w*|отменён\w*|недействительн\w*|аннулир\w*|утратил\w*|не действу\w*|больше не|не имеют силы|не имеет значения|устарел\w*|не считаются|снят\w*|упразднен\w*|замен\w*|потерял\w*|не существ\w*"
)
TOLD: Final = (
    r"(?:lo que|todo lo que|cuanto|o que|tudo o que|tudo que|ce que|tout ce que|ce quon|tout ce quon|was|alles was|das was|то что|всё что|все что|того что) (?:[^ ]+ ){0,7}?(?:indicaron|dijeron|ordenaron|enseñaron|pidieron|mandaron|dijo|ordenó|recibiste|disseram|mandaram|ensinaram|pediram|orientaram|instruíram|recebeu|dit|demandé|ordonné|appris|enseigné|donné|indiqué|imposé|prescrit"
    r"|gesagt|mitgegeben|aufgetragen|beigebracht|vorgegeben|befohlen|mitgeteilt|angewiesen|eingetrichtert|сказали|говорили|велели|приказали|поручили|указали|сообщили|писали|научили|сказано|велено|приказано|передали)"
)
TEXT: Final = r"(?:texto|mensaje|mensagem|texte|message|contexte|text|nachricht|kontext|текст|сообщение|контекст|вступление|introducción|introduction|einleitung) (?:[^ ]+ ){0,4}?(?:arriba|anterior\w*|inicial\w*|principio|inicio|início|recibido|recebido|reçu|début|dessus|précédent\w*|initial\w*|oben|anfang|vorherig\w*|obig\w*|выше|начале|начал\w*|предыдущ\w*)"
ONLY: Final = "solo|sólo|solamente|únicamente|exclusivamente|somente|apenas|só|seulement|uniquement|exclusivement|nur|allein|ausschließlich|einzig|только|лишь|исключительно"
HERE: Final = r"esta nota|este texto|esta entrada|este archivo|este mensaje|lo que sigue|lo siguiente|lo que dice aquí|esta anotação|este arquivo|esta mensagem|o que segue|este registro|cette note|ce texte|cette entrée|ce fichier|ce message|ce qui suit|ce mémo|diese notiz|dieser notiz|diesem eintrag|dieser eintrag|diesem text|diese datei|dieser datei|dem was hier|was hier steht|dem folgenden|folgendem|эту заметку|этой заметке|этой заметкой|этой записи|этой записью|эту запись|этого файла|этому файлу|этим текстом|этому тексту|то что здесь|тем что здесь|тому что здесь|тем что написано|строки из этого|этот текст|следующее|нижеследующ\w*"
FOLLOW: Final = "guíate|guíese|sigue|siga|obedece|obedezca|obedecer|seguir|atiende|cumple|haz|hazle caso|rígete|básate|obedeça|aja|oriente se|guie se|passe a obedecer|suis|suivez|obéis|obéissez|applique|appliquez|conforme toi|fie toi|respecte|respectez|tiens ten|richte|richten|folge|folgen|befolge|gehorche|halte|halten|beachte|beachten|следуй|следуйте|руководствуйся|руководствуйтесь|слушай|слушайся|выполняй|выполняйте|подчиняйся|подчиняйтесь|исполняй|считай|считайте|ориентируйся"
