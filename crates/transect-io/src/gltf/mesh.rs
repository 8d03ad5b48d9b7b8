//! Reads meshes of glTF. The triangle primitives of a glTF mesh become the parts of one mesh.

use std::borrow::Cow;

use transect_mesh::scene::{Part, SceneMesh};
use transect_mesh::{AttributeLayer, Attributes, Meaning, Mesh, RawMesh};

use crate::budget::Budget;
use crate::error::{PlacedError, ReadErrorKind};
use crate::gltf::accessor::Column;
use crate::gltf::attribute::{meaning, name};
use crate::gltf::buffers::Buffers;
use crate::gltf::corners::compact;
use crate::gltf::json::{
    Accessor, Entries, Mesh as MeshEntry, Primitive, Root, Whole, carried, extras, parse,
};
use crate::gltf::pose::{Pose, Posing};
use crate::gltf::tally::Tally;
use crate::topology::Topology;

const DRACO: &str = "KHR_draco_mesh_compression";
/// The largest number of bytes of memory that a vertex needs while equal positions of a mesh are merged. These bytes
/// hold the position twice, the index of the vertex, and its share of a hash table.
const VERTEX: usize = 60;
/// The number of bytes per triangle in memory: its corners, their attribute rows and the index of its part.
const TRIANGLE: usize = 28;

/// The data from which meshes are read.
pub(super) struct Source<'s, 'a> {
    pub(super) root: &'s Root<'a>,
    pub(super) buffers: &'s Buffers<'s>,
    pub(super) budget: &'s mut Budget,
    pub(super) tally: &'s mut Tally,
}

/// A primitive whose triangles and positions have been read. Its other attributes have not been read yet.
struct Piece<'s> {
    place: String,
    material: Option<usize>,
    /// The accessor rows that the triangles of the primitive use, ascending.
    used: Vec<u32>,
    /// The accessors of the attributes other than positions, each with the index of its attribute layer in the mesh.
    layers: Vec<(usize, Column<'s>)>,
    /// The accessors of the pose of the mesh; `None` if the mesh is shown as it is stored.
    posing: Option<Posing<'s>>,
}

