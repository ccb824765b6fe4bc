//! Whether multicasts can deadlock: a proof that they cannot, or worms that do.
