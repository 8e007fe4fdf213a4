"""The sentences of the vector agents, by occasion.

`{clue}` is the clue; `{first}`, `{second}` and `{rest}` are the speaker's own picks; `{theirs}` is the partner's first
pick; `{link}` is a word that the clue has in common with the card in question; `{count}` is a number as a word,
`{all_of}` both or all of them. No sentence contains a word of the shipped board list, so that a board word in a message
is always one that the speaker means; and none says what a card is, since a guesser does not know.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from types import MappingProxyType
from typing import Final

Phrases = tuple[str, ...]

_CHOICE: Final = re.compile(r"\[([^\]]*)\]")


def ways(*templates: str) -> Phrases:
    """Return every way to say the templates, in which `[this|that]` stands for one or the other.

    >>> ways("[Yes|Right], {first}.")
    ('Yes, {first}.', 'Right, {first}.')
    """
    return tuple(way for template in templates for way in _ways_of(template))


def _ways_of(template: str) -> Iterator[str]:
    parts = _CHOICE.split(template)  # what is fixed and what can be chosen, by turns
    for chosen in product(*(part.split("|") if place % 2 else [part] for place, part in enumerate(parts))):
        yield "".join(chosen)


# The first word on a clue, from certain to lost.
FIRST_CERTAIN: Final[Phrases] = ways(
    "{clue} [has to be|can only be|must be|is surely] {first}.",
    "{first}! I would be amazed if {clue} meant anything else.",
    "No contest for me: {clue} means {first}.",
    "It has to be {first}.",
    "{clue} and {first} belong together[.|, plain and simple.|; I would guess that one without blinking.]",
    "{first} came to me before I had even finished reading {clue}.",
    "If {clue} is not about {first}, I give up.",
    "I am as good as certain: {first}.",
    "{clue}? {first}. Next question.",
    "What else could {clue} be but {first}?",
    "I would bet a week's pay on {first} for {clue}.",
    "{clue}, {first}: done.",
)
FIRST_LIKELY: Final[Phrases] = ways(
    "My first thought on {clue} is {first}.",
    "For {clue} I keep coming back to {first}.",
    "{clue} [says|suggests|whispers|shouts] {first} to me.",
    "With {clue}, {first} comes up before anything else.",
    "{clue} makes me think of {first}.",
    "I would open with {first}; it suits {clue} best.",
    "{first} is where {clue} takes me.",
    "Of everything here, {first} is what I would expect next to {clue}.",
    "I read {clue}, and my eyes went to {first}.",
    "{first} looks like the [best|likeliest] answer to {clue}.",
)
FIRST_TORN: Final[Phrases] = ways(
    "{clue} pulls me two ways: {first} or {second}.",
    "{first} or {second}? I could go either way on {clue}, with {first} just in front.",
    "Between {first} and {second} I cannot really choose; call it {first} for now.",
    "{clue} suits {first}, and it suits {second} almost as much.",
    "I have {first} and {second} neck and neck for {clue}.",
    "{clue} could be {first} or {second}; I lean towards {first}, but only just.",
)
FIRST_VAGUE: Final[Phrases] = ways(
    "{clue} leaves me [wondering|guessing|in the dark]. If I must, {first}.",
    "Nothing stands out for {clue}; {first} is the least strange.",
    "{clue} is a hard one. {first}, with little conviction.",
    "I have been staring at {clue} and all I can offer is {first}.",
    "A faint voice says {first}, but please tell me what {clue} means to you.",
    "I do not really see {clue} here. {first}, for want of anything better.",
)
FIRST_LINKED: Final[Phrases] = ways(
    "{clue}, {link}, {first}: that is how I get there.",
    "{clue} makes me think of {link}, and {link} of {first}.",
    "{first} for {clue}: they share {link}.",
    "I would open with {first}, because of {link}.",
    "{clue} says {link} to me, and so {first}.",
    "{first}, by way of {link}.",
    "From {clue} it is two steps to {first}: {link} lies between.",
    "I see {link} in {clue}, and in {first} too.",
)
"""The first word and why, where clue and word have a neighbour in common."""
UNKNOWN_CLUE: Final[Phrases] = ways(
    "{clue} is a word I do not know, so you will have to carry this one.",
    "I have never come across {clue}. Tell me what you see in it.",
    "{clue} means nothing to me. Do you know it?",
    "Is {clue} even a word? I will follow you here.",
)
ZERO: Final[Phrases] = ways(
    "Nought! {clue} is a warning, so I look for what has least to do with it, and that is {first}.",
    "Nothing goes with {clue}, we are told. Everything like it is out; {first} seems furthest away.",
    "We are told to keep away from {clue}. {first} looks least like it.",
)
UNLIMITED: Final[Phrases] = ways(
    "{clue} with no limit: I would go on as long as it feels right, from {first}.",
    "As many as we like for {clue}? {first} to begin with, and then we will see.",
    "No limit on {clue}. {first} first, and let us not forget what is still owed to older clues.",
)

# The words after the first.
SECOND_NEAR: Final[Phrases] = ways(
    "{second} is [close behind|nearly as good|a whisker behind].",
    "And {second} right after it.",
    "{second} tempts me almost as much.",
)
SECOND_NEXT: Final[Phrases] = ways(
    "[After that|Next|Second], {second}.",
    "Then [perhaps|probably] {second}.",
    "{second} would be my next pick.",
    "{second} could be the other one.",
)
SECOND_FAR: Final[Phrases] = ways(
    "After that {clue} [gets thin|runs dry|goes quiet] for me: {second}, if anything.",
    "The next one is a [stretch|leap|gamble]; {second}, maybe.",
    "I see nothing else in {clue} that clearly, unless it is {second}.",
    "{second} is a distant second[.|, but somebody has to be second.| for {clue}.]",
    "If {clue} has another, it might be {second}.",
)
SECOND_LINKED: Final[Phrases] = ways(
    "{second} next: it has {link} in common with {clue}.",
    "{second} too, through {link}.",
    "And there is {link}, which brings in {second}.",
    "{second} would follow, if {clue} can mean {link}.",
    "As for {second}: {clue}, {link}, {second}.",
    "With {link} in mind, {second} is my other one.",
)
REST: Final[Phrases] = ways(
    "Then {rest}, in that order.",
    "After it I have {rest}.",
    "To make it {count}: {rest}.",
    "The others could be {rest}.",
    "That leaves {rest} for {clue}.",
)
ALONE: Final[Phrases] = ways(
    "One word, and I look no further.",
    "Nothing else comes near.",
    "I would leave it at that.",
    "Nothing else says {clue} to me.",
)

# Why: a word that clue and word have in common; else which of the three sources binds them most.
WHY_LINKED: Final[Phrases] = ways(
    "{clue} and {first} share {link}.",
    "Both make me think of {link}.",
    "{link} is what they have in common.",
    "They meet at {link}.",
    "Say {link}, and I think of either.",
    "The [missing piece|go-between|missing step] is {link}.",
    "[Think of|Take] {link}: it goes with the one and with the other.",
    "{link} sits halfway between {clue} and {first}.",
    "I get there through {link}.",
)
WHY_LINKED_TWICE: Final[Phrases] = ways(
    "They share {links}.",
    "{links} belong to both.",
    "Both call up {links}.",
    "I see {links} in either of them.",
    "Between the two lie {links}.",
)
WHY: Final[Mapping[str, Phrases]] = MappingProxyType(
    {
        "glove": ways(
            "{clue} and {first} keep turning up in the same sentences.",
            "Whoever writes about one soon mentions the other.",
            "You read about both in one breath.",
            "I have seen the two side by side many times.",
        ),
        "wordnet": ways(
            "A dictionary would explain one with the other.",
            "By definition, {clue} and {first} are relatives.",
            "Look up {clue} and you are soon sent to {first}.",
            "They are two of a kind.",
        ),
        "minilm": ways(
            "They simply feel alike to me.",
            "{clue} and {first} mean much the same, whatever the wording.",
            "One calls up the other, though I cannot say why.",
            "{clue} and {first} could be neighbours.",
        ),
    }
)

# Answers to the partner.
AGREE: Final[Phrases] = ways(
    "[Same here|Snap|Likewise]: {first} first.",
    "[Yes|Right], {first} fits {clue} best.",
    "I am with you on {first}.",
    "{first} it is.",
    "We think alike: {first}.",
    "Agreed on {first}.",
    "{first}, exactly what I had.",
    "I was going to say {first}.",
    "No quarrel about {first}.",
    "That makes two of us for {first}.",
    "You beat me to {first}.",
)
AGREE_LINKED: Final[Phrases] = ways(
    "[Yes|Agreed|Same here], {first}: {link} [settles it|says it all] for me.",
    "{first}, and for me because of {link}.",
    "I got to {first} too, through {link}.",
    "I am with you on {first}; think of {link}.",
    "I had {first} too: {clue} and {first} share {link}.",
    "You are right about {first}, if only because of {link}.",
)
AGREE_ON_ALL: Final[Phrases] = ways(
    "We have the very same {count} for {clue}.",
    "I have {all_of} yours too.",
    "My list for {clue} is the same, word for word.",
    "Nothing to add: your {count} are my {count}.",
    "{first}, then {rest}: that is my list too.",
)
CONFIRM: Final[Phrases] = ways(
    "[Then that is settled|Good|Fine by me|Settled|Deal|We have a plan]: {first}.",
    "[Good|Done|Fine], {clue} is {first} for both of us.",
    "{first} then, and I am happy with it.",
    "No objection to {first}[.| for {clue}.]",
    "Then {first} is our answer to {clue}.",
    "Let us go for {first}.",
)
CONFIRM_LINKED: Final[Phrases] = ways(
    "Good, {first} it is; {link} gives it away.",
    "[Settled|Fine|Done]: {first}, for {link} if nothing else.",
    "Then we go with {first}; {link} is good enough for me.",
    "{first}, then; {link} still convinces me.",
)
AGREE_BUT: Final[Phrases] = ways(
    "{first}, yes, but after that I would rather take {instead} than {other}.",
    "With you on {first}, though for {clue} {instead} seems safer than {other}.",
    "{first}, gladly, but where you say {other} I say {instead}.",
    "Agreed on {first}, not on {other}: what about {instead}?",
    "{first} is fine by me, only I prefer {instead} to {other} for {clue}.",
)
AGREE_BUT_LINKED: Final[Phrases] = ways(
    "{first}, yes, but then {instead} rather than {other}, because of {link}.",
    "Agreed on {first}, not on {other}: {instead} has {link}.",
    "You say {other}, I say {instead}; think of {link}. On {first} we agree.",
    "[{first} is fine by me|No argument about {first}], but {link} speaks for {instead} more than for {other}.",
)
OTHER_ORDER: Final[Phrases] = ways(
    "Same words in another order: I would begin with {first}.",
    "I have the words you have, but let {first} go before {theirs}.",
    "We only differ in the order; {first} is the safer one to open with.",
    "I have your list; for {clue} I would only put {first} before {theirs}.",
    "{clue} is {first} first and {theirs} later, if you ask me.",
)
OTHER_ORDER_LINKED: Final[Phrases] = ways(
    "The same list for me, but {link} makes {first} the safer one to open with.",
    "I would swap two of them: {first} first, since {clue} and {first} share {link}.",
    "Only the order differs. {link} puts {first} ahead of {theirs} for me.",
)
DIFFER: Final[Phrases] = ways(
    "I see your {theirs}, but {first} fits {clue} better for me.",
    "Hmm, {theirs}? I would rather answer {clue} with {first}.",
    "{theirs} is possible, but {clue} says {first} to me.",
    "Are you sure about {theirs}? I had {first} far ahead for {clue}.",
    "I follow you to {theirs}, but not before {first}.",
    "Let me argue for {first}: I like it more than {theirs}.",
)
DIFFER_LINKED: Final[Phrases] = ways(
    "I see your {theirs}, but {link} takes me to {first}.",
    "{theirs} is possible, but {clue} and {first} share {link}.",
    "Let me argue for {first}: think of {link}.",
    "What does {theirs} have that beats {link}? I am for {first}.",
    "You see {theirs}; I see {link}, and so {first}.",
)
DIFFER_STRONGLY: Final[Phrases] = ways(
    "{theirs} had not crossed my mind; {first} still looks safer.",
    "I cannot find the way from {clue} to {theirs}. {first}, please.",
    "{theirs} worries me. What does it have to do with {clue}? I stay with {first}.",
    "{theirs} for {clue}? I am afraid of that one. {first}!",
)
DIFFER_STRONGLY_LINKED: Final[Phrases] = ways(
    "I cannot get from {clue} to {theirs}, but to {first} I can: {link}.",
    "{theirs} worries me; {first} at least has {link}.",
    "What does {theirs} have to do with {clue}? {first} has {link}.",
)
CONVINCED: Final[Phrases] = ways(
    "You have talked me [into|round to] {first}.",
    "Now that you say it: {first} for {clue}, ahead of my {before}.",
    "All right, {first} before {before}; I had not read {clue} that way.",
    "Forget {before}. {first} makes more sense.",
    "Fair enough, {first} for {clue}.",
    "I give up {before}; {clue} is {first}.",
)
CONVINCED_LINKED: Final[Phrases] = ways(
    "Forget {before}: with {link}, {first} makes more sense.",
    "You have talked me into {first}; I had overlooked {link}.",
    "All right, {first} before {before}. {link} is hard to argue with.",
    "Now I see it: {clue}, {link}, {first}.",
)
STUBBORN: Final[Phrases] = ways(
    "I have thought about {clue} again, and it is still {first}.",
    "You will not move me: {clue} is {first}.",
    "{clue} is still {first} to me, with a little more respect for {theirs}.",
    "I hear you on {theirs}, but my answer to {clue} is still {first}.",
)
STUBBORN_LINKED: Final[Phrases] = ways(
    "Still {first}: nothing else here has {link}.",
    "I keep seeing {link}, so I keep saying {first}.",
    "{theirs} grows on me, but {link} keeps me with {first}.",
)
SETTLE: Final[Phrases] = ways(
    "We could go on forever about {clue}. Let us begin with {first}.",
    "Enough talk: {first}.",
    "We have said it all. I settle for {first}.",
    "Let us decide: {first}, and then we will see.",
)
YIELD: Final[Phrases] = ways(
    "Your call then. {theirs}, and I will not say I told you so.",
    "I am not convinced of {theirs}, but I will not stand in the way.",
    "Go ahead with {theirs}; somebody has to give in.",
    "{theirs} for {clue}, then, at your own risk.",
)
PARTNER_UNCLEAR: Final[Phrases] = ways(
    "I cannot tell from that which words you want, so let me begin: {first} first.",
    "I heard no word in that for us to guess. For me it is {first}.",
    "Tell me words, not feelings! I say {first}.",
)
PARTNER_SILENT: Final[Phrases] = ways(
    "You are silent, so I will go on alone: {first}.",
    "No answer? Then {first}, unless you stop me.",
)

# What the partner will say.
EXPECT_SAME: Final[Phrases] = ways(
    "I expect you to lean towards {expected} too.",
    "You will have {expected} too, I suppose.",
    "I would be surprised if {clue} were not {expected} to you.",
    "And you, {expected} too?",
    "I trust that you see {expected} in {clue} just as I do.",
    "Do not tell me that {clue} means anything but {expected} to you.",
    "Surely {clue} says {expected} to you too.",
)
EXPECT_OTHER: Final[Phrases] = ways(
    "I expect you to lean towards {expected}.",
    "You will say {expected}, I suppose.",
    "Let me guess: {clue} is {expected} to you?",
    "Something tells me that you prefer {expected}.",
    "If I know you, {clue} will be {expected} for you.",
    "You are thinking of {expected}, aren't you?",
    "For you {clue} may be {expected}.",
)

# Remarks on the situation.
TEMPTING: Final[Phrases] = ways(
    "I would keep away from {risk}: too tempting, and not on my list for {clue}.",
    "{risk} is the one that makes me nervous.",
    "If {clue} is meant to fool us, it will be with {risk}.",
    "Beware of {risk}: it looks better for {clue} than it is.",
)
TEMPTING_LINKED: Final[Phrases] = ways(
    "Beware of {risk}: it has {link} in common with {clue}.",
    "Careful with {risk}: {link} could tempt us there.",
    "{link} also goes with {risk}, which makes me nervous.",
    "Not {risk}, please, however much it says {link}.",
)
AMBITIOUS: Final[Phrases] = ways(
    "{count} for {clue}! Somebody is ambitious.",
    "{count} at once is a lot to ask of {clue}.",
    "I can see some of the {count}, not all.",
)
FEW_LEFT: Final[Phrases] = ways(
    "Only {left} to go, so no heroics.",
    "We need {left} more. Careful now.",
    "{left} more and we are done.",
)
LAST_ONE: Final[Phrases] = ways(
    "One last word and we are done.",
    "This could be the one that wins it.",
    "Only one to go. Slowly.",
)
OPPONENTS_CLOSE: Final[Phrases] = ways(
    "They need {theirs_left} more, so this may be our last turn; we should try for all of it.",
    "They are {theirs_left} away from winning. No time for modesty.",
    "If we stop short now, we may not get another turn: they have {theirs_left} to go.",
)
AFTER_A_SLIP: Final[Phrases] = ways(
    "After {slip} I would like a safe one first.",
    "{slip} still hurts. Let us be more careful.",
    "I was too quick with {slip}; once is enough.",
)
BONUS: Final[Phrases] = ways(
    "If nothing goes wrong, {bonus} for {old_clue} would be a good use of the extra guess.",
    "And {bonus} is still owed to {old_clue}.",
    "We never finished {old_clue}: {bonus}, as the extra one?",
)
OVERHEARD: Final[Phrases] = ways(
    "They are listening, by the way.",
    "I say this knowing that the others hear every word.",
)

VOICES: Final[Mapping[str, Phrases]] = MappingProxyType(
    {
        "sharp": ways("That should do.", "Quick and clean.", "I like our chances.", "{clue} was a good one."),
        "bold": ways("Courage!", "Let us be greedy.", "Who dares wins.", "All in on {clue}!"),
        "cautious": ways(
            "Better one too few than one too many.", "Slowly, please.", "I would rather stop early.", "No rush."
        ),
        "noisy": ways(
            "Or am I alone with that?",
            "My thoughts wander, I know.",
            "{clue} made sense a moment ago.",
            "Or so it seems.",
        ),
        "novice": ways("I am new to this.", "Is that how it goes?", "Just a hunch.", "Is {clue} always this hard?"),
        "stranger": ways(
            "Tell me how you see {clue}.", "I am curious what you think.", "We do not know each other yet.", "And you?"
        ),
    }
)
"""What an agent of a style adds now and then."""

# The cluer's private reasoning.
CLUER_PLAN: Final[Phrases] = (
    "I want my team to find {targets}.",
    "{clue} should take them to {targets}.",
    "With {clue} I am after {targets}.",
    "My aim is {targets}.",
)
CLUER_WORRY: Final[Phrases] = (
    "The word that worries me most is {danger} ({card}).",
    "What could go wrong is {danger} ({card}).",
    "I am wary of {danger} ({card}).",
)
CLUER_NO_WORRY: Final[Phrases] = ("No other word stands in the way.",)
CLUER_CHANCE_ONE: Final[Phrases] = (
    "I expect it to be found with probability {chance}.",
    "The chance that they find it is {chance}, I think.",
)
CLUER_CHANCE: Final[Phrases] = (
    "I expect {all} to be found with probability {chance}.",
    "The chance that they find {all} is {chance}, I think.",
)
CLUER_BLIND: Final[Phrases] = (
    "Nobody has the key: each word is ours with probability {chance}. I point at {targets}, and no word more.",
    "Without a key {targets} is as good as any other, ours with probability {chance}. One guess is the least risk.",
)