impl<'s> Source<'s, '_> {
    /// Reads a mesh in a pose; `None` if it contains only points and lines.
    pub(super) fn mesh(
        &mut self,
        index: usize,
        pose: &Pose,
    ) -> Result<Option<SceneMesh>, PlacedError> {
        let root = self.root;
        let entry: MeshEntry<'_> = root.meshes.entry("meshes", index)?;
        let mut raw = RawMesh::default();
        let mut layers: Vec<AttributeLayer> = Vec::new();
        let mut pieces: Vec<Piece<'s>> = Vec::new();
        for number in 0..entry.primitives.len() {
            let place = format!("meshes[{index}].primitives[{number}]");
            let primitive = primitive(&entry.primitives, &place, number)?;
            if let Some(piece) = self.piece(primitive, place, pose, &mut raw, &mut layers)? {
                if !pieces.is_empty() || !raw.parts.is_empty() {
                    raw.parts.resize(raw.triangles.len(), pieces.len() as u32);
                }
                pieces.push(piece);
                if pieces.len() == 1 && entry.primitives.len() > 1 {
                    raw.parts.resize(raw.triangles.len(), 0);
                }
            }
        }
        if pieces.is_empty() {
            return Ok(None);
        }
        let place = format!("meshes[{index}]");
        // Charges the memory for the parts to the budget. Each part has one flag (one byte) per attribute layer, which
        // is `true` if the part has the layer.
        self.budget.charge(&place, pieces.len(), layers.len())?;
        self.fill(&place, &pieces, &mut raw, &mut layers)?;
        if !pose.is_plain() {
            apply(pose, &pieces, &mut raw, &mut layers)?;
        }
        let parts = pieces
            .iter()
            .map(|piece| Part {
                name: String::new(),
                material: piece.material,
                layers: (0..layers.len())
                    .map(|layer| piece.layers.iter().any(|&(has, _)| has == layer))
                    .collect(),
            })
            .collect();
        drop(pieces);
        if !layers.is_empty() {
            raw.attributes = Attributes {
                corners: raw.triangles.clone(),
                layers,
            };
        }
        let extras = carried(entry.extras, || format!("{place}.extras"))?;
        Ok(Some(SceneMesh {
            name: entry.name.unwrap_or_default().into_owned(),
            mesh: Mesh::new(raw)
                .map_err(|error| PlacedError::at(place, ReadErrorKind::Mesh(error)))?,
            parts,
            extras,
        }))
    }

    /// Reads a primitive, appends its triangles and positions to `raw`, and opens its other attributes. Returns `None`
    /// if the primitive consists of points or lines.
    fn piece(
        &mut self,
        primitive: Primitive<'_>,
        place: String,
        pose: &Pose,
        raw: &mut RawMesh,
        layers: &mut Vec<AttributeLayer>,
    ) -> Result<Option<Piece<'s>>, PlacedError> {
        let topology = match primitive.mode.map_or(4, |mode| mode.0) {
            4 => Topology::Separate,
            5 => Topology::Strip,
            6 => Topology::Fan,
            0..=3 => {
                self.tally.count("primitive", " of points or lines");
                return Ok(None);
            }
            other => {
                let what = format!("unknown mode: {other}");
                return Err(PlacedError::syntax(format!("{place}.mode"), what));
            }
        };
        self.draco(&primitive, &place)?;
        self.left_behind(&primitive, pose);
        let material = self.material(&primitive, &place)?;
        let positions = self.positions(&primitive, &place)?;
        let first = raw.triangles.len();
        self.triangles(
            &primitive,
            &place,
            topology,
            positions.count,
            &mut raw.triangles,
        )?;
        let used = compact(
            &mut raw.triangles[first..],
            positions.count,
            raw.positions.len(),
        )
        .map_err(|error| PlacedError::at(place.as_str(), ReadErrorKind::Mesh(error)))?;
        self.budget.charge(&place, used.len(), VERTEX)?;
        self.push_positions(&place, &positions, &used, &mut raw.positions)?;

        let layers = self.attributes(
            &primitive,
            &place,
            (positions.count, pose.joints.is_some()),
            layers,
        )?;
        let posing = if pose.is_plain() {
            None
        } else {
            Some(Posing::open(
                pose,
                &primitive,
                &place,
                positions.count,
                |accessor, element| self.column(accessor, || element.to_owned()),
            )?)
        };
        Ok(Some(Piece {
            place,
            material,
            used,
            layers,
            posing,
        }))
    }

    fn material(
        &self,
        primitive: &Primitive<'_>,
        place: &str,
    ) -> Result<Option<usize>, PlacedError> {
        let count = self.root.materials.len();
        match primitive.material {
            Some(material) if material.size() >= count => Err(PlacedError::out_of_range(
                format!("{place}.material"),
                "materials",
                material.0,
                count,
            )),
            material => Ok(material.map(Whole::size)),
        }
    }

    /// Opens the accessor of the positions of a primitive.
    fn positions(
        &mut self,
        primitive: &Primitive<'_>,
        place: &str,
    ) -> Result<Column<'s>, PlacedError> {
        let Some(&positions) = primitive.attributes.get("POSITION") else {
            return Err(PlacedError::syntax(
                format!("{place}.attributes"),
                "the attribute POSITION is missing",
            ));
        };
        let place = || format!("{place}.attributes.POSITION");
        let column = self.column(positions, place)?;
        column
            .filter(|column| column.width == 3)
            .ok_or_else(|| PlacedError::syntax(place(), "the accessor must be of type VEC3"))
    }

    /// Opens the accessors of a primitive's attributes other than positions. Returns each with the index of its
    /// attribute layer in the mesh. Each accessor must have `rows` rows, as many as there are positions. `is_skinned`
    /// is `true` if the pose has joints, so that their attributes are read elsewhere.
    fn attributes(
        &mut self,
        primitive: &Primitive<'_>,
        place: &str,
        (rows, is_skinned): (usize, bool),
        layers: &mut Vec<AttributeLayer>,
    ) -> Result<Vec<(usize, Column<'s>)>, PlacedError> {
        let mut columns = Vec::new();
        for (name, &accessor) in &primitive.attributes {
            let place = || format!("{place}.attributes.{}", short(name));
            // Each attribute is charged to the budget. Its name is either compared with the names of all layers so far,
            // or stored for a note.
            self.budget.charge(&place(), 1, 256 + layers.len())?;
            let Some((meaning, widths)) = meaning(name) else {
                let is_of_skin = name.starts_with("JOINTS_") || name.starts_with("WEIGHTS_");
                if name != "POSITION" && !(is_of_skin && is_skinned) {
                    self.tally
                        .count("primitive", &format!(" with the attribute {}", short(name)));
                }
                continue;
            };
            let Some(column) = self.column(accessor, place)? else {
                self.tally.count(
                    "primitive",
                    &format!(" with the matrix attribute {}", short(name)),
                );
                continue;
            };
            if !widths.contains(&column.width) {
                let what = format!("the accessor has {} numbers per row", column.width);
                return Err(PlacedError::syntax(place(), what));
            }
            if column.count != rows {
                let what = format!("{} rows, but POSITION has {rows}", column.count);
                return Err(PlacedError::syntax(place(), what));
            }
            columns.push((layer(layers, meaning, column.width), column));
        }
        Ok(columns)
    }

    fn column(
        &mut self,
        accessor: Whole,
        element: impl FnOnce() -> String,
    ) -> Result<Option<Column<'s>>, PlacedError> {
        Column::open(
            &self.root.accessors,
            accessor,
            self.buffers,
            self.budget,
            element,
        )
    }

    /// Appends the triangles of a primitive. Each corner is the index of a row in the accessors of the primitive's
    /// attributes, which have `rows` rows.
    fn triangles(
        &mut self,
        primitive: &Primitive<'_>,
        place: &str,
        topology: Topology,
        rows: usize,
        triangles: &mut Vec<[u32; 3]>,
    ) -> Result<(), PlacedError> {
        let indices = match primitive.indices {
            Some(accessor) => {
                let place = || format!("{place}.indices");
                let column = self.column(accessor, place)?.filter(Column::is_index);
                Some(column.ok_or_else(|| {
                    PlacedError::syntax(
                        place(),
                        "the accessor must hold unsigned integers, one per row",
                    )
                })?)
            }
            None => None,
        };
        let corners = indices.map_or(rows, |column| column.count);
        let place = || match indices {
            Some(_) => format!("{place}.indices"),
            None => format!("{place}.attributes.POSITION"),
        };
        let count = match topology {
            Topology::Separate if corners % 3 != 0 => {
                let what = format!("{corners} corners are not whole triangles");
                return Err(PlacedError::syntax(place(), what));
            }
            Topology::Separate => corners / 3,
            Topology::Strip | Topology::Fan => corners.saturating_sub(2),
        };
        self.budget.charge(&place(), count, TRIANGLE)?;
        triangles.reserve(count);
        for number in 0..count {
            let mut triangle = [0; 3];
            for (corner, at) in triangle.iter_mut().zip(topology.corners(number)) {
                let row = indices.map_or(at as u32, |column| column.index(at));
                if row as usize >= rows {
                    return Err(PlacedError::out_of_range(
                        place(),
                        "vertex",
                        u64::from(row),
                        rows,
                    ));
                }
                *corner = row;
            }
            triangles.push(triangle);
        }
        Ok(())
    }

    fn push_positions(
        &mut self,
        place: &str,
        column: &Column<'_>,
        used: &[u32],
        positions: &mut Vec<[f64; 3]>,
    ) -> Result<(), PlacedError> {
        positions.reserve(used.len());
        for &row in used {
            let position: [f64; 3] = core::array::from_fn(|axis| column.number(row as usize, axis));
            if let Some(&value) = position.iter().find(|value| !value.is_finite()) {
                let place = format!("{place}.attributes.POSITION[{row}]");
                return Err(PlacedError::not_finite(place, "a coordinate", value));
            }
            positions.push(position);
        }
        Ok(())
    }

    /// Fills the attribute layers of a mesh. Each layer has one row per vertex. The rows of a primitive without the
    /// attribute are zeros.
    fn fill(
        &mut self,
        place: &str,
        pieces: &[Piece<'_>],
        raw: &mut RawMesh,
        layers: &mut [AttributeLayer],
    ) -> Result<(), PlacedError> {
        let rows = raw.positions.len();
        for (number, layer) in layers.iter_mut().enumerate() {
            self.budget
                .charge(place, rows, layer.width * size_of::<f64>())?;
            layer.values.reserve_exact(rows * layer.width);
            for piece in pieces {
                match piece.layers.iter().find(|&&(has, _)| has == number) {
                    Some((_, column)) => push_rows(layer, column, piece)?,
                    None => layer
                        .values
                        .extend(core::iter::repeat_n(0.0, piece.used.len() * layer.width)),
                }
            }
        }
        Ok(())
    }

    /// Returns an error if the primitive's data exists only in compressed form (Draco).
    fn draco(&mut self, primitive: &Primitive<'_>, place: &str) -> Result<(), PlacedError> {
        if !primitive.extensions.contains_key(&Cow::Borrowed(DRACO)) {
            return Ok(());
        }
        let mut plain = true;
        for accessor in primitive.attributes.values().chain(&primitive.indices) {
            let entry: Accessor<'_> = self
                .root
                .accessors
                .named("accessors", *accessor, || place.to_owned())?;
            plain &= entry.buffer_view.is_some() || entry.sparse.is_some();
        }
        if !plain {
            return Err(PlacedError::unsupported(
                format!("{place}.extensions"),
                format!("{DRACO} without plain accessors"),
            ));
        }
        self.tally.count("Draco copy", " beside plain primitives");
        Ok(())
    }

    fn left_behind(&mut self, primitive: &Primitive<'_>, pose: &Pose) {
        let applied = pose.weights.iter().filter(|&&weight| weight != 0.0).count();
        let applied = applied.min(primitive.targets.len());
        self.tally.morphs += applied;
        self.tally
            .add("morph target", "", primitive.targets.len() - applied);
        if extras(primitive.extras).is_some() {
            self.tally.count("primitive", " with extras");
        }
    }
}

