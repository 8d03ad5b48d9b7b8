//! All tests of the functions and of the command, in one program: each program is linked with the whole engine.

#[cfg(all(unix, feature = "cluster"))]
mod cluster;
mod command;
mod conditions;
mod conformance;
mod functions;
mod grids;
mod nan;
mod numbers;
mod page;
mod planes_at;
#[cfg(unix)]
mod program;
mod session;
mod slabs;
#[cfg(unix)]
mod within;
