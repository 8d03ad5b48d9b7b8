//! The facts of conformance/ that the C library can answer: those in 3D, about shapes that it has, and about meshes
//! that are boxes or lists of triangles. Sides, relations and counts are compared exactly, measures within a bound.

use std::collections::BTreeMap;
use std::ffi::CStr;
use std::fs;
use std::path::Path;
use std::ptr;

use serde_json::Value;
use transect_c::*;

/// The unit roundoff of `double`.
const U: f64 = f64::EPSILON / 2.0;

/// The answer to a fact: `None` if the C library cannot be asked.
type Asked = Option<()>;

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(fraction) => {
            let (top, bottom) = fraction.split_once('/')?;
            Some(top.parse::<f64>().ok()? / bottom.parse::<f64>().ok()?)
        }
        _ => None,
    }
}

fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
    let list: Option<Vec<f64>> = value.as_array()?.iter().map(number).collect();
    list?.try_into().ok()
}

fn lists<const N: usize>(value: &Value) -> Option<Vec<[f64; N]>> {
    value.as_array()?.iter().map(numbers).collect()
}

fn message() -> String {
    // SAFETY: the message is valid until the next failure of this thread.
    let message = unsafe { CStr::from_ptr(transect_last_message()) };
    message.to_string_lossy().into_owned()
}

fn ok(status: Status) {
    assert_eq!(status, Status::Ok, "{}", message());
}

/// Returns what a function writes.
fn got<T: Copy>(zero: T, ask: impl FnOnce(*mut T) -> Status) -> T {
    let mut place = zero;
    ok(ask(&mut place));
    place
}

fn plane_of(value: &Value) -> Option<Plane> {
    match value {
        Value::String(text) => {
            let none = Plane {
                normal: [0.0; 3],
                offset: 0.0,
            };
            // SAFETY: the text is valid during the call.
            Some(got(none, |plane| unsafe {
                transect_plane_from_text(text.as_ptr().cast(), text.len(), plane)
            }))
        }
        _ => {
            let [a, b, c, offset] = numbers(value)?;
            Some(Plane {
                normal: [a, b, c],
                offset,
            })
        }
    }
}

fn planes_of(value: &Value) -> Option<Vec<Plane>> {
    value.as_array()?.iter().map(plane_of).collect()
}

fn side_named(value: &Value) -> Side {
    match value.as_str() {
        Some("back") => Side::Back,
        Some("on") => Side::On,
        Some("front") => Side::Front,
        other => panic!("{other:?} is not a side"),
    }
}

fn overlap_named(value: &Value) -> RegionOverlap {
    match value.as_str() {
        Some("outside") => RegionOverlap::Outside,
        Some("meets") => RegionOverlap::Meets,
        Some("inside") => RegionOverlap::Inside,
        other => panic!("{other:?} is not a relation"),
    }
}

/// A shape of the C library.
enum Shape {
    Point([f64; 3]),
    Box(Aabb),
    Sphere(Sphere),
    Oriented(OrientedBox),
}

fn shape_of(fact: &Value) -> Option<Shape> {
    if !fact["shape"].is_null() {
        return None;
    }
    if let Some(point) = numbers(&fact["point"]) {
        return Some(Shape::Point(point));
    }
    if let (Some(min), Some(max)) = (numbers(&fact["min"]), numbers(&fact["max"])) {
        return Some(Shape::Box(Aabb { min, max }));
    }
    if fact["op"] == "aabb_extent" {
        let corners = lists::<3>(&fact["corners"])?;
        let [a, b] = corners.try_into().ok()?;
        let none = Aabb {
            min: [0.0; 3],
            max: [0.0; 3],
        };
        // SAFETY: the corners have three numbers each.
        return Some(Shape::Box(got(none, |aabb| unsafe {
            transect_box_from_corners(a.as_ptr(), b.as_ptr(), aabb)
        })));
    }
    let center = numbers(&fact["center"])?;
    if let Some(radius) = number(&fact["radius"]) {
        return Some(Shape::Sphere(Sphere { center, radius }));
    }
    let [a, b, c] = lists::<3>(&fact["half_axes"])?.try_into().ok()?;
    let half_axes = [a, b, c];
    Some(Shape::Oriented(OrientedBox { center, half_axes }))
}

