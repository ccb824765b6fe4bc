//! Proofs about schemes: all sources, all destination sets, all lengths of messages.
