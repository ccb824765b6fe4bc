//! Wormcast plans, proves and simulates multicast on interconnection networks.

pub use wormcast_check as check;
pub use wormcast_draw as draw;
pub use wormcast_lab as lab;
pub use wormcast_plan as plan;
pub use wormcast_schemes as schemes;
pub use wormcast_sim as sim;
pub use wormcast_topology as topology;
