//! The tests of the judge, in one program: it is built and linked once.

mod cables;
mod certificates;
mod fuzz;
mod hostile;
mod mutation;
mod plain;
mod rounds;
mod schemes;
mod support;
mod violations;
