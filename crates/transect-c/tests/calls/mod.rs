//! Sequences of calls with arguments from bytes: good, bad and overlapping ones. The fuzz target `c_calls` plays
//! them, too.
//!
//! All pointers are null, or point into one block of memory with room for as much as the call promises, so they keep
//! the promise of lib.rs. Their alignment, overlap, counts and contents are arbitrary.

use std::ffi::{CStr, c_char};
use std::ptr;

use transect_c::*;

/// The length of the block of memory, in words of 8 bytes.
const WORDS: usize = 1 << 10;

/// The most handles of one type that are kept.
const HANDLES: usize = 6;

/// The counts of the calls that were played, by their outcome.
#[derive(Clone, Copy, Debug, Default)]
pub struct Played {
    /// Calls that succeeded.
    pub succeeded: usize,
    /// Calls that were refused.
    pub refused: usize,
}

/// Handles of one type, and the function that frees them.
struct Handles<T> {
    list: Vec<*mut T>,
    free: unsafe extern "C" fn(*mut T),
}

impl<T> Handles<T> {
    fn new(free: unsafe extern "C" fn(*mut T)) -> Self {
        let list = Vec::new();
        Self { list, free }
    }

    fn add(&mut self, handle: *mut T) {
        if handle.is_null() {
            return;
        }
        if self.list.len() == HANDLES {
            let oldest = self.list.remove(0);
            // SAFETY: the library made the handle, and it leaves the list.
            unsafe { (self.free)(oldest) };
        }
        self.list.push(handle);
    }
}

impl<T> Drop for Handles<T> {
    fn drop(&mut self) {
        for handle in self.list.drain(..) {
            // SAFETY: the library made the handle, and it leaves the list.
            unsafe { (self.free)(handle) };
        }
    }
}

/// Bytes from which arguments are made. After the last byte come zeros.
struct Source<'b> {
    bytes: std::slice::Iter<'b, u8>,
}

impl Source<'_> {
    fn byte(&mut self) -> u8 {
        self.bytes.next().copied().unwrap_or_default()
    }

    fn below(&mut self, count: usize) -> usize {
        (usize::from(self.byte()) << 8 | usize::from(self.byte())) % count.max(1)
    }

    /// Returns a number: mostly a small one with few digits, sometimes any pattern of bits.
    fn number(&mut self) -> f64 {
        let byte = self.byte();
        match byte {
            0..=199 => (f64::from(byte) - 100.0) / 8.0,
            200..=239 => f64::from(byte % 5),
            240..=250 => [
                f64::NAN,
                f64::INFINITY,
                f64::NEG_INFINITY,
                -0.0,
                f64::MIN_POSITIVE,
                5e-324,
                f64::MAX,
                1e300,
                1e-300,
                0.1,
                -1e17,
            ][usize::from(byte - 240)],
            _ => f64::from_bits(u64::from_le_bytes([(); 8].map(|()| self.byte()))),
        }
    }
}

/// The state of a sequence of calls.
struct Player<'b> {
    source: Source<'b>,
    memory: *mut u64,
    meshes: Handles<Mesh>,
    trees: Handles<Tree>,
    sections: Handles<Section>,
    certificates: Handles<Certificate>,
    buffers: Handles<Buffers>,
    parts: Handles<Parts>,
    layers: Handles<Layers>,
    curves: Handles<Curve>,
    indices: Handles<Index>,
    played: Played,
}

/// Plays the calls that bytes stand for. Panics if a call reports an internal error.
pub fn play(bytes: &[u8]) -> Played {
    let mut memory = vec![0_u64; WORDS];
    let mut player = Player {
        source: Source {
            bytes: bytes.iter(),
        },
        memory: memory.as_mut_ptr(),
        meshes: Handles::new(transect_mesh_free),
        trees: Handles::new(transect_tree_free),
        sections: Handles::new(transect_section_free),
        certificates: Handles::new(transect_certificate_free),
        buffers: Handles::new(transect_buffers_free),
        parts: Handles::new(transect_parts_free),
        layers: Handles::new(transect_layers_free),
        curves: Handles::new(transect_curve_free),
        indices: Handles::new(transect_index_free),
        played: Played::default(),
    };
    player.fill();
    while player.source.bytes.len() > 0 {
        player.call();
    }
    player.played
}