fn extent(fact: &Value) -> Asked {
    let plane = plane_of(&fact["plane"])?;
    let shape = shape_of(fact)?;
    let none = Reach {
        backmost: Side::On,
        frontmost: Side::On,
        backmost_distance: 0.0,
        frontmost_distance: 0.0,
    };
    let mut side = Side::On;
    // SAFETY: all pointers are valid.
    let (reach, status) = unsafe {
        match &shape {
            Shape::Point(point) => {
                let status = transect_side_of_point(&plane, point.as_ptr(), &mut side);
                (None, status)
            }
            Shape::Box(aabb) => (
                Some(got(none, |reach| {
                    transect_reach_of_box(&plane, aabb, reach)
                })),
                transect_side_of_box(&plane, aabb, &mut side),
            ),
            Shape::Sphere(sphere) => {
                let status = transect_side_of_sphere(&plane, sphere, &mut side);
                if !fact["error"].is_null() {
                    assert_eq!(status, Status::Invalid);
                    return Some(());
                }
                let reach = got(none, |reach| {
                    transect_reach_of_sphere(&plane, sphere, reach)
                });
                (Some(reach), status)
            }
            Shape::Oriented(own) => (
                Some(got(none, |reach| {
                    transect_reach_of_oriented_box(&plane, own, reach)
                })),
                transect_side_of_oriented_box(&plane, own, &mut side),
            ),
        }
    };
    ok(status);
    assert_eq!(side, side_named(&fact["side"]));
    if let Some(reach) = reach {
        let expected = [0, 1].map(|end: usize| side_named(&fact["extent"][end]));
        assert_eq!([reach.backmost, reach.frontmost], expected);
    }
    Some(())
}

fn plane_text(fact: &Value) -> Asked {
    if fact["dimension"] == 2 {
        return None;
    }
    let text = fact["text"].as_str()?;
    let mut plane = Plane {
        normal: [0.0; 3],
        offset: 0.0,
    };
    // SAFETY: the text is valid during the call.
    let status = unsafe { transect_plane_from_text(text.as_ptr().cast(), text.len(), &mut plane) };
    match fact["error"].as_str() {
        Some(error) => {
            assert_eq!(status, Status::Invalid);
            assert_eq!(message(), format!("text: {error}"));
        }
        None => {
            ok(status);
            assert_eq!(plane, plane_of(&fact["plane"])?);
        }
    }
    Some(())
}

fn plane_through(fact: &Value) -> Asked {
    let points = lists::<3>(&fact["points"])?;
    let [a, b, c] = points.try_into().ok()?;
    let mut plane = Plane {
        normal: [0.0; 3],
        offset: 0.0,
    };
    // SAFETY: the points have three numbers each.
    let status = unsafe { transect_plane_through(a.as_ptr(), b.as_ptr(), c.as_ptr(), &mut plane) };
    if fact["error"].is_null() {
        ok(status);
        assert_eq!(plane, plane_of(&fact["plane"])?);
    } else {
        assert_eq!(status, Status::Invalid);
    }
    Some(())
}

fn flipped(fact: &Value) -> Asked {
    let plane = plane_of(&fact["plane"])?;
    // SAFETY: both planes are valid.
    let flipped = got(plane, |flipped| unsafe {
        transect_plane_flipped(&plane, flipped)
    });
    assert_eq!(flipped, plane_of(&fact["flipped"])?);
    Some(())
}

fn normalized(fact: &Value) -> Asked {
    let plane = plane_of(&fact["plane"])?;
    let mut normalized = plane;
    // SAFETY: both planes are valid.
    let status = unsafe { transect_plane_normalized(&plane, &mut normalized) };
    if !fact["error"].is_null() {
        assert_eq!(status, Status::Invalid);
        return Some(());
    }
    ok(status);
    let expected: [f64; 4] = numbers(&fact["normalized"])?;
    let [x, y, z] = normalized.normal;
    for (got, expected) in [x, y, z, normalized.offset].into_iter().zip(expected) {
        // The length is rounded, then the quotient, and the expected fraction: three roundings of one unit each.
        assert!(
            (got - expected).abs() <= 4.0 * U * expected.abs(),
            "{got} {expected}"
        );
    }
    Some(())
}

