//! Tests of cutting meshes, written independently of the library code: laws on random and degenerate meshes,
//! an oracle in rational arithmetic, expected results as data, and altered halves that the certificate must detect.

mod behind;
mod caps;
mod conformance;
mod count;
mod crossing_outlines;
mod curve;
mod decimals;
mod divisions;
mod doubled;
mod families;
mod findings;
mod flat_faces;
mod gaps;
mod index;
mod kept;
mod kept_surface;
mod laws;
mod layers;
mod mass_properties;
mod meshes;
mod mirrored;
mod neighbours;
mod one_plane;
mod oracle;
mod parts;
mod plateaus;
mod regions;
mod sabotage;
mod seams;
mod series;
mod sizes;
mod spurs;
mod trials;
mod welds;
mod wrong_caps;
