//! The planes of a camera's frustum, from its matrix.

use transect::{ClipSpace, Frustum};

use crate::caller::{Caller, Plain};
use crate::plane::{Plane, constant};
use crate::status::{Failure, Status};

/// The order of the 16 numbers of a matrix that is applied to columns (x, y, z, 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum MatrixOrder {
    /// Row by row: the translation is in the numbers 3, 7 and 11. A matrix that is applied to rows, as in DirectXMath
    /// and Unreal Engine, has this memory in the other order.
    RowMajor = 0,
    /// Column by column: the translation is in the numbers 12, 13 and 14, as in OpenGL and glm, and as in DirectXMath
    /// and Unreal Engine, whose matrices are applied to rows.
    ColumnMajor = 1,
}

/// The depth range that a matrix maps to. A depth is z/w after the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum ClipDepth {
    /// −1 near and 1 far: OpenGL.
    MinusOneToOne = 0,
    /// 0 near and 1 far: Direct3D, Vulkan, Metal, WebGPU.
    ZeroToOne = 1,
    /// 1 near and 0 far: reversed depth, as in Unreal Engine.
    ReversedZ = 2,
}

/// The far plane of a frustum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum FarPlane {
    /// The matrix has it.
    FromMatrix = 0,
    /// The matrix projects to infinity, so the frustum has no far plane. Rounding errors could place it anywhere.
    Infinite = 1,
}

fn frustum<T: Copy + Into<f64>>(
    matrix: &[T; 16],
    [order, depth, far_plane]: [i32; 3],
) -> Result<Frustum, Failure> {
    let is_by_columns = constant("order", order, 0..2)? == 1;
    let is_infinite = constant("far_plane", far_plane, 0..2)? == 1;
    let space = [
        ClipSpace::MinusOneToOne,
        ClipSpace::ZeroToOne,
        ClipSpace::ReversedZ,
    ][constant("depth", depth, 0..3)?];
    let number = |row: usize, column: usize| -> f64 {
        if is_by_columns {
            matrix[4 * column + row].into()
        } else {
            matrix[4 * row + column].into()
        }
    };
    let rows: [[f64; 4]; 4] =
        core::array::from_fn(|row| core::array::from_fn(|column| number(row, column)));
    let frustum = if is_infinite {
        Frustum::from_row_major_with_infinite_far(&rows, space)
    } else {
        Frustum::from_row_major(&rows, space)
    };
    frustum.map_err(|error| Failure::invalid("matrix", error))
}

fn write_planes<T: Plain + Into<f64>>(
    caller: Caller<'_>,
    matrix: *const [T; 16],
    constants: [i32; 3],
    (planes, plane_count): (*mut Plane, *mut usize),
) -> Status {
    caller.answer(|caller| {
        let matrix = caller.read("matrix", matrix)?;
        let places = caller.slice_mut("planes", planes, 6)?;
        let count = caller.out("plane_count", plane_count)?;
        let frustum = frustum(&matrix, constants)?;
        for (place, plane) in places.iter_mut().zip(frustum.planes()) {
            *place = Plane::of(plane);
        }
        count.set(frustum.planes().len());
        Ok(())
    })
}

/// Finds the planes of the frustum of a matrix with 16 numbers, in the order left, right, bottom, top, near, far;
/// their fronts point inward. `planes` has room for 6 planes. A plane that bounds nothing is left out, so
/// `plane_count` is at most 6. The planes are a region. `order`, `depth` and `far_plane` are constants of
/// `transect_matrix_order`, `transect_clip_depth` and `transect_far_plane`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_frustum_planes_f32(
    matrix: *const f32,
    order: i32,
    depth: i32,
    far_plane: i32,
    planes: *mut Plane,
    plane_count: *mut usize,
) -> Status {
    let matrix = matrix.cast::<[f32; 16]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    write_planes(
        caller,
        matrix,
        [order, depth, far_plane],
        (planes, plane_count),
    )
}

/// Finds the planes of the frustum of a matrix with 16 numbers, in the order left, right, bottom, top, near, far;
/// their fronts point inward. `planes` has room for 6 planes. A plane that bounds nothing is left out, so
/// `plane_count` is at most 6. The planes are a region. `order`, `depth` and `far_plane` are constants of
/// `transect_matrix_order`, `transect_clip_depth` and `transect_far_plane`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_frustum_planes_f64(
    matrix: *const f64,
    order: i32,
    depth: i32,
    far_plane: i32,
    planes: *mut Plane,
    plane_count: *mut usize,
) -> Status {
    let matrix = matrix.cast::<[f64; 16]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    write_planes(
        caller,
        matrix,
        [order, depth, far_plane],
        (planes, plane_count),
    )
}
