"""The parts of `cargo xtask tables`: random tables, their files, exact answers, and the answers of each door."""
