"""``augury demo``: a tour on bundled data, told in the terminal and written as one page.

Here belong the story (what is asked, what came out), its telling and its page.

Here does not belong: an answer of its own; every number comes from the API or from ``spec``.
"""

from augury.demo.guide import tour

__all__ = ["tour"]
