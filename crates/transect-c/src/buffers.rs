//! Meshes and halves as vertex and index buffers.

use transect_mesh::{BufferOptions, MeshBuffers};

use crate::caller::{Caller, Plain, free, give};
use crate::mesh::{Mesh, Room};
use crate::plane::{Plane, check_point, read_plane};
use crate::status::{Failure, Status};

/// The vertex and index buffers of a mesh or of a half. Any function may use them in several threads at once.
pub struct Buffers(MeshBuffers);

/// The sizes of buffers. A column that the mesh does not have has the width 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct BufferSizes {
    /// The number of vertices.
    pub vertices: usize,
    /// The number of indices, three per triangle.
    pub indices: usize,
    /// The place of the first index of the caps. The caps are the last indices; without caps, it is `indices`.
    pub first_cap_index: usize,
    /// The numbers per vertex of the normals: 3 or 0.
    pub normal_width: usize,
    /// The numbers per vertex of the tangents: 4 or 0.
    pub tangent_width: usize,
    /// The numbers per vertex of the texture coordinates: 2 or 0.
    pub texture_coordinate_width: usize,
    /// The numbers per vertex of the colors: 4 or 0.
    pub color_width: usize,
    /// The number of triangles that were left out because rounding to `float` made two of their corners equal.
    pub vanished: usize,
}

/// Places for buffers, each packed. Capacities are in vertices, and in indices. A null list is not wanted.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct BufferTargets {
    /// The positions: three numbers each.
    pub positions: *mut f32,
    /// The normals: three numbers each.
    pub normals: *mut f32,
    /// The tangents: four numbers each.
    pub tangents: *mut f32,
    /// The texture coordinates: two numbers each.
    pub texture_coordinates: *mut f32,
    /// The colors: four numbers each.
    pub colors: *mut f32,
    /// The indices.
    pub indices: *mut u32,
    /// The room for vertices in each list that is not null.
    pub vertex_capacity: usize,
    /// The room for indices.
    pub index_capacity: usize,
}

// SAFETY: the record has pointers and counts, which are checked before they are used.
unsafe impl Plain for BufferTargets {}

fn options(caller: &Caller<'_>, origin: *const [f64; 3]) -> Result<BufferOptions, Failure> {
    let options = BufferOptions::default();
    Ok(match caller.read_if_any("origin", origin)? {
        None => options,
        Some(origin) => {
            check_point("origin", &origin)?;
            options.with_origin(origin)
        }
    })
}

/// Makes the vertex and index buffers of a mesh. Positions are relative to `origin`, rounded to `float`; null stands
/// for zeros. Free the buffers with `transect_buffers_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_mesh_to_buffers(
    mesh: *const Mesh,
    origin: *const f64,
    buffers: *mut *mut Buffers,
) -> Status {
    let origin = origin.cast::<[f64; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let mesh = &caller.handle("mesh", mesh)?.0;
        let options = options(caller, origin)?;
        let place = caller.out("buffers", buffers)?;
        let made = mesh.to_buffers(&options).map_err(Failure::mesh)?;
        place.set(give(Buffers(made)));
        Ok(())
    })
}

/// Cuts a mesh along a plane into the buffers of its halves, in less time than `transect_mesh_split` and
/// `transect_mesh_to_buffers`. `origin` is as there. The texture coordinates of caps are lengths divided by
/// `cap_tile`, which is greater than 0. Free both buffers with `transect_buffers_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_mesh_split_to_buffers(
    mesh: *const Mesh,
    plane: *const Plane,
    origin: *const f64,
    cap_tile: f64,
    front: *mut *mut Buffers,
    back: *mut *mut Buffers,
) -> Status {
    let origin = origin.cast::<[f64; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let mesh = &caller.handle("mesh", mesh)?.0;
        let plane = read_plane(caller, "plane", plane)?;
        let options = options(caller, origin)?;
        if !(cap_tile > 0.0 && cap_tile.is_finite()) {
            return Err(Failure::invalid(
                "cap_tile",
                format_args!("{cap_tile} is not a finite number greater than 0"),
            ));
        }
        let options = options.with_cap_tile(cap_tile);
        let [front, back] = [caller.out("front", front)?, caller.out("back", back)?];
        let halves = mesh
            .split_to_buffers(&plane, &options)
            .map_err(Failure::mesh)?;
        front.set(give(Buffers(halves.front)));
        back.set(give(Buffers(halves.back)));
        Ok(())
    })
}

