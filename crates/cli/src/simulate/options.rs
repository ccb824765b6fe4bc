//! What is not as usual about routers and times, as options of the command line.

use std::num::NonZeroU32;
use wormcast::sim::{FlowControl, Timing};

/// The options of `simulate` by which a run has this timing.
pub(crate) fn of_timing(timing: &Timing) -> Vec<String> {
    let values = |timing: &Timing| {
        [
            ("length", timing.length.to_string()),
            ("send-ns", timing.send.to_string()),
            ("receive-ns", timing.receive.to_string()),
            ("startup", timing.startup.to_string()),
            ("router-ns", timing.router.to_string()),
            ("flit-ns", timing.flit.to_string()),
            ("buffer", timing.buffer.to_string()),
            ("injection", timing.injection.to_string()),
            ("consumption", timing.consumption.to_string()),
            ("credit-ns", timing.flow.credit.to_string()),
            ("turnaround-ns", timing.flow.turnaround.to_string()),
            ("crossbar", timing.flow.crossbar.to_string()),
        ]
    };
    let mut options = unusual(values(timing), values(&Timing::default()));
    if timing.header_flits {
        options.push("--headers-count".to_owned());
    }
    options.extend(of_routers(&timing.flow));
    options
}

/// The options of `simulate` and of `prove` about what routers do.
pub(crate) fn of_routers(flow: &FlowControl) -> Vec<String> {
    let values = |flow: &FlowControl| {
        [
            ("virtual-channels", flow.virtual_channels.to_string()),
            ("vc-rule", flow.vc_rule.to_string()),
            ("reservation", flow.reservation.to_string()),
            ("replication", flow.replication.to_string()),
            ("switching", flow.switching.to_string()),
            ("handover", flow.handover.to_string()),
        ]
    };
    unusual(values(flow), values(&FlowControl::default()))
}

/// The options of `mend` for plans that ran with this timing: it decides about all lengths and buffers.
pub(crate) fn for_mend(timing: &Timing, named: NonZeroU32) -> Vec<String> {
    let mut options = of_routers_beside(&timing.flow, named);
    options.extend(
        timing.consumption.limit().into_iter().flat_map(|ports| ["--consumption".to_owned(), ports.to_string()]),
    );
    options
}

/// The options about what routers do with plans that name so many virtual channels: without a word, there are as many.
fn of_routers_beside(flow: &FlowControl, named: NonZeroU32) -> Vec<String> {
    let only_one = flow.virtual_channels == NonZeroU32::MIN && named > NonZeroU32::MIN;
    let one = only_one.then(|| ["--virtual-channels", "1"].map(str::to_owned));
    one.into_iter().flatten().chain(of_routers(flow)).collect()
}

/// Those options whose values are not the usual ones, each followed by its value.
fn unusual<const N: usize>(own: [(&str, String); N], usual: [(&str, String); N]) -> Vec<String> {
    let own = own.into_iter().zip(usual).filter(|(own, usual)| own != usual);
    own.flat_map(|((option, value), _)| [format!("--{option}"), value]).collect()
}
