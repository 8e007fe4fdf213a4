"""Lemmas that the dictionaries or the regular endings get wrong: a word that only looks like a form of another.

Each was met among clues that the referee refused: the Dutch `haven` is not a form of `have`, nor `teken` one of `teek`.
"""

from collections.abc import Mapping
from typing import Final

LEMMAS: Final[Mapping[str, Mapping[str, str]]] = {
    language: {word: lemma or word for word, _, lemma in (pair.partition(":") for pair in pairs.split())}
    for language, pairs in {
        "de": """
        allerdings allesamt andreas angeles armee banner basis becken becker beigebracht:beibringen beinen:bein
        beinhalten beinhaltet:beinhalten beschwerde beschwerden:beschwerde binnen blues boden braun burger bären:bär
        böden:boden dann darin dass daten:datum dauer denn eisen eltern ernte essen feder feier feinen:fein fonds
        france gern geste getan:tun gruss hagen haken höcke jacke jeans justin klaus klein kombination lager legende
        legenden:legende leider leiter liege liess:lassen logisch logische:logisch lukas lösungen:lösung manchester
        marion mauer meister messe messer neuerdings neun nils noten:note offen person polen poster potter premiere
        premierminister reg:regt regen regt reinen:rein reise reisen:reise roman schwanger sechs seine seinem:seine
        seinen:seine seiner:seine seines:seine seite seiten:seite spanisch spanische:spanisch spanischen:spanisch
        späten:spät später:spät stern stets steven teenager toni tonnen:tonne trans transformation vereinzelt wagen
        wegen weile wenn wetter wies:weisen zehn zugehörigkeit zweier
        """,
        "fi": "kuusi",
        "nl": """
        allen alles anders barst:barsten batterijen:batterij begin boden:bieden boerderijen:boerderij boven brons
        buis daarin dans diens doorgaans dorst duits eens eerste eersten:eerste eiland eilanden:eiland expres
        express familieleden:familielid gast gasten:gast gaten:gat geert genen:gen gereden:rijden goes haan
        handhaven hartje:hart haven he helden:held hen hulde jeetje kamers:kamer kater katwijk keus koe koers
        koffers:koffer kontje:kont kruis langs lars leeuwarden lekker lekkers:lekker letters:letter lezen links look
        loon luis maart maastricht mede meters:meter naakte:naakt negen neus niet niets niks noot nova oorlog
        oorlogen:oorlog oorzaak oorzaken:oorzaak opera oversteken pers peters pols port posters:poster prijs reeds
        reet regen reis reus rijden roma roots ross rots rozen:roos ruiken slechts soest soms spanje staart
        steden:stad steen straks tegen teken tijdens toets trouwens uiten vals varken vegas vers vervolgens
        vingers:vinger vloot volgens vrees vroegen:vragen waarde waarin wagen wars wegens wens wijs wilders
        wist:weten wisten:weten zegen zeven zomers:zomer zonde zonen:zoon zwolle
        """,
        "sv": """
        allan allen annans:annan anser:anse bara bort bot bred brett:bred brons bröder:broder börjar:börja dator
        datorn:dator din dina:din ditt:din donken fans:fan fars fasad fin forna foster fötter:fot galen galet:galen
        galna:galen genast genus gods grannar:granne granne grenar:gren gälla gällde:gälla gäller:gälla handla hans
        helen himlen:himmel himmel hinder hon hävda hållet:hålla inser:inse invandring invandringen:invandring kalas
        kalle kassa kris kunden:kund leon liknar:likna länder:land löser:lösa mars matte matten:matte men mens min
        mind modern moderna:modern mors:mor målar:måla månen:måne måns nytt:ny nästan nätter:natt olle ordnar:ordna
        pastor peter piller polen potter ramlar:ramla regel ris romer rosor:ros rutten rädda saknar:sakna sam sats
        singel självaste ska sken:skina skor:sko skulder skulle:ska skydda skylt slags:slag smula smärta son spana
        spets stackars stadium stans:stan star sträva städar:städa städer:stad super således sån tinder to togs:ta
        torn trans transport transporter:transport tronen:tron träna undrar:undra upphov uppåt vann:vinna vars vete
        vidare vikt viktor vrede vägar:väg väger:väga vägrar:vägra väst walter änden:ände ändrar:ändra åre års:år
        öst
        """,
    }.items()
}
"""From a word in small letters to its only lemma; where nothing is said, it is its own."""
