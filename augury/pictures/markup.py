"""Text from a user is shown, never obeyed: escapes for XML and Mermaid, control characters visible.

Element attributes are written in the order given, so that equal pictures are equal texts.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, TypeAlias
from xml.sax.saxutils import escape

Style: TypeAlias = dict[str, str | float]

SANS: Final = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
MONO: Final = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
INK, MUTED, FAINT, RULE, PAPER = "#1f2937", "#6b7280", "#9ca3af", "#e5e7eb", "#ffffff"
COLOURS: Final = (
    *("#2563eb", "#db2777", "#059669", "#d97706", "#7c3aed", "#0891b2"),
    *("#dc2626", "#65a30d", "#c026d3", "#0f766e", "#9a3412", "#4338ca"),
)
"""One colour a match; as many matches are drawn."""

_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_NAMED: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_PLAIN_MERMAID: Final = re.compile(r"[^0-9A-Za-z ,.]|\.(?= )")


def visible(text: str) -> str:
    r"""Return the text with every character that has no glyph as an escape such as ``\x1b``."""
    return "".join(_visible(char) for char in text)


def _visible(char: str) -> str:
    if char.isascii() and char.isprintable():
        return char
    if unicodedata.category(char) not in _HIDDEN:
        return char
    return _NAMED.get(char) or (
        f"\\x{ord(char):02x}" if ord(char) < 0x100 else f"\\u{ord(char):04x}"
    )


def xml(text: str) -> str:
    """Return the text as XML character data that is also safe between double quotes."""
    return escape(visible(text), {'"': "&quot;", "'": "&#39;"})


def mermaid(text: str) -> str:
    """Return the text for a quoted Mermaid label; all but letters and digits as ``#code;``."""
    return _PLAIN_MERMAID.sub(lambda found: f"#{ord(found[0])};", visible(text))


def clipped(text: str, width: int) -> str:
    """Return at most ``width`` visible characters, the last an ellipsis if some are left out."""
    shown = visible(text)
    return shown if len(shown) <= width else shown[: width - 1] + "…"


def columns(text: str) -> float:
    """Return the estimated width in fixed-pitch columns; wide East Asian characters take two."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in visible(text))


def number(value: float) -> str:
    """Return a coordinate with at most one decimal, never ``-0``."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def tag(name: str, body: str = "", /, **attributes: str | float) -> str:
    """Return an element; ``body`` is markup, ``_`` and ``__`` in a key mean ``-`` and ``:``."""
    words = "".join(
        f' {key.replace("__", ":").replace("_", "-")}="'
        f'{xml(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{words}>{body}</{name}>" if body else f"<{name}{words}/>"


def label(x: float, y: float, text: str, **attributes: str | float) -> str:
    """Return a text element whose spaces all count."""
    style: Style = {"fill": INK, "font_size": 13, **attributes}
    return tag("text", xml(text), x=x, y=y, xml__space="preserve", **style)


def picture(width: float, height: float, title: str, description: str, body: str) -> str:
    """Return a whole SVG document on a white card, readable on light and dark pages."""
    card = tag(
        "rect", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=12, fill=PAPER, stroke=RULE
    )
    head = tag("title", xml(title)) + "\n" + tag("desc", description_lines(description))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {number(width)} '
        f'{number(height)}" width="{number(width)}" height="{number(height)}" '
        f'font-family="{xml(SANS)}">\n{head}\n{card}\n{body}\n</svg>\n'
    )


def description_lines(text: str) -> str:
    """Return text of several lines as XML, the line ends kept."""
    return "\n".join(map(xml, text.split("\n")))
