//! From the worms of a planner to a plan that can be written, judged and run.

use crate::{PlanError, Planner};
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms};

impl dyn Planner + '_ {
    /// The plan of one multicast, with what the planner claims of it: the worms of [`plan`](Planner::plan), and what a
    /// plan file says beside them. `network` and `scheme` are what this planner was prepared for, by name.
    ///
    /// ```
    /// use wormcast_plan::{MulticastSet, NetworkSpec};
    /// use wormcast_schemes::{Options, scheme_named};
    /// let mesh = wormcast_topology::build("mesh:8x8")?;
    /// let [source, a, b] = ["2,1", "3,2", "6,1"].map(|name| mesh.find_node(name).unwrap());
    /// let destinations = [a, b];
    /// let set = MulticastSet::checked(&*mesh, source, &destinations)?;
    /// let mut planner = scheme_named("unicast")?.prepare(&*mesh, &Options::default())?;
    /// let plan = planner.whole_plan(NetworkSpec::whole("mesh:8x8"), "unicast", set)?;
    /// assert_eq!((plan.cost().channels, plan.destinations), (2 + 4, vec![a, b]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A destination that cannot be reached.
    pub fn whole_plan(
        &mut self,
        network: NetworkSpec,
        scheme: impl Into<String>,
        set: MulticastSet<'_>,
    ) -> Result<Plan, PlanError> {
        let mut worms = Worms::new();
        self.plan(set, &mut worms)?;
        let mut extra = worms.carried();
        extra.extend(self.extra());
        Ok(Plan {
            network,
            scheme: scheme.into(),
            source: set.source,
            destinations: set.destinations.to_vec(),
            worms,
            claims: self.claims().to_vec(),
            extra,
        })
    }
}
