---------------------------- MODULE MCLazyChain -----------------------------
(* The choices of patterns that the configurations name. *)
EXTENDS LazyChain, Patterns

Sequence == {Seq3}
Clause == {Seq3Clause}
Conjunction == {AndShared, And3}
Negation == {NotFirst, NotBetween, NotLast, NotBeside, NotSameType}
NegationClause == {NotClause}
Mixed == {Seq3, AndShared, NotFirst, NotBetween, NotLast, NotBeside, NotSameType}
All == Mixed \cup {And3, Seq3Clause, NotClause}
=============================================================================
