//! Pictures of networks, plans, loads of channels and runs in time, as SVG.
//!
//! A network is drawn where its family belongs: grids by their coordinates, star graphs in rings of substars, trees in
//! levels, files by their places or by stress. On it lie the worms of a plan, each with its own colour and dashes,
//! side by side where they share links, on the right-hand side where they meet. Everything has its name as a title,
//! which browsers show under the pointer. The same input gives the same bytes.
//!
//! ```
//! use wormcast_draw::{DrawOptions, network_svg};
//! let mesh = wormcast_topology::build("mesh:4x4")?;
//! let svg = network_svg(&*mesh, &DrawOptions::default())?;
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod canvas;
mod captions;
mod course;
mod drawing;
mod error;
mod heat;
mod labels;
mod lanes;
mod layout;
mod legend;
mod limits;
mod marks;
mod names;
mod network;
mod options;
mod page;
mod palette;
mod paper;
mod picture;
mod roles;
mod samples;
mod scene;
mod style;
mod svg;
mod text;
mod timeline;
mod track;
mod worms;

pub use captions::network_name;
pub use drawing::{DrawnLayout, NetworkDrawing};
pub use error::DrawError;
pub use heat::heat_svg;
pub use options::{DeadlockPart, DrawOptions, MAX_CHANNELS, MAX_HOPS, MAX_LABELLED, MAX_MARKED, MAX_NODES};
pub use page::title_of;
pub use paper::{NoWidth, PaperWidth};
pub use picture::{network_svg, plan_svg};
pub use text::width as text_width;
pub use timeline::{
    MAX_ROWS, MAX_SPANS, Span, SpanKind, Stop, TimelineChart, TimelineRow, TimelineSection, timeline_svg,
};
