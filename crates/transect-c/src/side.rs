//! The sides of a plane on which single shapes lie, and their reaches along the normal.

use crate::caller::Caller;
use crate::plane::{Plane, read_plane};
use crate::shape::{Aabb, OrientedBox, Sphere, ToShape, read_shape};
use crate::status::Status;

/// A side of a plane. The numbers are those of the exact sign of normal·p + offset. Sets are closed: a shape that
/// touches the plane is on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Side {
    /// Strictly behind the plane.
    Back = -1,
    /// On the plane: a point of it, or a shape that meets it.
    On = 0,
    /// Strictly in front of the plane.
    Front = 1,
}

impl Side {
    pub(crate) fn of(side: transect::Side) -> Self {
        match side {
            transect::Side::Back => Self::Back,
            transect::Side::On => Self::On,
            transect::Side::Front => Self::Front,
        }
    }
}

/// The reach of a shape along the normal of a plane: its backmost and its frontmost point. The sides are exact, the
/// distances are rounded. A shape that touches from the front has the sides on and front.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Reach {
    /// The side of the backmost point.
    pub backmost: Side,
    /// The side of the frontmost point.
    pub frontmost: Side,
    /// The signed distance of the backmost point.
    pub backmost_distance: f64,
    /// The signed distance of the frontmost point.
    pub frontmost_distance: f64,
}

fn side_of<T: ToShape>(
    caller: Caller<'_>,
    plane: *const Plane,
    (parameter, shape): (&'static str, *const T),
    side: *mut Side,
) -> Status {
    caller.answer(|caller| {
        let plane = read_plane(caller, "plane", plane)?;
        let shape = read_shape(caller, parameter, shape)?;
        let place = caller.out("side", side)?;
        place.set(Side::of(plane.side(&shape)));
        Ok(())
    })
}

fn reach_of<T: ToShape>(
    caller: Caller<'_>,
    plane: *const Plane,
    (parameter, shape): (&'static str, *const T),
    reach: *mut Reach,
) -> Status {
    caller.answer(|caller| {
        let plane = read_plane(caller, "plane", plane)?;
        let shape = read_shape(caller, parameter, shape)?;
        let place = caller.out("reach", reach)?;
        let (extent, interval) = (plane.extent(&shape), plane.interval(&shape));
        place.set(Reach {
            backmost: Side::of(extent.backmost),
            frontmost: Side::of(extent.frontmost),
            backmost_distance: interval.backmost,
            frontmost_distance: interval.frontmost,
        });
        Ok(())
    })
}

/// Finds the side of a point, exactly.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_side_of_point(
    plane: *const Plane,
    point: *const f64,
    side: *mut Side,
) -> Status {
    let point = point.cast::<[f64; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    side_of(unsafe { Caller::of_call() }, plane, ("point", point), side)
}

/// Finds the side of a box, exactly: on if the plane meets it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_side_of_box(
    plane: *const Plane,
    aabb: *const Aabb,
    side: *mut Side,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    side_of(unsafe { Caller::of_call() }, plane, ("aabb", aabb), side)
}

/// Finds the side of a sphere, exactly: on if the plane meets it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_side_of_sphere(
    plane: *const Plane,
    sphere: *const Sphere,
    side: *mut Side,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    side_of(
        unsafe { Caller::of_call() },
        plane,
        ("sphere", sphere),
        side,
    )
}

/// Finds the side of an oriented box, exactly: on if the plane meets it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_side_of_oriented_box(
    plane: *const Plane,
    oriented_box: *const OrientedBox,
    side: *mut Side,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    side_of(
        unsafe { Caller::of_call() },
        plane,
        ("oriented_box", oriented_box),
        side,
    )
}

/// Finds the reach of a box along the normal: exact sides and rounded signed distances of its backmost and its
/// frontmost point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_reach_of_box(
    plane: *const Plane,
    aabb: *const Aabb,
    reach: *mut Reach,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    reach_of(unsafe { Caller::of_call() }, plane, ("aabb", aabb), reach)
}

/// Finds the reach of a sphere along the normal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_reach_of_sphere(
    plane: *const Plane,
    sphere: *const Sphere,
    reach: *mut Reach,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    reach_of(
        unsafe { Caller::of_call() },
        plane,
        ("sphere", sphere),
        reach,
    )
}

/// Finds the reach of an oriented box along the normal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_reach_of_oriented_box(
    plane: *const Plane,
    oriented_box: *const OrientedBox,
    reach: *mut Reach,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    reach_of(
        unsafe { Caller::of_call() },
        plane,
        ("oriented_box", oriented_box),
        reach,
    )
}
