//! The upper surface of terrain: the triangles that face up, their contour lines, and their heights for hill shading.

use std::ops::RangeInclusive;

use transect::predicates::orient2d;
use transect::{Frame, Plane, Side};
use transect_draw::ContourLine;
use transect_mesh::{Mesh, RawMesh, SectionIndex};

use crate::slice::labels::Direction;
use crate::slice::request::TerrainRule;
use crate::slice::section_lines::lines;
use crate::slice::task::SliceTask;

/// The ratios of two areas that are accepted for terrain: the projected area of all faces that face up, divided by the
/// area of the drawing's window. Terrain covers its window once, so its ratio is about 1.
const COVER: RangeInclusive<f64> = 0.98..=1.02;
/// The largest share of exactly level faces in the projected area that is accepted for terrain. Machined parts usually
/// have a larger share.
const LEVEL: f64 = 0.5;

/// The faces of a model that face up: those whose projection onto the plane of the drawing runs counter-clockwise.
/// Upright walls and lower faces are left out, so the contour lines are those of a map.
pub struct UpperSurface {
    meshes: Vec<SectionIndex<Mesh>>,
    frame: Frame,
    direction: Direction,
}

impl SliceTask<'_> {
    /// Returns the upper surface of the drawn objects if the model is drawn as terrain.
    ///
    /// Only a model whose heights are measured along an axis is drawn as terrain. The automatic rule also requires that
    /// the faces that face up cover the drawing's window once: their projected area is within 2 % of the window's area.
    /// At most half of this projected area may be exactly level. Whether a face faces up is decided exactly; the areas
    /// are rounded.
    #[must_use]
    pub fn upper_surface(&self) -> Option<UpperSurface> {
        let request = self.request();
        let is_along_axis = matches!(request.direction, Direction::Axis(_));
        if request.terrain == TerrainRule::Never || !is_along_axis {
            return None;
        }
        let frame = request.frame()?;
        let mut meshes = Vec::new();
        let (mut covered, mut level) = (0.0, 0.0);
        for mesh in self.drawn_meshes() {
            let mut triangles = Vec::new();
            for triangle in mesh.triangles() {
                let corners = triangle.map(|vertex| &mesh.positions()[vertex as usize]);
                let [a, b, c] = corners.map(|corner| frame.to_2d(corner));
                if orient2d(&a, &b, &c) != Side::Front {
                    continue;
                }
                triangles.push(*triangle);
                let area = 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
                covered += area;
                let [first, others @ ..] = corners.map(|corner| request.direction.height(corner));
                if others == [first; 2] {
                    level += area;
                }
            }
            let positions = mesh.positions().to_vec();
            let raw = RawMesh {
                positions,
                triangles,
                ..RawMesh::default()
            };
            // Positions and indices come from a valid mesh, so this does not fail.
            meshes.extend(Mesh::new(raw).ok());
        }
        let [low, high] = self.head().window?;
        let ratio = covered / ((high[0] - low[0]) * (high[1] - low[1]));
        let is_terrain = COVER.contains(&ratio) && level <= LEVEL * covered;
        (request.terrain == TerrainRule::Always || is_terrain).then(|| UpperSurface {
            meshes: meshes.into_iter().map(SectionIndex::new).collect(),
            frame,
            direction: request.direction,
        })
    }
}

impl UpperSurface {
    /// Returns the contour lines of the surface in a plane.
    #[must_use]
    pub fn lines(&self, plane: &Plane) -> Vec<ContourLine> {
        let sections = self.meshes.iter().map(|mesh| mesh.section(plane));
        sections
            .flat_map(|section| lines(&section, &self.frame))
            .collect()
    }

    /// Returns the triangles of the surface. A corner is given by its two coordinates in the plane of the drawing, and
    /// its height.
    pub fn triangles(&self) -> impl Iterator<Item = [[f64; 3]; 3]> {
        self.meshes.iter().flat_map(|index| {
            let mesh = index.mesh();
            mesh.triangles().iter().map(|triangle| {
                triangle.map(|vertex| {
                    let position = &mesh.positions()[vertex as usize];
                    let [u, v] = self.frame.to_2d(position);
                    [u, v, self.direction.height(position)]
                })
            })
        })
    }
}
