//! The cutting of meshes, proved by tests written apart from it: laws on random and degenerate
//! meshes, an oracle in rational arithmetic, facts as data, and sabotage that must not go unnoticed.

mod conformance;
mod count;
mod families;
mod findings;
mod index;
mod kept;
mod laws;
mod meshes;
mod oracle;
mod random;
mod sabotage;
mod seams;
mod series;
mod trials;
