//! Classes of messages, such as requests and replies: what all worms of a plan share.

use crate::failure::Failure;
use clap::Args;
use wormcast::Plan;
use wormcast::plan::{MAX_CONSUMPTION_CLASSES, MAX_VIRTUAL_CHANNELS};

/// The class of all worms of a plan.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct MessageClass {
    /// Put all hops of all worms on this virtual channel, from 0: requests on one, replies on another.
    #[arg(long, value_name = "N", value_parser = virtual_channel)]
    virtual_channel: Option<u32>,
    /// Deliver all worms through the consumption channels of this class, from 0: where a node takes a request in only
    /// as it sends the reply, replies are of class 1.
    #[arg(long, value_name = "N", value_parser = consumption_class)]
    consumption_class: Option<u8>,
}

impl MessageClass {
    /// Puts a plan into the class.
    pub(crate) fn put_on(self, plan: &mut Plan) -> Result<(), Failure> {
        if let Some(number) = self.virtual_channel {
            plan.keep_to(number).map_err(Failure::new)?;
        }
        if let Some(class) = self.consumption_class {
            plan.deliver_by(class).map_err(Failure::new)?;
        }
        Ok(())
    }
}

/// The number of a virtual channel.
pub(crate) fn virtual_channel(text: &str) -> Result<u32, String> {
    let most = MAX_VIRTUAL_CHANNELS - 1;
    text.parse().ok().filter(|&number| number <= most).ok_or_else(|| format!("expected a number from 0 to {most}"))
}

fn consumption_class(text: &str) -> Result<u8, String> {
    let most = MAX_CONSUMPTION_CLASSES - 1;
    text.parse().ok().filter(|&number| number <= most).ok_or_else(|| format!("expected a number from 0 to {most}"))
}
