"""The sentences of the vector agents, by occasion.

`{clue}` is the clue; `{first}`, `{second}` and `{rest}` are the speaker's own picks; `{theirs}` is the partner's first
pick; `{count}` is a number as a word, `{all}` both or all of them. No sentence contains a word of the shipped board
list, so that a board word in a message is always one that the speaker means; and none says what a card is, since a
guesser does not know.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

Phrases = tuple[str, ...]

# The first word on a clue, from certain to lost.
FIRST_CERTAIN: Final[Phrases] = (
    "{clue} is {first}, surely.",
    "{first}! I would be amazed if {clue} meant anything else.",
    "No contest for me: {clue} means {first}.",
    "It has to be {first}.",
    "{clue} and {first} belong together; I would touch that one without blinking.",
    "{first}, before I had even finished reading {clue}.",
    "If {clue} is not about {first}, I give up.",
    "I am as good as certain: {first}.",
    "{first}, and I would say so at midnight.",
    "{clue}? {first}. Next question.",
    "What else could {clue} be but {first}?",
)
FIRST_LIKELY: Final[Phrases] = (
    "My first thought on {clue} is {first}.",
    "For {clue} I keep coming back to {first}.",
    "{clue} says {first} to me.",
    "{clue}... {first} comes up before anything else.",
    "{clue} makes me think of {first}.",
    "I would open with {first}; it suits {clue} best.",
    "{first} is where {clue} takes me.",
    "Of all these words, {first} is the one I would expect next to {clue}.",
    "I read {clue}, and my eyes went to {first}.",
)
FIRST_TORN: Final[Phrases] = (
    "{clue} pulls me two ways: {first} or {second}.",
    "{first} or {second}? I could go either way, with {first} just in front.",
    "Between {first} and {second} I cannot really choose; call it {first} for now.",
    "{clue} suits {first}, and it suits {second} almost as much.",
    "I have {first} and {second} neck and neck for {clue}.",
)
FIRST_VAGUE: Final[Phrases] = (
    "{clue} leaves me wondering. If I must, {first}.",
    "Nothing stands out for {clue}; {first} is the least strange.",
    "{clue} is a hard one. {first}, with little conviction.",
    "I have been staring at {clue} and all I can offer is {first}.",
    "A faint voice says {first}, but please tell me what {clue} means to you.",
)
UNKNOWN_CLUE: Final[Phrases] = (
    "{clue} is a word I do not know, so you will have to carry this one.",
    "I have never met {clue}; tell me what you see in it.",
    "{clue} means nothing to me. Do you know it?",
    "Is {clue} even a word? I follow you here.",
)
ZERO: Final[Phrases] = (
    "Nought! {clue} is a warning, so I look for what has least to do with it, and that is {first}.",
    "Nothing goes with {clue}, we are told. Everything like it is out; {first} seems furthest away.",
    "We are told to keep away from {clue}. {first} looks least like it.",
)
UNLIMITED: Final[Phrases] = (
    "{clue} with no limit: I would go on as long as it feels right, from {first}.",
    "As many as we like for {clue}? {first} to begin with, and then we see.",
    "No limit on {clue}. {first} first, and let us also think of what is still owed to older clues.",
)

# The words after the first.
SECOND_NEAR: Final[Phrases] = (
    "{second} is close behind.",
    "{second} is nearly as good.",
    "And {second} right after it.",
    "{second} tempts me almost as much.",
)
SECOND_NEXT: Final[Phrases] = (
    "After that, {second}.",
    "Then perhaps {second}.",
    "{second} would be my next pick.",
    "{second} could be the other one.",
    "My number two is {second}.",
)
SECOND_FAR: Final[Phrases] = (
    "After that it gets thin: {second}, if anything.",
    "The next one is a stretch; {second}, maybe.",
    "I do not see another that clearly. {second}?",
    "{second} is a distant number two.",
)
REST: Final[Phrases] = (
    "Then {rest}, in that order.",
    "After it I have {rest}.",
    "To make it {count}: {rest}.",
    "The others could be {rest}.",
)
ALONE: Final[Phrases] = (
    "One word, and I do not look any further.",
    "Nothing else comes near.",
    "I would leave it at that.",
)

# Why: which of the three sources binds clue and word most.
WHY: Final[Mapping[str, Phrases]] = MappingProxyType(
    {
        "glove": (
            "{clue} and {first} keep turning up in the same sentences.",
            "Whoever writes about one soon mentions the other.",
            "One reads about both in one breath.",
            "They go together in every other article.",
            "I have read the two side by side many times.",
        ),
        "wordnet": (
            "A dictionary would explain one with the other.",
            "By definition they are relatives.",
            "Their definitions share half their words.",
            "Look one up and you are sent to the other.",
            "They are of one kind.",
        ),
        "minilm": (
            "They simply feel alike to me.",
            "The meanings are close, whatever the wording.",
            "It is the same idea in other clothes.",
            "One calls up the other, I cannot say why.",
            "They could be neighbours.",
        ),
    }
)

# Answers to the partner.
AGREE: Final[Phrases] = (
    "Same here, {first} first.",
    "Yes, {first} fits best.",
    "I am with you on {first}.",
    "{first} it is.",
    "You took {first} out of my hands.",
    "We think alike: {first}.",
    "Agreed, {first}.",
    "{first}, exactly what I had.",
    "{first} was on my lips.",
    "No quarrel about {first}.",
    "Two of us for {first}, then.",
)
AGREE_ON_ALL: Final[Phrases] = (
    "We have the very same {count}. Let us go.",
    "I have {all_of} yours too.",
    "Same words, same order of business. Ready when you are.",
    "Nothing to add, your {count} are my {count}.",
    "That is my list too. Go.",
)
CONFIRM: Final[Phrases] = (
    "Then that is settled.",
    "Good, {first} first.",
    "Done. {first} to begin with.",
    "Then we have a plan.",
    "Good. Let us do it.",
    "Fine by me.",
    "Settled: {first}.",
    "No objection.",
)
AGREE_BUT: Final[Phrases] = (
    "{first} yes, but after it I would rather take {instead} than {other}.",
    "With you on {first}. {other} I like less; {instead} seems safer.",
    "{first}, gladly. Only where you have {other} I have {instead}.",
    "We share {first}; we part at {other}. What about {instead}?",
)
OTHER_ORDER: Final[Phrases] = (
    "Same words in another order: I would begin with {first}.",
    "I have the words you have, but let {first} go before {theirs}.",
    "We only differ in the order. {first} is the safer one to open with.",
)
DIFFER: Final[Phrases] = (
    "I see your {theirs}, but {first} fits {clue} better for me.",
    "Hmm, {theirs}? I would rather open with {first}.",
    "{theirs} is possible. Still, {clue} says {first} to me.",
    "Are you sure of {theirs}? I had {first} far ahead.",
    "I follow you to {theirs}, but not before {first}.",
    "Let me argue for {first}: I like it more than {theirs}.",
)
DIFFER_STRONGLY: Final[Phrases] = (
    "{theirs} had not crossed my thoughts; {first} still looks safer.",
    "I cannot find the way from {clue} to {theirs}. {first}, please.",
    "{theirs} worries me. What has it to do with {clue}? I stay with {first}.",
    "{theirs} would be the end of us, I fear. {first}!",
)
CONVINCED: Final[Phrases] = (
    "You have talked me into {first}.",
    "Now that you say it: {first}, ahead of my {before}.",
    "All right, {first} before {before}. I had not seen it that way.",
    "I take {before} back. {first} makes more sense.",
    "Fair enough, {first}.",
)
STUBBORN: Final[Phrases] = (
    "I have thought about it again, and it is still {first}.",
    "You will not move me: {first}.",
    "Still {first} for me, with a little more respect for {theirs}.",
)
SETTLE: Final[Phrases] = (
    "We could go on for ever. {first} first, and may it hold.",
    "Enough talk: {first}.",
    "We have said it all. I settle for {first}.",
    "Let us decide: {first}, and then we see.",
)
YIELD: Final[Phrases] = (
    "Your call then. {theirs}, and I will not say I told you so.",
    "I am not convinced of {theirs}, but I will not stand in the way.",
    "Go ahead with {theirs}; somebody has to give in.",
)
PARTNER_UNCLEAR: Final[Phrases] = (
    "I cannot tell from that which words you want, so let me begin: {first} first.",
    "I heard no word in that which we could touch. For me it is {first}.",
    "Tell me words, not feelings! I say {first}.",
)
PARTNER_SILENT: Final[Phrases] = (
    "You are silent, so I go on alone: {first}.",
    "No answer? Then {first}, unless you stop me.",
)

# What the partner will say.
EXPECT_SAME: Final[Phrases] = (
    "I expect you to lean towards {expected} too.",
    "You will have {expected} too, I suppose.",
    "I would be surprised if you did not say {expected}.",
    "And you? {expected} too, I should think.",
    "I trust that you see {expected} just as I do.",
    "Do not tell me that you have anything but {expected}.",
)
EXPECT_OTHER: Final[Phrases] = (
    "I expect you to lean towards {expected}.",
    "You will say {expected}, I suppose.",
    "Let me guess: you have {expected} in front?",
    "Something tells me that you prefer {expected}.",
    "If I know you, it will be {expected} for you.",
    "You are thinking of {expected}, are you not?",
)

# Remarks on the situation.
TEMPTING: Final[Phrases] = (
    "I would keep away from {risk}: too tempting, and not on my list.",
    "{risk} is the one that makes me nervous.",
    "If somebody wanted to catch us out, it would be with {risk}.",
    "Beware of {risk}, it looks better than it is.",
)
AMBITIOUS: Final[Phrases] = (
    "{count}! Somebody is ambitious.",
    "{count} at once, that is a lot to ask for.",
    "I can see some of the {count}, not all.",
)
FEW_LEFT: Final[Phrases] = (
    "Only {left} to go, so no heroics.",
    "We need {left} more. Careful now.",
    "{left} more and we are done.",
)
LAST_ONE: Final[Phrases] = (
    "One last word and we are done.",
    "This could be the one that wins it.",
    "Only one to go. Slowly.",
)
OPPONENTS_CLOSE: Final[Phrases] = (
    "They need {theirs_left} more, so this may be our last turn; we should try for all of it.",
    "They are {theirs_left} away from winning. No time for modesty.",
    "If we stop short now, they may not let us return: {theirs_left} to go for them.",
)
AFTER_A_SLIP: Final[Phrases] = (
    "After {slip} I would like a safe one first.",
    "{slip} still hurts. Let us be more careful.",
    "I was too quick with {slip}; once is enough.",
)
BONUS: Final[Phrases] = (
    "If nothing goes wrong, {bonus} for the old {old_clue} would be a good use of the extra guess.",
    "And {bonus} is still owed to {old_clue}.",
    "We never finished {old_clue}: {bonus}, as the extra one?",
)
OVERHEARD: Final[Phrases] = (
    "They are listening, by the way.",
    "I say this knowing that the others hear every word.",
)

VOICES: Final[Mapping[str, Phrases]] = MappingProxyType(
    {
        "sharp": ("That should do.", "Quick and clean.", "I like our chances."),
        "bold": ("Courage!", "Let us be greedy.", "Who dares wins."),
        "cautious": ("Better one too few than one too many.", "Slowly, please.", "I would rather stop early."),
        "noisy": ("Or am I alone with that?", "My thoughts wander, I know.", "It made sense a moment ago."),
        "novice": ("I am new to this.", "Is that how it goes?", "Just a hunch."),
        "stranger": ("Tell me how you see it.", "I am curious what you think.", "We do not know each other yet."),
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
    "Without a key {targets} is as good as any other, ours with probability {chance}. One touch is the least risk.",
)
