"""Pictures of patterns and of matches: text, Mermaid and self-contained SVG.

Here belong pure functions from the normal form, or from events and matches, to text.

Here does not belong: reading files, choosing plans, or any dependency beyond the standard library.
"""

from augury.pictures.mermaid import as_mermaid
from augury.pictures.svg import as_svg
from augury.pictures.text import as_text
from augury.pictures.timeline import timeline_svg

__all__ = ["as_mermaid", "as_svg", "as_text", "timeline_svg"]
