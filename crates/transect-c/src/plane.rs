//! Planes: two forms by name, by a point, through points, and from text.

use core::ffi::c_char;
use core::ops::Range;

use crate::caller::{Caller, Plain};
use crate::status::{Failure, Status};

/// A plane: the points p with normal·p + offset = 0. Points with a positive normal·p + offset are in front of it. The
/// normal has any length but zero. Each function that takes a plane checks its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Plane {
    /// The normal, which points to the front.
    pub normal: [f64; 3],
    /// The offset d of normal·p + d = 0. It has the opposite sign of the distance in normal·p = distance.
    pub offset: f64,
}

// SAFETY: the record has numbers only.
unsafe impl Plain for Plane {}

impl Plane {
    /// Returns the plane of the library.
    pub(crate) fn checked(&self, parameter: &str) -> Result<transect::Plane, Failure> {
        transect::Plane::new(self.normal, self.offset)
            .map_err(|error| Failure::invalid(parameter, error))
    }

    pub(crate) fn of(plane: &transect::Plane) -> Self {
        Self {
            normal: plane.normal(),
            offset: plane.offset(),
        }
    }
}

/// Returns the plane that a pointer stands for.
pub(crate) fn read_plane(
    caller: &Caller<'_>,
    parameter: &'static str,
    plane: *const Plane,
) -> Result<transect::Plane, Failure> {
    caller.read(parameter, plane)?.checked(parameter)
}

/// Returns the planes of a list.
pub(crate) fn read_planes(
    caller: &mut Caller<'_>,
    planes: *const Plane,
    count: usize,
) -> Result<Vec<transect::Plane>, Failure> {
    let planes = caller.slice("planes", planes, count)?;
    let planes = planes.iter().enumerate();
    planes
        .map(|(index, plane)| plane.checked(&format!("planes[{index}]")))
        .collect()
}

/// Makes the plane normal·p + offset = 0. This is the form of Jolt, of most textbooks, and of Ax + By + Cz + D = 0.
/// `normal` has three numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_plane_from_normal_and_offset(
    normal: *const f64,
    offset: f64,
    plane: *mut Plane,
) -> Status {
    let normal = normal.cast::<[f64; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let normal = caller.read("normal", normal)?;
        let place = caller.out("plane", plane)?;
        let plane = Plane { normal, offset };
        plane.checked("plane")?;
        place.set(plane);
        Ok(())
    })
}

/// Makes the plane normal·p = distance. This is the form of Godot, Unreal Engine and parry. `normal` has three numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_plane_from_normal_and_distance(
    normal: *const f64,
    distance: f64,
    plane: *mut Plane,
) -> Status {
    let normal = normal.cast::<[f64; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let normal = caller.read("normal", normal)?;
        let place = caller.out("plane", plane)?;
        let plane = transect::Plane::from_normal_and_distance(normal, distance)
            .map_err(|error| Failure::invalid("plane", error))?;
        place.set(Plane::of(&plane));
        Ok(())
    })
}

/// Makes the plane through a point with a normal, each of three numbers. The offset is rounded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_plane_from_point_and_normal(
    point: *const f64,
    normal: *const f64,
    plane: *mut Plane,
) -> Status {
    let point = point.cast::<[f64; 3]>();
    let normal = normal.cast::<[f64; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let point = caller.read("point", point)?;
        let normal = caller.read("normal", normal)?;
        let place = caller.out("plane", plane)?;
        let plane = transect::Plane::from_point_and_normal(point, normal)
            .map_err(|error| Failure::invalid("plane", error))?;
        place.set(Plane::of(&plane));
        Ok(())
    })
}

/// Makes the plane through three points, which are counter-clockwise seen from the front. The coefficients are rounded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_plane_through(
    a: *const f64,
    b: *const f64,
    c: *const f64,
    plane: *mut Plane,
) -> Status {
    let a = a.cast::<[f64; 3]>();
    let b = b.cast::<[f64; 3]>();
    let c = c.cast::<[f64; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let points = [
            caller.read("a", a)?,
            caller.read("b", b)?,
            caller.read("c", c)?,
        ];
        let place = caller.out("plane", plane)?;
        let plane =
            transect::Plane::through(points).map_err(|error| Failure::invalid("points", error))?;
        place.set(Plane::of(&plane));
        Ok(())
    })
}

/// Makes a plane from text such as `z = 1.2` or `2x + 3y + 6z - 17 = 0`: `length` bytes of UTF-8 without a null byte.
/// The front is where the left side is greater than the right side.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_plane_from_text(
    text: *const c_char,
    length: usize,
    plane: *mut Plane,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let text = caller.slice("text", text.cast::<u8>(), length)?;
        let text = core::str::from_utf8(text).map_err(|error| Failure::invalid("text", error))?;
        let place = caller.out("plane", plane)?;
        let plane: transect::Plane = text
            .parse()
            .map_err(|error| Failure::invalid("text", error))?;
        place.set(Plane::of(&plane));
        Ok(())
    })
}

/// Makes the plane with the same points and the opposite front.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_plane_flipped(
    plane: *const Plane,
    flipped: *mut Plane,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let plane = read_plane(caller, "plane", plane)?;
        caller
            .out("flipped", flipped)?
            .set(Plane::of(&plane.flipped()));
        Ok(())
    })
}

/// Makes the plane with a normal of length one. All coefficients are rounded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_plane_normalized(
    plane: *const Plane,
    normalized: *mut Plane,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let plane = read_plane(caller, "plane", plane)?;
        let place = caller.out("normalized", normalized)?;
        let plane = plane
            .normalized()
            .map_err(|error| Failure::invalid("plane", error))?;
        place.set(Plane::of(&plane));
        Ok(())
    })
}

/// Measures the signed distance (normal·p + offset)/|normal| of a point, rounded. Use `transect_side_of_point` to
/// decide.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_signed_distance(
    plane: *const Plane,
    point: *const f64,
    distance: *mut f64,
) -> Status {
    let point = point.cast::<[f64; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let plane = read_plane(caller, "plane", plane)?;
        let point = read_point(caller, "point", point)?;
        let place = caller.out("distance", distance)?;
        place.set(plane.signed_distance(&point));
        Ok(())
    })
}

/// Returns a point with finite coordinates.
pub(crate) fn read_point<const D: usize>(
    caller: &Caller<'_>,
    parameter: &'static str,
    point: *const [f64; D],
) -> Result<[f64; D], Failure> {
    let point: [f64; D] = caller.read(parameter, point)?;
    check_point(parameter, &point)?;
    Ok(point)
}

pub(crate) fn check_point(parameter: &str, point: &[f64]) -> Result<(), Failure> {
    match point.iter().position(|number| !number.is_finite()) {
        None => Ok(()),
        Some(axis) => Err(Failure::invalid(
            parameter,
            format_args!(
                "coordinate {} is {}, not a finite number",
                ["x", "y", "z"][axis.min(2)],
                point[axis]
            ),
        )),
    }
}

/// Returns the index of one of `range` constants that a parameter names.
pub(crate) fn constant(parameter: &str, value: i32, range: Range<i32>) -> Result<usize, Failure> {
    if range.contains(&value) {
        return Ok((value - range.start) as usize);
    }
    Err(Failure::invalid(
        parameter,
        format_args!(
            "{value} is not one of the constants {} to {}",
            range.start,
            range.end - 1
        ),
    ))
}
