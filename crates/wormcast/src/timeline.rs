//! When every worm was where, by name.

use crate::{Plan, Run};
use serde::Serialize;
use wormcast_sim::{Time, VisitTimes, WormTimes};
use wormcast_topology::NodeId;

/// The visits of a worm. It is written as `simulate --timeline` writes it.
#[derive(Clone, Debug, Serialize)]
pub struct WormTimeline {
    /// The number of its plan, from 0.
    pub plan: usize,
    /// Its number in the plan.
    pub worm: u32,
    /// Its visits: the origin, then the end of each hop in the order of the route.
    pub visits: Vec<VisitTimeline>,
}

/// A visit of a worm: what never happened has no time.
#[derive(Clone, Debug, Serialize)]
pub struct VisitTimeline {
    /// Where.
    pub node: String,
    /// The head is there; at the origin, the worm may start.
    pub arrived_ns: Option<Time>,
    /// The head asks for its next channels.
    pub requested_ns: Option<Time>,
    /// It gets them, and leaves.
    pub granted_ns: Option<Time>,
    /// The tail has gone.
    pub released_ns: Option<Time>,
}

impl Run {
    /// When every worm was where. `plans` are those that ran, in their order.
    ///
    /// ```
    /// use wormcast::{Network, schemes::Options};
    /// use wormcast::sim::{Engine, Time, Timing};
    /// let mesh = Network::build("mesh:3x1")?;
    /// let plan = mesh.plan("unicast", "0,0", &["2,0"], &Options::default())?;
    /// let run = mesh.simulate(&[(&plan, Time::ZERO)], &Timing::default(), Engine::Worm)?;
    /// let timeline = run.timeline(&[&plan]);
    /// assert_eq!(timeline[0].visits[1].arrived_ns, Some(Time::from_ns(10)));
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Panics
    /// If other plans ran.
    pub fn timeline(&self, plans: &[&Plan]) -> Vec<WormTimeline> {
        let worm = |times: WormTimes<'_>| WormTimeline {
            plan: times.plan,
            worm: times.worm,
            visits: visits(plans[times.plan], times).map(|(node, at)| self.visit(node, at)).collect(),
        };
        self.by_number().timeline.worms().map(worm).collect()
    }

    fn visit(&self, node: NodeId, times: VisitTimes) -> VisitTimeline {
        VisitTimeline {
            node: self.network().topology().node_name(node),
            arrived_ns: times.arrived,
            requested_ns: times.requested,
            granted_ns: times.granted,
            released_ns: times.released,
        }
    }
}

/// The visits of a worm of a plan with their nodes: its origin, then the end of each hop.
fn visits<'a>(plan: &'a Plan, times: WormTimes<'a>) -> impl Iterator<Item = (NodeId, VisitTimes)> + 'a {
    let worm = plan.by_number().worms.get(times.worm);
    let graph = plan.network().topology().graph();
    let ends = worm.hops.iter().map(|hop| graph.target(hop.channel));
    std::iter::once(worm.origin).chain(ends).zip(times.visits.iter().copied())
}
