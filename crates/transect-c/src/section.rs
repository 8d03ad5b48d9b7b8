//! The section of a mesh by a plane: as polylines, and as triangles.

use std::sync::OnceLock;

use crate::caller::{Caller, Plain, fill, free, give};
use crate::mesh::{Mesh, Room};
use crate::plane::{Plane, constant, read_plane};
use crate::status::{Failure, Status};

/// The section of a mesh by a plane. Any function may use it in several threads at once.
pub struct Section {
    section: transect_mesh::Section,
    triangles: OnceLock<Vec<[u32; 3]>>,
}

/// The counts and measures of a section. Counts are exact, measures rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct SectionMeasures {
    /// The number of closed loops.
    pub loops: usize,
    /// The number of open chains, where the mesh is open.
    pub open_chains: usize,
    /// The number of points of all loops and open chains.
    pub points: usize,
    /// The sum of the areas of the loops: positive counter-clockwise seen from the front, so holes are subtracted.
    pub area: f64,
    /// The sum of the lengths of the loops.
    pub perimeter: f64,
}

/// A closed loop of a section.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct SectionLoop {
    /// The signed area: positive counter-clockwise seen from the front of the plane.
    pub area: f64,
    /// The index of the least loop around this one, or `SIZE_MAX`.
    pub parent: usize,
    /// `true` if there is material outside of this loop and none inside.
    pub is_hole: bool,
    /// Zeros.
    pub reserved: [u8; 7],
}

// SAFETY: the record is only written, and every byte of it is set.
unsafe impl Plain for SectionLoop {}

impl Section {
    pub(crate) fn give(section: transect_mesh::Section) -> *mut Self {
        give(Self {
            section,
            triangles: OnceLock::new(),
        })
    }

    fn lines(&self) -> impl Iterator<Item = &Vec<[f64; 3]>> {
        let loops = self.section.loops.iter().map(|own| &own.points);
        loops.chain(&self.section.open_chains)
    }

    fn points(&self) -> usize {
        self.lines().map(Vec::len).sum()
    }
}

/// Returns the side to which points on the plane count: one of the constants front and back.
pub(crate) fn on_plane(side: i32) -> Result<transect::Side, Failure> {
    match constant("on_plane", side, -1..2)? {
        0 => Ok(transect::Side::Back),
        2 => Ok(transect::Side::Front),
        _ => Err(Failure::invalid(
            "on_plane",
            "points on the plane count as front or as back, not as on",
        )),
    }
}

/// Computes the section of a mesh. Where faces lie in the plane, the section is a one-sided limit: with `on_plane`
/// front (1), the limit from behind; with back (−1), that from the front. Free the section with
/// `transect_section_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_mesh_section(
    mesh: *const Mesh,
    plane: *const Plane,
    on_plane: i32,
    section: *mut *mut Section,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let mesh = &caller.handle("mesh", mesh)?.0;
        let plane = read_plane(caller, "plane", plane)?;
        let side = self::on_plane(on_plane)?;
        let place = caller.out("section", section)?;
        let section = match side {
            transect::Side::Front => mesh.section(&plane),
            _ => mesh.sections(&plane).counting_on_as(side).clone(),
        };
        place.set(Section::give(section));
        Ok(())
    })
}

/// Counts and measures a section.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_section_measures(
    section: *const Section,
    measures: *mut SectionMeasures,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let own = caller.handle("section", section)?;
        let place = caller.out("measures", measures)?;
        place.set(SectionMeasures {
            loops: own.section.loops.len(),
            open_chains: own.section.open_chains.len(),
            points: own.points(),
            area: own.section.area(),
            perimeter: own.section.perimeter(),
        });
        Ok(())
    })
}

/// Copies the polylines of a section: first the loops, whose last point is joined to the first, then the open chains.
/// Line i has the points from `starts[i]` to before `starts[i + 1]`, so `starts` has one entry more than there are
/// lines. A null list with the capacity 0 is not wanted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_section_lines(
    section: *const Section,
    points: *mut f64,
    point_capacity: usize,
    starts: *mut usize,
    start_capacity: usize,
) -> Status {
    let points = points.cast::<[f64; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let own = caller.handle("section", section)?;
        let places = ("points", points, point_capacity);
        let points = Room::of(caller, places, own.points())?;
        let lines = own.lines().count();
        let starts = Room::of(caller, ("starts", starts, start_capacity), lines + 1)?;
        if points.is_wanted() {
            points.copy(&own.lines().flatten().copied().collect::<Vec<_>>());
        }
        let mut all = vec![0];
        for line in own.lines() {
            all.push(all[all.len() - 1] + line.len());
        }
        starts.copy(&all);
        Ok(())
    })
}

/// Copies the loops of a section: their areas and how they lie in each other.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_section_loops(
    section: *const Section,
    loops: *mut SectionLoop,
    capacity: usize,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let own = caller.handle("section", section)?;
        let all = own.section.loops.iter().map(|own| SectionLoop {
            area: own.area,
            parent: own.parent.unwrap_or(usize::MAX),
            is_hole: own.is_hole,
            reserved: [0; 7],
        });
        let all: Vec<SectionLoop> = all.collect();
        Room::of(caller, ("loops", loops, capacity), all.len())?.copy(&all);
        Ok(())
    })
}

/// Fills the loops of a section with triangles, which cover each point as often as the loops wind around it. Writes
/// three indices into the points of `transect_section_lines` per triangle, and the number of triangles. With
/// `triangles` null and the capacity 0, writes only the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_section_triangles(
    section: *const Section,
    triangles: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> Status {
    let triangles = triangles.cast::<[u32; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let own = caller.handle("section", section)?;
        let count = caller.out("count", count)?;
        let found = own.triangles.get_or_init(|| own.section.triangles());
        let places = ("triangles", triangles, capacity);
        fill(caller, places, count, found.iter().copied(), found.len())
    })
}

/// Frees a section. Null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_section_free(section: *mut Section) {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    unsafe { free(section) }
}
