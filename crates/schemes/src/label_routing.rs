//! The routing function that follows the labels of a Hamiltonian path: what all path-based schemes walk by.

use std::cmp::Ordering;
use std::fmt;
use wormcast_topology::{ChannelId, Graph, Labelling, NoLabelling, NodeId, Topology};

/// The routing function R of the mesh paper, section 2.2 (RF of the star paper), made ready for one network.
///
/// From u towards v it takes the neighbour of u whose label comes nearest to that of v without passing it: the
/// greatest label not above that of v on the way up, the least label not below it on the way down. Labels rise all
/// the way, or fall all the way; as consecutive labels are neighbours, there is always a step to take.
///
/// 8 bytes a channel and 12 bytes a node; a step is one binary search in the node's neighbours, without allocation.
///
/// ```
/// use wormcast_schemes::LabelRouting;
/// use wormcast_topology::build;
/// let mesh = build("mesh:4x3")?;
/// let routing = LabelRouting::new(&*mesh)?;
/// // The labels: 0 1 2 3 in the first row, 7 6 5 4 in the second, 8 9 10 11 in the third.
/// let [from, to] = ["1,0", "2,2"].map(|name| mesh.find_node(name).unwrap());
/// let way: Vec<_> = routing.walk(from, to).map(|channel| mesh.node_name(mesh.graph().target(channel))).collect();
/// assert_eq!(way, ["1,1", "1,2", "2,2"]);
/// assert_eq!(routing.distance(to, from), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LabelRouting<'t> {
    graph: &'t Graph,
    labelling: Labelling,
    /// Whether there is no way down the labels.
    only_up: bool,
    /// `first[l]` is the place in `steps` of the first step from the node with label l; one entry more than nodes.
    first: Box<[u32]>,
    /// The steps from each node, in ascending order of the label that they lead to.
    steps: Box<[Step]>,
}

/// A step to a neighbour. 8 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The label of the neighbour.
    pub label: u32,
    /// The channel that leads to it.
    pub channel: ChannelId,
}

impl<'t> LabelRouting<'t> {
    /// The routing along the labelling that the network has of itself. O(nodes + channels · log degree).
    ///
    /// # Errors
    /// The network has no labelling.
    pub fn new(topology: &'t dyn Topology) -> Result<Self, NoLabelling> {
        Ok(Self::along(topology.graph(), topology.labelling()?))
    }

    /// The routing along this labelling of the graph. O(nodes + channels · log degree).
    pub fn along(graph: &'t Graph, labelling: Labelling) -> Self {
        Self::with_steps(graph, labelling, |_, _| true)
    }

    /// The routing that keeps to the Hamiltonian path of this labelling, label by label. O(nodes + channels).
    pub fn on_path(graph: &'t Graph, labelling: Labelling) -> Self {
        Self::with_steps(graph, labelling, |from, to| from.abs_diff(to) == 1)
    }

    /// The routing with those steps from label to label that `keep` keeps.
    fn with_steps(graph: &'t Graph, labelling: Labelling, keep: impl Fn(u32, u32) -> bool) -> Self {
        let mut first = Vec::with_capacity(graph.node_count() + 1);
        let mut steps = Vec::with_capacity(graph.channel_count());
        for (label, &node) in labelling.path().iter().enumerate() {
            let start = steps.len();
            first.push(start as u32);
            let step = |channel| Step { label: labelling.label(graph.target(channel)), channel };
            // Of parallel channels, which stand together, the first.
            let mut before = None;
            let is_first = |step: &Step| before.replace(step.label) != Some(step.label);
            let kept = graph.out_channels(node).map(step).filter(|step| keep(label as u32, step.label));
            steps.extend(kept.filter(is_first));
            steps[start..].sort_unstable_by_key(|step| step.label);
        }
        first.push(steps.len() as u32);
        let only_up = !labelling.leads_both_ways(graph);
        Self { graph, labelling, only_up, first: first.into(), steps: steps.into() }
    }

    /// The network's nodes and channels.
    pub fn graph(&self) -> &'t Graph {
        self.graph
    }

    /// The labelling that is followed.
    pub fn labelling(&self) -> &Labelling {
        &self.labelling
    }

    /// Whether R leads up the labels only, as channels of the Hamiltonian path have no opposite. Then no method may be
    /// asked for a way down.
    pub fn only_up(&self) -> bool {
        self.only_up
    }

    /// The label of a node.
    #[inline]
    pub fn label(&self, node: NodeId) -> u32 {
        self.labelling.label(node)
    }

    /// The node with this label.
    #[inline]
    pub fn node(&self, label: u32) -> NodeId {
        self.labelling.node(label)
    }

    /// The steps from the node with this label, in ascending order of the label that they lead to.
    #[inline]
    pub fn steps(&self, label: u32) -> &[Step] {
        &self.steps[self.first[label as usize] as usize..self.first[label as usize + 1] as usize]
    }

    /// The step that R takes from the node with one label towards the node with another; none if they are the same.
    /// O(log degree).
    #[inline]
    pub fn step(&self, from: u32, to: u32) -> Option<Step> {
        let steps = self.steps(from);
        let at = match from.cmp(&to) {
            Ordering::Less => count_while(steps, |step| step.label <= to) - 1,
            Ordering::Greater => count_while(steps, |step| step.label < to),
            Ordering::Equal => return None,
        };
        Some(steps[at])
    }

    /// R(from, to): the next node on the way; `to` itself when `from` is `to`. O(log degree).
    pub fn next(&self, from: NodeId, to: NodeId) -> NodeId {
        self.step(self.label(from), self.label(to)).map_or(to, |step| self.node(step.label))
    }

    /// The channel to the next node on the way; none when `from` is `to`. O(log degree).
    pub fn next_channel(&self, from: NodeId, to: NodeId) -> Option<ChannelId> {
        self.step(self.label(from), self.label(to)).map(|step| step.channel)
    }

    /// The channels of the way from one node to another. To append them to the worm that was started last:
    /// `worms.chain(parent, routing.walk(from, to))`.
    #[inline]
    pub fn walk(&self, from: NodeId, to: NodeId) -> Walk<'_> {
        self.walk_labels(self.label(from), self.label(to))
    }

    /// The channels of the way from the node with one label to the node with another.
    #[inline]
    pub fn walk_labels(&self, from: u32, to: u32) -> Walk<'_> {
        Walk { routing: self, at: from, to }
    }

    /// The length d_R of the way from one node to another, in channels. O(length · log degree).
    pub fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        self.walk(from, to).count() as u32
    }
}

/// How many steps come before the first one that breaks the condition: by looking at all of a few, at some of many.
#[inline]
fn count_while(steps: &[Step], condition: impl Fn(&Step) -> bool) -> usize {
    const FEW: usize = 8;
    match steps.len() {
        0..=FEW => steps.iter().map(|step| usize::from(condition(step))).sum(),
        _ => steps.partition_point(condition),
    }
}

impl fmt::Debug for LabelRouting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LabelRouting").field("nodes", &self.graph.node_count()).finish_non_exhaustive()
    }
}

/// The channels of a way, one after another: [`LabelRouting::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'r> {
    routing: &'r LabelRouting<'r>,
    at: u32,
    to: u32,
}

impl Iterator for Walk<'_> {
    type Item = ChannelId;

    #[inline]
    fn next(&mut self) -> Option<ChannelId> {
        let step = self.routing.step(self.at, self.to)?;
        self.at = step.label;
        Some(step.channel)
    }
}
