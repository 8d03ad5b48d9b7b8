//! The verification of halves that any program made. It matches the objects of the halves with those of the input,
//! determines the encoding (number type and origin) of each half, and computes the certificates.

use std::borrow::Cow;
use std::collections::HashMap;

use transect::mesh::{Certificate, Mesh, MeshError, Precision, RawMesh, Subject, WrittenHalf};
use transect::scene::{Encoding, Scene, Transform, world_mesh};
use transect::{Cutter, Side};
use transect_io::Document;

use crate::totals::check;
use crate::user_error::UserError;

/// The result of verifying the halves of a cut.
#[derive(Clone, Debug)]
pub struct Verified {
    /// `true` if all objects were verified as one mesh.
    /// This is the case if the objects of the halves do not match those of the input.
    pub joined: bool,
    /// The results: one per object of the input that has triangles. If `joined`, there is one result for all of them.
    pub objects: Vec<Judged>,
}

/// The result of verifying one object.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The name of the object.
    pub name: String,
    /// The index of the object in the input.
    pub index: usize,
    /// The side of the plane on which the object lies in the input.
    pub side: Side,
    /// The encodings (number type and origin) in which the front half and the back half of the object were verified;
    /// `None` for an empty half.
    pub numbers: [Option<HalfEncoding>; 2],
    /// The certificate of the object.
    pub certificate: Certificate,
}

/// The encoding in which the coordinates of a half were verified: their number type and their origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfEncoding {
    /// The precision of the coordinates.
    pub precision: Precision,
    /// The local origin, in the coordinates of the input. The coordinates of the half are relative to this point.
    pub origin: [f64; 3],
}

/// A cut to verify: the input and the two halves. A half is `None` if no part of the input is on its side of the plane.
#[derive(Clone, Copy, Debug)]
pub struct Halves<'s> {
    /// The input of the cut.
    pub input: &'s Document,
    /// The front half.
    pub front: Option<&'s Document>,
    /// The back half.
    pub back: Option<&'s Document>,
    /// The largest allowed distance of a cut vertex from its exact position along each axis. Halves that another
    /// program made may need a tolerance.
    pub tolerance: f64,
}

impl Halves<'_> {
    /// Verifies the halves. If the objects of the halves match those of the input, each object is verified. Otherwise
    /// all objects are joined and verified as one mesh.
    ///
    /// # Errors
    /// Returns [`UserError`] with the name of an object whose world coordinates or volume overflow.
    pub fn verify(&self, plane: &impl Cutter) -> Result<Verified, UserError> {
        let input = placed(self.input);
        if input.is_empty() {
            return Err(UserError::with_hint(
                "there are no triangles in the input",
                "points and lines have no inside; export the model as a mesh",
            ));
        }
        let halves = [self.front, self.back].map(|half| half.map(placed).unwrap_or_default());
        let worlds: Vec<Cow<'_, Mesh>> = input
            .iter()
            .map(|object| object.in_world())
            .collect::<Result<_, UserError>>()?;
        let of_half = |half: usize| matches(&input, &worlds, &halves[half], plane, SIDES[half]);
        let (Some(front), Some(back)) = (of_half(0), of_half(1)) else {
            let objects = vec![self.judge_joined(&worlds, &halves, plane)?];
            return Ok(Verified {
                joined: true,
                objects,
            });
        };
        let mut objects = Vec::new();
        for (index, object) in input.iter().enumerate() {
            let readings = [(&front, &halves[0]), (&back, &halves[1])].map(|(matched, half)| {
                matched[index].map_or_else(|| Ok(Vec::new()), |place| half[place].readings())
            });
            let [front, back] = readings;
            objects.push(self.judge(
                object.name,
                object.index,
                &worlds[index],
                &[front?, back?],
                plane,
            )?);
        }
        Ok(Verified {
            joined: false,
            objects,
        })
    }

    fn judge_joined(
        &self,
        worlds: &[Cow<'_, Mesh>],
        halves: &[Vec<Placed<'_>>; 2],
        plane: &impl Cutter,
    ) -> Result<Judged, UserError> {
        let input = joined(worlds.iter().map(AsRef::as_ref))?;
        let [front, back] = halves.each_ref().map(|half| readings_of_all(half));
        self.judge("all objects", 0, &input, &[front?, back?], plane)
    }

    /// Verifies one object. Each half may have several readings (interpretations of its numbers, see [`Reading`]). All
    /// pairs of a reading of the front half and a reading of the back half are tried. The first pair without errors is
    /// used, or the first pair of all if every pair has errors.
    fn judge(
        &self,
        name: &str,
        index: usize,
        input: &Mesh,
        readings: &[Vec<Reading<'_>>; 2],
        plane: &impl Cutter,
    ) -> Result<Judged, UserError> {
        let halves = readings.iter().flatten().map(|reading| &*reading.mesh);
        for bounds in std::iter::once(input)
            .chain(halves)
            .filter_map(Mesh::bounds)
        {
            check(name, bounds, Encoding::Double)?;
        }
        let nothing = [Reading::nothing()];
        let [fronts, backs] = readings
            .each_ref()
            .map(|readings| match readings.is_empty() {
                true => nothing.as_slice(),
                false => readings.as_slice(),
            });
        let mut judged = None;
        'readings: for front in fronts {
            for back in backs {
                let certificate = Certificate::of(&Subject {
                    plane,
                    input,
                    front: front.written(),
                    back: back.written(),
                    tolerance: self.tolerance,
                });
                let numbers = [front, back].map(Reading::numbers);
                if certificate.errors().next().is_none() {
                    judged = Some((certificate, numbers));
                    break 'readings;
                }
                judged.get_or_insert((certificate, numbers));
            }
        }
        let Some((certificate, numbers)) = judged else {
            return Err(UserError::new(format!(
                "object {name:?} cannot be verified"
            )));
        };
        Ok(Judged {
            name: name.to_string(),
            index,
            side: input
                .reach(plane)
                .map_or(Side::Front, |reach| reach.extent.side()),
            numbers,
            certificate,
        })
    }
}

const SIDES: [Side; 2] = [Side::Front, Side::Back];

/// An object of a document, with its transform to world coordinates. The object has triangles.
struct Placed<'s> {
    name: &'s str,
    index: usize,
    mesh: &'s Mesh,
    world: Transform,
    /// `true` if the file of the object stores coordinates as f32.
    is_single: bool,
}

