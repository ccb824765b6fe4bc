//! How many virtual channels routings take, and whether a question has as many.

use crate::{Error, Network};
use std::num::NonZeroU32;
use wormcast_check::proof::SchemeStatement;
use wormcast_formats::{NoRouting, check_virtual_channels};
use wormcast_plan::{MAX_VIRTUAL_CHANNELS, VcRule, virtual_channels_said};
use wormcast_schemes::option::{ROUTING, WITHIN};
use wormcast_schemes::{Options, scheme_named};

/// The routings of a scheme with these options, and of the unicasts beside it.
fn routings_of(statement: &SchemeStatement, options: &Options) -> Result<Vec<String>, Error> {
    let beside = statement.unicasts().map(|(name, words)| {
        let scheme = scheme_named(&name)?;
        Ok::<_, Error>(Options::of_words(words, scheme.options())?)
    });
    let beside = beside.transpose()?;
    let named = [Some(options), beside.as_ref()].into_iter().flatten();
    Ok(named.filter_map(|options| Some(options.get(&ROUTING)?.to_string())).collect())
}

impl Network {
    /// How many virtual channels a question is about: those that every channel has by the network's file, or else what
    /// is said, or as many as are needed.
    ///
    /// # Errors
    /// Something else is said than what the file says.
    pub fn virtual_channels_said(&self, said: Option<NonZeroU32>, needed: NonZeroU32) -> Result<NonZeroU32, Error> {
        Ok(virtual_channels_said(self.topology(), said, needed)?)
    }

    /// How many virtual channels the routes of a routing take, where there may be as many as they need.
    ///
    /// # Errors
    /// There is no such routing, or it does not serve this network.
    pub fn virtual_channels_of(&self, routing: &str) -> Result<NonZeroU32, Error> {
        let routing = self.routing(routing, None)?;
        Ok(NonZeroU32::new(routing.virtual_channels()).unwrap_or(NonZeroU32::MIN))
    }

    /// How many virtual channels the worms of a statement name: those of a scheme with these options, also within
    /// routes, and those of the unicasts beside it.
    ///
    /// # Errors
    /// There is no such routing, or it does not serve this network; or no such scheme for unicasts.
    pub fn virtual_channels_for(&self, statement: &SchemeStatement, options: &Options) -> Result<NonZeroU32, Error> {
        let mut needed = NonZeroU32::MIN;
        for routing in routings_of(statement, options)? {
            needed = needed.max(self.virtual_channels_of(&routing)?);
        }
        // What is no routing there is refused where the scheme is made ready.
        let within = options.get(&WITHIN).and_then(|routes| self.virtual_channels_of(&routes.to_string()).ok());
        Ok(within.map_or(needed, |within| needed.max(within)))
    }

    /// Refuses routings, of a scheme with these options and of the unicasts beside it, that need more virtual channels
    /// than the statement says. By class each of the two has a share of them, and is a question of its own.
    ///
    /// ```
    /// use wormcast::{Network, check::proof::SchemeStatement, schemes::Options};
    /// let whole = Network::build("mesh:6x6")?;
    /// let statement = SchemeStatement::about("dual-path").beside("unicast --routing dimension-order");
    /// assert!(whole.check_virtual_channels(&statement, &Options::default()).is_ok());
    /// // Around faults it takes a second one.
    /// let chip = whole.without_nodes(["2,2", "3,3"])?;
    /// let error = chip.check_virtual_channels(&statement, &Options::default()).unwrap_err();
    /// assert!(error.to_string().starts_with("routing `dimension-order` takes 2 virtual channels"), "{error}");
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// They do, or name theirs where routers choose; there is no such routing, or it does not serve this network; or no
    /// such scheme for unicasts.
    pub fn check_virtual_channels(&self, statement: &SchemeStatement, options: &Options) -> Result<(), Error> {
        let there = statement.virtual_channels;
        self.virtual_channels_said(Some(there), there)?;
        if statement.vc_rule == VcRule::Class {
            return Ok(());
        }
        let mut routings = routings_of(statement, options)?;
        routings.iter().try_for_each(|name| self.check_routing(name, there))?;
        routings.extend(options.get(&WITHIN).map(|routes| routes.to_string()));
        let is_named = |name: &&String| self.virtual_channels_of(name).is_ok_and(|taken| taken > NonZeroU32::MIN);
        match routings.iter().find(is_named).filter(|_| statement.vc_rule == VcRule::Free) {
            Some(routing) => Err(NoRouting::Names { routing: routing.clone() }.into()),
            None => Ok(()),
        }
    }

    /// Refuses a routing that takes more virtual channels than there are. On whole networks what it does without them
    /// is another routing; where a pair loses its route, it is none.
    fn check_routing(&self, name: &str, there: NonZeroU32) -> Result<(), Error> {
        match self.spec().is_whole() {
            true => self.routing(name, Some(there)).map(drop),
            false => Ok(check_virtual_channels(self.topology(), name, there.get(), MAX_VIRTUAL_CHANNELS)?),
        }
    }
}
