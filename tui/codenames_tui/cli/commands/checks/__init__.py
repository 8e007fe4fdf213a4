"""Commands that check something without playing: clues, word lists, models, settings, keys, this machine."""
