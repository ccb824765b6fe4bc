//! How far the optimiser brings pairs of trees:
//! `cargo run --release -p wormcast-schemes --example optimise_trees SIDE STEPS`.
use wormcast_schemes::trees::{Distances, RootedTree, TreeShape, dstm_1, dstm_2, optimise};
use wormcast_topology::{NodeId, Topology, Torus};

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u32>().expect("a number"));
    let (side, steps) = (arguments.next().unwrap_or(16), arguments.next().unwrap_or(10_000));
    let torus = Torus::new(&[side, side]).expect("a side");
    let show = |name: &str, trees: &[RootedTree; 2]| {
        let spread = Distances::new(trees).spread();
        let shapes = trees.each_ref().map(TreeShape::of);
        let shares = shapes.each_ref().map(|shape| format!("{:.3} (depth {})", shape.largest_share(), shape.depth));
        println!("{name}: diameter {}, average {:.4}, shares {shares:?}", spread.diameter(), spread.average());
    };
    for (name, construct) in [("DSTM-1", dstm_1 as fn(&dyn Topology, NodeId) -> _), ("DSTM-2", dstm_2)] {
        let trees: [RootedTree; 2] = construct(&torus, NodeId::new(0)).expect("sides of at least 3");
        show(name, &trees);
        for share in [0.55, 0.6] {
            let start = std::time::Instant::now();
            let better = optimise(torus.graph(), trees.clone(), share, steps, 1);
            show(&format!("  optimised, {share}, {:.1?}", start.elapsed()), &better);
        }
    }
}
