"""All-gather on a torus by ForestColl: rounds' worth of time, and processor time.

python3 scripts/compare-forestcoll.py FOLDER [SIDE]: FOLDER is a clone of https://github.com/liangyuRain/ForestColl; needs networkx.
"""

import sys
import time

import networkx as nx

folder, side = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 8
sys.path.insert(0, folder)
from pipeline_allgather import optimal_pipeline_spanning_trees  # noqa: E402

torus = nx.grid_2d_graph(side, side, periodic=True).to_directed()
nx.set_edge_attributes(torus, 1, "capacity")
begun = time.process_time()
(time_of_a_tree, trees), (found, copies) = optimal_pipeline_spanning_trees(torus, compute_nodes=list(torus))
spent = time.process_time() - begun
# A message is cut into as many parts as there are trees at each node.
print(f"torus:{side}x{side}: {float(time_of_a_tree) / trees:g} rounds, {trees} trees a node, {spent:.1f} s")
