//! The tests of the engines, in one program: it is built and linked once.

mod agreement;
mod by_hand;
mod cases;
mod crossbar;
mod flow;
mod handover;
mod input;
mod lengths;
mod lone_worm;
mod memory;
mod naive;
mod open;
mod policies;
mod regions;
mod rules;
mod support;
mod unicasts;
