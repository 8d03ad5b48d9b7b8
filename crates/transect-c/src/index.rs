//! A tree over the triangles of a mesh: many sections of one mesh, and the triangles that rays hit.

use std::sync::Arc;

use transect_mesh::{HitPlace, SectionIndex};

use crate::caller::{Caller, free, give};
use crate::meeting::LinePiece;
use crate::mesh::Mesh;
use crate::plane::{Plane, read_plane};
use crate::section::{Section, on_plane};
use crate::side::Side;
use crate::status::Status;

/// A mesh with a tree over its triangles. It keeps the mesh. Any function may use it in several threads at once.
pub struct Index(SectionIndex<Arc<transect_mesh::Mesh>>);

/// The place of a hit in a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum HitPlaceKind {
    /// The interior of the triangle.
    Interior = 0,
    /// An edge: number k is from corner k to corner k + 1.
    Edge = 1,
    /// A corner.
    Corner = 2,
}

/// The triangle that a line, ray or segment hits first. The triangle, its place and the side are exact; t is rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Hit {
    /// The parameter t of the point, as in origin + t·direction.
    pub t: f64,
    /// The index of the triangle in the mesh.
    pub triangle: usize,
    /// The place in the triangle.
    pub place: HitPlaceKind,
    /// The number of the edge or the corner, 0 to 2.
    pub place_index: u32,
    /// The side of the triangle on which the origin lies: front if the line hits its outside.
    pub from: Side,
    /// `true` if something is hit. Otherwise all other fields are zeros.
    pub is_hit: bool,
}

/// Builds the index of a mesh, which may be freed before it. Free the index with `transect_index_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_index_build(mesh: *const Mesh, index: *mut *mut Index) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let mesh = Arc::clone(&caller.handle("mesh", mesh)?.0);
        let place = caller.out("index", index)?;
        place.set(give(Index(SectionIndex::new(mesh))));
        Ok(())
    })
}

/// Computes the same section as `transect_mesh_section`, from the triangles near the plane only. Free it with
/// `transect_section_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_index_section(
    index: *const Index,
    plane: *const Plane,
    on_plane: i32,
    section: *mut *mut Section,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let own = &caller.handle("index", index)?.0;
        let plane = read_plane(caller, "plane", plane)?;
        let side = self::on_plane(on_plane)?;
        let place = caller.out("section", section)?;
        let section = match side {
            transect::Side::Front => own.section(&plane),
            _ => own.sections(&plane).counting_on_as(side).clone(),
        };
        place.set(Section::give(section));
        Ok(())
    })
}

/// Finds the triangle that a line, ray or segment hits first; of several ones in the same point, the one with the least
/// index. The order is exact: there is no gap at edges and corners.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_index_first_hit(
    index: *const Index,
    line: *const LinePiece,
    hit: *mut Hit,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let own = &caller.handle("index", index)?.0;
        let line = caller.read("line", line)?.checked("line")?;
        let place = caller.out("hit", hit)?;
        place.set(match own.first_hit(line) {
            None => Hit {
                t: 0.0,
                triangle: 0,
                place: HitPlaceKind::Interior,
                place_index: 0,
                from: Side::On,
                is_hit: false,
            },
            Some(found) => {
                let (kind, number) = match found.place {
                    HitPlace::Interior => (HitPlaceKind::Interior, 0),
                    HitPlace::Edge(edge) => (HitPlaceKind::Edge, edge),
                    HitPlace::Corner(corner) => (HitPlaceKind::Corner, corner),
                };
                Hit {
                    t: found.t,
                    triangle: found.triangle,
                    place: kind,
                    place_index: number as u32,
                    from: Side::of(found.from),
                    is_hit: true,
                }
            }
        });
        Ok(())
    })
}

/// Frees an index. Null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_index_free(index: *mut Index) {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    unsafe { free(index) }
}
