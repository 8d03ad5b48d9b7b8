//! Meshes as viewers show them before any animation: with the default weights of morph targets, and with skins in the rest
//! pose. The formulas are those of glTF 2.0, sections 3.7.2.2 and 3.7.3.
//!
//! Poses are applied while a file is read, in f64, and the result is rounded to f32, in which viewers compute it. So a
//! cut, its certificate and `verify` know nothing of poses, and whole objects are written without rounding.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use transect_mesh::scene::Transform;
use transect_mesh::{AttributeLayer, Meaning};

use crate::error::PlacedError;
use crate::gltf::accessor::Column;
use crate::gltf::json::{Primitive, Whole, parse};

/// The attributes that poses change, with their meanings.
const POSED: [(&str, Option<Meaning>); 3] = [
    ("POSITION", None),
    ("NORMAL", Some(Meaning::Normal)),
    ("TANGENT", Some(Meaning::Tangent)),
];

/// The pose of a mesh at a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Pose {
    /// The weights of the morph targets; empty if all weights are 0.
    pub(super) weights: Vec<f64>,
    /// The matrix of each joint of the skin, from the stored vertices to world coordinates; `None` without a skin.
    pub(super) joints: Option<Rc<Vec<Transform>>>,
}

impl Pose {
    /// Returns `true` if the mesh is shown as it is stored.
    pub(super) fn is_plain(&self) -> bool {
        self.weights.is_empty() && self.joints.is_none()
    }

    /// Returns `true` if all joints mirror, so that triangles are seen from the other side.
    pub(super) fn mirrors(&self) -> bool {
        let joints = self.joints.as_deref();
        joints.is_some_and(|joints| {
            !joints.is_empty() && joints.iter().all(|joint| joint.determinant() < 0.0)
        })
    }
}

/// A morph target with a weight other than 0: the accessors of what it adds to positions, normals and tangents.
struct Target<'s> {
    weight: f64,
    columns: [Option<Column<'s>>; 3],
}

/// The accessors of a primitive from which its pose is computed.
pub(super) struct Posing<'s> {
    targets: Vec<Target<'s>>,
    /// The accessors of joints and of their weights.
    influences: Vec<[Column<'s>; 2]>,
}

impl<'s> Posing<'s> {
    /// Opens the accessors of a primitive whose attributes have `rows` rows. `open` opens an accessor; its second argument
    /// is the place in the document that refers to the accessor.
    pub(super) fn open(
        pose: &Pose,
        primitive: &Primitive<'_>,
        place: &str,
        rows: usize,
        mut open: impl FnMut(Whole, &str) -> Result<Option<Column<'s>>, PlacedError>,
    ) -> Result<Self, PlacedError> {
        let mut of = |accessor: Whole, place: String, width: usize, what: &str| {
            let column = open(accessor, &place)?;
            let column = column.filter(|column| column.width == width && column.count == rows);
            column.ok_or_else(|| {
                let what = format!("the accessor must have {rows} rows of {width} {what}");
                PlacedError::syntax(place, what)
            })
        };
        let mut posing = Self {
            targets: Vec::new(),
            influences: Vec::new(),
        };
        let targets = primitive.targets.0.iter().zip(&pose.weights).enumerate();
        for (number, (&text, &weight)) in targets.filter(|(_, (_, weight))| **weight != 0.0) {
            let place = format!("{place}.targets[{number}]");
            let attributes: BTreeMap<Cow<'_, str>, Whole> = parse(text, || place.clone())?;
            let mut columns = [None; 3];
            for (column, (name, _)) in columns.iter_mut().zip(&POSED) {
                if let Some(&accessor) = attributes.get(*name) {
                    *column = Some(of(accessor, format!("{place}.{name}"), 3, "numbers")?);
                }
            }
            posing.targets.push(Target { weight, columns });
        }
        if pose.joints.is_none() {
            return Ok(posing);
        }
        for set in 0.. {
            let [joints, weights] =
                ["JOINTS", "WEIGHTS"].map(|name| (format!("{name}_{set}"), name));
            let accessor = |name: &str| primitive.attributes.get(name).copied();
            let (Some(joint), Some(weight)) = (accessor(&joints.0), accessor(&weights.0)) else {
                break;
            };
            let at = |name: &str| format!("{place}.attributes.{name}");
            let joint = of(joint, at(&joints.0), 4, "joints")?;
            let weight = of(weight, at(&weights.0), 4, "weights")?;
            if !joint.component_is_index() || !weight.is_fraction() {
                let what = "joints must be unsigned integers, and weights fractions";
                return Err(PlacedError::syntax(at(&joints.0), what));
            }
            posing.influences.push([joint, weight]);
        }
        if posing.influences.is_empty() {
            let what = "the attributes JOINTS_0 and WEIGHTS_0 are missing, but a node has a skin";
            return Err(PlacedError::syntax(format!("{place}.attributes"), what));
        }
        Ok(posing)
    }