impl Player<'_> {
    /// Fills the memory with numbers of type `double`, and some pairs of type `float`.
    fn fill(&mut self) {
        let kinds = self.source.byte();
        let few: Vec<f64> = (0..24).map(|_| self.source.number()).collect();
        for word in 0..WORDS {
            let number = few[(word * 7 + word / 24) % 24];
            let value = match usize::from(kinds) + word {
                kind if kind % 16 < 11 => number.to_bits(),
                _ => {
                    let bits = u64::from((number as f32).to_bits());
                    bits << 32 | bits
                }
            };
            // SAFETY: the block has WORDS words, and no call is running.
            unsafe { self.memory.add(word).write(value) };
        }
    }

    /// Returns a pointer into the memory, with room for so many bytes; rarely null or misaligned.
    fn pointer<T>(&mut self, bytes: usize) -> *mut T {
        let how = self.source.byte();
        let place = self.source.below(8 * WORDS - bytes);
        let place = match how {
            0..=3 => return ptr::null_mut(),
            4..=7 => place,
            8..=15 => place & !3,
            _ => place & !7,
        };
        self.memory.cast::<u8>().wrapping_add(place).cast()
    }

    /// Returns a pointer to a list of up to `most` elements and its length; rarely with a length that no memory has.
    fn list<T>(&mut self, most: usize) -> (*mut T, usize) {
        let count = self.source.below(most + 1);
        let pointer = self.pointer(count * size_of::<T>());
        match self.source.byte() {
            0 => (pointer, usize::MAX - count),
            1 => (pointer, 0),
            _ if pointer.is_null() && self.source.byte() < 128 => (pointer, 0),
            _ => (pointer, count),
        }
    }

    fn constant(&mut self) -> i32 {
        i32::from(self.source.byte() % 5) - 1
    }

    /// Writes a value into the memory, and returns its place; rarely another place with other bits.
    fn value<T: Copy>(&mut self, value: T) -> *const T {
        let pointer: *mut T = self.pointer(size_of::<T>());
        if !pointer.is_null() && self.source.byte() > 8 {
            // SAFETY: the pointer has room for the value, and no call is running.
            unsafe { pointer.write_unaligned(value) };
        }
        pointer
    }

    /// Returns the place of a record with pointers, rarely null. Such records are not in the memory, where other
    /// values could change their pointers.
    fn record<T>(&mut self, record: &T) -> *const T {
        match self.source.byte() {
            0 => ptr::null(),
            _ => record,
        }
    }

    fn numbers<const N: usize>(&mut self) -> [f64; N] {
        [(); N].map(|()| self.source.number())
    }

    fn plane(&mut self) -> *const Plane {
        let plane = Plane {
            normal: self.numbers(),
            offset: self.source.number(),
        };
        self.value(plane)
    }

    /// Returns a list of planes in the memory.
    fn planes(&mut self) -> (*const Plane, usize) {
        let (pointer, count) = self.list::<Plane>(5);
        // A count that no memory has stands for no planes.
        for place in (0..count).take_while(|_| count <= 5) {
            if pointer.is_null() {
                break;
            }
            let plane = Plane {
                normal: self.numbers(),
                offset: self.source.number(),
            };
            // SAFETY: `list` has room for so many planes, and no call is running.
            unsafe { pointer.wrapping_add(place).write_unaligned(plane) };
        }
        (pointer, count)
    }

    fn line(&mut self) -> *const LinePiece {
        let line = LinePiece {
            origin: self.numbers(),
            direction: self.numbers(),
            kind: self.constant(),
        };
        self.value(line)
    }

    fn aabb(&mut self) -> *const Aabb {
        let (a, b): ([f64; 3], [f64; 3]) = (self.numbers(), self.numbers());
        let ordered = self.source.byte() > 20;
        let pick = |axis: usize, least: bool| match (ordered, (a[axis] < b[axis]) == least) {
            (true, true) | (false, _) => a[axis],
            (true, false) => b[axis],
        };
        let aabb = Aabb {
            min: std::array::from_fn(|axis| pick(axis, true)),
            max: std::array::from_fn(|axis| pick(axis, false)),
        };
        self.value(aabb)
    }

    fn sphere(&mut self) -> *const Sphere {
        let sphere = Sphere {
            center: self.numbers(),
            radius: self.source.number(),
        };
        self.value(sphere)
    }

    fn oriented_box(&mut self) -> *const OrientedBox {
        let oriented_box = OrientedBox {
            center: self.numbers(),
            half_axes: [self.numbers(), self.numbers(), self.numbers()],
        };
        self.value(oriented_box)
    }

    /// Returns the count and the stride of columns, and the bytes of a column.
    fn rows<T>(&mut self) -> (usize, usize, usize) {
        let count = self.source.below(180);
        let stride = [1, 1, 1, 2, 3, 6][self.source.below(6)];
        let bytes = size_of::<T>() * (count * stride).min(WORDS / 2);
        match self.source.byte() {
            0 => (usize::MAX, 2, bytes),
            1 => (count.min(bytes / size_of::<T>() / stride), 0, bytes),
            _ => (bytes / size_of::<T>() / stride, stride, bytes),
        }
    }

    fn columns<T, const N: usize>(&mut self, bytes: usize) -> [*const T; N] {
        [(); N].map(|()| self.pointer::<T>(bytes).cast_const())
    }

    fn points<T>(&mut self) -> Points<T> {
        let (count, stride, bytes) = self.rows::<T>();
        let [x, y, z] = self.columns(bytes);
        Points {
            x,
            y,
            z,
            count,
            stride,
        }
    }

    fn boxes<T>(&mut self) -> Boxes<T> {
        let (count, stride, bytes) = self.rows::<T>();
        let (min, max) = (self.columns(bytes), self.columns(bytes));
        let max = if self.source.byte() < 100 { min } else { max };
        Boxes {
            min,
            max,
            count,
            stride,
        }
    }

    fn spheres<T>(&mut self) -> Spheres<T> {
        let (count, stride, bytes) = self.rows::<T>();
        let [x, y, z, radius] = self.columns(bytes);
        Spheres {
            center: [x, y, z],
            radius,
            count,
            stride,
        }
    }

    fn oriented_boxes<T>(&mut self) -> OrientedBoxes<T> {
        let (count, stride, bytes) = self.rows::<T>();
        OrientedBoxes {
            center: self.columns(bytes),
            half_axes: [
                self.columns(bytes),
                self.columns(bytes),
                self.columns(bytes),
            ],
            count,
            stride,
        }
    }

    fn side_bitmaps(&mut self) -> SideBitmaps {
        SideBitmaps {
            on: self.pointer(24),
            front: self.pointer(24),
            null: self.pointer(24),
        }
    }

    fn region_bitmaps(&mut self) -> RegionBitmaps {
        RegionBitmaps {
            meets: self.pointer(24),
            inside: self.pointer(24),
            null: self.pointer(24),
        }
    }

    /// Returns a handle, or null.
    fn pick<T>(&mut self, own: impl FnOnce(&Self) -> &Handles<T>) -> *mut T {
        let choice = self.source.byte();
        let list = &own(self).list;
        match list.len() {
            0 => ptr::null_mut(),
            _ if choice == 0 => ptr::null_mut(),
            count => list[usize::from(choice) % count],
        }
    }

    fn note(&mut self, status: Status) -> bool {
        if status == Status::Internal {
            // SAFETY: the message is valid until the next failure of this thread.
            let message = unsafe { CStr::from_ptr(transect_last_message()) };
            panic!("{}", message.to_string_lossy());
        }
        let succeeded = status == Status::Ok;
        self.played.succeeded += usize::from(succeeded);
        self.played.refused += usize::from(!succeeded);
        succeeded
    }

    /// Calls one function.
    fn call(&mut self) {
        match self.source.byte() % 8 {
            0 => self.call_plane(),
            1 => self.call_columns(),
            2 => self.call_region(),
            3 => self.call_tree(),
            4 => self.call_new_mesh(),
            5 | 6 => self.call_mesh(),
            _ => self.call_result(),
        }
    }

    fn call_plane(&mut self) {
        let [a, b, c] = [(); 3].map(|()| {
            let point: [f64; 3] = self.numbers();
            self.value(point).cast::<f64>()
        });
        let number = self.source.number();
        let plane = self.plane();
        let out: *mut Plane = self.pointer(32);
        let side: *mut Side = self.pointer(4);
        let reach: *mut Reach = self.pointer(24);
        // SAFETY: all pointers are null or have room for what they point to.
        let status = unsafe {
            match self.source.byte() % 23 {
                0 => transect_plane_from_normal_and_offset(a, number, out),
                1 => transect_plane_from_normal_and_distance(a, number, out),
                2 => transect_plane_from_point_and_normal(a, b, out),
                3 => transect_plane_through(a, b, c, out),
                4 => {
                    let (text, length) = self.list::<c_char>(20);
                    transect_plane_from_text(text, length, out)
                }
                5 => transect_plane_flipped(plane, out),
                6 => transect_plane_normalized(plane, out),
                7 => transect_signed_distance(plane, a, self.pointer(8)),
                8 => transect_side_of_point(plane, a, side),
                9 => transect_side_of_box(plane, self.aabb(), side),
                10 => transect_side_of_sphere(plane, self.sphere(), side),
                11 => transect_side_of_oriented_box(plane, self.oriented_box(), side),
                12 => transect_reach_of_box(plane, self.aabb(), reach),
                13 => transect_reach_of_sphere(plane, self.sphere(), reach),
                14 => transect_reach_of_oriented_box(plane, self.oriented_box(), reach),
                15 => transect_plane_meet_line(plane, self.line(), self.pointer(48)),
                16 => transect_plane_meet_plane(plane, self.plane(), self.pointer(56)),
                17 => transect_planes_meet(plane, self.plane(), self.plane(), self.pointer(56)),
                18 => transect_box_from_corners(a, b, self.pointer(48)),
                19 => transect_box_from_center(a, b, self.pointer(48)),
                20 => {
                    transect_box_extreme_corners(self.aabb(), a, self.pointer(24), self.pointer(24))
                }
                21 => {
                    let (one, count) = self.list::<[f64; 2]>(6);
                    let (other, others) = self.list::<[f64; 2]>(6);
                    let place = self.pointer(1);
                    let axis = self.pointer(16);
                    transect_polygons_overlap(one.cast(), count, other.cast(), others, place, axis)
                }
                _ => {
                    let (corners, count) = self.list::<[f64; 2]>(6);
                    transect_polygon_contains(corners.cast(), count, a, self.pointer(1))
                }
            }
        };
        self.note(status);
    }

    fn call_columns(&mut self) {
        let plane = self.plane();
        let bitmaps = self.side_bitmaps();
        let bitmaps = self.record(&bitmaps);
        let counts: *mut SideCounts = self.pointer(32);
        macro_rules! ask {
            ($function:ident, $columns:ident) => {{
                let columns = self.$columns();
                let columns = self.record(&columns);
                $function(plane, columns, bitmaps, counts)
            }};
        }
        // SAFETY: all pointers are null or have room for what they point to.
        let status = unsafe {
            match self.source.byte() % 10 {
                0 => ask!(transect_sides_of_points_f32, points),
                1 => ask!(transect_sides_of_points_f64, points),
                2 => ask!(transect_sides_of_boxes_f32, boxes),
                3 => ask!(transect_sides_of_boxes_f64, boxes),
                4 => ask!(transect_sides_of_spheres_f32, spheres),
                5 => ask!(transect_sides_of_spheres_f64, spheres),
                6 => ask!(transect_sides_of_oriented_boxes_f32, oriented_boxes),
                7 => ask!(transect_sides_of_oriented_boxes_f64, oriented_boxes),
                8 => {
                    let points = self.points();
                    let points = self.record(&points);
                    transect_signed_distances_f32(plane, points, self.pointer(180 * 8))
                }
                _ => {
                    let points = self.points();
                    let points = self.record(&points);
                    transect_signed_distances_f64(plane, points, self.pointer(180 * 8))
                }
            }
        };
        self.note(status);
    }

    fn call_region(&mut self) {
        let (planes, count) = self.planes();
        let precision = self.constant();
        let bitmaps = self.region_bitmaps();
        let bitmaps = self.record(&bitmaps);
        let counts: *mut RegionCounts = self.pointer(32);
        let overlap: *mut RegionOverlap = self.pointer(4);
        macro_rules! ask {
            ($function:ident, $columns:ident) => {{
                let columns = self.$columns();
                let columns = self.record(&columns);
                $function(planes, count, precision, columns, bitmaps, counts)
            }};
        }
        // SAFETY: all pointers are null or have room for what they point to.
        let status = unsafe {
            match self.source.byte() % 14 {
                0 => ask!(transect_region_overlap_points_f32, points),
                1 => ask!(transect_region_overlap_points_f64, points),
                2 => ask!(transect_region_overlap_boxes_f32, boxes),
                3 => ask!(transect_region_overlap_boxes_f64, boxes),
                4 => ask!(transect_region_overlap_spheres_f32, spheres),
                5 => ask!(transect_region_overlap_spheres_f64, spheres),
                6 => ask!(transect_region_overlap_oriented_boxes_f32, oriented_boxes),
                7 => ask!(transect_region_overlap_oriented_boxes_f64, oriented_boxes),
                8 => {
                    let point: [f64; 3] = self.numbers();
                    let point = self.value(point).cast();
                    transect_region_contains(planes, count, point, self.pointer(1))
                }
                9 => transect_region_overlap_box(planes, count, precision, self.aabb(), overlap),
                10 => {
                    let sphere = self.sphere();
                    transect_region_overlap_sphere(planes, count, precision, sphere, overlap)
                }
                11 => {
                    let own = self.oriented_box();
                    transect_region_overlap_oriented_box(planes, count, precision, own, overlap)
                }
                which => {
                    let matrix: [f64; 16] = self.numbers();
                    let [order, depth, far] = [(); 3].map(|()| self.constant());
                    let planes = self.pointer(6 * 32);
                    let count = self.pointer(8);
                    if which == 12 {
                        let matrix = matrix.map(|number| number as f32);
                        let matrix = self.value(matrix).cast();
                        transect_frustum_planes_f32(matrix, order, depth, far, planes, count)
                    } else {
                        let matrix = self.value(matrix).cast();
                        transect_frustum_planes_f64(matrix, order, depth, far, planes, count)
                    }
                }
            }
        };
        self.note(status);
    }

    fn call_tree(&mut self) {
        let tree = self.pick(|own| &own.trees);
        let mut made = ptr::null_mut();
        let (ids, capacity) = self.list::<u32>(180);
        let count: *mut usize = self.pointer(8);
        // SAFETY: all pointers are null or have room for what they point to; handles are null or in the list.
        let status = unsafe {
            match self.source.byte() % 9 {
                0 => {
                    let boxes = self.boxes();
                    transect_tree_build_f32(self.record(&boxes), &mut made)
                }
                1 => {
                    let boxes = self.boxes();
                    transect_tree_build_f64(self.record(&boxes), &mut made)
                }
                2 => {
                    let boxes = self.boxes();
                    transect_tree_refit_f32(tree, self.record(&boxes))
                }
                3 => {
                    let boxes = self.boxes();
                    transect_tree_refit_f64(tree, self.record(&boxes))
                }
                4 => transect_tree_count(tree, count),
                5 => transect_tree_on(tree, self.plane(), ids, capacity, count),
                6 => transect_tree_meeting(tree, self.aabb(), ids, capacity, count),
                7 => transect_tree_ray(tree, self.line(), ids, capacity, count),
                _ => {
                    let (planes, plane_count) = self.planes();
                    let precision = self.constant();
                    let inside: *mut usize = self.pointer(8);
                    transect_tree_overlap(
                        tree,
                        planes,
                        plane_count,
                        precision,
                        ids,
                        capacity,
                        inside,
                        count,
                    )
                }
            }
        };
        self.note(status);
        self.trees.add(made);
    }

    /// Makes a mesh: random triangles, a tetrahedron, or buffers.
    fn call_new_mesh(&mut self) {
        let mut made = ptr::null_mut();
        let vertices = 4 + self.source.below(8);
        let is_tetrahedron = self.source.byte() < 150;
        let triangles: Vec<u32> = if is_tetrahedron {
            vec![0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]
        } else {
            let count = 3 * self.source.below(12);
            (0..count)
                .map(|_| match self.source.byte() {
                    255 => u32::MAX,
                    byte => u32::from(byte) % vertices as u32,
                })
                .collect()
        };
        let positions: Vec<[f64; 3]> = (0..vertices).map(|_| self.numbers()).collect();
        // SAFETY: all pointers are null or have room for what they point to.
        let status = unsafe {
            if self.source.byte() < 128 {
                transect_mesh_from_triangles(
                    positions.as_ptr().cast(),
                    vertices,
                    triangles.as_ptr(),
                    triangles.len() / 3,
                    &mut made,
                )
            } else {
                let positions: Vec<f32> = positions.iter().flatten().map(|&c| c as f32).collect();
                let few: Vec<u16> = triangles.iter().map(|&index| index as u16).collect();
                let is_short = self.source.byte() < 128;
                let mut column = |width: usize| {
                    let stride = width - 1 + usize::from(self.source.byte() % 3);
                    let numbers = match self.source.byte() {
                        0..=200 => ptr::null(),
                        _ => self.pointer::<f32>(4 * 12 * (width + 2)).cast_const(),
                    };
                    VertexNumbers { numbers, stride }
                };
                let arrays = VertexArrays {
                    normals: column(3),
                    tangents: column(4),
                    texture_coordinates: column(2),
                    colors: column(4),
                    positions: VertexNumbers {
                        numbers: positions.as_ptr(),
                        stride: 3,
                    },
                    vertex_count: vertices,
                    indices: if is_short {
                        few.as_ptr().cast()
                    } else {
                        triangles.as_ptr().cast()
                    },
                    index_count: triangles.len(),
                    index_type: match self.source.byte() {
                        0 => 7,
                        1..=3 => 0,
                        _ if is_short => 1,
                        _ => 2,
                    },
                };
                transect_mesh_from_arrays(&arrays, &mut made)
            }
        };
        self.note(status);
        self.meshes.add(made);
    }

    fn call_mesh(&mut self) {
        let mesh = self.pick(|own| &own.meshes);
        let plane = self.plane();
        let side = self.constant();
        let direction: [f64; 3] = self.numbers();
        let direction = self.value(direction).cast::<f64>();
        let mut meshes = [ptr::null_mut(); 2];
        let [first, second] = &mut meshes;
        let first: *mut *mut Mesh = if self.source.byte() < 10 {
            ptr::null_mut()
        } else {
            first
        };
        let mut certificate = ptr::null_mut();
        let wanted: *mut *mut Certificate = if self.source.byte() < 100 {
            ptr::null_mut()
        } else {
            &mut certificate
        };
        let mut section = ptr::null_mut();
        let mut parts = ptr::null_mut();
        let mut layers = ptr::null_mut();
        let mut curve = ptr::null_mut();
        let mut index = ptr::null_mut();
        let mut buffers = [ptr::null_mut(); 2];
        // SAFETY: all pointers are null or have room for what they point to; handles are null or in the list.
        let status = unsafe {
            match self.source.byte() % 13 {
                0 => transect_mesh_measures(mesh, self.pointer(88)),
                1 => {
                    let (positions, count) = self.list::<[f64; 3]>(30);
                    let (triangles, faces) = self.list::<[u32; 3]>(60);
                    transect_mesh_lists(mesh, positions.cast(), count, triangles.cast(), faces)
                }
                2 => transect_mesh_section(mesh, plane, side, &mut section),
                3 => transect_mesh_split(mesh, plane, first, second, wanted),
                4 => {
                    let (planes, count) = self.planes();
                    transect_mesh_cut_by_region(mesh, planes, count, first, second, wanted)
                }
                5 => {
                    let (planes, count) = self.planes();
                    let parts_count = self.pointer(8);
                    transect_mesh_divide(mesh, planes, count, &mut parts, parts_count, wanted)
                }
                6 => transect_mesh_to_buffers(mesh, direction, &mut buffers[0]),
                7 => {
                    let tile = self.source.number();
                    let [front, back] = &mut buffers;
                    transect_mesh_split_to_buffers(mesh, plane, direction, tile, front, back)
                }
                8 => transect_mesh_weld(mesh, self.source.number(), first, self.pointer(64)),
                9 => transect_mesh_divide_edges(mesh, first, self.pointer(64)),
                10 => {
                    let (heights, count) = self.list::<f64>(6);
                    transect_mesh_layers(mesh, direction, heights, count, side, &mut layers)
                }
                11 => transect_mesh_curve(mesh, direction, &mut curve),
                _ => transect_index_build(mesh, &mut index),
            }
        };
        self.note(status);
        meshes.into_iter().for_each(|mesh| self.meshes.add(mesh));
        buffers.into_iter().for_each(|own| self.buffers.add(own));
        self.certificates.add(certificate);
        self.sections.add(section);
        self.parts.add(parts);
        self.layers.add(layers);
        self.curves.add(curve);
        self.indices.add(index);
    }

    fn call_result(&mut self) {
        let mut section = ptr::null_mut();
        let mut mesh = ptr::null_mut();
        let number = self.source.number();
        let count: *mut usize = self.pointer(8);
        // SAFETY: all pointers are null or have room for what they point to; handles are null or in the list.
        let status = unsafe {
            match self.source.byte() % 15 {
                0 => transect_section_measures(self.pick(|own| &own.sections), self.pointer(40)),
                1 => {
                    let (points, most) = self.list::<[f64; 3]>(40);
                    let (starts, lines) = self.list::<usize>(10);
                    let own = self.pick(|own| &own.sections);
                    transect_section_lines(own, points.cast(), most, starts, lines)
                }
                2 => {
                    let (loops, capacity) = self.list::<SectionLoop>(8);
                    transect_section_loops(self.pick(|own| &own.sections), loops, capacity)
                }
                3 => {
                    let (triangles, capacity) = self.list::<[u32; 3]>(30);
                    let own = self.pick(|own| &own.sections);
                    transect_section_triangles(own, triangles.cast(), capacity, count)
                }
                4 => transect_certificate_check(self.pick(|own| &own.certificates)),
                5 => {
                    let own = self.pick(|own| &own.certificates);
                    transect_certificate_verdict(own, self.pointer(56))
                }
                6 => {
                    let (text, capacity) = self.list::<c_char>(200);
                    let own = self.pick(|own| &own.certificates);
                    transect_certificate_text(own, text, capacity, count)
                }
                7 => transect_buffers_sizes(self.pick(|own| &own.buffers), self.pointer(64)),
                8 => {
                    let room = 40 * 16;
                    let has = |player: &mut Self| player.source.byte() > 100;
                    let targets = BufferTargets {
                        positions: self.pointer(room),
                        normals: if has(self) {
                            self.pointer(room)
                        } else {
                            ptr::null_mut()
                        },
                        tangents: ptr::null_mut(),
                        texture_coordinates: if has(self) {
                            self.pointer(room)
                        } else {
                            ptr::null_mut()
                        },
                        colors: if has(self) {
                            self.pointer(room)
                        } else {
                            ptr::null_mut()
                        },
                        indices: self.pointer(4 * 120),
                        vertex_capacity: self.source.below(41),
                        index_capacity: self.source.below(121),
                    };
                    let own = self.pick(|own| &own.buffers);
                    transect_buffers_copy(own, self.record(&targets))
                }
                9 => {
                    let (sides, capacity) = self.list::<i8>(6);
                    let own = self.pick(|own| &own.parts);
                    let index = self.source.below(5);
                    transect_parts_get(own, index, &mut mesh, sides, capacity)
                }
                10 => {
                    let own = self.pick(|own| &own.layers);
                    transect_layers_next(own, self.pointer(8), &mut section)
                }
                11 => transect_curve_range(self.pick(|own| &own.curves), self.pointer(24)),
                12 => transect_curve_at(self.pick(|own| &own.curves), number, self.pointer(80)),
                13 => {
                    let own = self.pick(|own| &own.curves);
                    transect_curve_height_of_volume(own, number, self.pointer(8))
                }
                _ => {
                    let own = self.pick(|own| &own.indices);
                    match self.source.byte() % 2 {
                        0 => {
                            let side = self.constant();
                            transect_index_section(own, self.plane(), side, &mut section)
                        }
                        _ => transect_index_first_hit(own, self.line(), self.pointer(40)),
                    }
                }
            }
        };
        self.note(status);
        self.sections.add(section);
        self.meshes.add(mesh);
    }
}