fn primitive<'a>(
    entries: &Entries<'a>,
    place: &str,
    number: usize,
) -> Result<Primitive<'a>, PlacedError> {
    parse(entries.0[number], || place.to_owned())
}

/// Moves the vertices of a mesh into its pose. If the pose mirrors, the orientation of all triangles is reversed.
fn apply(
    pose: &Pose,
    pieces: &[Piece<'_>],
    raw: &mut RawMesh,
    layers: &mut [AttributeLayer],
) -> Result<(), PlacedError> {
    let mut first = 0;
    for piece in pieces {
        if let Some(posing) = &piece.posing {
            let rows = (piece.place.as_str(), piece.used.as_slice(), first);
            posing.apply(pose, rows, &mut raw.positions, layers)?;
        }
        first += piece.used.len();
    }
    if pose.mirrors() {
        raw.triangles
            .iter_mut()
            .for_each(|[_, b, c]| core::mem::swap(b, c));
    }
    Ok(())
}

fn push_rows(
    layer: &mut AttributeLayer,
    column: &Column<'_>,
    piece: &Piece<'_>,
) -> Result<(), PlacedError> {
    for &row in &piece.used {
        for component in 0..layer.width {
            let value = column.number(row as usize, component);
            if !value.is_finite() {
                let name = name(&layer.meaning);
                let place = format!("{}.attributes.{name}[{row}]", piece.place);
                return Err(PlacedError::not_finite(place, "an attribute", value));
            }
            layer.values.push(value);
        }
    }
    Ok(())
}

/// Returns the index of the layer with this meaning and number of components; adds the layer if it does not exist.
fn layer(layers: &mut Vec<AttributeLayer>, meaning: Meaning, width: usize) -> usize {
    let known = layers
        .iter()
        .position(|layer| layer.width == width && layer.meaning == meaning);
    known.unwrap_or_else(|| {
        layers.push(AttributeLayer {
            meaning,
            width,
            values: Vec::new(),
        });
        layers.len() - 1
    })
}

/// Returns a name that is short enough for a message.
fn short(name: &str) -> String {
    name.chars().take(60).collect()
}
