//! The content of a preview and its options.

use crate::cap_style::CapStyle;
use crate::exaggeration::Exaggeration;
use crate::palette::Palette;
use crate::picture_size::Size;
use crate::preview::camera::dot;
use crate::theme::Theme;
use crate::up::Up;
use crate::view::View;

/// A picture of a cut scene: an orthographic view, as PNG.
///
/// The bodies fill the picture inside its margins. A picture of at least 320 × 240 pixels has the axes of space in its
/// lower left corner, and a scale bar in its lower right corner.
///
/// The half beyond the plane, as seen from the eye, is solid. The half before the plane is translucent, so that the cut
/// is visible. If nothing lies beyond the plane, the half before the plane is solid. Coordinates are rounded, because
/// the picture is for viewing.
///
/// ```
/// use transect_draw::{Body, Half, Preview};
/// let positions = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let triangles = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
/// let body = Body { half: Half::Back, ..Body::new(&positions, &triangles) };
/// let preview = Preview { bodies: vec![body], ..Preview::default() };
/// assert!(preview.to_png()?.starts_with(b"\x89PNG"));
/// # Ok::<(), transect_draw::PreviewError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Preview<'a> {
    /// The bodies to draw.
    pub bodies: Vec<Body<'a>>,
    /// The plane: a point on the plane, and two orthogonal directions of length one in the plane. The cross product of
    /// the directions points to the front.
    pub plane: [[f64; 3]; 3],
    /// `true` if the outline of a rectangle in the plane is drawn.
    pub shows_plane: bool,
    /// The axis that is up in the picture.
    pub up: Up,
    /// The factor by which the scene is stretched along the up axis.
    pub exaggeration: Exaggeration,
    /// The unit of length for the scale bar, such as `m`. Without a unit, the scale bar uses the words "file units".
    pub unit: Option<String>,
    /// The direction of view.
    pub view: View,
    /// The size of the picture.
    pub size: Size,
    /// The colours of the picture.
    pub palette: Palette,
}

/// The triangles of an object that lie on one side of the plane. The lists of positions and triangles are borrowed, so
/// bodies with different placements can share them.
#[derive(Clone, Debug)]
pub struct Body<'a> {
    /// The positions of the vertices.
    pub positions: &'a [[f64; 3]],
    /// The triangles, as three vertex indices each. Triangles with an index out of range are not drawn.
    pub triangles: &'a [[u32; 3]],
    /// The part index of each triangle; empty if all triangles belong to part 0.
    pub parts: &'a [u32],
    /// The appearance of each part. Parts without an entry take the last entry.
    pub looks: Vec<Look>,
    /// The placement of the body in space: the images of the three axes, then the image of the origin.
    pub placement: [[f64; 3]; 4],
    /// The side of the plane on which the body lies.
    pub half: Half,
    /// `true` if the triangles, caps included, are the whole boundary of a solid, and their corners run
    /// counterclockwise as seen from outside. Triangles that face away from the eye are then left out: the others hide
    /// them. If this is wrongly `true`, surfaces are missing in the picture.
    pub encloses: bool,
}

/// The appearance of a part of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Look {
    /// The material colour (linear RGBA); opacity is ignored.
    pub color: Option<[f64; 4]>,
    /// `true` if the part is the cap of a cut body: the surface that closes the body along the plane.
    pub cap: bool,
    /// The style of the cap, if the cap is solid. `None` means the material colour or, if this is missing or grey, the
    /// colours `cap` and `cap_hatch` of the palette.
    pub style: Option<CapStyle>,
}

/// A side of the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Half {
    /// The side in front of the plane.
    Front,
    /// The side behind the plane.
    #[default]
    Back,
}

impl<'a> Body<'a> {
    /// Returns a plain body behind the plane, with the identity as its placement.
    #[must_use]
    pub fn new(positions: &'a [[f64; 3]], triangles: &'a [[u32; 3]]) -> Self {
        Self {
            positions,
            triangles,
            parts: &[],
            looks: Vec::new(),
            placement: [
                [1.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
                [0.0, 0.0, 1.0],
                [0.0, 0.0, 0.0],
            ],
            half: Half::Back,
            encloses: false,
        }
    }

    pub(super) fn place(&self, point: &[f64; 3]) -> [f64; 3] {
        let [x, y, z, origin] = &self.placement;
        [0, 1, 2]
            .map(|axis| x[axis] * point[0] + y[axis] * point[1] + z[axis] * point[2] + origin[axis])
    }
}

impl Preview<'_> {
    /// Returns the scene stretched along the up axis, or `None` if the factor is 1.
    pub(super) fn stretched(&self) -> Option<Self> {
        let factor = self.exaggeration.factor();
        if factor == 1.0 {
            return None;
        }
        let up = self.up.axis();
        let stretch = |vector: &mut [f64; 3]| vector[up] *= factor;
        let mut stretched = self.clone();
        for body in &mut stretched.bodies {
            body.placement.iter_mut().for_each(stretch);
        }
        stretched.plane.iter_mut().for_each(stretch);
        // The stretched directions lie in the stretched plane, but their lengths and the angle between them may have
        // changed. These lines make them orthogonal and of length one again.
        let [_, u, v] = &mut stretched.plane;
        let along = dot(u, v) / dot(u, u);
        *v = [0, 1, 2].map(|axis| v[axis] - along * u[axis]);
        for direction in [u, v] {
            let length = dot(direction, direction).sqrt();
            *direction = direction.map(|c| c / length);
        }
        Some(stretched)
    }
}

impl Default for Preview<'_> {
    /// Returns an empty scene. The cutting plane is z = 0.
    fn default() -> Self {
        Self {
            bodies: Vec::new(),
            plane: [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            shows_plane: true,
            up: Up::default(),
            exaggeration: Exaggeration::default(),
            unit: None,
            view: View::default(),
            size: Size::default(),
            palette: Theme::light().preview(),
        }
    }
}
