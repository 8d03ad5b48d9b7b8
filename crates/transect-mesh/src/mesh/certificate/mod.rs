//! The certificate of a cut by any number of planes. It is computed from the input, the planes and the parts as written, by code
//! that does not depend on how the parts were made.
//!
//! | topic | file |
//! |---|---|
//! | The verdict on a cut | `verdict.rs` |
//! | The parts to be judged | `judged.rs`; `written_part.rs`: the rounding of positions in a file |
//! | The exact cut: sides of vertices, and the part to which each triangle belongs | `exact.rs` |
//! | Matching of whole triangles | `whole.rs` |
//! | The planes by their directions | `directions.rs` |
//! | The exact points at which the vertices of all other triangles may lie | `candidates.rs`; `lists.rs`: lists of them |
//! | Vertices away from their exact points, and their distances | `misplaced.rs`; `nearest.rs`, `off_crossing.rs` |
//! | Which triangles belong to cut faces | `labels.rs`; `nodes.rs`, `rest.rs`: the pieces of two halves |
//! | The verdict on one piece | `judge.rs`; `covered.rs`: a triangle of the input that pieces must cover |
//! | Comparison of pieces with the triangles of the input | `pieces.rs`; `gathered.rs`, `piece_boundary.rs`: those of one triangle; `exchange.rs`: pieces that rounding laid upon each other; `peeled.rs`: triangles that are too many; `whole_triangles.rs`, `piece_areas.rs`: names of faults |
//! | Checks of the cut faces | `faces.rs`; `face_triangle.rs`: their triangles |
//! | Comparison of cut faces of different parts | `opposite.rs` |
//! | The ends of cut faces | `ends_of_faces.rs`: of closed inputs; `outlines.rs`, `groups.rs`, `open_faces.rs`: of open inputs |
//! | The cover of a plane by its cut faces | `cover.rs`; `planar.rs`, `winding_area.rs`, `turned_over.rs` |
//! | The winding numbers at a corner of a region | `region_corner.rs` |
//! | Comparison of volumes, moments and areas | `sums.rs`; `mass.rs`: those of one mesh; `rounding.rs`: bounds on rounding errors; `summary.rs` |
//! | The findings | `finding.rs`, `kind.rs` |
//!
//! The code that cuts (`trace.rs`, `chain.rs`, `split.rs`, `parts/`) is not used here. Only predicates are shared, such
//! as the exact turn of three nodes (`exact_nodes.rs`) and the side that a face in the plane faces (`facing`).
//! Triangles and edges are counted in integers, and orientations are exact, at nodes before rounding. Distances, areas
//! and sums are compared with derived bounds on the rounding error. docs/certificate.md lists what each finding proves;
//! the comment below has the proof.
//!
//! Parts of `transect cut` say which triangles are caps, and their vertices are in their places. So this is assumed
//! first, which takes the least time. If the assumption leads to an error, and for files of any program, vertices are
//! matched with near points (`misplaced.rs`), and caps are found by their places (`labels.rs`), and by boundaries where
//! they lie upon the surface (`flat_pieces.rs`). Pieces that rounding laid upon each other move between triangles until
//! all are covered (`exchange.rs`).

