//! Figures 4 to 8: the rounds of Algorithm A, drawn, and what the text says of them.

use super::algorithm_a::AlgorithmRun;
use super::patterns;
use crate::{Context, Effort, FigureReport, PaperClaim, Picture, Table};
use wormcast_plan::{NetworkSpec, Plan, Worms};
use wormcast_topology::{NodeId, Topology, Tree};

/// Algorithm A on the heights from the first on.
fn runs(context: &Context<'_>, first: u32) -> Vec<AlgorithmRun> {
    let last = if context.effort == Effort::Full { 8 } else { 6 };
    let share = |height: u32| f64::from(height - first + 1) / f64::from(last - first + 1);
    let run = |height| {
        let run = AlgorithmRun::on(height);
        (context.progress)(share(height));
        run
    };
    (first..=last).map(run).collect()
}

/// A claim about all of some runs.
fn claim(
    id: &str,
    words: &str,
    paper: &str,
    runs: &[AlgorithmRun],
    holds: impl Fn(&AlgorithmRun) -> bool,
) -> PaperClaim {
    let failed: Vec<_> = runs.iter().filter(|run| !holds(run)).map(|run| run.height().to_string()).collect();
    let (first, last) = (runs[0].height(), runs[runs.len() - 1].height());
    let measured = match failed[..] {
        [] if first == last => format!("holds for n = {first}"),
        [] => format!("holds for n = {first} to {last}"),
        _ => format!("fails for n = {}", failed.join(", ")),
    };
    PaperClaim::new(id, words, paper, measured, failed.is_empty())
}

pub(super) fn figure_4(context: &Context<'_>) -> FigureReport {
    let id = "mot-4";
    let runs = runs(context, 4);
    let words =
        "after round i of phase 1 the message is at (x0^(n−i), y0^(n−1−i)) for all x and y of i bits, and nowhere else";
    let claims = vec![claim(id, words, "4^i nodes", &runs, patterns::halves)];
    let picture = runs[0].picture(id, 0, "phase 1, to the same place in the other three quarters");
    FigureReport { claims, tables: vec![runs[0].table(id, 0)], pictures: vec![picture] }
}

pub(super) fn figure_5(_: &Context<'_>) -> FigureReport {
    let id = "mot-5";
    let run = AlgorithmRun::on(3);
    let names: Vec<_> = run.broadcast.pairs(0).map(|(_, to)| run.mesh.node_name(to)).collect();
    let paper = "11:001, 01:101, 100:10";
    let words = "the first round of phase 2 goes to (λX(001), 001), (λX(101), 101) and (100, λY(100))";
    let claims = vec![PaperClaim::new(id, words, paper, names.join(", "), names.join(", ") == paper)];
    let picture = run.picture(id, 0, "phase 2, the first round");
    FigureReport { claims, tables: vec![run.table(id, 0)], pictures: vec![picture] }
}

pub(super) fn figure_6(context: &Context<'_>) -> FigureReport {
    let id = "mot-6";
    let runs = runs(context, 3);
    let one_a_block = "after phase 2 one node at level 1 has the message in every block of height 1";
    let one_a_row = "after phase 2 one node at level 1 has the message in every row and column of a block of height 3";
    let shared = patterns::shared_links_as_printed(&runs[0]);
    let bar = "the second round needs the bar over z that the text at hand has lost: without it worms share links";
    let claims = vec![
        claim(id, one_a_block, "condition (i)", &runs, patterns::one_in_every_small_block),
        claim(id, one_a_row, "condition (ii)", &runs, patterns::one_in_every_row_and_column),
        PaperClaim::new(id, bar, "no shared link", format!("with the bar none, without {shared}, n = 3"), shared > 0),
    ];
    let picture = runs[0].picture(id, 1, "phase 2, the second round");
    FigureReport { claims, tables: vec![runs[0].table(id, 1)], pictures: vec![picture] }
}

pub(super) fn figure_7(context: &Context<'_>) -> FigureReport {
    let id = "mot-7";
    let runs = runs(context, 3);
    let first = "in the first round of phase 3 each node at level 1 informs one at level 3 and two leaves";
    let then = "after it all nodes at level 3 have the message";
    let leaves = "in the second round the nodes at level 1 inform their two leaves, and leaves one or two parents";
    let claims = vec![
        claim(id, first, "three worms", &runs, patterns::up_and_around),
        claim(id, then, "all", &runs, patterns::level_3_is_informed),
        claim(id, leaves, "two, and one or two", &runs, patterns::blocks_are_completed),
    ];
    let pictures = vec![
        runs[0].picture("mot-7a", 2, "phase 3, the first round"),
        runs[0].picture("mot-7b", 3, "phase 3, the second round"),
    ];
    FigureReport { claims, tables: vec![runs[0].table("mot-7a", 2), runs[0].table("mot-7b", 3)], pictures }
}

pub(super) fn figure_8(_: &Context<'_>) -> FigureReport {
    let id = "mot-8";
    let runs = [AlgorithmRun::on(6)];
    let all =
        "in the last round, in every tree, the nodes at level 3 inform all nodes at level 2 and above that lack it";
    let kappa =
        "upwards a node (x, y) at level 3 sends to (x, κ(y)), no two to the same, and one of them, 0^(n−3), to none";
    let claims = vec![
        claim(id, all, "two children and one node above", &runs, patterns::upper_levels_are_completed),
        claim(id, kappa, "κ", &runs, patterns::upwards_by_kappa),
    ];
    let tree = Tree::new(6).expect("a tree of height 6 fits");
    let plan = row_tree_plan(&runs[0], &tree);
    let title = "the row tree of row 000000 of mesh-of-trees:6, round 7: phase 3, the second round".to_owned();
    let mut table = Table::new(id, &["from", "to", "channels"]);
    for worm in plan.worms.iter() {
        let [from, to] = [worm.origin, worm.deliveries[0].node].map(|node| tree.node_name(node));
        table.push([from, to, worm.hops.len().to_string()]);
    }
    FigureReport { claims, tables: vec![table], pictures: vec![Picture::of_plan(id, plan, title)] }
}

/// The last round in the first row, on levels 2 and above, as a plan on the tree alone. Its source is one of the
/// senders.
fn row_tree_plan(run: &AlgorithmRun, tree: &Tree) -> Plan {
    let mut worms = Worms::new();
    for worm in patterns::worms_in_upper_levels(run).filter(|worm| patterns::is_in_row(&run.mesh, worm, 0)) {
        let place = |node| NodeId::new(run.mesh.bits(node, 1).index());
        let graph = run.mesh.graph();
        let channels = worm.hops.iter().map(|hop| {
            let (from, to) = (graph.source(hop.channel), graph.target(hop.channel));
            tree.graph().channel(place(from), place(to)).expect("a row tree is a tree")
        });
        worms.start(place(worm.origin), None, 0);
        let last = worms.chain(None, channels).expect("a worm goes to another node");
        worms.deliver(last, place(worm.deliveries[0].node));
    }
    let source = worms.get(0).origin;
    let destinations = worms.iter().map(|worm| worm.deliveries[0].node).collect();
    let (network, scheme) = (NetworkSpec::whole(tree.spec()), "mot-broadcast".to_owned());
    Plan { network, scheme, source, destinations, worms, claims: Vec::new(), extra: Default::default() }
}
