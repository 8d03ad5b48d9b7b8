//! Meshes: from vertex and index buffers, their measures and their lists; gaps that are welded.

use std::sync::Arc;

use transect_mesh::{Indices, RawMesh, VertexBuffers, VertexColumn, WeldDistance, Welded};

use crate::caller::{Caller, Plain, free, give};
use crate::plane::constant;
use crate::shape::Aabb;
use crate::status::{Failure, Status};

/// A triangle mesh with one vertex per exact position. It copies the buffers it was made from, and never changes. Any
/// function may use it in several threads at once.
pub struct Mesh(pub(crate) Arc<transect_mesh::Mesh>);

impl Mesh {
    pub(crate) fn give(mesh: transect_mesh::Mesh) -> *mut Self {
        give(Self(Arc::new(mesh)))
    }
}

/// The type of the numbers in an index buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum IndexType {
    /// Without an index buffer: three successive vertices are a triangle.
    None = 0,
    /// `uint16_t`.
    U16 = 1,
    /// `uint32_t`.
    U32 = 2,
}

/// A column of numbers of the vertices: number k of vertex i is at `numbers[i * stride + k]`. A column whose
/// `numbers` are null is missing.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct VertexNumbers {
    /// The first number of the first vertex.
    pub numbers: *const f32,
    /// The distance of successive vertices, in numbers. For packed columns, it is the width of the column.
    pub stride: usize,
}

/// Vertex and index buffers, as graphics cards have them. Columns may be interleaved. Zeros and null pointers stand for
/// what is missing, so begin with `= {0}`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct VertexArrays {
    /// The positions: three numbers each.
    pub positions: VertexNumbers,
    /// The normals: three numbers each.
    pub normals: VertexNumbers,
    /// The tangents: four numbers each, a direction and a handedness ±1.
    pub tangents: VertexNumbers,
    /// The texture coordinates: two numbers each.
    pub texture_coordinates: VertexNumbers,
    /// The linear colors: four numbers each.
    pub colors: VertexNumbers,
    /// The number of vertices.
    pub vertex_count: usize,
    /// The indices: three successive ones are a triangle, counter-clockwise seen from outside.
    pub indices: *const core::ffi::c_void,
    /// The number of indices, a multiple of three; 0 without an index buffer.
    pub index_count: usize,
    /// The type of the indices: one of `transect_index_type`.
    pub index_type: i32,
}

// SAFETY: the record has a pointer and a number, which are checked before they are used.
unsafe impl Plain for VertexNumbers {}
// SAFETY: the record has pointers and numbers, which are checked before they are used, and padding, which is not read.
unsafe impl Plain for VertexArrays {}

/// Measures of a mesh. Counts are exact, areas and volumes rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct MeshMeasures {
    /// The number of vertices: one per exact position.
    pub vertices: usize,
    /// The number of triangles.
    pub triangles: usize,
    /// The number of directed edges without a matching reverse edge: 0 if the mesh is closed.
    pub open_edges: usize,
    /// The area of the triangles.
    pub area: f64,
    /// The volume that the mesh encloses; meaningful only if it is closed.
    pub volume: f64,
    /// The least box around the vertices; zeros for an empty mesh.
    pub bounds: Aabb,
}

/// The changes that dividing and welding made to a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct WeldChanges {
    /// The number of open edges before.
    pub open_edges_before: usize,
    /// The number of open edges after.
    pub open_edges: usize,
    /// The number of edges that were divided at vertices that lie exactly on them. This moves nothing.
    pub divided_edges: usize,
    /// The number of vertices that were moved onto another vertex.
    pub merged_vertices: usize,
    /// The number of edges that were divided at a near vertex, and so bent to it.
    pub bent_edges: usize,
    /// The number of triangles that vanished.
    pub vanished: usize,
    /// The number of triangles that were turned by more than 90°.
    pub turned: usize,
    /// The largest distance by which a vertex was moved, rounded up.
    pub largest_move: f64,
}

fn column<'c, const N: usize>(
    caller: &mut Caller<'c>,
    parameter: &'static str,
    column: VertexNumbers,
    count: usize,
) -> Result<VertexColumn<'c, N>, Failure> {
    let VertexNumbers { numbers, stride } = column;
    if stride < N {
        return Err(Failure::count(
            parameter,
            format_args!("the stride is {stride}, less than the {N} numbers of a vertex"),
        ));
    }
    // The last vertex may end before its stride does.
    let length = match count.checked_sub(1) {
        None => Some(0),
        Some(last) => last
            .checked_mul(stride)
            .and_then(|numbers| numbers.checked_add(N)),
    };
    let Some(length) = length else {
        return Err(Failure::count(
            parameter,
            format_args!("{count} vertices of {stride} numbers are more than memory can hold"),
        ));
    };
    let numbers = caller.slice(parameter, numbers, length)?;
    VertexColumn::strided(numbers, stride, count).map_err(Failure::mesh)
}