// # The proof of the theorem in docs/certificate.md
//
// A certificate without findings of a closed input means: the parts are, as surfaces with multiplicity, the exact
// pieces of the input in their cells, with each vertex rounded once, and cut faces. The unrounded cut faces of a plane
// cover each point as often as the section winds around it. The proof uses these checks:
//
// 1. Points. The sides of all vertices of the input are computed, and the points where planes meet edges and divided
//    triangles. Each vertex of a piece or of a cut face is matched with such points by its position in the file
//    (`vertex`).
// 2. Whole triangles. A triangle on one side of each plane is in the part on these sides as often as in the input, or
//    pieces cover it.
// 3. Pieces. Each other triangle of the surface has, exactly, the orientation of a triangle of the input in whose plane
//    it lies, and lies on the closed sides of its part (`flipped`, `doubled`, `wrong_side`, `surplus`). A triangle
//    outside of a region lies behind one of its planes, or an edge of the triangle separates it from the part of the
//    input's triangle in the region. Of parallel planes, the two that bound the part decide. The boundaries of all
//    pieces of a triangle add up to that of the triangle (`missing`). So they cover it exactly once, because a chain of
//    triangles in a plane is determined by its boundary. Pieces that belong to several triangles in one plane are
//    compared with all of them together. If rounding lays pieces of several triangles upon each other, each is counted
//    to one of them.
// 4. Cut faces. Each triangle of a cut face lies in its plane, and on the closed sides of its part (`surplus`). The
//    parts behind a plane have each triangle as often as the parts in front of it have its reverse, or the boundaries
//    of both add up to zero, if another program divided them differently (`caps_differ`).
// 5. Closed parts. Each part is closed (`cap_boundary`, `open`).
// 6. Cover. The exact orientations of the cut faces of a plane agree, or their area is ∫ |w|, where w is the winding
//    number of their boundary (`cap_overlap`). For a region, the input and the part inside have the same winding number
//    at a corner of the region.
//
// Rounding cannot open a part: it maps vertices to vertices, and a triangle that loses a corner has the boundary zero.
//
// Let K be all parts behind a plane. Their sum is closed. Faces of other planes between two parts of K cancel, by step
// 4. So the boundary of the faces of this plane is that of the surface behind the plane, reversed, which is that of the
// exact section by step 3.
//
// Off the edges, let p be the number of counter-clockwise faces over a point, and q that of clockwise ones. A chain of
// triangles with bounded support in a plane is determined by its boundary: the difference of two such chains has the
// boundary zero, so its multiplicity is constant, and zero far away. Therefore p − q = w. If only one orientation
// occurs, the point is covered p + q = |w| times. Otherwise, the sum of all areas is ∫ (p + q) = ∫ |w| + 2·∫ min(p, q),
// which equals ∫ |w| exactly if no point lies in triangles of both orientations. For the halves by one plane, this is
// the whole proof.
//
// For a region, only the part inside has faces, and K is not known. By steps 3 and 5, the boundary of all its faces
// together is right. So the faces of the part differ from the right ones by a chain D on the boundary of the region
// whose own boundary is zero. If the boundary of the region is bounded, D is a multiple of all of it, and else zero: on
// a connected surface, the multiplicity of such a chain is constant. A bounded region has a corner v. The certificate
// finds one, with an edge from v to another corner v′, a plane whose face has this edge, and a direction d from the
// edge into this face. The point q = v + ε(v′ − v) + ε²d, with an infinitely small ε, lies strictly inside of the face,
// by construction. The certificate compares the winding numbers of the input and of the part at q, just in front of the
// plane (`cap_overlap`). They count the segments of the section of the input, and of the faces, that cross the line
// through q along the edge, on the side of v. Each is decided by the sides of its ends of the other plane of the edge,
// and by the orientation of its ends with v or v′, so all signs are exact. If the numbers agree, D is zero at q, and so
// everywhere. ∎
//
// The faces lie in the region, whose corner v is, so only segments with an end at v count. If rounding has brought
// another point of the face to the position of v, another edge is taken.
//
// Open inputs have open parts, so step 5 is different. For the halves by one plane, the outlines of the section are
// computed. Cut faces end at them only. A loop that touches no open chain is filled, and another one is filled in both
// halves or in none (`cap_boundary`, `caps_differ`). For several planes, cut faces end at the surface, at most as often
// as its triangles (also those that rounding may have removed) begin there, or on common lines of planes
// (`cap_boundary`). That all loops are filled is not claimed, nor, for a region, that the cut faces are not the whole
// boundary of the region too often.
//
// Both orientations are right where bodies are inside out, or where outlines cross. An area smaller than the bound in
// the table may be covered twice. If a vertex of a part belongs to several exact points, step 6 takes the first of
// them, and speaks of the section with these points moved by at most 2δ, where δ is the largest distance by which
// rounding can move a vertex. A cap vertex that belongs to no exact point counts as written: other programs may add
// such vertices, and `transect cut` adds the points where outlines cross.
//
// Rounding. The written caps have the boundary of the written outlines, whatever rounding did. Rounding may turn a
// small triangle over, so that points are covered twice more than needed. `certificate.caps_turned_over` counts such
// triangles, and `certificate.turned_over_area` is their area.
//
// Marks. The certificate first takes the marks of `transect cut` for caps. If it finds an error, and for files, which
// have no marks, it looks where the triangles lie. The names of the findings come from this second look. A triangle in
// a plane may be a piece of a triangle of the input in this plane, or of a cut face upon it. Triangles whose boundaries
// add up to those of the triangles of the input are taken as pieces, and the others as the cut face. Each such choice
// is right, because a chain in a plane is determined by its boundary. If no choice is found, although there is one,
// right parts get findings. No choice makes wrong parts right, because the steps above are about all triangles.
//
// Triangles in a plane that cuts the input belong to the side that they do not face. If the input only touches the
// plane, they may also stay with the rest of the input.

mod candidates;
mod cover;
mod covered;
mod directions;
mod ends_of_faces;
mod exact;
mod exchange;
mod face_triangle;
mod faces;
mod finding;
mod flat_pieces;
mod gathered;
mod groups;
mod judge;
mod judged;
mod kind;
mod labels;
mod lists;
mod mass;
mod misplaced;
mod nearest;
mod nodes;
mod off_crossing;
mod open_faces;
mod opposite;
mod outlines;
mod peeled;
mod piece_areas;
mod piece_boundary;
mod pieces;
mod planar;
mod region_corner;
mod rest;
mod rounding;
mod summary;
mod sums;
mod turned_over;
mod verdict;
mod whole;
mod whole_triangles;
mod winding_area;
mod written_part;

pub use finding::Finding;
pub use judged::{JudgedPart, Place as PartPlace};
pub use kind::FindingKind;
pub use rounding::Residual;
pub use summary::PartSummary;
pub use turned_over::TurnedOver;
pub use verdict::Certificate;
pub use written_part::{Precision, WrittenPart};
