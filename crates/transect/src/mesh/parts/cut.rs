//! Cuts by several planes: the part inside and the rest, or one part per combination of sides.

use alloc::vec::Vec;

use crate::arrays::Few as _;
use crate::cutting_plane::CuttingPlane;
use crate::mesh::indexed::Mesh;
use crate::mesh::merge::Vanished;
use crate::mesh::parts::NONE;
use crate::mesh::parts::build::{Builder, Slots};
use crate::mesh::parts::cells::{Cells, Wanted};
use crate::mesh::parts::faces::{Face, faces, outlines};
use crate::mesh::parts::nodes::Nodes;
use crate::mesh::parts::part::RegionPart;
use crate::mesh::parts::pieces::{Piece, Pieces};
use crate::mesh::parts::planes::Planes;
use crate::mesh::parts::seams::Seams;
use crate::mesh::split::PlaneContact;
use crate::side::{Extent, Side};
use crate::vector::{length, scale};

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

/// An entry in the list of a part: a triangle of the input, or a piece of one.
#[derive(Clone, Copy)]
enum Item {
    Whole(u32),
    Piece(u32),
}

/// Returns the extent of a mesh for each plane. The list is empty for a mesh without triangles.
pub(super) fn extents(mesh: &Mesh, planes: &[CuttingPlane]) -> Vec<Extent> {
    let reaches = planes.iter().filter_map(|plane| mesh.reach(plane));
    reaches.map(|reach| reach.extent).collect()
}

/// Returns one part per combination of sides. `extents` are those of the mesh for each plane.
pub(in crate::mesh) fn divided(mesh: &Mesh, given: &[CuttingPlane], extents: &[Extent]) -> Parts {
    let planes = Planes::of(mesh, given, extents);
    let cells = Cells::new(Wanted::All, planes.cutters.len());
    let (meshes, cells, cuts, vanished) = cut(mesh, &planes, cells);
    let mut parts: Vec<(Vec<Side>, RegionPart)> = (0..)
        .zip(meshes)
        .filter(|(_, part)| !part.mesh.is_empty())
        .map(|(cell, part)| {
            let sides = cells.sides(cell);
            let own = planes
                .given
                .iter()
                .map(|own| own.side(sides[own.plane as usize]));
            (own.collect(), part)
        })
        .collect();
    parts.sort_by(|(one, _), (other, _)| other.cmp(one));
    Parts {
        parts,
        cuts,
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
    let cells = Cells::new(Wanted::Inside(fronts), planes.cutters.len());
    let (meshes, _, cuts, vanished) = cut(mesh, &planes, cells);
    let parts = meshes.into_iter().map(|part| (Vec::new(), part)).collect();
    Some(Parts {
        parts,
        cuts,
        vanished,
    })
}

/// Returns the mesh of each cell.
fn cut(
    mesh: &Mesh,
    planes: &Planes<'_>,
    mut cells: Cells,
) -> (Vec<RegionPart>, Cells, Vec<PlaneCut>, Vanished) {
    let mut nodes = Nodes::new(mesh, planes);
    let mut pieces = Pieces::of(&mut nodes, &mut cells);
    let mut outlines = outlines(&mut nodes, &mut cells);
    let seams = Seams::of(&nodes, &pieces, &cells);
    seams.join_pieces(&mut pieces, &cells);
    for outline in &mut outlines {
        seams.join_outline(outline);
    }
    let (faces, crosses) = faces(&mut nodes, outlines);
    // Pieces that seams added come last, and are put to their triangles.
    pieces.divided.sort_by_key(|piece| piece.triangle);
    let mut items: Vec<Vec<Item>> = (0..cells.count()).map(|_| Vec::new()).collect();
    let mut next = 0;
    for (triangle, &cell) in (0..).zip(&pieces.whole) {
        if cell != NONE {
            items[cell as usize].push(Item::Whole(triangle));
        }
        while let Some(piece) = pieces.divided.get(next).filter(|p| p.triangle == triangle) {
            items[piece.cell as usize].push(Item::Piece(next as u32));
            next += 1;
        }
    }
    let mut slots = Slots::new(&nodes);
    let mut vanished = Vanished::default();
    let mut meshes = Vec::with_capacity(items.len());
    for (cell, items) in (0..).zip(items) {
        let builder = Builder::new(&nodes, &mut slots, items.len());
        let (part, own) = built(builder, &items, &pieces.divided, &faces, planes, cell);
        vanished = vanished.plus(own);
        meshes.push(part);
    }
    let cuts = planes.given.iter().enumerate().filter_map(|(plane, own)| {
        let trace = planes.contacts[own.plane as usize].trace()?;
        Some(PlaneCut {
            plane,
            contact: PlaneContact::seen_from(trace, own.is_turned),
            caps_cross: crosses[own.plane as usize],
        })
    });
    let cuts = cuts.collect();
    (meshes, cells, cuts, vanished)
}

/// Builds the part in a cell.
fn built(
    mut builder: Builder<'_, '_, '_>,
    items: &[Item],
    pieces: &[Piece],
    faces: &[Face],
    planes: &Planes<'_>,
    cell: u32,
) -> (RegionPart, Vanished) {
    for &item in items {
        match item {
            Item::Whole(triangle) => builder.whole(triangle),
            Item::Piece(index) => builder.piece(&pieces[index as usize]),
        }
    }
    for face in faces.iter().filter(|face| face.cells.contains(&cell)) {
        let given = planes.given.iter().position(|own| own.plane == face.plane);
        let given = given.unwrap_or(0) as u32;
        let normal = planes.cutters[face.plane as usize].plane().normal();
        let unit = scale(&normal, 1.0 / length(&normal));
        let [behind, ahead] = face.cells;
        if behind == cell {
            builder.face(face.triangles.iter().copied(), given, &unit);
        }
        if ahead == cell {
            let reversed = face.triangles.iter().map(|&[a, b, c]| [a, c, b]);
            builder.face(reversed, given, &unit.each(|c| 0.0 - c));
        }
    }
    builder.finish()
}
