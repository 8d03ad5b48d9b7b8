//! Reads and writes models: real files, glTF, a building, and round trips.

mod compressed;
mod files;
mod gltf;
mod office;
mod posed;
mod round_trip;
mod variants;
