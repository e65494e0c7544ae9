"""What English needs beside a stemmer: words that say little, and forms that no rule makes.

Stop words are indexed like all others, so that they can be found; they only do not count among better words.
"""

from collections.abc import Iterator

from memoryd.archive.stems import stem

_STOP_WORDS = (
    "a about all am an and any are as at be been being both but by can could d did do does doing don down during each "
    "few for from further had has have having he her here hers him his how i if in into is it its just ll m me more "
    "most my no nor not now o of off on once only or other our out over own re s same she should so some such t than "
    "that the their them then there these they this those through to too under until up ve very was we were what when "
    "where which while who whom why will with would y you your"
)
# The present first, then what else it turns into.
_IRREGULAR = """
be was were been is are am being; go went gone; buy bought; take took taken; give gave given; get got gotten; make made
see saw seen; come came; know knew known; think thought; tell told; find found; feel felt; leave left; keep kept
begin began begun; bring brought; write wrote written; sit sat; stand stood; lose lost; pay paid; meet met; run ran
lead led; speak spoke spoken; spend spent; grow grew grown; win won; teach taught; catch caught; draw drew drawn
choose chose chosen; drive drove driven; wear wore worn; eat ate eaten; fly flew flown; sing sang sung; swim swam swum
ride rode ridden; break broke broken; build built; send sent; fall fell fallen; hold held; hear heard; sell sold
sleep slept; throw threw thrown; understand understood; wake woke woken; say said; fight fought; hide hid hidden
forget forgot forgotten; drink drank drunk; rise rose risen; shake shook shaken; shoot shot; steal stole stolen
strike struck; swear swore sworn; tear tore torn; bear bore born borne; bite bit bitten; blow blew blown; dig dug
feed fed; forgive forgave forgiven; freeze froze frozen; hang hung; lay laid; lend lent; light lit; mean meant
seek sought; shine shone; sink sank sunk; slide slid; spin spun; stick stuck; sweep swept; swing swung; deal dealt
dream dreamt; learn learnt; burn burnt; become became; show shown; prove proven; child children; man men; woman women
person people; foot feet; tooth teeth; mouse mice; life lives; wife wives; knife knives; leaf leaves; half halves
shelf shelves; wolf wolves; index indices; matrix matrices; vertex vertices; analysis analyses; crisis crises
criterion criteria; good better best; bad worse worst
"""


def _irregular() -> Iterator[tuple[str, str]]:
    for line in _IRREGULAR.replace("\n", ";").split(";"):
        first, *forms = line.split() or [""]
        yield from ((stem(form), stem(first)) for form in forms)


BASE_FORMS = dict(_irregular())
"""Stems to the stem of their base form, for those that a stemmer leaves apart: ``went`` is ``go``."""

STOP_TERMS = frozenset(BASE_FORMS.get(term, term) for term in map(stem, _STOP_WORDS.split()))
"""Terms that say nothing about what a text is about."""
