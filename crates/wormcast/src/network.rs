//! The network that everything begins with.

use crate::Error;
use crate::planner::PlannerPool;
use std::sync::Arc;
use wormcast_formats::build;
use wormcast_plan::{MulticastSet, NetworkSpec, random_destinations};
use wormcast_topology::{Faulty, NodeId, Topology, TopologyError, UnknownNode, find_link};

/// A network, shared by all that was made on it: cloning it costs nothing, and threads may use it together.
///
/// Planners that were made ready are kept with it, so that planning one multicast after another costs no more than the
/// planning.
///
/// ```
/// use wormcast::Network;
/// let chip = Network::build("mesh:8x8")?.without_nodes(["3,3", "4,5"])?.without_links(["0,0-1,0"])?;
/// assert_eq!(chip.to_string(), "mesh:8x8 without 3,3 without 4,5 without 0,0-1,0");
/// assert_eq!(chip.node_count(), 62);
/// assert!(chip.without_nodes(["9,9"]).is_err());
/// # Ok::<(), wormcast::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Network(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    spec: NetworkSpec,
    /// With all its nodes and links.
    whole: Arc<dyn Topology>,
    topology: Arc<dyn Topology>,
    planners: PlannerPool,
}

impl Network {
    /// The network of a description, such as `mesh:8x8` or `file:campus.gml`.
    ///
    /// # Errors
    /// The description makes no network; the error says what would be accepted.
    pub fn build(description: &str) -> Result<Self, Error> {
        Ok(Self::of(build(description)?))
    }

    /// A network that was made otherwise, such as one of a family that only its user knows.
    pub fn of(whole: impl Into<Arc<dyn Topology>>) -> Self {
        let whole = whole.into();
        Self::assemble(NetworkSpec::whole(whole.spec()), whole.clone(), whole)
    }

    /// The network that a plan or proof file names, with its faults.
    ///
    /// # Errors
    /// The description makes no network, or there are no such nodes and links.
    pub fn of_spec(spec: &NetworkSpec) -> Result<Self, Error> {
        Self::of_spec_on(build(&spec.topology)?, spec)
    }

    /// The same for a description whose network is at hand: only the faults are looked for.
    ///
    /// # Errors
    /// There are no such nodes and links.
    pub fn of_spec_on(whole: impl Into<Arc<dyn Topology>>, spec: &NetworkSpec) -> Result<Self, Error> {
        let whole = whole.into();
        if spec.without_nodes.is_empty() && spec.without_links.is_empty() {
            return Ok(Self::assemble(spec.clone(), whole.clone(), whole));
        }
        let (nodes, links) = faults_of(&*whole, spec)?;
        let faulty = Faulty::of_shared(whole.clone(), &nodes, &links)?;
        Ok(Self::assemble(spec.clone(), whole, Arc::new(faulty)))
    }

    fn assemble(spec: NetworkSpec, whole: Arc<dyn Topology>, topology: Arc<dyn Topology>) -> Self {
        Self(Arc::new(Shared { spec, whole, topology, planners: PlannerPool::default() }))
    }

    /// The network without these nodes, and the links that lead to them.
    ///
    /// # Errors
    /// There is no such node, or none would be left.
    pub fn without_nodes<N: AsRef<str>>(&self, names: impl IntoIterator<Item = N>) -> Result<Self, Error> {
        let find = |name: N| self.0.whole.find_node(name.as_ref());
        let nodes = names.into_iter().map(find).collect::<Result<Vec<_>, _>>()?;
        Ok(self.without(nodes, Vec::new())?)
    }

    /// The network without these links, `A-B` each.
    ///
    /// # Errors
    /// There is no such link, or the text can be read as several.
    pub fn without_links<L: AsRef<str>>(&self, names: impl IntoIterator<Item = L>) -> Result<Self, Error> {
        let find = |name: L| find_link(&*self.0.whole, name.as_ref());
        let links = names.into_iter().map(find).collect::<Result<Vec<_>, _>>()?;
        Ok(self.without(Vec::new(), links)?)
    }

    /// The network without these nodes and links beside those that are lost already, all as nodes of the whole one.
    fn without(&self, mut nodes: Vec<NodeId>, mut links: Vec<(NodeId, NodeId)>) -> Result<Self, TopologyError> {
        if nodes.is_empty() && links.is_empty() {
            return Ok(self.clone());
        }
        let Shared { spec, whole, .. } = &*self.0;
        let (lost_nodes, lost_links) = faults_of(&**whole, spec)?;
        nodes.extend(lost_nodes);
        links.extend(lost_links);
        let faulty = Faulty::of_shared(whole.clone(), &nodes, &links)?;
        let name = |node: NodeId| whole.node_name(node);
        let spec = NetworkSpec {
            topology: spec.topology.clone(),
            without_nodes: faulty.lost_nodes().iter().map(|&node| name(node)).collect(),
            without_links: faulty.lost_links().iter().map(|&(a, b)| (name(a), name(b))).collect(),
        };
        Ok(Self::assemble(spec, whole.clone(), Arc::new(faulty)))
    }

    /// How files name it.
    pub fn spec(&self) -> &NetworkSpec {
        &self.0.spec
    }

    /// Its nodes and channels by number, for the crates below.
    pub fn topology(&self) -> &dyn Topology {
        &*self.0.topology
    }

    pub(crate) fn shared_topology(&self) -> Arc<dyn Topology> {
        self.0.topology.clone()
    }

    pub(crate) fn planners(&self) -> &PlannerPool {
        &self.0.planners
    }

    /// How many nodes it has.
    pub fn node_count(&self) -> usize {
        self.topology().graph().node_count()
    }

    /// How many channels it has.
    pub fn channel_count(&self) -> usize {
        self.topology().graph().channel_count()
    }

    /// The names of its nodes, in the order of their numbers.
    pub fn nodes(&self) -> impl Iterator<Item = String> + '_ {
        self.topology().graph().nodes().map(|node| self.topology().node_name(node))
    }

    /// As many nodes as are wanted, drawn at random without the source: one seed, one set.
    ///
    /// # Errors
    /// There is no such source, or there are not so many other nodes.
    pub fn random_destinations(&self, source: &str, count: usize, seed: u64) -> Result<Vec<String>, Error> {
        let drawn = random_destinations(self.topology(), self.find(source)?, count, seed)?;
        Ok(drawn.into_iter().map(|node| self.topology().node_name(node)).collect())
    }

    pub(crate) fn find(&self, name: &str) -> Result<NodeId, UnknownNode> {
        self.topology().find_node(name)
    }

    /// Does something with a multicast set of these names.
    pub(crate) fn with_set<T, D: AsRef<str>>(
        &self,
        source: &str,
        destinations: &[D],
        work: impl FnOnce(MulticastSet<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let find = |name: &D| self.find(name.as_ref());
        let destinations = destinations.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        work(MulticastSet::checked(self.topology(), self.find(source)?, &destinations)?)
    }
}

/// Nodes, and links as their ends.
type Faults = (Vec<NodeId>, Vec<(NodeId, NodeId)>);

fn faults_of(whole: &dyn Topology, spec: &NetworkSpec) -> Result<Faults, UnknownNode> {
    let find = |name: &String| whole.find_node(name);
    let nodes = spec.without_nodes.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let link = |(a, b): &(String, String)| Ok((find(a)?, find(b)?));
    Ok((nodes, spec.without_links.iter().map(link).collect::<Result<Vec<_>, _>>()?))
}

impl std::fmt::Display for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.spec().fmt(f)
    }
}
