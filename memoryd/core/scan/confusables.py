"""Characters drawn like Latin letters, and the letter each is read as: data for the fold.

Only what NFKD does not already undo stands here. The same table folds the patterns, so a Russian pattern loses nothing by it.
"""

from __future__ import annotations

import string
from typing import Final

_DRAWN_LIKE: Final = {
    # Cyrillic, capitals first: what a capital looks like decides, and its small letter follows it
    "a": "АаɑΑαᎪᴀꓮⲀⲁ",
    "b": "ВвЬьΒᏴʙꓐβ",
    "c": "СсᏟᴄꓚⲤⲥϲϹ",
    "d": "ԁԀꓓᎠᴅɗđĐð",
    "e": "ЕеЁёεΕᎬᴇꓰɛҽєЄ",
    "f": "ꓝꜰƒϝ",
    "g": "ɡԍԌցɢꓖᏀ",
    "h": "НнһҺΗհʜᎻꓧћħ",
    "i": "ІіΙιıɪᎥꓲӀӏɩⲒⲓ",
    "j": "ЈјᎫᴊꓙϳ",
    "k": "КкΚκᏦᴋꓗⲔⲕ",
    "l": "ʟᏞꓡłŁⅼ",
    "m": "МмΜᴍᎷꓟ",
    "n": "ΝηпПոɴꓠ",
    "o": "ОоΟοօᴏꓳⲞⲟøØσ",
    "p": "РрΡρᴘᏢꓑⲢⲣ",
    "q": "ԛԚզ",
    "r": "ГгʀᏒꓣɾ",
    "s": "ЅѕꜱᏚꓢՏ",
    "t": "ТтΤτᴛꓔⲦⲧŧ",
    "u": "υսᴜꓴՍμ",
    "v": "νѵѴᴠᏙꓦʋ",
    "w": "ԝԜωᴡᏔꓪ",
    "x": "ХхΧχꓫⲬⲭ",
    "y": "УуΥγүҮʏꓬ",
    "z": "ΖᴢᏃꓜ",
}


def _enclosed() -> dict[int, str]:
    # NFKD opens the plain circled and squared letters; the negative ones and the regional indicators it leaves alone.
    starts = (0x1F150, 0x1F170, 0x1F1E6)
    return {start + place: letter for start in starts for place, letter in enumerate(string.ascii_lowercase)}


CONFUSABLES: Final[dict[int, str]] = {
    **{ord(drawn): letter for letter, drawings in _DRAWN_LIKE.items() for drawn in drawings},
    **_enclosed(),
}
