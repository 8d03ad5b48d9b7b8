"""The parts of `cargo xtask programs`: questions to other programs about the files of transect."""
