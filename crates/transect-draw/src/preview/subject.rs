//! What a picture shows, and how.

use crate::palette::Palette;
use crate::preview::camera::Up;
use crate::preview::size::Size;
use crate::preview::view::View;
use crate::theme::Theme;

/// A picture of a cut scene: an orthographic view, as PNG.
///
/// The half beyond the plane, as the eye sees it, is solid; the other one is a ghost through which
/// the cut is seen. Where nothing lies beyond the plane, the rest is solid. Coordinates are rounded:
/// the picture is for eyes.
///
/// ```
/// use transect_draw::{Body, Half, Preview};
/// let positions = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let triangles = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
/// let body = Body { half: Half::Back, ..Body::new(&positions, &triangles) };
/// let preview = Preview { bodies: vec![body], ..Preview::default() };
/// assert!(preview.to_png().starts_with(b"\x89PNG"));
/// ```
#[derive(Clone, Debug)]
pub struct Preview<'a> {
    /// What there is to see.
    pub bodies: Vec<Body<'a>>,
    /// The plane: a point of it and two directions in it, of length one and at right angles. Their
    /// cross product points to the front.
    pub plane: [[f64; 3]; 3],
    /// The axis that is up in the picture.
    pub up: Up,
    /// From where the eye looks.
    pub view: View,
    /// The size of the picture.
    pub size: Size,
    /// The colours.
    pub palette: Palette,
}

/// The triangles of an object on one side of the plane. They are borrowed, and may be shared by
/// bodies with different placements.
#[derive(Clone, Debug)]
pub struct Body<'a> {
    /// The vertices.
    pub positions: &'a [[f64; 3]],
    /// The triangles: three vertices each; those that name one that is not there are not drawn.
    pub triangles: &'a [[u32; 3]],
    /// For each triangle the number of the part it belongs to; empty if all belong to part 0.
    pub parts: &'a [u32],
    /// What the parts look like; later ones look like the last.
    pub looks: Vec<Look>,
    /// Where the body stands: the images of the three axes, then that of the origin.
    pub placement: [[f64; 3]; 4],
    /// On which side of the plane it lies.
    pub half: Half,
}

/// What a part of a body looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Look {
    /// The material colour (linear RGBA); opacity is not shown.
    pub color: Option<[f64; 4]>,
    /// Whether it closes the body where it was cut.
    pub cap: bool,
}

/// A side of the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Half {
    /// In front.
    Front,
    /// Behind.
    #[default]
    Back,
}

impl<'a> Body<'a> {
    /// A plain body behind the plane, where its coordinates put it.
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
        }
    }

    pub(super) fn place(&self, point: &[f64; 3]) -> [f64; 3] {
        let [x, y, z, origin] = &self.placement;
        [0, 1, 2]
            .map(|axis| x[axis] * point[0] + y[axis] * point[1] + z[axis] * point[2] + origin[axis])
    }
}

impl Default for Preview<'_> {
    /// Nothing, cut by z = 0.
    fn default() -> Self {
        Self {
            bodies: Vec::new(),
            plane: [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            up: Up::default(),
            view: View::default(),
            size: Size::default(),
            palette: Theme::light().preview(),
        }
    }
}
