//! Attributes of triangle corners other than positions: normals, texture coordinates, colours and others. A layer holds
//! the values of one attribute in rows.

use alloc::string::String;
use alloc::vec::Vec;

use transect_exact::arrays::Few as _;
use transect_exact::vector::{dot, scale};

/// The meaning of the values in a layer. It determines how the values are interpolated along a cut edge.
#[cfg_attr(
    feature = "serde_1",
    derive(serde_1::Serialize, serde_1::Deserialize),
    serde(crate = "serde_1", deny_unknown_fields, rename_all = "snake_case")
)]
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Meaning {
    /// Directions of length one, with 3 numbers per row. They are interpolated and then normalised to length one.
    Normal,
    /// Directions of length one with a handedness ±1, with 4 numbers per row. A cut vertex gets the handedness of one
    /// end of the cut edge: the end whose position is lexicographically lesser.
    Tangent,
    /// Texture coordinates. The field is the number of the set, because a mesh may have several sets of them.
    TextureCoordinate(u32),
    /// Linear colours from 0 to 1, with 3 or 4 numbers per row. The field is the number of the set, because a mesh may
    /// have several sets of them.
    Color(u32),
    /// Another quantity, which is interpolated linearly. The field is its name.
    Custom(String),
}

/// A layer: the values of one attribute, such as the normals, in rows. The row with the index `row` is
/// `values[row * width ..][.. width]`.
#[cfg_attr(
    feature = "serde_1",
    derive(serde_1::Serialize, serde_1::Deserialize),
    serde(crate = "serde_1", deny_unknown_fields)
)]
#[derive(Clone, Debug, PartialEq)]
pub struct AttributeLayer {
    /// The meaning of the values: normals, colours and so on.
    pub meaning: Meaning,
    /// The number of values in a row.
    pub width: usize,
    /// The values of all rows, row after row.
    pub values: Vec<f64>,
}

impl AttributeLayer {
    /// Returns the values of the row with this index.
    #[must_use]
    pub fn row(&self, row: u32) -> &[f64] {
        &self.values[row as usize * self.width..][..self.width]
    }

    /// Returns a layer of the same attribute without rows.
    pub(crate) fn without_rows(&self) -> Self {
        Self {
            meaning: self.meaning.clone(),
            width: self.width,
            values: Vec::new(),
        }
    }

    /// Appends the row `a + t·(b − a)`, where a and b are rows of `source` and `t` is from 0 to 1. Each value is
    /// clamped to the range between the values of a and b, because rounding may leave that range. Where a and b have
    /// equal values, the result has the same bits.
    pub(crate) fn push_between(&mut self, source: &Self, [a, b]: [u32; 2], t: f64) {
        let start = self.values.len();
        let (from, to) = (source.row(a), source.row(b));
        self.values.extend(from.iter().zip(to).map(|(&from, &to)| {
            let between = from + t * (to - from);
            between.max(from.min(to)).min(from.max(to))
        }));
        self.finish_direction(start, from, from.get(..3) == to.get(..3));
    }

    /// Appends the row w₀·a + w₁·b + w₂·c, where a, b and c are rows of `source`, and the weights are not negative and have
    /// the sum 1. Each value is clamped to the range of the values of a, b and c.
    pub(crate) fn push_within(&mut self, source: &Self, rows: [u32; 3], weights: [f64; 3]) {
        let start = self.values.len();
        let rows = rows.each(|row| source.row(row));
        for place in 0..self.width {
            let [a, b, c] = rows.each(|row| row[place]);
            let within = weights[0] * a + weights[1] * b + weights[2] * c;
            let [least, most] = [a.min(b).min(c), a.max(b).max(c)];
            self.values.push(within.max(least).min(most));
        }
        let [a, b, c] = rows.each(|row| row.get(..3));
        self.finish_direction(start, rows[0], a == b && b == c);
    }

