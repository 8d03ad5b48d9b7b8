//! All drawn triangles, with their positions in the picture.

use crate::preview::bounds::Bounds;
use crate::preview::camera::{Camera, cross, dot};
use crate::preview::fit::{Fit, Room};
use crate::preview::hatch::Patterns;
use crate::preview::look::{Kind, Style, Styles};
use crate::preview::raster::{Places, is_clockwise};
use crate::preview::sheet::{Reach, Sheet};
use crate::preview::subject::{Body, Half, Preview};

/// The largest number of vertices of a picture. `normals.rs` uses the highest bit of a vertex index as a mark.
pub(super) const MOST_VERTICES: usize = 1 << 31;

/// The error for a preview whose bodies have too many vertices.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{vertices} vertices are too many for a preview; the limit is {MOST_VERTICES}")]
pub struct PreviewError {
    /// The number of vertices of all bodies.
    pub vertices: usize,
}

/// All triangles that the picture shows. Positions are in samples: right, down, and away from the eye.
pub(super) struct Surface {
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// For each triangle, the index of its style in `styles`.
    pub(super) styles_of: Vec<u32>,
    pub(super) styles: Vec<Style>,
    /// The turn of each body.
    pub(super) turns: Vec<Turn>,
    /// The outline of the plane; `None` if the plane is far from the scene.
    pub(super) sheet: Option<Sheet>,
    /// The plane's two axes and its normal, in camera coordinates: right, down, away.
    pub(super) plane: [[f32; 3]; 3],
}

/// The order in which the corners of a body's triangles run, as seen from outside the body. It is known only if the
/// triangles enclose a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Unknown,
    Counterclockwise,
    /// The placement of the body mirrors it.
    Clockwise,
}

impl Turn {
    fn of(body: &Body<'_>) -> Self {
        let [x, y, z, _] = &body.placement;
        match body.encloses {
            false => Self::Unknown,
            true if dot(&cross(x, y), z) < 0.0 => Self::Clockwise,
            true => Self::Counterclockwise,
        }
    }
}

/// The placed triangles, with the data of the picture that do not belong to single triangles.
pub(super) struct Staged {
    pub(super) surface: Surface,
    /// The hatch patterns of the caps.
    pub(super) patterns: Patterns,
    pub(super) placement: Placement,
}

/// The directions of the axes of space in the picture, and the scale of the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    /// The three axes of space in camera coordinates: right, down, away.
    pub(super) axes: [[f64; 3]; 3],
    /// The number of samples for one unit of length, or zero if the picture is empty.
    pub(super) samples_per_unit: f64,
}

/// The data that place and colour the bodies: the camera, the bounds, the axes of the plane and the palette.
struct Stage<'p> {
    camera: Camera,
    bounds: Bounds,
    /// The two axes of the plane and its normal.
    axes: [[f64; 3]; 3],
    styles: Styles<'p>,
    reach: Reach,
}