/// Returns a column unless it is missing.
fn column_if_any<'c, const N: usize>(
    caller: &mut Caller<'c>,
    parameter: &'static str,
    own: VertexNumbers,
    count: usize,
) -> Result<Option<VertexColumn<'c, N>>, Failure> {
    if own.numbers.is_null() {
        Ok(None)
    } else {
        column(caller, parameter, own, count).map(Some)
    }
}

fn indices<'c>(caller: &mut Caller<'c>, arrays: &VertexArrays) -> Result<Indices<'c>, Failure> {
    let &VertexArrays {
        indices,
        index_count: count,
        ..
    } = arrays;
    Ok(match constant("index_type", arrays.index_type, 0..3)? {
        1 => caller
            .slice("indices", indices.cast::<u16>(), count)?
            .into(),
        2 => caller
            .slice("indices", indices.cast::<u32>(), count)?
            .into(),
        _ if count > 0 => {
            return Err(Failure::invalid(
                "index_type",
                format_args!("there are {count} indices without a type"),
            ));
        }
        _ => Indices::InOrder,
    })
}

/// Makes a mesh from vertex and index buffers. Numbers are converted exactly; vertices at the same position become
/// one, and keep their other numbers per corner. Free the mesh with `transect_mesh_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_mesh_from_arrays(
    arrays: *const VertexArrays,
    mesh: *mut *mut Mesh,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let arrays = caller.read("arrays", arrays)?;
        let count = arrays.vertex_count;
        let positions = match count {
            0 => VertexColumn::from(&[]),
            _ => column(caller, "positions", arrays.positions, count)?,
        };
        let mut buffers = VertexBuffers::new(positions, indices(caller, &arrays)?);
        if let Some(normals) = column_if_any::<3>(caller, "normals", arrays.normals, count)? {
            buffers = buffers.with_normals(normals);
        }
        if let Some(tangents) = column_if_any::<4>(caller, "tangents", arrays.tangents, count)? {
            buffers = buffers.with_tangents(tangents);
        }
        let parameter = "texture_coordinates";
        if let Some(own) = column_if_any::<2>(caller, parameter, arrays.texture_coordinates, count)?
        {
            buffers = buffers.with_texture_coordinates(own);
        }
        if let Some(colors) = column_if_any::<4>(caller, "colors", arrays.colors, count)? {
            buffers = buffers.with_colors(colors);
        }
        let place = caller.out("mesh", mesh)?;
        let built = transect_mesh::Mesh::from_buffers(buffers).map_err(Failure::mesh)?;
        place.set(Mesh::give(built));
        Ok(())
    })
}

/// Makes a mesh from positions in `double`, three packed numbers each, and triangles, three indices each. Free the
/// mesh with `transect_mesh_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_mesh_from_triangles(
    positions: *const f64,
    vertex_count: usize,
    triangles: *const u32,
    triangle_count: usize,
    mesh: *mut *mut Mesh,
) -> Status {
    let positions = positions.cast::<[f64; 3]>();
    let triangles = triangles.cast::<[u32; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let positions = caller.slice("positions", positions, vertex_count)?;
        let triangles = caller.slice("triangles", triangles, triangle_count)?;
        let place = caller.out("mesh", mesh)?;
        let raw = RawMesh {
            positions: positions.to_vec(),
            triangles: triangles.to_vec(),
            ..RawMesh::default()
        };
        let built = transect_mesh::Mesh::new(raw).map_err(Failure::mesh)?;
        place.set(Mesh::give(built));
        Ok(())
    })
}

/// Measures a mesh.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_mesh_measures(
    mesh: *const Mesh,
    measures: *mut MeshMeasures,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let mesh = &caller.handle("mesh", mesh)?.0;
        let place = caller.out("measures", measures)?;
        let none = Aabb {
            min: [0.0; 3],
            max: [0.0; 3],
        };
        place.set(MeshMeasures {
            vertices: mesh.positions().len(),
            triangles: mesh.triangles().len(),
            open_edges: mesh.boundary().open_edges(),
            area: mesh.area(),
            volume: mesh.volume(),
            bounds: mesh.bounds().map_or(none, Aabb::of),
        });
        Ok(())
    })
}