    /// Makes the row that begins at `start` a direction if the layer has directions: of length one, unless the rows between
    /// which it lies are equal, and with the handedness of the row `first`.
    fn finish_direction(&mut self, start: usize, first: &[f64], are_equal: bool) {
        if self.meaning == Meaning::Tangent && self.width == 4 {
            self.values[start + 3] = first[3];
        }
        let direction = match self.meaning {
            Meaning::Normal | Meaning::Tangent if self.width >= 3 && !are_equal => start,
            _ => return,
        };
        let raw = [
            self.values[direction],
            self.values[direction + 1],
            self.values[direction + 2],
        ];
        let squared = dot(&raw, &raw);
        // Opposite directions may cancel. Then the sum stays as it is.
        if squared > 0.0 && squared.is_finite() {
            let unit = scale(&raw, 1.0 / libm::sqrt(squared));
            self.values[direction..direction + 3].copy_from_slice(&unit);
        }
    }

    /// Appends the row for all corners of a cap's triangles: the flat normal of the cap, the mean colour, or zeros,
    /// depending on the layer's meaning.
    pub(crate) fn push_cap(&mut self, normal: &[f64; 3], mean: &[f64]) {
        match self.meaning {
            Meaning::Normal if self.width == 3 => self.values.extend_from_slice(normal),
            Meaning::Color(_) => self.values.extend_from_slice(mean),
            _ => self.values.extend(core::iter::repeat_n(0.0, self.width)),
        }
    }

    /// Returns `true` if the corners of caps have a meaningful value in this layer, which is so for normals and
    /// colours. In all other layers their values are zeros.
    pub(crate) fn has_cap_value(&self) -> bool {
        matches!(self.meaning, Meaning::Normal | Meaning::Color(_))
    }

    /// Returns the values from which [`AttributeLayer::push_cap`] makes the row of a cap: the mean of all rows of a layer of
    /// colours, or zeros if it has no rows. Other layers need none.
    pub(crate) fn for_caps(&self) -> Vec<f64> {
        if !matches!(self.meaning, Meaning::Color(_)) {
            return Vec::new();
        }
        let mut mean = alloc::vec![0.0; self.width];
        let rows = self.values.len() / self.width.max(1);
        for row in self.values.chunks_exact(self.width.max(1)) {
            for (sum, value) in mean.iter_mut().zip(row) {
                *sum += value;
            }
        }
        for sum in &mut mean {
            *sum /= rows.max(1) as f64;
        }
        mean
    }
}

/// The attribute layers of a mesh. For each triangle corner, an index selects the corner's row in every layer.
///
/// Corners at the same position may refer to different rows. Such a place is a seam, and a cut preserves seams.
///
/// ```
/// use transect::Plane;
/// use transect_mesh::{AttributeLayer, Attributes, Meaning, Mesh, RawMesh};
/// // A triangle whose corners are black, black and white, cut halfway up.
/// let color = AttributeLayer { meaning: Meaning::Color(0), width: 3, values: vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0] };
/// let triangle = Mesh::new(RawMesh {
///     positions: vec![[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 2.0]],
///     triangles: vec![[0, 1, 2]],
///     attributes: Attributes { corners: vec![[0, 0, 1]], layers: vec![color] },
///     ..RawMesh::default()
/// })?;
/// let front = triangle.split(&"z = 1".parse::<Plane>()?).front;
/// assert!(front.attributes().layers[0].values.chunks(3).any(|color| color == [0.5; 3]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg_attr(
    feature = "serde_1",
    derive(serde_1::Serialize, serde_1::Deserialize),
    serde(crate = "serde_1", deny_unknown_fields)
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attributes {
    /// For each triangle, the indices of the rows of its three corners. Empty if there are no layers.
    pub corners: Vec<[u32; 3]>,
    /// The layers. All layers have the same number of rows.
    pub layers: Vec<AttributeLayer>,
}

impl Attributes {
    /// Returns the number of rows, the same in every layer.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.layers
            .first()
            .map_or(0, |layer| layer.values.len() / layer.width.max(1))
    }
}
