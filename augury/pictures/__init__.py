"""Pictures of patterns, automata and matches: text, Mermaid and self-contained SVG.

Here belong pure functions from the normal form, from an automaton, or from events and matches, to
text.

Here does not belong: reading files, choosing plans, or any dependency beyond the standard library.
"""

from augury.pictures.automaton import automaton_text
from augury.pictures.automaton_mermaid import automaton_mermaid
from augury.pictures.automaton_svg import automaton_svg
from augury.pictures.mermaid import as_mermaid
from augury.pictures.svg import as_svg
from augury.pictures.text import as_text
from augury.pictures.timeline import timeline_svg

__all__ = [
    "as_mermaid",
    "as_svg",
    "as_text",
    "automaton_mermaid",
    "automaton_svg",
    "automaton_text",
    "timeline_svg",
]