fn line_meet(fact: &Value) -> Asked {
    let plane = plane_of(&fact["plane"])?;
    let kind = fact["op"].as_str()?;
    let (line, kind) = match kind {
        "segment_meet" => {
            let [start, end] = lists::<3>(&fact["ends"])?.try_into().ok()?;
            let direction: [f64; 3] = std::array::from_fn(|axis| end[axis] - start[axis]);
            let is_exact = (0..3).all(|axis| start[axis] + direction[axis] == end[axis]);
            if !is_exact || direction == [0.0; 3] {
                return None; // the record of C holds the direction, which would be rounded, and must not be zero
            }
            ([start, direction], LineKind::Segment)
        }
        _ => {
            let line = [numbers(&fact["origin"])?, numbers(&fact["direction"])?];
            let is_ray = kind == "ray_meet";
            (
                line,
                if is_ray {
                    LineKind::Ray
                } else {
                    LineKind::Line
                },
            )
        }
    };
    let [origin, direction] = line;
    let line = LinePiece {
        origin,
        direction,
        kind: kind as i32,
    };
    let none = LineMeets {
        common: Common::Plane,
        side: Side::On,
        t: 0.0,
        point: [0.0; 3],
    };
    // SAFETY: all pointers are valid.
    let meets = got(none, |meets| unsafe {
        transect_plane_meet_line(&plane, &line, meets)
    });
    let expected = match fact["meet"].as_str()? {
        "point" => Common::Point,
        "within" => Common::Line,
        _ => Common::Nothing,
    };
    assert_eq!(meets.common, expected);
    if !fact["toward"].is_null() {
        assert_eq!(meets.side, side_named(&fact["toward"]));
    }
    if kind as i32 == LineKind::Line as i32 && !fact["side"].is_null() {
        assert_eq!(meets.side, side_named(&fact["side"]));
    }
    if let Some(t) = number(&fact["t"]) {
        // The documented relative error, and the rounding of the expected fraction.
        let bound = 1.01 * 2.0_f64.powi(-48) * t.abs();
        assert!((meets.t - t).abs() <= bound, "{} {t}", meets.t);
        let point: [f64; 3] = numbers(&fact["point"])?;
        for axis in 0..3 {
            let size = origin[axis].abs() + (t * direction[axis]).abs();
            let difference = (meets.point[axis] - point[axis]).abs();
            assert!(difference <= 1.01 * 2.0_f64.powi(-47) * size, "{meets:?}");
        }
    }
    Some(())
}

fn planes_meet(fact: &Value) -> Asked {
    let planes = planes_of(&fact["planes"])?;
    let mut meets = PlanesMeet {
        common: Common::Nothing,
        point: [0.0; 3],
        direction: [0.0; 3],
    };
    // SAFETY: all pointers are valid.
    ok(unsafe {
        match planes.as_slice() {
            [a, b] => transect_plane_meet_plane(a, b, &mut meets),
            [a, b, c] => transect_planes_meet(a, b, c, &mut meets),
            _ => return None,
        }
    });
    let expected = match fact["meet"].as_str()? {
        "point" => Common::Point,
        "line" => Common::Line,
        "same" | "plane" => Common::Plane,
        "parallel" | "nothing" => Common::Nothing,
        other => panic!("{other}"),
    };
    assert_eq!(meets.common, expected);
    if let Some(point) = numbers::<3>(&fact["point"]) {
        assert_eq!(meets.point, point); // the nearest floats
    }
    if let Some(origin) = numbers::<3>(&fact["origin"]) {
        assert_eq!(meets.point, origin);
        // The direction may be divided by a power of two.
        let direction: [f64; 3] = numbers(&fact["direction"])?;
        let axis = (0..3).find(|&axis| direction[axis] != 0.0)?;
        let scale = meets.direction[axis] / direction[axis];
        assert!(scale > 0.0);
        assert_eq!(meets.direction, direction.map(|c| c * scale));
    }
    Some(())
}

