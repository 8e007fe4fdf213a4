"""Bytes for the input side of a terminal."""

PIECES = (
    *(b"a", b"\xc3\xa9", b"\xe9", b"\xf0\x9f\x8e\xaf", b"\r", b"\x00", b"\x7f", b"\x9b"),
    *(b"\x1b", b"\x1b[A", b"\x1bOP", b"\x1b[[A", b"\x1b[24$", b"\x1b[15~", b"\x1b[1;5C", b"\x1bb", b"\x1b\xc3\xa9"),
    *(b"\x1b[97u", b"\x1b[97;1:3u", b"\x1b[97:65;2u", b"\x1b[97;;97:98u", b"\x1b[1;1:3A", b"\x1b[1114112u"),
    *(b"\x1b[<0;5;5M", b"\x1b[<64;5;5M", b"\x1b[<35;-1;9m", b"\x1b[M   ", b"\x1b[32;5;5M", b"\x1b[M \xd0\x30"),
    *(b"\x1b[200~", b"\x1b[201~", b"\x1b[I", b"\x1b[O", b"\x1b[5;5R", b"\x1b[?2026;2$y", b"\x1b[?2048;2$y"),
    *(
        b"\x1b[48;24;80;480;640t",
        b"\x1b[48;24;80;0;0t",
        b"\x1b[48;0;0;0;0t",
        b"\x1b]11;rgb:0/0/0\x1b\\",
        b"\x1bP1$r\x1b\\",
    ),
)
"""What terminals send, and what some should not."""
