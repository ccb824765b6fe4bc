# ---
# jupyter:
#   jupytext:
#     text_representation:
#       format_name: percent
# ---

# %% [markdown]
# # The papers' figures, redrawn
#
# Each figure is measured anew. `quick=True` takes fewer repetitions, for a first look; without it the parameters are
# those of the papers, and some figures take minutes.

# %%
import matplotlib.pyplot as plt
import pandas as pd

import wormcast

NAMES = ["star-15", "dstm-8a"]
figures = wormcast.reproduce(*NAMES, quick=True)

# %% [markdown]
# What the papers claim, and what was measured:

# %%
pd.DataFrame([claim for figure in figures for claim in figure.claims])[["figure", "claim", "paper", "measured", "holds"]]


# %%
def draw(name, frame):
    """The curves of a table: its first column of numbers is the axis; a column of words tells the curves apart."""
    words = [column for column in frame if not pd.api.types.is_numeric_dtype(frame[column])]
    numbers = [column for column in frame if column not in words]
    axis, measured = numbers[0], numbers[1]
    figure, axes = plt.subplots()
    for label, curve in frame.groupby(words[0]) if words else [(measured, frame)]:
        axes.plot(curve[axis], curve[measured], marker="o", label=label)
    axes.set(title=name, xlabel=axis, ylabel=measured)
    axes.legend()
    return figure


# %%
drawn = [draw(name, frame) for figure in figures for name, frame in figure.tables.items()]
assert drawn