fn region_overlap(fact: &Value) -> Asked {
    let planes = planes_of(&fact["planes"])?;
    let shape = shape_of(fact)?;
    let (list, count) = (planes.as_ptr(), planes.len());
    for (precision, key) in [(0, "overlap"), (1, "plane_by_plane")] {
        let expected = overlap_named(&fact[key]);
        let none = RegionOverlap::Outside;
        // SAFETY: all pointers are valid.
        let found = unsafe {
            match &shape {
                Shape::Point(point) => {
                    let contains = got(false, |contains| {
                        transect_region_contains(list, count, point.as_ptr(), contains)
                    });
                    assert_eq!(contains, expected == RegionOverlap::Inside);
                    continue;
                }
                Shape::Box(own) => got(none, |place| {
                    transect_region_overlap_box(list, count, precision, own, place)
                }),
                Shape::Sphere(own) => got(none, |place| {
                    transect_region_overlap_sphere(list, count, precision, own, place)
                }),
                Shape::Oriented(own) => got(none, |place| {
                    transect_region_overlap_oriented_box(list, count, precision, own, place)
                }),
            }
        };
        assert_eq!(found, expected, "{key}");
    }
    Some(())
}

/// Returns the planes of the frustum of a fact, or the status of the error.
fn frustum(fact: &Value) -> Option<Result<Vec<Plane>, Status>> {
    let rows = lists::<4>(&fact["matrix"])?;
    let matrix = rows.as_flattened();
    let order = i32::from(fact["order"] == "column_major");
    let spaces = ["minus_one_to_one", "zero_to_one", "reversed_z"];
    let space = spaces
        .iter()
        .position(|space| fact["clip_space"] == *space)?;
    let far = i32::from(fact["infinite_far"] == true);
    let none = Plane {
        normal: [0.0; 3],
        offset: 0.0,
    };
    let (mut planes, mut count) = ([none; 6], 0);
    // SAFETY: the matrix has 16 numbers, and there is room for 6 planes.
    let status = unsafe {
        transect_frustum_planes_f64(
            matrix.as_ptr(),
            order,
            i32::try_from(space).ok()?,
            far,
            planes.as_mut_ptr(),
            &mut count,
        )
    };
    Some(match status {
        Status::Ok => Ok(planes[..count].to_vec()),
        status => Err(status),
    })
}

fn frustum_planes(fact: &Value) -> Asked {
    let found = frustum(fact)?;
    if !fact["error"].is_null() {
        assert_eq!(found, Err(Status::Invalid));
        return Some(());
    }
    let sides = ["left", "right", "bottom", "top", "near", "far"];
    let expected = sides
        .iter()
        .filter_map(|side| plane_of(&fact["planes"][side]));
    assert_eq!(found, Ok(expected.collect()));
    Some(())
}

fn frustum_point(fact: &Value) -> Asked {
    let planes = frustum(fact)?.expect("a frustum");
    let point: [f64; 3] = numbers(&fact["point"])?;
    // SAFETY: all pointers are valid.
    let contains = got(false, |contains| unsafe {
        transect_region_contains(planes.as_ptr(), planes.len(), point.as_ptr(), contains)
    });
    assert_eq!(contains, fact["inside"].as_bool()?);
    Some(())
}

/// Returns the rows of columns with a stride, from records of the fact.
fn records<const N: usize>(value: &Value) -> Option<Vec<[f64; N]>> {
    let flat = |record: &Value| -> Option<[f64; N]> {
        let mut flat = Vec::new();
        for entry in record.as_array()? {
            match entry {
                Value::Array(list) => {
                    flat.extend(list.iter().map(number).collect::<Option<Vec<_>>>()?)
                }
                _ => flat.push(number(entry)?),
            }
        }
        flat.try_into().ok()
    };
    value.as_array()?.iter().map(flat).collect()
}