/// Returns the objects of a document that have triangles.
fn placed(document: &Document) -> Vec<Placed<'_>> {
    let scene: &Scene = &document.scene;
    let is_single = document
        .sources
        .iter()
        .all(|source| source.single_precision);
    let world = scene.world_transforms();
    let objects = scene.objects().enumerate();
    let objects = objects.filter_map(|(index, node)| {
        let mesh = &scene.meshes[scene.nodes[node].mesh?].mesh;
        (!mesh.is_empty()).then(|| Placed {
            name: &scene.nodes[node].name,
            index,
            mesh,
            world: world[node],
            is_single,
        })
    });
    objects.collect()
}

impl Placed<'_> {
    fn in_world(&self) -> Result<Cow<'_, Mesh>, UserError> {
        world_mesh(self.mesh, &self.world).map_err(|error| self.problem(&error))
    }

    fn problem(&self, error: &MeshError) -> UserError {
        UserError::new(format!("object {:?}: in the world, {error}", self.name))
    }

    /// Returns the possible readings (interpretations of the coordinates) of an object of a half. The file does not say
    /// which reading is the right one. See [`Reading::all`].
    fn readings(&self) -> Result<Vec<Reading<'_>>, UserError> {
        let own = Cow::Borrowed(self.mesh);
        let readings = Reading::all(own, &self.world, self.is_single, || self.in_world());
        readings.map_err(|problem| UserError {
            message: format!("object {:?}: {}", self.name, problem.message),
            ..problem
        })
    }
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

/// One interpretation of the coordinates in a half: a mesh with the precision and the local origin of its coordinates.
struct Reading<'m> {
    mesh: Cow<'m, Mesh>,
    origin: [f64; 3],
    precision: Precision,
}

impl<'m> Reading<'m> {
    fn nothing() -> Self {
        Self {
            mesh: Cow::Owned(Mesh::default()),
            origin: [0.0; 3],
            precision: Precision::Double,
        }
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

    fn written(&self) -> WrittenHalf<'_> {
        WrittenHalf {
            origin: self.origin,
            precision: self.precision,
            ..WrittenHalf::new(&self.mesh)
        }
    }

    fn numbers(&self) -> Option<HalfEncoding> {
        (!self.mesh.is_empty()).then_some(HalfEncoding {
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

/// Returns the readings (interpretations of the coordinates) of all objects of a half together, joined to one mesh per
/// reading.
fn readings_of_all<'m>(half: &[Placed<'m>]) -> Result<Vec<Reading<'m>>, UserError> {
    let Some(first) = half.first() else {
        return Ok(Vec::new());
    };
    let in_world = || {
        let worlds: Result<Vec<Cow<'_, Mesh>>, UserError> =
            half.iter().map(Placed::in_world).collect();
        joined(worlds?.iter().map(AsRef::as_ref)).map(Cow::Owned)
    };
    let is_moved_alike = half.iter().all(|object| object.world == first.world);
    let own = joined(half.iter().map(|object| object.mesh))?;
    Reading::all(
        Cow::Owned(own),
        &first.world,
        first.is_single && is_moved_alike,
        in_world,
    )
}

fn joined<'m>(meshes: impl Iterator<Item = &'m Mesh>) -> Result<Mesh, UserError> {
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

/// Assigns the objects of a half (here called parts) to the objects of the input. Returns the index of the part in
/// `half` for each object of the input, or `None` for an object without a part. The whole result is `None` if the half
/// has parts that cannot be assigned.
///
/// A single object of the input matches a single part whatever their names. Otherwise names decide: objects and parts
/// with the same name match in their order. Among objects with the same name, only those with a vertex on this side of
/// the plane are matched, if there are as many of them as parts.
fn matches(
    input: &[Placed<'_>],
    worlds: &[Cow<'_, Mesh>],
    half: &[Placed<'_>],
    plane: &impl Cutter,
    side: Side,
) -> Option<Vec<Option<usize>>> {
    let mut matched = vec![None; input.len()];
    if input.len() == 1 && half.len() <= 1 {
        matched[0] = (!half.is_empty()).then_some(0);
        return Some(matched);
    }
    let mut of_name: HashMap<&str, (Vec<usize>, Vec<usize>)> = HashMap::new();
    for (index, object) in input.iter().enumerate() {
        of_name.entry(object.name).or_default().0.push(index);
    }
    for (place, part) in half.iter().enumerate() {
        of_name.get_mut(part.name)?.1.push(place);
    }
    for (objects, parts) in of_name.into_values() {
        if parts.len() > objects.len() {
            return None;
        }
        let reaches = |&index: &usize| {
            let reach = worlds[index].reach(plane);
            reach.is_some_and(|reach| match side {
                Side::Front => reach.extent.frontmost == Side::Front,
                _ => reach.extent.backmost == Side::Back,
            })
        };
        let reaching: Vec<usize> = objects.iter().copied().filter(reaches).collect();
        let objects = match reaching.len() == parts.len() {
            true => reaching,
            false => objects,
        };
        for (object, part) in objects.into_iter().zip(parts) {
            matched[object] = Some(part);
        }
    }
    Some(matched)
}