impl Surface {
    /// Places the triangles of a preview in a picture of `samples` columns and rows. `room` is the part of the picture
    /// that the annotations need.
    ///
    /// # Errors
    /// Returns [`PreviewError`] if the bodies have more than [`MOST_VERTICES`] vertices.
    pub(super) fn of(
        preview: &Preview<'_>,
        samples: [usize; 2],
        room: &Room,
    ) -> Result<Staged, PreviewError> {
        let bodies = &preview.bodies;
        let vertices = bodies.iter().map(|body| body.positions.len()).sum();
        if vertices > MOST_VERTICES {
            return Err(PreviewError { vertices });
        }
        let [origin, u, v] = preview.plane;
        let normal = cross(&u, &v);
        let bounds = Bounds::of(bodies);
        let camera = Camera::of(preview.view, preview.up, &bounds.extents(), &normal);
        let height = dot(&bounds.measure(&origin), &normal);
        // The half beyond the plane is solid. The cut is visible through the other half, which is translucent.
        let beyond = if camera.sees_front(&normal) {
            Half::Back
        } else {
            Half::Front
        };
        // If nothing lies beyond the plane, the half before the plane is drawn solid.
        let alone = bodies
            .iter()
            .all(|body| body.half != beyond || body.triangles.is_empty());
        let mut stage = Stage {
            camera,
            bounds,
            axes: [u, v, normal],
            styles: Styles::new(&preview.palette),
            reach: Reach::new(height),
        };
        let mut surface = Self {
            vertices: Vec::with_capacity(vertices),
            triangles: Vec::with_capacity(bodies.iter().map(|body| body.triangles.len()).sum()),
            styles_of: Vec::with_capacity(bodies.iter().map(|body| body.triangles.len()).sum()),
            styles: Vec::new(),
            turns: bodies.iter().map(Turn::of).collect(),
            sheet: None,
            plane: [u, v, normal].map(|axis| camera.turn(&axis).map(|c| c as f32)),
        };
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let mut placement = Placement {
            axes: axes.map(|axis| camera.turn(&axis)),
            samples_per_unit: 0.0,
        };
        for (number, body) in bodies.iter().enumerate() {
            let kind = if alone || body.half == beyond {
                Kind::Solid
            } else {
                Kind::Ghost
            };
            surface.add(body, number as u32, kind, &mut stage);
        }
        let corners = stage.reach.corners(&stage.axes);
        let corners = corners.filter(|_| preview.shows_plane);
        let corners =
            corners.map(|corners| corners.map(|corner| camera.turn(&corner).map(|c| c as f32)));
        let fit = Fit::of(&surface.vertices, samples, room);
        for vertex in &mut surface.vertices {
            *vertex = fit.place(vertex);
        }
        if !surface.triangles.is_empty() {
            placement.samples_per_unit = fit.scale() / stage.bounds.unit();
        }
        surface.sheet = corners.map(|corners| Sheet {
            corners: corners.map(|corner| fit.place(&corner)),
        });
        Ok(Staged {
            surface,
            patterns: stage.styles.patterns,
            placement,
        })
    }

    /// Adds the triangles of the body with the index `number`. Triangles with a vertex index out of range or a
    /// non-finite vertex are skipped.
    fn add(&mut self, body: &Body<'_>, number: u32, kind: Kind, stage: &mut Stage<'_>) {
        let first = self.vertices.len();
        for position in body.positions {
            let point = stage.bounds.measure(&body.place(position));
            if point.iter().all(|c| c.is_finite()) {
                stage
                    .reach
                    .include(stage.axes.map(|axis| dot(&axis, &point)));
            }
            let place = stage.camera.turn(&point).map(|c| c as f32);
            self.vertices.push(place);
        }
        let first_style = self.styles.len();
        let looks = body.looks.len().max(1);
        for look in 0..looks {
            let look = body.looks.get(look).copied().unwrap_or_default();
            self.styles.push(stage.styles.style(&look, kind, number));
        }
        let placed = &self.vertices[first..];
        let is_finite = |place: &[f32; 3]| place.iter().all(|c| c.is_finite());
        let all_finite = placed.iter().all(is_finite);
        for (index, corners) in body.triangles.iter().enumerate() {
            let drawn = corners.iter().all(|&corner| {
                let corner = corner as usize;
                corner < placed.len() && (all_finite || is_finite(&placed[corner]))
            });
            let part = body.parts.get(index).copied().unwrap_or(0) as usize;
            let style = first_style + part.min(looks - 1);
            // Caps of the translucent half are left out, because they would hide the caps of the solid half.
            if drawn && self.styles[style].kind != Kind::GhostCap {
                self.triangles
                    .push(corners.map(|corner| corner + first as u32));
                self.styles_of.push(style as u32);
            }
        }
    }

    pub(super) fn corners(&self, triangle: u32) -> [[f32; 3]; 3] {
        let [a, b, c] = self.triangles[triangle as usize];
        [
            self.vertices[a as usize],
            self.vertices[b as usize],
            self.vertices[c as usize],
        ]
    }

    /// Returns `true` if a triangle with its corners at these places faces away from the eye and belongs to a body that
    /// encloses a solid. Other triangles of the body then lie before it.
    pub(super) fn is_hidden(&self, triangle: u32, places: &Places) -> bool {
        match self.turns[self.style(triangle).body as usize] {
            Turn::Unknown => false,
            Turn::Counterclockwise => is_clockwise(places),
            Turn::Clockwise => !is_clockwise(places),
        }
    }

    pub(super) fn style(&self, triangle: u32) -> &Style {
        &self.styles[self.styles_of[triangle as usize] as usize]
    }

    /// Returns `true` if two triangles have one style. They then belong to one body.
    pub(super) fn have_one_style(&self, [a, b]: [u32; 2]) -> bool {
        self.styles_of[a as usize] == self.styles_of[b as usize]
    }
}
