//! Cuts by several planes: the part inside and the rest, or one part per combination of sides. Cuts by one plane: its two
//! halves.

use alloc::boxed::Box;
use alloc::vec::Vec;

use transect::{CuttingPlane, Extent};
use transect_exact::Side;

use crate::mesh::buffers::{BufferOptions, MeshBuffers};
use crate::mesh::contact::PlaneContact;
use crate::mesh::indexed::{Mesh, MeshError};
use crate::mesh::merge::Vanished;
use crate::mesh::parts::buffer_part::BufferBuilder;
use crate::mesh::parts::build::{Builder, Built};
use crate::mesh::parts::cells::{Cells, Wanted};
use crate::mesh::parts::divided::Divided;
use crate::mesh::parts::part::RegionPart;
use crate::mesh::parts::planes::Planes;
use crate::mesh::trace::Trace;

/// The contact of a plane with the mesh that several planes cut.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PlaneCut {
    /// The index of the plane.
    pub plane: usize,
    /// The numbers of vertices of the mesh on each side of the plane, and of edges and triangles that the plane meets.
    pub contact: PlaneContact,
    /// `true` if outlines of the cut face cross, because the mesh crosses itself.
    pub caps_cross: bool,
}

/// The parts into which planes cut a mesh.
pub(in crate::mesh) struct Parts {
    /// The parts that have triangles, each with its side of each given plane. The parts of a region have no sides: the first
    /// is the part inside, and the second the rest.
    pub(in crate::mesh) parts: Vec<(Vec<Side>, RegionPart)>,
    /// The given planes that have vertices strictly on both sides.
    pub(in crate::mesh) cuts: Vec<PlaneCut>,
    pub(in crate::mesh) vanished: Vanished,
}

/// The two parts into which one plane cuts a mesh, as seen from the canonical side of its trace.
pub(in crate::mesh) struct Halves<'m> {
    pub(in crate::mesh) behind: Built,
    pub(in crate::mesh) ahead: Built,
    /// The loops that the cut face fills.
    pub(in crate::mesh) loops: Vec<Vec<[f64; 3]>>,
    /// `true` if these loops cross.
    pub(in crate::mesh) caps_cross: bool,
    pub(in crate::mesh) trace: Box<Trace<'m>>,
}

/// Returns the extent of a mesh for each plane. The list is empty for a mesh without triangles.
pub(super) fn extents(mesh: &Mesh, planes: &[CuttingPlane]) -> Vec<Extent> {
    let reaches = planes.iter().filter_map(|plane| mesh.reach(plane));
    reaches.map(|reach| reach.extent).collect()
}

/// Returns one part per combination of sides. `extents` are those of the mesh for each plane.
pub(in crate::mesh) fn divided(mesh: &Mesh, given: &[CuttingPlane], extents: &[Extent]) -> Parts {
    let planes = Planes::of(mesh, given, extents);
    let mut cells = Cells::new(Wanted::All, planes.cutters.len());
    let (built, crosses) = Divided::of(mesh, &planes, &mut cells).parts(&cells, Builder::new);
    let vanished = vanished(&built);
    let mut parts: Vec<(Vec<Side>, RegionPart)> = (0..)
        .zip(built)
        .filter(|(_, part)| !part.mesh.is_empty())
        .map(|(cell, part)| {
            let sides = cells.sides(cell);
            let own = planes
                .given
                .iter()
                .map(|own| own.side(sides[own.plane as usize]));
            (own.collect(), RegionPart::of(part))
        })
        .collect();
    // In descending order, the part in front of all planes comes first.
    parts.sort_by(|(one, _), (other, _)| other.cmp(one));
    Parts {
        parts,
        cuts: cuts(&planes, &crosses),
        vanished,
    }
}

/// Returns the part in front of all planes, and the rest. No two planes may be opposite.
pub(in crate::mesh) fn inside_and_rest(
    mesh: &Mesh,
    given: &[CuttingPlane],
    extents: &[Extent],
) -> Option<Parts> {
    let planes = Planes::of(mesh, given, extents);
    let mut fronts = alloc::vec![Side::On; planes.cutters.len()];
    for own in &planes.given {
        let front = own.side(Side::Front);
        let known = &mut fronts[own.plane as usize];
        if *known == -front {
            return None;
        }
        *known = front;
    }
    let mut cells = Cells::new(Wanted::Inside(fronts), planes.cutters.len());
    let (built, crosses) = Divided::of(mesh, &planes, &mut cells).parts(&cells, Builder::new);
    Some(Parts {
        cuts: cuts(&planes, &crosses),
        vanished: vanished(&built),
        parts: built
            .into_iter()
            .map(|part| (Vec::new(), RegionPart::of(part)))
            .collect(),
    })
}

/// Returns a mesh that one plane divides, with the cells in front of it and behind it, in this order.
fn in_two<'a, 'm>(mesh: &'m Mesh, planes: &'a Planes<'m>) -> (Cells, Divided<'a, 'm>) {
    let mut cells = Cells::new(Wanted::Inside(alloc::vec![Side::Front]), 1);
    let divided = Divided::of(mesh, planes, &mut cells);
    (cells, divided)
}

/// Returns the two parts into which the plane of a trace cuts its mesh.
pub(in crate::mesh) fn halves<'m>(trace: Trace<'m>, plane: &CuttingPlane) -> Halves<'m> {
    let mesh = trace.mesh;
    let planes = Planes::one(trace, plane);
    let (cells, mut divided) = in_two(mesh, &planes);
    let loops = divided.loops();
    let (parts, crosses) = divided.parts(&cells, Builder::new);
    let mut parts = parts.into_iter();
    let [ahead, behind] = [(); 2].map(|()| parts.next().unwrap_or_default());
    let loops = loops.iter().map(|nodes| divided.positions(nodes)).collect();
    Halves {
        behind,
        ahead,
        loops,
        caps_cross: crosses == [true],
        trace: planes.into_trace(),
    }
}

/// Returns the two parts into which the plane of a trace cuts its mesh, behind and ahead as seen from the canonical side
/// of the trace, as vertex and index buffers. The flag is `true` if loops of the caps cross.
pub(in crate::mesh) fn buffers_of_halves(
    trace: Trace<'_>,
    plane: &CuttingPlane,
    options: &BufferOptions,
) -> ([Result<MeshBuffers, MeshError>; 2], bool) {
    let mesh = trace.mesh;
    let planes = Planes::one(trace, plane);
    let (cells, mut divided) = in_two(mesh, &planes);
    let (parts, crosses) = divided.parts(&cells, |nodes, has_faces| {
        BufferBuilder::new(nodes, has_faces, *options)
    });
    let mut parts = parts.into_iter();
    let [ahead, behind] = [(); 2].map(|()| parts.next().unwrap_or(Ok(MeshBuffers::default())));
    ([behind, ahead], crosses == [true])
}

/// Returns the triangles that rounding removed from parts.
fn vanished(parts: &[Built]) -> Vanished {
    let none = Vanished::default();
    parts.iter().fold(none, |sum, part| sum.plus(part.vanished))
}

/// Returns the given planes that meet the mesh. `crosses` says for each stored plane whether outlines cross.
fn cuts(planes: &Planes<'_>, crosses: &[bool]) -> Vec<PlaneCut> {
    let given = planes.given.iter().enumerate();
    let cuts = given.filter_map(|(plane, own)| {
        let trace = planes.contacts[own.plane as usize].trace()?;
        Some(PlaneCut {
            plane,
            contact: PlaneContact::seen_from(trace, own.is_turned),
            caps_cross: crosses[own.plane as usize],
        })
    });
    cuts.collect()
}
