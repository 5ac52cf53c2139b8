"""The pattern language: grammar, AST, checker, normal form, printer, builder, JSON form.

Here belongs what a pattern *is*; what it *means* is in ``augury.spec.semantics``.
"""
