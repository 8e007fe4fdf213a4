"""Writes `docs/stream-schema.json` anew from the messages of the stream.

python -m scripts.write_stream_schema
"""

import json
from pathlib import Path

from codenames_core.broadcast import MESSAGE, STREAM_VERSION

if __name__ == "__main__":
    schema = MESSAGE.json_schema(mode="serialization")
    named = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"Stream, version {STREAM_VERSION}"}
    text = json.dumps(named | schema, indent=1) + "\n"
    Path(__file__).parents[1].joinpath("docs/stream-schema.json").write_text(text, "utf-8")
