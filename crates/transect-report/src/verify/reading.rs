//! The readings of a part: the interpretations of its coordinates. A file does not say in which precision and relative
//! to which origin its coordinates were rounded.

use std::borrow::Cow;

use transect_mesh::scene::Transform;
use transect_mesh::{Mesh, MeshError, Precision, RawMesh, WrittenPart};

use crate::user_error::UserError;
use crate::verify::object::Object;

/// The encoding in which the coordinates of a part were verified: their number type and their origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartEncoding {
    /// The precision of the coordinates.
    pub precision: Precision,
    /// The local origin, in the coordinates of the input. The coordinates of the part are relative to this point.
    pub origin: [f64; 3],
}

/// Returns the translation of a transform, or `None` if the transform is not only a translation.
fn translation(transform: &Transform) -> Option<[f64; 3]> {
    let [x, y, z, origin] = transform.columns;
    ([x, y, z] == Transform::IDENTITY.columns[..3]).then_some(origin)
}

/// Returns `true` if every coordinate is an f32 value.
fn is_single(mesh: &Mesh) -> bool {
    let mut coordinates = mesh.positions().as_flattened().iter();
    coordinates.all(|&c| f64::from(c as f32) == c)
}

/// One interpretation of the coordinates in a part: a mesh with the precision and the local origin of its coordinates.
pub(super) struct Reading<'m> {
    pub(super) mesh: Cow<'m, Mesh>,
    origin: [f64; 3],
    pub(super) precision: Precision,
}

impl<'m> Reading<'m> {
    pub(super) fn nothing() -> Self {
        Self {
            mesh: Cow::Owned(Mesh::default()),
            origin: [0.0; 3],
            precision: Precision::Double,
        }
    }

    /// Returns the readings of an object of a part. See [`Reading::all`].
    pub(super) fn of(object: &'m Object<'m>) -> Result<Vec<Self>, UserError> {
        let own = Cow::Borrowed(object.mesh);
        let readings = Self::all(own, &object.world, object.is_single, || object.in_world());
        readings.map_err(|problem| UserError {
            message: format!("object {:?}: {}", object.name, problem.message),
            ..problem
        })
    }

    /// Returns the readings (interpretations of the coordinates) of a mesh. The first reading uses the stored
    /// coordinates, if they are f32 and `transform` is only a translation. The next readings use the world coordinates,
    /// unless these equal the stored coordinates.
    ///
    /// World coordinates are first read as f64. If every world coordinate is an f32 value, they are then read as f32.
    /// The f32 reading is used only if the certificate of the f64 reading has errors.
    fn all(
        own: Cow<'m, Mesh>,
        transform: &Transform,
        file_is_single: bool,
        in_world: impl FnOnce() -> Result<Cow<'m, Mesh>, UserError>,
    ) -> Result<Vec<Self>, UserError> {
        let mut readings = Vec::new();
        let moved = translation(transform).filter(|_| file_is_single && is_single(&own));
        if let Some(origin) = moved {
            let mesh = without_slits(own).map_err(UserError::new)?;
            readings.push(Self {
                mesh,
                origin,
                precision: Precision::Single,
            });
        }
        // The stored coordinates are those of the world already.
        if moved == Some([0.0; 3]) {
            return Ok(readings);
        }
        let mesh = without_slits(in_world()?).map_err(UserError::new)?;
        let single = is_single(&mesh);
        for precision in [Precision::Double, Precision::Single] {
            if precision == Precision::Double || single {
                readings.push(Self {
                    mesh: mesh.clone(),
                    origin: [0.0; 3],
                    precision,
                });
            }
        }
        Ok(readings)
    }

    pub(super) fn written(&self) -> WrittenPart<'_> {
        WrittenPart {
            origin: self.origin,
            precision: self.precision,
            ..WrittenPart::new(&self.mesh)
        }
    }

    pub(super) fn numbers(&self) -> Option<PartEncoding> {
        (!self.mesh.is_empty()).then_some(PartEncoding {
            precision: self.precision,
            origin: self.origin,
        })
    }
}

/// Removes triangles that use a vertex twice (slits). They have no area, and their directed edges cancel each other.
fn without_slits(mesh: Cow<'_, Mesh>) -> Result<Cow<'_, Mesh>, MeshError> {
    let is_whole = |[a, b, c]: &[u32; 3]| a != b && b != c && c != a;
    if mesh.triangles().iter().all(is_whole) {
        return Ok(mesh);
    }
    let triangles = mesh.triangles().iter().copied().filter(is_whole);
    Mesh::new(RawMesh {
        positions: mesh.positions().to_vec(),
        triangles: triangles.collect(),
        ..RawMesh::default()
    })
    .map(Cow::Owned)
}

/// Returns the readings (interpretations of the coordinates) of all objects of a part together, joined to one mesh per
/// reading.
pub(super) fn readings_of_all<'m>(part: &[Object<'m>]) -> Result<Vec<Reading<'m>>, UserError> {
    let Some(first) = part.first() else {
        return Ok(Vec::new());
    };
    let in_world = || {
        let worlds: Result<Vec<Cow<'_, Mesh>>, UserError> =
            part.iter().map(Object::in_world).collect();
        joined(worlds?.iter().map(AsRef::as_ref)).map(Cow::Owned)
    };
    let is_moved_alike = part.iter().all(|object| object.world == first.world);
    let own = joined(part.iter().map(|object| object.mesh))?;
    Reading::all(
        Cow::Owned(own),
        &first.world,
        first.is_single && is_moved_alike,
        in_world,
    )
}

/// Returns several meshes as one mesh.
pub(super) fn joined<'m>(meshes: impl Iterator<Item = &'m Mesh>) -> Result<Mesh, UserError> {
    let mut raw = RawMesh::default();
    for mesh in meshes {
        let before = u32::try_from(raw.positions.len())
            .map_err(|_| UserError::new("all objects together have too many vertices"))?;
        raw.positions.extend_from_slice(mesh.positions());
        let triangles = mesh.triangles().iter();
        raw.triangles
            .extend(triangles.map(|triangle| triangle.map(|vertex| vertex + before)));
    }
    Mesh::new(raw).map_err(UserError::new)
}
