//! Reads and writes models: real files, glTF, a building, and round trips.

mod classes;
mod compressed;
mod files;
mod gltf;
mod meshopt;
mod off;
mod office;
mod posed;
mod round_trip;
mod textures;
mod three_mf;
mod variants;