fn batch_sides(fact: &Value) -> Asked {
    let plane = plane_of(&fact["plane"])?;
    let (mut on, mut front, mut null) = (9_u64, 9_u64, 9_u64);
    let bitmaps = SideBitmaps {
        on: &mut on,
        front: &mut front,
        null: &mut null,
    };
    let none = SideCounts::default();
    // SAFETY: the columns are those of the records, whose stride is their width.
    let counts = unsafe {
        if let Some(rows) = records::<3>(&fact["points"]) {
            let [x, y, z] = [0, 1, 2].map(|axis| rows.as_ptr().cast::<f64>().wrapping_add(axis));
            let (count, stride) = (rows.len(), 3);
            let points = Points {
                x,
                y,
                z,
                count,
                stride,
            };
            got(none, |counts| {
                transect_sides_of_points_f64(&plane, &points, &bitmaps, counts)
            })
        } else if let Some(rows) = records::<6>(&fact["boxes"]) {
            let at = |place: usize| rows.as_ptr().cast::<f64>().wrapping_add(place);
            let boxes = Boxes {
                min: [0, 1, 2].map(at),
                max: [3, 4, 5].map(at),
                count: rows.len(),
                stride: 6,
            };
            got(none, |counts| {
                transect_sides_of_boxes_f64(&plane, &boxes, &bitmaps, counts)
            })
        } else {
            let rows = records::<4>(&fact["spheres"])?;
            let at = |place: usize| rows.as_ptr().cast::<f64>().wrapping_add(place);
            let spheres = Spheres {
                center: [0, 1, 2].map(at),
                radius: at(3),
                count: rows.len(),
                stride: 4,
            };
            got(none, |counts| {
                transect_sides_of_spheres_f64(&plane, &spheres, &bitmaps, counts)
            })
        }
    };
    let expected = fact["sides"].as_array()?;
    for (row, side) in expected.iter().enumerate() {
        let found = match (on >> row & 1, front >> row & 1) {
            (1, 0) => Side::On,
            (0, 1) => Side::Front,
            _ => Side::Back,
        };
        assert_eq!(found, side_named(side), "row {row}");
    }
    assert_eq!(counts.back + counts.on + counts.front, expected.len());
    Some(())
}

/// A mesh of the library, freed at the end.
struct Own(*mut Mesh);

impl Drop for Own {
    fn drop(&mut self) {
        // SAFETY: the library made the mesh.
        unsafe { transect_mesh_free(self.0) };
    }
}

impl Own {
    fn measures(&self) -> MeshMeasures {
        let bounds = Aabb {
            min: [0.0; 3],
            max: [0.0; 3],
        };
        let none = MeshMeasures {
            vertices: 0,
            triangles: 0,
            open_edges: 0,
            area: 0.0,
            volume: 0.0,
            bounds,
        };
        // SAFETY: the mesh is valid.
        got(none, |measures| unsafe {
            transect_mesh_measures(self.0, measures)
        })
    }
}

fn mesh_of(value: &Value) -> Option<Own> {
    let (positions, triangles): (Vec<[f64; 3]>, Vec<[u32; 3]>) = match lists::<3>(&value["box"]) {
        Some(corners) => {
            let corner =
                |index: usize| std::array::from_fn(|axis| corners[index >> axis & 1][axis]);
            let triangles = vec![
                [0, 2, 1],
                [1, 2, 3],
                [4, 5, 6],
                [5, 7, 6],
                [0, 1, 4],
                [1, 5, 4],
                [2, 6, 3],
                [3, 6, 7],
                [0, 4, 2],
                [2, 4, 6],
                [1, 3, 5],
                [3, 7, 5],
            ];
            ((0..8).map(corner).collect(), triangles)
        }
        None => {
            let triangles = lists::<3>(&value["triangles"])?;
            let triangles = triangles.iter().map(|own| own.map(|index| index as u32));
            (lists(&value["positions"])?, triangles.collect())
        }
    };
    // SAFETY: the lists are valid during the call.
    let mesh = got(ptr::null_mut(), |mesh| unsafe {
        transect_mesh_from_triangles(
            positions.as_ptr().cast(),
            positions.len(),
            triangles.as_ptr().cast(),
            triangles.len(),
            mesh,
        )
    });
    Some(Own(mesh))
}

