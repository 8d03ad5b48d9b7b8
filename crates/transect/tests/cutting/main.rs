//! The cutting of meshes, proved by tests written apart from it: laws on random and degenerate
//! meshes, an oracle in rational arithmetic, facts as data, and sabotage that must not go unnoticed.

mod conformance;
mod count;
mod doubled;
mod families;
mod findings;
mod flat_faces;
mod index;
mod kept;
mod laws;
mod meshes;
mod mirrored;
mod neighbours;
mod oracle;
#[expect(dead_code, reason = "each test binary needs a part of it")]
#[path = "../oracle/random.rs"]
mod random;
mod sabotage;
mod seams;
mod series;
mod trials;
