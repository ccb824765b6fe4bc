//! The tests of plans and their files, in one program: it is built and linked once.

mod draw;
mod reader;
mod round_bound;
mod view;
mod virtual_channels;