/// Compares a measure of a mesh with an expected one. A measure is a sum of `terms` products of up to `degree`
/// differences of coordinates, each at most twice the largest coordinate. Each product has up to 8 roundings, each
/// coordinate of a cut vertex one more, and each sum one more; 32 is above all of them together.
fn near(found: f64, expected: &Value, terms: usize, largest: f64, degree: i32) {
    let expected = number(expected).expect("a number");
    let bound = 32.0 * U * terms as f64 * (2.0 * largest).powi(degree);
    assert!(
        (found - expected).abs() <= bound,
        "{found}, not {expected} ± {bound}"
    );
}

fn largest(mesh: &MeshMeasures) -> f64 {
    let bounds = mesh.bounds.min.into_iter().chain(mesh.bounds.max);
    bounds.fold(0.0, |most, c| c.abs().max(most))
}

/// Checks a section beside the limit that a fact has, and frees it.
fn limit(section: *mut Section, expected: &Value, largest: f64) {
    let none = SectionMeasures {
        loops: 0,
        open_chains: 0,
        points: 0,
        area: 0.0,
        perimeter: 0.0,
    };
    // SAFETY: the section is valid, and the list has room for all loops.
    unsafe {
        let measures = got(none, |measures| {
            transect_section_measures(section, measures)
        });
        let mut loops = vec![
            SectionLoop {
                area: 0.0,
                parent: 0,
                is_hole: false,
                reserved: [0; 7]
            };
            measures.loops
        ];
        ok(transect_section_loops(
            section,
            loops.as_mut_ptr(),
            loops.len(),
        ));
        let holes = loops.iter().filter(|own| own.is_hole).count();
        for (key, count) in [
            ("loops", measures.loops),
            ("holes", holes),
            ("open_chains", measures.open_chains),
        ] {
            if let Some(expected) = expected[key].as_u64() {
                assert_eq!(count as u64, expected, "{key}");
            }
        }
        if !expected["area"].is_null() {
            near(
                measures.area,
                &expected["area"],
                measures.points,
                largest,
                2,
            );
        }
        if !expected["perimeter"].is_null() {
            near(
                measures.perimeter,
                &expected["perimeter"],
                measures.points,
                largest,
                1,
            );
        }
        transect_section_free(section);
    }
}

fn section(fact: &Value) -> Asked {
    let mesh = mesh_of(&fact["mesh"])?;
    let plane = plane_of(&fact["plane"])?;
    // SAFETY: all pointers are valid.
    unsafe {
        let index = got(ptr::null_mut(), |index| transect_index_build(mesh.0, index));
        for (side, key) in [(1, "on_front"), (-1, "on_back")] {
            let section = got(ptr::null_mut(), |section| {
                transect_mesh_section(mesh.0, &plane, side, section)
            });
            limit(section, &fact[key], largest(&mesh.measures()));
            let section = got(ptr::null_mut(), |section| {
                transect_index_section(index, &plane, side, section)
            });
            limit(section, &fact[key], largest(&mesh.measures()));
        }
        transect_index_free(index);
    }
    Some(())
}

fn part(mesh: &Own, expected: &Value, largest: f64) {
    let measures = mesh.measures();
    if !expected["volume"].is_null() {
        let volume = &expected["volume"];
        near(measures.volume, volume, measures.triangles, largest, 3);
    }
    if !expected["area"].is_null() {
        near(
            measures.area,
            &expected["area"],
            measures.triangles,
            largest,
            2,
        );
    }
    if let Some(is_closed) = expected["closed"].as_bool() {
        assert_eq!(measures.open_edges == 0, is_closed);
    }
}

fn certified(certificate: *mut Certificate) {
    // SAFETY: the library made the certificate.
    unsafe {
        ok(transect_certificate_check(certificate));
        transect_certificate_free(certificate);
    }
}

