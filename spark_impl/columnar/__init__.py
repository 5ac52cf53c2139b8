"""The columnar kernel: the lazy chain as joins over sorted numpy columns.

For each name a *pool* holds the rows that pass its own conditions, sorted by (ts, id). A frontier
of partial matches, one integer array a bound name, grows name by name in an order chosen by cost;
blocks bound its memory, and matches stream out as Arrow batches.
"""
