"""Frames of pandas over the columns that plans, runs and sweeps give as arrays."""

from __future__ import annotations


def named(nodes, numbers):
    """A column of names of nodes: their numbers, with the names as categories."""
    import pandas as pd

    return pd.Categorical.from_codes(numbers.astype("int64"), categories=nodes)


def hops(plan):
    """A frame with a row a hop: the worm, its round, the hop and its parent (-1: the origin), and the channel taken."""
    import pandas as pd

    columns = plan.hops()
    nodes = plan.network.nodes
    columns["source"] = named(nodes, columns["source"])
    columns["target"] = named(nodes, columns["target"])
    return pd.DataFrame(columns, copy=False)


def deliveries(run):
    """A frame with a row a delivery: the plan, the worm, the node, and when it had the message."""
    import pandas as pd

    columns = run.deliveries()
    columns["node"] = named(run.nodes, columns["node"])
    return pd.DataFrame(columns, copy=False)
