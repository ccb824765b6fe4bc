# ---
# jupyter:
#   jupytext:
#     text_representation:
#       format_name: percent
# ---

# %% [markdown]
# # A multicast on a chip with dead tiles
#
# A mesh of 10 × 10 tiles, four of which are dead. Which scheme brings a message to twelve tiles, and is it safe?

# %%
import wormcast

dead = ["3,3", "3,4", "6,2", "7,7"]
chip = wormcast.Network("mesh:10x10", without_nodes=dead)
chip.describe()["diameter"], chip.describe()["labelling"]

# %% [markdown]
# Twelve destinations, drawn at random. All schemes that serve this network plan it; `proof` says whether a scheme can
# deadlock, whatever it sends.

# %%
destinations = chip.random_destinations("0,0", 12, seed=1)
comparison = chip.compare("0,0", destinations)
comparison.to_pandas()

# %% [markdown]
# The cheapest that is safe is recommended. The plan shows itself as a picture:

# %%
plan = chip.plan(comparison.recommended, "0,0", destinations)
assert plan.check() and chip.prove(plan.scheme)
plan

# %% [markdown]
# When does each tile have the message?

# %%
run = plan.simulate(length=64)
arrivals = run.to_pandas().sort_values("latency_ns")[["node", "latency_ns"]]
arrivals

# %% [markdown]
# Every worm at every tile: how long heads wait for channels.

# %%
import pandas as pd

timeline = pd.DataFrame(run.timeline())
waits = timeline["granted_ns"] - timeline["requested_ns"]
assert (waits == 0).all(), "a worm that is alone waits for nobody"
