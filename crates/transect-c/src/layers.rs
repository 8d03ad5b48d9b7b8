//! The layers of a mesh: its sections at many heights, one after the other.

use std::sync::Arc;

use crate::caller::{Caller, free, give};
use crate::mesh::Mesh;
use crate::section::{Section, on_plane};
use crate::status::{Failure, Status};

/// The layers of a mesh, in ascending order of height. It keeps the mesh. It belongs to one thread at a time, because
/// `transect_layers_next` changes it.
pub struct Layers {
    // The layers borrow the mesh, so they come first: fields are dropped in their order.
    layers: transect_mesh::Layers<'static>,
    on_plane: transect::Side,
    _mesh: Arc<transect_mesh::Mesh>,
}

/// Begins the layers of a mesh: its sections by the planes direction·p = height. Heights come in any order; equal
/// ones give one layer. `on_plane` is as in `transect_mesh_section`. The mesh may be freed before the layers. Free
/// the layers with `transect_layers_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_mesh_layers(
    mesh: *const Mesh,
    direction: *const f64,
    heights: *const f64,
    height_count: usize,
    on_plane: i32,
    layers: *mut *mut Layers,
) -> Status {
    let direction = direction.cast::<[f64; 3]>();
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let mesh = Arc::clone(&caller.handle("mesh", mesh)?.0);
        let direction = caller.read("direction", direction)?;
        let heights = caller.slice("heights", heights, height_count)?;
        let on_plane = self::on_plane(on_plane)?;
        let place = caller.out("layers", layers)?;
        // SAFETY: the mesh is on the heap, does not change, and lives as long as its `Arc`. The `Arc` is dropped
        // after the layers, and no function gives the reference to anybody else.
        let borrowed: &'static transect_mesh::Mesh = unsafe { &*Arc::as_ptr(&mesh) };
        let layers = borrowed
            .layers(direction, heights)
            .map_err(|error| Failure::invalid("layers", error))?;
        place.set(give(Layers {
            layers,
            on_plane,
            _mesh: mesh,
        }));
        Ok(())
    })
}

/// Computes the next layer: its height and its section. After the last layer, the status is `TRANSECT_STATUS_END`.
/// `height` may be null. Free the section with `transect_section_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_layers_next(
    layers: *mut Layers,
    height: *mut f64,
    section: *mut *mut Section,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let own = caller.handle_mut("layers", layers)?;
        let height = caller.out_if_any("height", height)?;
        let place = caller.out("section", section)?;
        let Some(layer) = own.layers.next() else {
            return Err(Failure::new(Status::End, "there are no further layers"));
        };
        let section = match own.on_plane {
            transect::Side::Front => layer.sections.on_front,
            side => layer.sections.counting_on_as(side).clone(),
        };
        if let Some(height) = height {
            height.set(layer.height);
        }
        place.set(Section::give(section));
        Ok(())
    })
}

/// Frees layers. Null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_layers_free(layers: *mut Layers) {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    unsafe { free(layers) }
}
