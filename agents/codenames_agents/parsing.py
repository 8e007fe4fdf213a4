"""Reads what language models answer: clues, messages, guesses, and the targets behind a clue.

Only what the answer commits to counts. A version that is marked as final replaces the drafts before it; candidates of
equal strength that differ are unreadable; thoughts, other speakers' turns and words in prose are no answer. Nothing is
repaired by similarity, and nothing is made up. Every function takes any value, never raises, and takes time linear in
the length of the text; a refusal says what to write instead.
"""

from codenames_agents.reading.answers import ParsedClue, ParsedGuesses, ParsedMessage, RejectedGuess, Unreadable
from codenames_agents.reading.clue_reading import parse_clue
from codenames_agents.reading.guess_reading import parse_guesses, parse_penalty
from codenames_agents.reading.message_reading import parse_discussion
from codenames_agents.reading.target_reading import parse_intended_targets

__all__ = [
    "ParsedClue",
    "ParsedGuesses",
    "ParsedMessage",
    "RejectedGuess",
    "Unreadable",
    "parse_clue",
    "parse_discussion",
    "parse_guesses",
    "parse_intended_targets",
    "parse_penalty",
]
