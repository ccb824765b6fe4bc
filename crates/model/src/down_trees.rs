//! Trees that given worms go down once they have begun to split.

use crate::{NONE, Owned, ResourceId, VisitIx, Workload};
use std::collections::BTreeMap;
use wormcast_topology::{NodeId, Topology};

/// Not known.
const UNKNOWN: u32 = u32::MAX;

/// The virtual channels that worms take where they split or have split, if they are the channels of trees: each tree
/// enters a router once, trees share nothing, and no worm leaves its tree. Theorem 2 of `docs/prove-schemes.md` is
/// about such worms: they deadlock iff what they do before can.
///
/// A channel that is one of a tree for one worm is so for all, and so is all that a worm takes behind it.
///
/// ```
/// use wormcast_model::{DownTrees, Workload, WorkloadStatement, unicast_plan};
/// let ring = wormcast_topology::build("torus:4")?;
/// let workload = Workload::new(&*ring, &[unicast_plan(&*ring)?], &WorkloadStatement::default())?;
/// // Unicasts never split.
/// assert!(DownTrees::of(&*ring, &workload).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DownTrees {
    /// By resource: whether it is a channel of a tree.
    down: Vec<bool>,
}

impl DownTrees {
    /// None if no worm splits, or the channels make no such trees. O(hops log hops).
    pub fn of(topology: &dyn Topology, workload: &Workload) -> Option<Self> {
        let trees = Self { down: closure(workload) };
        let is_there = trees.down.contains(&true);
        let classes = trees.classes(workload);
        (is_there
            && trees.are_taken_once(workload)
            && trees.are_trees(topology, workload, &classes)
            && trees.have_own_ejection(workload, &classes))
        .then_some(trees)
    }

    /// Whether a resource is a channel of a tree.
    pub fn is_down(&self, resource: ResourceId) -> bool {
        self.down[resource as usize]
    }

    /// What chains hold and what they ask for next, before they come to a tree.
    pub fn waits_before<'a>(&'a self, workload: &'a Workload) -> impl Iterator<Item = (ResourceId, ResourceId)> + 'a {
        (0..workload.visits.len() as VisitIx).filter_map(move |visit| {
            let asked = workload.visit(visit).into;
            let held = workload.visit(Some(workload.visit(visit).parent).filter(|&parent| parent != NONE)?).into;
            (held != NONE && !self.is_down(held) && !self.is_down(asked)).then_some((held, asked))
        })
    }

    /// The tree of each worm that goes down one, by worm: worms that have a channel in common are of one.
    fn classes(&self, workload: &Workload) -> Vec<u32> {
        let mut of_worm: Vec<u32> = (0..workload.worms.len() as u32).collect();
        let mut first_of: Vec<u32> = vec![UNKNOWN; self.down.len()];
        for visit in &workload.visits {
            if visit.into == NONE || !self.is_down(visit.into) {
                continue;
            }
            let known = &mut first_of[visit.into as usize];
            match *known {
                UNKNOWN => *known = visit.worm,
                other => {
                    let [a, b] = [root(&mut of_worm, other), root(&mut of_worm, visit.worm)];
                    of_worm[a.max(b) as usize] = a.min(b);
                }
            }
        }
        (0..of_worm.len() as u32).map(|worm| root(&mut of_worm, worm)).collect()
    }

    /// Whether no worm takes a channel of its tree twice.
    fn are_taken_once(&self, workload: &Workload) -> bool {
        let mut last = vec![UNKNOWN; self.down.len()];
        let mut down = workload.visits.iter().filter(|visit| visit.into != NONE && self.is_down(visit.into));
        down.all(|visit| std::mem::replace(&mut last[visit.into as usize], visit.worm) != visit.worm)
    }

    /// Whether each tree enters a router by one channel at most, and comes from a root.
    fn are_trees(&self, topology: &dyn Topology, workload: &Workload, classes: &[u32]) -> bool {
        let mut into: BTreeMap<(u32, NodeId), ResourceId> = BTreeMap::new();
        for visit in workload.visits.iter().filter(|visit| visit.into != NONE && self.is_down(visit.into)) {
            let known = into.entry((classes[visit.worm as usize], visit.node)).or_insert(visit.into);
            if *known != visit.into {
                return false;
            }
        }
        let above = |&(class, node): &(u32, NodeId)| {
            let Owned::Channel(channel, _) = workload.resources.what(*into.get(&(class, node))?) else { return None };
            Some((class, topology.graph().source(channel)))
        };
        // Whoever is above known routers only is known: at the end all are, unless some go round.
        let mut below: BTreeMap<(u32, NodeId), Vec<(u32, NodeId)>> = BTreeMap::new();
        into.keys()
            .filter_map(|key| Some((above(key)?, *key)))
            .for_each(|(up, key)| below.entry(up).or_default().push(key));
        let mut open: Vec<_> = below.keys().filter(|key| !into.contains_key(key)).copied().collect();
        let mut reached = 0;
        while let Some(at) = open.pop() {
            let next = below.get(&at).map_or(&[][..], Vec::as_slice);
            reached += next.len();
            open.extend(next);
        }
        reached == into.len()
    }

    /// Whether ejection channels are leaves of one tree each, and chains beside trees deliver at their ends alone.
    fn have_own_ejection(&self, workload: &Workload, classes: &[u32]) -> bool {
        let mut owner: BTreeMap<ResourceId, u32> = BTreeMap::new();
        (0..workload.visits.len() as VisitIx).all(|at| {
            let visit = workload.visit(at);
            let children = workload.children(at);
            let mut taken = children.iter().map(|&child| workload.visit(child).into).chain([visit.into]);
            let in_tree = taken.any(|resource| resource != NONE && self.is_down(resource));
            match in_tree {
                _ if visit.consumption == NONE => true,
                false => children.is_empty(),
                true => {
                    let own = classes[visit.worm as usize];
                    *owner.entry(visit.consumption).or_insert(own) == own
                }
            }
        })
    }
}

/// The resources that worms take where they split and behind that, and behind what others take so. O(hops).
fn closure(workload: &Workload) -> Vec<bool> {
    let mut down = vec![false; workload.resources.count()];
    let mut open: Vec<ResourceId> = Vec::new();
    let splits = (0..workload.visits.len() as VisitIx).filter(|&at| workload.children(at).len() > 1);
    open.extend(splits.flat_map(|at| workload.children(at)).map(|&child| workload.visit(child).into));
    while let Some(resource) = open.pop() {
        if std::mem::replace(&mut down[resource as usize], true) {
            continue;
        }
        let behind = workload.users(resource).iter().filter(|&&user| workload.visit(user).into == resource);
        open.extend(behind.flat_map(|&user| workload.children(user)).map(|&child| workload.visit(child).into));
    }
    down
}

fn root(of: &mut [u32], mut at: u32) -> u32 {
    while of[at as usize] != at {
        of[at as usize] = of[of[at as usize] as usize];
        at = of[at as usize];
    }
    at
}
