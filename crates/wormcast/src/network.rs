//! The network that everything begins with.

use crate::Error;
use crate::planner::PlannerPool;
use std::sync::Arc;
use wormcast_formats::build;
use wormcast_plan::{MulticastSet, NetworkSpec, random_destinations};
use wormcast_topology::{
    Faulty, Losses, NodeId, Topology, TopologyError, UnknownNode, find_channel, find_link, split_number,
};

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
        if spec.is_whole() {
            return Ok(Self::assemble(spec.clone(), whole.clone(), whole));
        }
        let faulty = Faulty::sharing(whole.clone(), &spec.losses(&*whole)?)?;
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
        let nodes = names.into_iter().map(find).collect::<Result<_, _>>()?;
        Ok(self.without(Losses { nodes, ..Losses::default() })?)
    }

    /// The network without these links, both ways: `A-B` for all that are parallel, `A-B#1` for the second of them.
    ///
    /// # Errors
    /// There is no such link, or the text can be read as several.
    pub fn without_links<L: AsRef<str>>(&self, names: impl IntoIterator<Item = L>) -> Result<Self, Error> {
        let mut losses = Losses::default();
        for name in names {
            add_link(&*self.0.whole, name.as_ref(), &mut losses)?;
        }
        Ok(self.without(losses)?)
    }

    /// The network without these channels, each in its direction alone: `A>B`, or `A>B#1` for the second of parallel
    /// ones.
    ///
    /// # Errors
    /// There is no such channel.
    pub fn without_channels<C: AsRef<str>>(&self, names: impl IntoIterator<Item = C>) -> Result<Self, Error> {
        let find = |name: C| find_channel(&*self.0.whole, name.as_ref());
        let channels = names.into_iter().map(find).collect::<Result<_, _>>()?;
        Ok(self.without(Losses { channels, ..Losses::default() })?)
    }

    /// The network without all this beside what is lost already, by the ids of the whole one.
    fn without(&self, mut losses: Losses) -> Result<Self, TopologyError> {
        if losses == Losses::default() {
            return Ok(self.clone());
        }
        let Shared { spec, whole, .. } = &*self.0;
        let before = spec.losses(&**whole)?;
        losses.nodes.extend(before.nodes);
        losses.links.extend(before.links);
        losses.channels.extend(before.channels);
        let faulty = Faulty::sharing(whole.clone(), &losses)?;
        let spec = NetworkSpec { topology: spec.topology.clone(), ..NetworkSpec::of(&faulty) };
        Ok(Self::assemble(spec, whole.clone(), Arc::new(faulty)))
    }

    /// The same with all its nodes and links.
    pub fn whole(&self) -> Self {
        Self::of(self.0.whole.clone())
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

    /// Does something with the multicast set of these names.
    ///
    /// ```
    /// let mesh = wormcast::Network::build("mesh:8x8")?;
    /// let set = mesh.with_set("2,1", &["3,2", "6,1"], |set| Ok((set.source.index(), set.destinations.len())))?;
    /// assert_eq!(set, (10, 2));
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// There are no such nodes, they make no multicast set, or that of the work.
    pub fn with_set<T, D: AsRef<str>>(
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

/// Adds the link `A-B`, or the channels of `A-B#1` both ways.
fn add_link(whole: &dyn Topology, text: &str, losses: &mut Losses) -> Result<(), TopologyError> {
    let error = match find_link(whole, text) {
        Ok(link) => {
            losses.links.push(link);
            return Ok(());
        }
        Err(error) => error,
    };
    let Some((ends, number)) = split_number(text) else { return Err(error) };
    let (a, b) = find_link(whole, ends)?;
    let both = [(a, b), (b, a)].map(|(from, to)| whole.graph().numbered(from, to, number));
    losses.channels.extend(both.into_iter().flatten());
    if both == [None, None] { Err(error) } else { Ok(()) }
}

impl std::fmt::Display for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.spec().fmt(f)
    }
}
