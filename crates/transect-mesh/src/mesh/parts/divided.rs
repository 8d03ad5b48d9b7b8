//! A mesh that planes divide, from its triangles and the outlines of the sections to one mesh per cell.

use alloc::vec::Vec;
use core::mem;

use transect_exact::arrays::Few as _;
use transect_exact::vector::{length, scale};

use crate::mesh::indexed::Mesh;
use crate::mesh::parts::cells::Cells;
use crate::mesh::parts::faces::{Face, faces, outlines};
use crate::mesh::parts::nodes::Nodes;
use crate::mesh::parts::one::One;
use crate::mesh::parts::outline::Outline;
use crate::mesh::parts::part_builder::PartBuilder;
use crate::mesh::parts::pieces::Pieces;
use crate::mesh::parts::planes::Planes;
use crate::mesh::parts::seams::Seams;
use crate::mesh::parts::several::Several;

/// A mesh that planes divide: its triangles by cells, and the outlines of the faces between cells.
pub(super) struct Divided<'a, 'm> {
    nodes: Nodes<'a, 'm>,
    triangles: Triangles<'a, 'm>,
    outlines: Vec<Outline>,
}

/// The triangles and pieces of triangles in each cell.
enum Triangles<'a, 'm> {
    One(One<'a, 'm>),
    Several(Several),
}

impl<'a, 'm> Divided<'a, 'm> {
    pub(super) fn of(mesh: &'m Mesh, planes: &'a Planes<'m>, cells: &mut Cells) -> Self {
        let mut nodes = Nodes::new(mesh, planes);
        if let Some(one) = One::of(planes, cells) {
            // Edges and faces that one plane divides have the same nodes on all sides.
            let outlines = outlines(&mut nodes, cells);
            let triangles = Triangles::One(one);
            return Self {
                nodes,
                triangles,
                outlines,
            };
        }
        let mut pieces = Pieces::of(&mut nodes, cells);
        let mut outlines = outlines(&mut nodes, cells);
        let seams = Seams::of(&nodes, &pieces, cells);
        seams.join_pieces(&mut pieces, cells);
        for outline in &mut outlines {
            seams.join_outline(outline);
        }
        let triangles = Triangles::Several(Several::of(pieces, cells.count()));
        Self {
            nodes,
            triangles,
            outlines,
        }
    }

    /// Returns the nodes of each loop of the outlines that no second plane divides.
    pub(super) fn loops(&self) -> Vec<Vec<u32>> {
        self.outlines.iter().flat_map(Outline::loops).collect()
    }

    /// Returns the positions of nodes.
    pub(super) fn positions(&self, nodes: &[u32]) -> Vec<[f64; 3]> {
        let positions = nodes.iter().map(|&node| self.nodes.position(node));
        positions.collect()
    }

    /// Returns the part in each cell, and for each plane whether outlines of its section cross. `begin` returns the
    /// builder of the parts, from the nodes and a flag: `true` if there are cut faces.
    pub(super) fn parts<'s, B: PartBuilder>(
        &'s mut self,
        cells: &Cells,
        begin: impl FnOnce(&'s Nodes<'a, 'm>, bool) -> B,
    ) -> (Vec<B::Part>, Vec<bool>) {
        let (faces, crosses) = faces(&mut self.nodes, mem::take(&mut self.outlines));
        let this: &'s Self = self;
        let mut builder = begin(&this.nodes, !faces.is_empty());
        let part = |cell| this.part(&mut builder, &faces, cell);
        let parts = (0..cells.count() as u32).map(part).collect();
        (parts, crosses)
    }

    /// Builds the part in a cell.
    fn part<B: PartBuilder>(&self, builder: &mut B, faces: &[Face], cell: u32) -> B::Part {
        let own = faces.iter().filter(|face| face.cells.contains(&cell));
        let [vertices, pieces] = match &self.triangles {
            Triangles::One(one) if one.is_all(cell) => return builder.all(),
            Triangles::One(one) => one.size(cell),
            Triangles::Several(several) => several.size(cell),
        };
        let of_faces: usize = own.clone().map(|face| face.triangles.len()).sum();
        builder.reserve(vertices, pieces + of_faces);
        match &self.triangles {
            Triangles::One(one) => one.add(cell, builder, &self.nodes),
            Triangles::Several(several) => several.add(cell, self.nodes.mesh, builder),
        }
        let planes = self.nodes.planes;
        for face in own {
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
                builder.face(reversed, given, &unit.each(|c| -c));
            }
        }
        builder.finish()
    }
}
