//! What a channel may have of its own.

/// What one channel has of its own; what is none is the same for all channels, and told elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChannelProperties {
    /// What is added to the flit time on the way, in picoseconds.
    pub delay_ps: Option<u64>,
    /// The time from one flit to the next, in picoseconds.
    pub flit_ps: Option<u64>,
    /// How many virtual channels share it.
    pub virtual_channels: Option<u32>,
    /// The room at its downstream end, in flits.
    pub buffer_flits: Option<u32>,
    /// Its latency in cycles of the tool that wrote the description; how long a cycle is, that did not say.
    pub latency_cycles: Option<u32>,
}

impl ChannelProperties {
    /// Whether any of it decides when flits cross the channel: all but `latency_cycles`, which has no unit.
    pub fn decide_times(&self) -> bool {
        let Self { delay_ps, flit_ps, virtual_channels, buffer_flits, latency_cycles: _ } = self;
        delay_ps.is_some() || flit_ps.is_some() || virtual_channels.is_some() || buffer_flits.is_some()
    }
}
