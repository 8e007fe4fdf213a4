"""A player of its own at a table of codenames-tui: python table_client.py INVITATION [SEAT].

It needs aiohttp and nothing of codenames-tui. It plays badly: clues are words of a short list, guesses the first cards.
"""

import asyncio
import sys
from typing import Any

import aiohttp

CLUES = ["QUARTZ", "OBELISK", "XYLOPHONE", "JUXTAPOSE", "ZEPHYR", "FJORD", "KUMQUAT", "SPHINX", "VORTEX", "GNOCCHI"]


class Game:
    """What has been told of the game."""

    def __init__(self) -> None:
        self.seat: str | None = None
        self.words: list[str] = []
        self.face_up: dict[str, str] = {}
        self.clues = 0

    def take(self, message: dict[str, Any]) -> None:
        """Take a message from the table."""
        if message["type"] == "you":
            self.seat = message["seat"]
        elif message["type"] == "start":
            self.words, self.face_up, self.clues = message["words"], {}, 0
        elif message["type"] == "event":
            event = message["event"]
            if "card" in event:  # a guess, or a word that was revealed
                self.face_up[event["word"]] = event["card"]
            self.clues += event["type"] == "clue"

    def answer(self, question: dict[str, Any]) -> Any:
        """Return what to answer."""
        hidden = [word for word in self.words if word not in self.face_up]
        if question["question"] == "clue":
            return {"word": CLUES[(self.clues + len(question["rejected"])) % len(CLUES)], "number": 1}
        if question["question"] == "message":
            return {"text": f"What about {hidden[0]}?", "consensus": True}
        return hidden[:1] if question["question"] == "guesses" else hidden[0]


async def play(invitation: str, seat: str | None = None) -> dict[str, Any]:
    """Play a whole game and return the last message, which has its outcome."""
    address, _, token = invitation.partition("#")
    game = Game()
    async with aiohttp.ClientSession() as session, session.ws_connect(address + "table") as table:
        await table.send_json({"type": "hello", "version": 1, "token": token, "name": "robot"})
        async for frame in table:
            message = frame.json()
            game.take(message)
            if message["type"] == "welcome" and seat:
                await table.send_json({"type": "sit", "seat": seat})
            elif message["type"] == "you" and game.seat:
                await table.send_json({"type": "ready", "ready": True})
            elif message["type"] == "question":
                answer = game.answer(message)
                await table.send_json({"type": "answer", "number": message["number"], "answer": answer})
            elif message["type"] in ("end", "farewell"):
                return dict(message)
    raise ConnectionError("the table hung up")


if __name__ == "__main__":
    print(asyncio.run(play(*sys.argv[1:])))
