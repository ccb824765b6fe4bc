//! In which order heads ask for the parts of their requests, where they do so in any.

use crate::Plan;
use serde::Deserialize;

/// What a plan calls the order in which its heads ask for the parts of their requests under `any-order` reservation.
pub const REQUEST_ORDER_KEY: &str = "request_order";

/// That order, if a plan names one: for each worm a number for each of its hops, then one for each of its deliveries.
/// Of the hops that leave a router, and the delivery there, a head asks for those of lower numbers first.
///
/// # Errors
/// It does not fit the worms.
pub fn request_order(plan: &Plan) -> Result<Option<Vec<Vec<u32>>>, String> {
    let Some(value) = plan.extra.get(REQUEST_ORDER_KEY) else { return Ok(None) };
    let lists = Vec::<Vec<u32>>::deserialize(value).map_err(|error| error.to_string())?;
    if lists.len() != plan.worms.len() {
        return Err(format!("there are {} lists for {} worms", lists.len(), plan.worms.len()));
    }
    for (worm, list) in plan.worms.iter().zip(&lists) {
        let parts = worm.hops.len() + worm.deliveries.len();
        if list.len() != parts {
            let (id, numbers) = (worm.id, list.len());
            return Err(format!("the list of worm {id} has {numbers} numbers for its {parts} hops and deliveries"));
        }
    }
    Ok(Some(lists))
}
