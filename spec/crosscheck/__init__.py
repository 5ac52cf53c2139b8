"""Second and third readings of the definition, written to disagree with it if it is wrong.

All engines share the parser and the normal form, so a mistake there would be shared too.
``denotation`` reads a pattern straight over its AST, without the normal form; ``sqlite`` turns
Kleene-free patterns into SQL and lets another project's evaluator answer.

Here does not belong: anything that calls ``normal_form`` or ``semantics``.
"""