/// Copies the positions and the triangles of a mesh: `transect_mesh_measures` has their numbers, which must be the
/// capacities at least. A null list with the capacity 0 is not wanted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_mesh_lists(
    mesh: *const Mesh,
    positions: *mut f64,
    position_capacity: usize,
    triangles: *mut u32,
    triangle_capacity: usize,
) -> Status {
    let positions = positions.cast::<[f64; 3]>();
    let triangles = triangles.cast::<[u32; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let mesh = &caller.handle("mesh", mesh)?.0;
        let positions = Room::of(
            caller,
            ("positions", positions, position_capacity),
            mesh.positions().len(),
        )?;
        let triangles = Room::of(
            caller,
            ("triangles", triangles, triangle_capacity),
            mesh.triangles().len(),
        )?;
        positions.copy(mesh.positions());
        triangles.copy(mesh.triangles());
        Ok(())
    })
}

/// A list of the caller with enough room, or none.
pub(crate) struct Room<'c, T>(Option<&'c mut [T]>);

impl<'c, T: Plain> Room<'c, T> {
    /// Checks that a list has room for as many items as are needed, unless it is not wanted.
    pub(crate) fn of(
        caller: &mut Caller<'c>,
        (parameter, list, capacity): (&'static str, *mut T, usize),
        needed: usize,
    ) -> Result<Self, Failure> {
        if list.is_null() && capacity == 0 {
            return Ok(Self(None));
        }
        let list = caller.slice_mut(parameter, list, capacity)?;
        if capacity < needed {
            return Err(Failure::new(
                Status::TooSmall,
                format_args!("{parameter} has room for {capacity} elements, {needed} are needed"),
            ));
        }
        Ok(Self(Some(&mut list[..needed])))
    }

    /// Copies the items, as many as were needed.
    pub(crate) fn copy(self, items: &[T]) {
        if let Some(list) = self.0 {
            list.copy_from_slice(items);
        }
    }

    /// Returns `true` if the list is wanted.
    pub(crate) fn is_wanted(&self) -> bool {
        self.0.is_some()
    }
}

fn give_welded(
    caller: &mut Caller<'_>,
    (mesh, changes): (*mut *mut Mesh, *mut WeldChanges),
    weld: impl FnOnce() -> Option<Welded>,
    input: &Arc<transect_mesh::Mesh>,
) -> Result<(), Failure> {
    let place = caller.out("welded", mesh)?;
    let changes = caller.out_if_any("changes", changes)?;
    let (mesh, made) = match weld() {
        Some(welded) => {
            let own = &welded.changes;
            let made = WeldChanges {
                open_edges_before: own.open_edges_before,
                open_edges: own.open_edges,
                divided_edges: own.divided_edges,
                merged_vertices: own.merged_vertices,
                bent_edges: own.bent_edges,
                vanished: own.vanished,
                turned: own.turned,
                largest_move: own.largest_move,
            };
            (Arc::new(welded.mesh), made)
        }
        None => {
            let open_edges = input.boundary().open_edges();
            let made = WeldChanges {
                open_edges_before: open_edges,
                open_edges,
                ..WeldChanges::default()
            };
            (Arc::clone(input), made)
        }
    };
    place.set(give(Mesh(mesh)));
    if let Some(place) = changes {
        place.set(made);
    }
    Ok(())
}

/// Closes gaps of a mesh up to a distance, greater than 0: open edges are divided at vertices on them, and near
/// vertices and edges are joined. Vertices of closed surface do not move. `changes` may be null. Free the new mesh
/// with `transect_mesh_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_mesh_weld(
    mesh: *const Mesh,
    distance: f64,
    welded: *mut *mut Mesh,
    changes: *mut WeldChanges,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let mesh = &caller.handle("mesh", mesh)?.0;
        let Some(own) = WeldDistance::new(distance) else {
            return Err(Failure::invalid(
                "distance",
                format_args!("{distance} is not a finite number greater than 0"),
            ));
        };
        give_welded(caller, (welded, changes), || Some(mesh.welded(own)), mesh)
    })
}

/// Divides open edges of a mesh at the vertices that lie exactly on them (T-junctions). Nothing moves. `changes` may
/// be null. Free the new mesh with `transect_mesh_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_mesh_divide_edges(
    mesh: *const Mesh,
    divided: *mut *mut Mesh,
    changes: *mut WeldChanges,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let mesh = &caller.handle("mesh", mesh)?.0;
        give_welded(
            caller,
            (divided, changes),
            || mesh.with_divided_edges(),
            mesh,
        )
    })
}

/// Frees a mesh. Null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_mesh_free(mesh: *mut Mesh) {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    unsafe { free(mesh) }
}
