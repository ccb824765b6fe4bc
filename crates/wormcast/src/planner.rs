//! Schemes made ready for a network, and kept.

use crate::{Error, Network, Plan};
use self_cell::self_cell;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use wormcast_plan::MulticastSet;
use wormcast_plan::headers::HeadersDocument;
use wormcast_schemes::option::TREE;
use wormcast_schemes::{Options, SpanningTree, TreeChoice, headers_document, scheme_named};
use wormcast_topology::Topology;

/// How many planners a network keeps; beyond them, the one that was used longest ago is made ready anew.
const KEPT: usize = 16;

type BoxedPlanner<'t> = Box<dyn wormcast_schemes::Planner + 't>;

self_cell!(
    /// A planner beside the network that it borrows.
    struct Held {
        owner: Arc<dyn Topology>,
        #[covariant]
        dependent: BoxedPlanner,
    }
);

/// A planner, and what it was made ready for.
struct Prepared {
    scheme: &'static str,
    /// Whether a user has added the scheme, and may replace it.
    is_added: bool,
    options: Options,
    held: Held,
}

impl Prepared {
    fn new(network: &Network, scheme: &str, options: &Options) -> Result<Self, Error> {
        let scheme = scheme_named(scheme)?;
        let held = Held::try_new(network.shared_topology(), |topology| scheme.prepare(&**topology, options))?;
        let is_added = scheme.definition().is_some();
        Ok(Self { scheme: scheme.name(), is_added, options: options.clone(), held })
    }

    /// Whether this is the scheme that has the name now, with these options.
    fn is_for(&self, scheme: &'static str, options: &Options) -> bool {
        // Each scheme that a user adds has a text of its own as its name.
        let is_same = if self.is_added { std::ptr::eq(self.scheme, scheme) } else { self.scheme == scheme };
        is_same && self.options == *options
    }

    fn plan(&mut self, network: &Network, set: MulticastSet<'_>) -> Result<Plan, Error> {
        let (scheme, spec) = (self.scheme, network.spec().clone());
        let plan = self.held.with_dependent_mut(|_, planner| planner.whole_plan(spec, scheme, set));
        let plan = plan.map_err(|error| Error::of_plan(error, network.topology()))?;
        Ok(Plan::new(network.clone(), plan))
    }

    /// Whether what it plans does not depend on what it planned before.
    fn forgets(&self) -> bool {
        self.options.get(&TREE) != Some(TreeChoice::LeastLoaded)
    }
}

/// A scheme made ready for a network: labels, trees and tables are at hand, and one multicast after another is planned
/// in the same buffers.
///
/// [`Network::plan`] keeps planners by itself. This is for schemes whose trees are chosen by what was planned before,
/// and for what a planner knows beside its plans.
///
/// ```
/// use wormcast::{Network, schemes::Options};
/// let mut planner = Network::build("torus:8x8")?.planner("dstm-2", &Options::default())?;
/// let plan = planner.plan("0,0", &["3,4", "7,7"])?;
/// assert_eq!(plan.cost().worms, 1);
/// assert_eq!(planner.trees().len(), 2);
/// # Ok::<(), wormcast::Error>(())
/// ```
pub struct Planner {
    network: Network,
    prepared: Prepared,
}

impl Planner {
    /// Plans a multicast.
    ///
    /// # Errors
    /// There are no such nodes, they make no multicast set, or one of them cannot be reached.
    pub fn plan<D: AsRef<str>>(&mut self, source: &str, destinations: &[D]) -> Result<Plan, Error> {
        let Self { network, prepared } = self;
        network.with_set(source, destinations, |set| prepared.plan(network, set))
    }

    /// Plans a multicast between nodes by number.
    ///
    /// # Errors
    /// A destination that cannot be reached, or more work than the scheme accepts.
    pub fn plan_set(&mut self, set: MulticastSet<'_>) -> Result<Plan, Error> {
        self.prepared.plan(&self.network, set)
    }

    /// The trees that its worms go up and down in; none for schemes whose worms do not keep to trees.
    pub fn trees(&self) -> &[SpanningTree<'_>] {
        self.prepared.held.borrow_dependent().trees()
    }

    /// The header flits of the worms of one of its plans, and the tables of the routers.
    ///
    /// # Errors
    /// The worms do not keep to trees, or a router has too many ports.
    pub fn headers(&self, plan: &Plan) -> Result<HeadersDocument, Error> {
        match self.trees() {
            [] => Err(Error::NoTrees(self.prepared.scheme.to_owned())),
            trees => Ok(headers_document(self.network.topology(), trees, plan.by_number())?),
        }
    }
}

impl fmt::Debug for Planner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Prepared { scheme, options, .. } = &self.prepared;
        let mut shown = f.debug_struct("Planner");
        shown.field("network", self.network.spec()).field("scheme", scheme).field("options", options);
        shown.finish_non_exhaustive()
    }
}

/// Planners that wait for their next multicast, the one that was used last at the end.
#[derive(Default)]
pub(crate) struct PlannerPool(Mutex<Vec<Prepared>>);

impl PlannerPool {
    /// A planner that is used by nobody else, if there is one.
    fn take(&self, scheme: &'static str, options: &Options) -> Option<Prepared> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.iter().rposition(|prepared| prepared.is_for(scheme, options)).map(|place| waiting.remove(place))
    }

    fn give_back(&self, prepared: Prepared) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() == KEPT {
            waiting.remove(0);
        }
        waiting.push(prepared);
    }
}

impl fmt::Debug for PlannerPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlannerPool").finish_non_exhaustive()
    }
}

impl Network {
    /// Makes a scheme ready.
    ///
    /// # Errors
    /// There is no such scheme, it does not serve this network, or it cannot do what its options ask.
    pub fn planner(&self, scheme: &str, options: &Options) -> Result<Planner, Error> {
        Ok(Planner { network: self.clone(), prepared: Prepared::new(self, scheme, options)? })
    }

    /// Plans a multicast: the worms that bring one message from a source to its destinations.
    ///
    /// The scheme is made ready the first time, and kept. Schemes that choose trees by what was planned before begin
    /// anew each time; a [`planner`](Self::planner) remembers.
    ///
    /// ```
    /// use wormcast::{Network, schemes::Options};
    /// let mesh = Network::build("mesh:8x8")?;
    /// let plan = mesh.plan("dual-path", "2,1", &["3,2", "6,1", "0,7"], &Options::default())?;
    /// assert_eq!(plan.cost().worms, 2);
    /// assert!(plan.to_json().starts_with(r#"{"format":"wormcast-plan","version":1,"topology":"mesh:8x8","#));
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`planner`](Self::planner) and [`Planner::plan`].
    pub fn plan<D: AsRef<str>>(
        &self,
        scheme: &str,
        source: &str,
        destinations: &[D],
        options: &Options,
    ) -> Result<Plan, Error> {
        self.with_set(source, destinations, |set| self.plan_set(scheme, set, options))
    }

    /// The same between nodes by number.
    ///
    /// # Errors
    /// As [`plan`](Self::plan).
    pub fn plan_set(&self, scheme: &str, set: MulticastSet<'_>, options: &Options) -> Result<Plan, Error> {
        let scheme = scheme_named(scheme)?.name();
        let kept = self.planners().take(scheme, options);
        let mut prepared = kept.map_or_else(|| Prepared::new(self, scheme, options), Ok)?;
        let plan = prepared.plan(self, set);
        if prepared.forgets() {
            self.planners().give_back(prepared);
        }
        plan
    }
}
