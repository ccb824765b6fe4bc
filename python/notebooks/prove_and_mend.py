# ---
# jupyter:
#   jupytext:
#     text_representation:
#       format_name: percent
# ---

# %% [markdown]
# # A workload that hangs, and what mends it
#
# Eight tiles of a torus send to the tile across, all at once, each on its shortest route.

# %%
import wormcast

torus = wormcast.Network("torus:8x2")
plans = [torus.plan("unicast", (x, 0), [((x + 4) % 8, 0)]) for x in range(8)]

# %% [markdown]
# Can they wait for each other for ever?

# %%
proof = torus.prove(plans)
proof.answer

# %% [markdown]
# The proof names the messages, and the engine stops in the deadlock that it tells.

# %%
example = proof.counterexample
run = torus.simulate(proof.deadlocked(), length=example["length"], buffer=example["buffer"])
assert run.is_deadlock
[(worm["worm"], worm["holds"], worm["waits_for"]) for worm in run.cycle]

# %% [markdown]
# The smallest changes that make the workload safe, the cheapest first. Each comes with its proof.

# %%
mending = torus.mend(plans)
for proposal in mending.proposals:
    print(proposal.channels, "more channels,", proposal.latency_ns, "ns:", "; ".join(proposal.changes))

# %%
mended = mending.proposals[0]
for phase, own_proof in mended.phases:
    own_proof.verify()
assert torus.prove(mended.plans)