    /// Moves the vertices of a primitive into the pose. `positions` and the rows of `layers` from `first` on belong to the
    /// rows `used` of the accessors. Positions become the nearest f32, which viewers use. Errors name the row.
    pub(super) fn apply(
        &self,
        pose: &Pose,
        (place, used, first): (&str, &[u32], usize),
        positions: &mut [[f64; 3]],
        layers: &mut [AttributeLayer],
    ) -> Result<(), PlacedError> {
        let [_, normals, tangents] = POSED.map(|(_, meaning)| {
            let meaning = meaning?;
            layers.iter().position(|layer| layer.meaning == meaning)
        });
        for (number, &row) in used.iter().enumerate() {
            let (vertex, row) = (first + number, row as usize);
            let blended = self.blended(pose, row, place)?;
            let position = self.morphed(0, row, positions[vertex]);
            let position = blended.map_or(position, |map| map.apply(&position));
            positions[vertex] = position.map(|coordinate| f64::from(coordinate as f32));
            if let Some(value) = positions[vertex].iter().find(|value| !value.is_finite()) {
                let place = format!("{place}.attributes.POSITION[{row}]");
                return Err(PlacedError::not_finite(place, "a posed coordinate", *value));
            }
            for (which, layer) in [(1, normals), (2, tangents)] {
                let Some(layer) = layer.map(|layer| &mut layers[layer]) else {
                    continue;
                };
                let own = &mut layer.values[vertex * layer.width..][..3];
                let vector = self.morphed(which, row, [own[0], own[1], own[2]]);
                let vector = match (blended, which) {
                    (Some(map), 1) => map.apply_normal(&vector),
                    (Some(map), _) => map.apply_direction(&vector),
                    (None, _) => vector,
                };
                own.copy_from_slice(&unit(vector));
            }
        }
        Ok(())
    }

    /// Returns a position, normal or tangent with what the targets add to it.
    fn morphed(&self, which: usize, row: usize, stored: [f64; 3]) -> [f64; 3] {
        let columns = self.targets.iter();
        let columns = columns.filter_map(|target| Some((target.weight, target.columns[which]?)));
        columns.fold(stored, |sum, (weight, column)| {
            core::array::from_fn(|axis| sum[axis] + weight * column.number(row, axis))
        })
    }

    /// Returns the mean of the matrices of a vertex's joints by their weights.
    fn blended(
        &self,
        pose: &Pose,
        row: usize,
        place: &str,
    ) -> Result<Option<Transform>, PlacedError> {
        let Some(joints) = pose.joints.as_deref() else {
            return Ok(None);
        };
        let mut columns = [[0.0; 3]; 4];
        let mut total = 0.0;
        for (joint, weight) in self.influences.iter().flat_map(|[joints, weights]| {
            (0..4).map(|k| (joints.number(row, k), weights.number(row, k)))
        }) {
            if weight == 0.0 {
                continue;
            }
            // A joint is an integer of at most 32 bits, so the conversion is exact.
            let Some(matrix) = joints.get(joint as usize) else {
                let place = format!("{place}.attributes.JOINTS[{row}]");
                let (joint, count) = (joint as u64, joints.len());
                return Err(PlacedError::out_of_range(place, "joint", joint, count));
            };
            total += weight;
            for (sum, column) in columns.iter_mut().zip(&matrix.columns) {
                for (sum, number) in sum.iter_mut().zip(column) {
                    *sum += weight * number;
                }
            }
        }
        if !(total > 0.0 && total.is_finite()) {
            let place = format!("{place}.attributes.WEIGHTS[{row}]");
            let what = format!("the weights of the joints add up to {total}");
            return Err(PlacedError::syntax(place, what));
        }
        let columns = columns.map(|column| column.map(|number| number / total));
        Ok(Some(Transform { columns }))
    }
}

/// Returns a vector at the length 1. The zero vector stays as it is.
fn unit(vector: [f64; 3]) -> [f64; 3] {
    let length = vector[0].hypot(vector[1]).hypot(vector[2]);
    if length > 0.0 && length.is_finite() {
        vector.map(|number| number / length)
    } else {
        vector
    }
}