fn split(fact: &Value) -> Asked {
    let mesh = mesh_of(&fact["mesh"])?;
    let plane = plane_of(&fact["plane"])?;
    let largest = largest(&mesh.measures());
    let (mut front, mut back, mut certificate) =
        (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
    // SAFETY: all pointers are valid.
    ok(unsafe { transect_mesh_split(mesh.0, &plane, &mut front, &mut back, &mut certificate) });
    certified(certificate);
    part(&Own(front), &fact["front"], largest);
    part(&Own(back), &fact["back"], largest);
    Some(())
}

fn region_cut(fact: &Value) -> Asked {
    let mesh = mesh_of(&fact["mesh"])?;
    let planes = planes_of(&fact["planes"])?;
    let largest = largest(&mesh.measures());
    let (list, count) = (planes.as_ptr(), planes.len());
    let (mut inside, mut outside) = (ptr::null_mut(), ptr::null_mut());
    let mut certificate = ptr::null_mut();
    // SAFETY: all pointers are valid.
    ok(unsafe {
        let (inside, outside) = (&mut inside, &mut outside);
        transect_mesh_cut_by_region(mesh.0, list, count, inside, outside, &mut certificate)
    });
    certified(certificate);
    part(&Own(inside), &fact["inside"], largest);
    part(&Own(outside), &fact["outside"], largest);
    Some(())
}

fn layers(fact: &Value) -> Asked {
    let mesh = mesh_of(&fact["mesh"])?;
    let direction: [f64; 3] = numbers(&fact["direction"])?;
    let heights: Option<Vec<f64>> = fact["heights"].as_array()?.iter().map(number).collect();
    let heights = heights?;
    let largest = largest(&mesh.measures());
    for (side, key) in [(1, "on_front"), (-1, "on_back")] {
        let mut layers = ptr::null_mut();
        // SAFETY: all pointers are valid.
        unsafe {
            let (list, count) = (heights.as_ptr(), heights.len());
            let direction = direction.as_ptr();
            let status = transect_mesh_layers(mesh.0, direction, list, count, side, &mut layers);
            if !fact["error"].is_null() {
                assert_eq!(status, Status::Invalid);
                return Some(());
            }
            ok(status);
            let (mut height, mut section) = (0.0, ptr::null_mut());
            for expected in fact["layers"].as_array()? {
                ok(transect_layers_next(layers, &mut height, &mut section));
                assert_eq!(Some(height), number(&expected["height"]));
                limit(section, &expected[key], largest);
            }
            let status = transect_layers_next(layers, &mut height, &mut section);
            assert_eq!(status, Status::End);
            transect_layers_free(layers);
        }
    }
    Some(())
}

fn curve(fact: &Value) -> Asked {
    let mesh = mesh_of(&fact["mesh"])?;
    let direction: [f64; 3] = numbers(&fact["direction"])?;
    let mut curve = ptr::null_mut();
    // SAFETY: all pointers are valid.
    unsafe {
        let status = transect_mesh_curve(mesh.0, direction.as_ptr(), &mut curve);
        if let Some(error) = fact["error"].as_str() {
            let wanted = match error {
                "direction" => Status::Invalid,
                _ => Status::Mesh,
            };
            assert_eq!(status, wanted);
            return Some(());
        }
        ok(status);
        let mesh = mesh.measures();
        if fact["op"] == "height_of_volume" {
            let volume = number(&fact["volume"])?;
            let mut height = 0.0;
            let status = transect_curve_height_of_volume(curve, volume, &mut height);
            if !fact["height"].is_null() {
                ok(status);
                // The height is that of a volume within its bound: the volume of the fact may be rounded.
                let none = CurvePoint {
                    area: 0.0,
                    area_from_front: 0.0,
                    area_error: 0.0,
                    volume: 0.0,
                    volume_error: 0.0,
                    centroid: [0.0; 3],
                    centroid_error: 0.0,
                    has_centroid: false,
                };
                let at = |height: f64| got(none, |point| transect_curve_at(curve, height, point));
                let (found, expected) = (at(height), at(number(&fact["height"])?));
                let terms = mesh.triangles as f64 * (2.0 * largest(&mesh)).powi(3);
                let bound = 64.0 * U * terms + found.volume_error + expected.volume_error;
                assert!((found.volume - expected.volume).abs() <= bound);
            }
        } else {
            let height = number(&fact["height"])?;
            let mut point = std::mem::MaybeUninit::uninit();
            ok(transect_curve_at(curve, height, point.as_mut_ptr()));
            let point = point.assume_init();
            for (found, bound, key) in [
                (point.area, point.area_error, "area"),
                (point.area_from_front, point.area_error, "area_from_front"),
                (point.volume, point.volume_error, "volume"),
            ] {
                let expected = number(&fact[key])?;
                let bound = bound + U * expected.abs();
                assert!(
                    (found - expected).abs() <= bound,
                    "{key}: {found}, {expected}"
                );
            }
        }
        transect_curve_free(curve);
    }
    Some(())
}

fn polygons(fact: &Value) -> Asked {
    let polygon = |shape: &Value| match shape["shape"].as_str() {
        Some("polygon") => lists::<2>(&shape["corners"]),
        _ => None,
    };
    let (a, b) = (polygon(&fact["a"])?, polygon(&fact["b"])?);
    let (first, second) = (a.as_ptr().cast(), b.as_ptr().cast());
    // SAFETY: all pointers are valid.
    let overlap = got(false, |overlap| unsafe {
        transect_polygons_overlap(first, a.len(), second, b.len(), overlap, ptr::null_mut())
    });
    assert_eq!(overlap, fact["overlap"].as_bool()?);
    Some(())
}

#[test]
fn facts_hold_through_c() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance");
    let mut asked: BTreeMap<String, usize> = BTreeMap::new();
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder of facts")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|own| own == "jsonl"))
        .collect();
    files.sort();
    for file in files {
        let text = fs::read_to_string(&file).expect("facts");
        for (line, fact) in text
            .lines()
            .enumerate()
            .filter(|(_, fact)| !fact.is_empty())
        {
            let fact: Value = serde_json::from_str(fact).expect("a fact");
            let op = fact["op"].as_str().expect("a question").to_string();
            let ask: fn(&Value) -> Asked = match op.as_str() {
                "point_side" | "aabb_extent" | "sphere_extent" | "parallelepiped_extent" => extent,
                "plane_text" => plane_text,
                "plane_through" => plane_through,
                "flipped" => flipped,
                "normalized" => normalized,
                "line_meet" | "ray_meet" | "segment_meet" => line_meet,
                "planes_meet" => planes_meet,
                "region_overlap" => region_overlap,
                "frustum_planes" => frustum_planes,
                "frustum_point" => frustum_point,
                "batch_sides" => batch_sides,
                "section" => section,
                "split" => split,
                "region_cut" => region_cut,
                "layers" => layers,
                "curve" | "height_of_volume" => curve,
                "overlap" => polygons,
                _ => continue,
            };
            let place = format!("{}:{}: {fact}", file.display(), line + 1);
            let answer = std::panic::catch_unwind(|| ask(&fact));
            match answer {
                Ok(Some(())) => *asked.entry(op).or_default() += 1,
                Ok(None) => {}
                Err(_) => panic!("{place}"),
            }
        }
    }
    println!("{asked:?}");
    let least = [
        ("aabb_extent", 95),
        ("batch_sides", 3),
        ("curve", 10),
        ("flipped", 1),
        ("frustum_planes", 10),
        ("frustum_point", 22),
        ("height_of_volume", 5),
        ("layers", 5),
        ("line_meet", 15),
        ("normalized", 5),
        ("overlap", 1),
        ("parallelepiped_extent", 15),
        ("plane_text", 28),
        ("plane_through", 8),
        ("planes_meet", 14),
        ("point_side", 82),
        ("ray_meet", 15),
        ("region_cut", 20),
        ("region_overlap", 80),
        ("section", 25),
        ("segment_meet", 15),
        ("sphere_extent", 50),
        ("split", 20),
    ];
    for (op, least) in least {
        let count = asked.get(op).copied().unwrap_or_default();
        assert!(count >= least, "{op}: {count} facts, not {least}");
    }
}
