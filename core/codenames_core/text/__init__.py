"""Text: sanitising what others wrote, comparing spellings, counting in words."""