/// Finds the sizes of buffers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_buffers_sizes(
    buffers: *const Buffers,
    sizes: *mut BufferSizes,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let own = &caller.handle("buffers", buffers)?.0;
        let place = caller.out("sizes", sizes)?;
        let width = |is_missing: bool, width: usize| if is_missing { 0 } else { width };
        place.set(BufferSizes {
            vertices: own.positions.len(),
            indices: own.indices.len(),
            first_cap_index: own.caps().start,
            normal_width: width(own.normals.is_empty(), 3),
            tangent_width: width(own.tangents.is_empty(), 4),
            texture_coordinate_width: width(first(&own.texture_coordinates).is_empty(), 2),
            color_width: width(first(&own.colors).is_empty(), 4),
            vanished: own.vanished,
        });
        Ok(())
    })
}

/// Copies buffers to the caller's lists, which may be mapped memory of a graphics card. A list that is not null has
/// room for all vertices, or for all indices. A column that the mesh does not have is an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_buffers_copy(
    buffers: *const Buffers,
    targets: *const BufferTargets,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let own = &caller.handle("buffers", buffers)?.0;
        let targets = caller.read("targets", targets)?;
        let mut targets = Targets {
            caller,
            capacity: targets.vertex_capacity,
            vertices: own.positions.len(),
            lists: targets,
        };
        let lists = targets.lists;
        let positions = targets.column(
            "positions",
            lists.positions.cast::<[f32; 3]>(),
            &own.positions,
        )?;
        let normals = targets.column("normals", lists.normals.cast::<[f32; 3]>(), &own.normals)?;
        let tangents =
            targets.column("tangents", lists.tangents.cast::<[f32; 4]>(), &own.tangents)?;
        let coordinates = first(&own.texture_coordinates);
        let parameter = "texture_coordinates";
        let coordinates_room = targets.column(
            parameter,
            lists.texture_coordinates.cast::<[f32; 2]>(),
            coordinates,
        )?;
        let colors = targets.column(
            "colors",
            lists.colors.cast::<[f32; 4]>(),
            first(&own.colors),
        )?;
        let indices = if lists.indices.is_null() {
            ("indices", lists.indices, 0)
        } else {
            ("indices", lists.indices, lists.index_capacity)
        };
        let indices = Room::of(targets.caller, indices, own.indices.len())?;
        positions.copy(&own.positions);
        normals.copy(&own.normals);
        tangents.copy(&own.tangents);
        coordinates_room.copy(coordinates);
        colors.copy(first(&own.colors));
        indices.copy(&own.indices);
        Ok(())
    })
}

/// The lists of a call, while they are checked.
struct Targets<'a, 'c> {
    caller: &'a mut Caller<'c>,
    capacity: usize,
    vertices: usize,
    lists: BufferTargets,
}

impl<'c> Targets<'_, 'c> {
    /// Returns the room for a column, or none if it is not wanted.
    fn column<T: Plain>(
        &mut self,
        parameter: &'static str,
        list: *mut T,
        column: &[T],
    ) -> Result<Room<'c, T>, Failure> {
        if list.is_null() {
            return Room::of(self.caller, (parameter, list, 0), 0);
        }
        if column.len() != self.vertices {
            return Err(Failure::mesh(format_args!(
                "the mesh has no {parameter}; pass null for them"
            )));
        }
        Room::of(self.caller, (parameter, list, self.capacity), self.vertices)
    }
}

/// Returns the first set of a column, which is the one that buffers of C have.
fn first<T>(sets: &[Vec<T>]) -> &[T] {
    sets.first().map_or(&[], Vec::as_slice)
}

/// Frees buffers. Null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_buffers_free(buffers: *mut Buffers) {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    unsafe { free(buffers) }
}
