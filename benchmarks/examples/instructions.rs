//! Counts the instructions of representative calls with callgrind: `cargo run --release -p transect-benchmarks --example
//! instructions`. Needs `valgrind`.
//!
//! Each call runs COUNT times and 2·COUNT times in a process of its own (`instructions NAME COUNT`). The difference of
//! the two counts, divided by COUNT, is the count of one call without its preparation. A call with instructions that
//! valgrind does not know, such as the certificate, has no count: measure its time, by `instructions NAME COUNT`. The output is CSV. For the build
//! of a user without link-time optimization, set `CARGO_PROFILE_RELEASE_LTO=off` and
//! `CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16`.

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;

use transect::batch::{AabbColumns, Batch, PointColumns, RegionMasks};
use transect::bvh::Bvh;
use transect::predicates::orient2d;
use transect::{
    Aabb, Camera, Capsule, ConvexPolygon, Parallelepiped, Plane, PlaneThrough, Ray, Region, Side,
    Sphere, Triangle,
};
use transect_mesh::{Mesh, RawMesh};

/// A call: its name, and the number of calls of one measurement.
type Call = (&'static str, usize);

const CALLS: [Call; 30] = [
    ("side of a point", 100_000),
    ("side of a point in the plane", 20_000),
    ("signed distance of a point", 50_000),
    ("side of a box", 50_000),
    ("side of a sphere", 50_000),
    ("side of a capsule", 20_000),
    ("interval of a box", 20_000),
    ("side of a point of a plane through points", 20_000),
    ("turn of three points", 100_000),
    ("turn of three points on a line", 10_000),
    ("plane as text", 5_000),
    ("100 000 points as columns", 5),
    ("100 000 boxes in view of a camera", 5),
    ("tree of 10 000 boxes, region", 20),
    ("overlap of a box and a region", 2_000),
    ("overlap of two parallelepipeds", 2_000),
    ("overlap of two triangles", 2_000),
    ("chord of a ray in a parallelepiped", 5_000),
    ("polygon clipped", 2_000),
    ("meeting point of three planes", 2_000),
    ("fit of 100 points", 200),
    ("polygon of 60 corners as triangles", 50),
    ("spot, section", 3),
    ("spot, split", 2),
    ("spot, split and certificate", 2),
    ("spot, cut by a region", 2),
    ("spot, 50 layers", 2),
    ("spot, curve", 2),
    ("spot, mass properties", 2),
    ("spot, triangles of a section", 2),
];

/// The random number generator xorshift64*, which gives the same numbers on every machine.
struct Random(u64);

impl Random {
    /// Returns a random number that is at least −1 and less than 1.
    fn number(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn point<const D: usize>(&mut self) -> [f64; D] {
        [(); D].map(|()| self.number())
    }
}

/// The number of different inputs of a call.
const INPUTS: usize = 64;

/// Calls a function `count` times, with different inputs in turn.
fn repeat<T, A>(count: usize, inputs: &[T], call: impl Fn(&T) -> A) {
    for input in inputs.iter().cycle().take(count) {
        black_box(call(black_box(input)));
    }
}

fn inputs<T>(mut make: impl FnMut(&mut Random) -> T) -> Vec<T> {
    let mut random = Random(7);
    (0..INPUTS).map(|_| make(&mut random)).collect()
}

fn run(name: &str, count: usize) -> Result<(), Box<dyn Error>> {
    let plane = Plane::new([0.3, -0.5, 0.7], 0.1)?;
    let tilted = Plane::new([1.0, 2.0, 3.0], -0.25)?;
    match name {
        "side of a point" => {
            repeat(count, &inputs(Random::point::<3>), |point| {
                plane.side(point)
            });
        }
        "side of a point in the plane" => {
            let of_three = Plane::new([0.1, 0.2, 0.3], -0.6)?;
            let near = [[1.0, 1.0, 1.0], [2.0, 2.0, 0.0], [6.0, 0.0, 0.0]];
            repeat(count, &near, |point| of_three.side(point));
        }
        "signed distance of a point" => {
            repeat(count, &inputs(Random::point::<3>), |point| {
                plane.signed_distance(point)
            });
        }
        "side of a box" | "interval of a box" => {
            let boxes = inputs(|random| {
                let min = random.point::<3>();
                Aabb::new(min, min.map(|low| low + 0.2)).expect("ordered bounds")
            });
            if name == "side of a box" {
                repeat(count, &boxes, |aabb| plane.side(aabb));
            } else {
                repeat(count, &boxes, |aabb| plane.interval(aabb));
            }
        }
        "side of a sphere" => {
            let spheres =
                inputs(|random| Sphere::new(random.point::<3>(), 0.2).expect("finite numbers"));
            repeat(count, &spheres, |sphere| plane.side(sphere));
        }
        "side of a capsule" => {
            let capsules = inputs(|random| {
                Capsule::new(random.point::<3>(), random.point(), 0.2).expect("finite numbers")
            });
            repeat(count, &capsules, |capsule| plane.side(capsule));
        }
        "side of a point of a plane through points" => {
            let through = PlaneThrough::new([[0.1, 0.2, 0.3], [1.1, 0.0, 0.7], [0.3, 0.9, 0.2]])?;
            repeat(count, &inputs(Random::point::<3>), |point| {
                through.side(point)
            });
        }
        "turn of three points" => {
            let points = inputs(|random| [(); 3].map(|()| random.point::<2>()));
            repeat(count, &points, |[a, b, c]| orient2d(a, b, c));
        }
        "turn of three points on a line" => {
            let points = [
                [[0.1, 0.1], [0.2, 0.2], [0.3, 0.3]],
                [[0.1, 0.3], [0.2, 0.6], [0.7, 2.1]],
            ];
            repeat(count, &points, |[a, b, c]| orient2d(a, b, c));
        }
        "plane as text" => {
            let texts = [
                "2x + 3y + 6z = 17",
                "z = 1.2",
                "0.1x - 1/3 y + 2.5e-1 z - 4",
            ];
            repeat(count, &texts, |text| text.parse::<Plane>());
        }
        "100 000 points as columns" => {
            let mut random = Random(3);
            let columns =
                [(); 3].map(|()| -> Vec<f64> { (0..100_000).map(|_| random.number()).collect() });
            let points = PointColumns::new(columns.each_ref().map(|column| &column[..]));
            let mut sides = vec![Side::On; 100_000];
            for _ in 0..count {
                black_box(points.sides(black_box(&plane), &mut sides));
            }
        }
        "100 000 boxes in view of a camera" => {
            let mut random = Random(3);
            let lows = [(); 3].map(|()| -> Vec<f32> {
                (0..100_000)
                    .map(|_| 100.0 * random.number() as f32)
                    .collect()
            });
            let highs = lows
                .each_ref()
                .map(|low| -> Vec<f32> { low.iter().map(|low| low + 1.0).collect() });
            let boxes = AabbColumns::new(
                lows.each_ref().map(|column| &column[..]),
                highs.each_ref().map(|column| &column[..]),
            );
            let camera = Camera::looking([4.0, -20.0, 2.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
            let frustum = camera.frustum()?;
            let words = 100_000_usize.div_ceil(64);
            let (mut meets, mut inside) = (vec![0; words], vec![0; words]);
            for _ in 0..count {
                let masks = RegionMasks {
                    meets: &mut meets,
                    inside: &mut inside,
                    null: None,
                };
                black_box(boxes.overlap_conservative(&frustum.region(), masks));
            }
        }
        "tree of 10 000 boxes, region" => {
            let mut random = Random(3);
            let lows = [(); 3].map(|()| -> Vec<f32> {
                (0..10_000)
                    .map(|_| 100.0 * random.number() as f32)
                    .collect()
            });
            let highs = lows
                .each_ref()
                .map(|low| -> Vec<f32> { low.iter().map(|low| low + 1.0).collect() });
            let tree: Bvh<f32> = Bvh::build(&AabbColumns::new(
                lows.each_ref().map(|column| &column[..]),
                highs.each_ref().map(|column| &column[..]),
            ))?;
            let camera = Camera::looking([4.0, -20.0, 2.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
            let frustum = camera.frustum()?;
            for _ in 0..count {
                let found = tree.overlap(black_box(&frustum.region()));
                black_box(found.meets.count() + found.inside.count());
            }
        }
        "overlap of a box and a region" => {
            let planes = [plane, tilted, Plane::new([-1.0, 0.1, 0.0], 0.9)?];
            let region = Region::new(&planes);
            let boxes = inputs(|random| {
                let min = random.point::<3>();
                Aabb::new(min, min.map(|low| low + 0.2)).expect("ordered bounds")
            });
            repeat(count, &boxes, |aabb| region.overlap(aabb));
        }
        "overlap of two parallelepipeds" => {
            let pairs = inputs(|random| {
                [(); 2].map(|()| {
                    let half_axes = [(); 3].map(|()| random.point::<3>().map(|c| 0.4 * c));
                    Parallelepiped::new(random.point(), half_axes).expect("finite numbers")
                })
            });
            repeat(count, &pairs, |[a, b]| transect::overlap(a, b));
        }
        "overlap of two triangles" => {
            let pairs = inputs(|random| {
                [(); 2].map(|()| {
                    Triangle::new([(); 3].map(|()| random.point::<3>())).expect("finite numbers")
                })
            });
            repeat(count, &pairs, |[a, b]| transect::overlap(a, b));
        }
        "chord of a ray in a parallelepiped" => {
            let body = Parallelepiped::new(
                [0.0, 0.1, 0.0],
                [[0.5, 0.1, 0.0], [0.0, 0.4, 0.1], [0.1, 0.0, 0.6]],
            )?;
            let rays = inputs(|random| {
                let origin = random.point::<3>();
                let direction = origin.map(|c| -c + 0.1 * random.number());
                Ray::new(origin, direction).expect("a direction that is not zero")
            });
            repeat(count, &rays, |ray| ray.chord(&body));
        }
        "polygon clipped" => {
            let corners = (0..12).map(|i| {
                let angle = f64::from(i) * std::f64::consts::TAU / 12.0;
                [angle.cos(), angle.sin()]
            });
            let polygon = ConvexPolygon::new(corners.collect::<Vec<[f64; 2]>>())?;
            let lines = inputs(|random| {
                Plane::new(random.point::<2>(), 0.2 * random.number()).expect("a normal")
            });
            repeat(count, &lines, |line| line.clip(&polygon));
        }
        "meeting point of three planes" => {
            let planes = inputs(|random| {
                [(); 3]
                    .map(|()| Plane::new(random.point::<3>(), random.number()).expect("a normal"))
            });
            repeat(count, &planes, |[a, b, c]| Plane::meet_three([a, b, c]));
        }
        "fit of 100 points" => {
            let clouds = inputs(|random| -> Vec<[f64; 3]> {
                (0..100)
                    .map(|_| {
                        let [x, y, noise] = random.point::<3>();
                        [x, y, 0.3 * x + 0.01 * noise]
                    })
                    .collect()
            });
            repeat(count, &clouds, |points| Plane::best_fit(points));
        }
        "polygon of 60 corners as triangles" => {
            let corners: Vec<[f64; 3]> = (0..60)
                .map(|i| {
                    let angle = f64::from(i) * std::f64::consts::TAU / 60.0;
                    let radius = if i % 2 == 0 { 1.0 } else { 0.6 };
                    [radius * angle.cos(), radius * angle.sin(), 0.0]
                })
                .collect();
            repeat(count, &[corners], |corners| transect::triangulate(corners));
        }
        _ => run_on_mesh(name, count)?,
    }
    Ok(())
}

fn run_on_mesh(name: &str, count: usize) -> Result<(), Box<dyn Error>> {
    let mesh = spot()?;
    mesh.boundary();
    let plane = Plane::new([0.1, 1.0, 0.05], -0.1)?;
    let heights: Vec<f64> = (0..50).map(|i| f64::from(i) / 40.0 - 0.6).collect();
    let planes = [[plane, Plane::new([-1.0, 0.2, 0.0], 0.3)?]];
    match name {
        "spot, section" => repeat(count, &[plane], |plane| mesh.section(plane)),
        "spot, split" => repeat(count, &[plane], |plane| mesh.split(plane)),
        "spot, split and certificate" => repeat(count, &[plane], |plane| {
            mesh.split(plane).certificate(&mesh, plane)
        }),
        "spot, cut by a region" => repeat(count, &planes, |planes| {
            mesh.cut_by_region(Region::new(planes))
        }),
        "spot, 50 layers" => repeat(count, &[heights], |heights| {
            mesh.layers([0.0, 1.0, 0.0], heights).map(Iterator::count)
        }),
        "spot, curve" => repeat(count, &[[0.0, 1.0, 0.0]], |direction| {
            mesh.curve(*direction)
        }),
        "spot, mass properties" => repeat(count, &[()], |()| mesh.mass_properties()),
        "spot, triangles of a section" => {
            repeat(count, &[plane], |plane| mesh.section(plane).triangles());
        }
        _ => return Err(format!("there is no call `{name}`").into()),
    }
    Ok(())
}

/// Reads `assets/spot.obj`.
fn spot() -> Result<Mesh, Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/spot.obj");
    let mut raw = RawMesh::default();
    for line in std::fs::read_to_string(path)?.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let numbers: Vec<f64> = words.map(str::parse).collect::<Result<_, _>>()?;
                raw.positions
                    .push(numbers.try_into().map_err(|_| "not three coordinates")?);
            }
            Some("f") => {
                let corners: Vec<u32> = words
                    .map(|word| Ok(word.split('/').next().unwrap_or("").parse::<u32>()? - 1))
                    .collect::<Result<_, std::num::ParseIntError>>()?;
                for last in 2..corners.len() {
                    raw.triangles
                        .push([corners[0], corners[last - 1], corners[last]]);
                }
            }
            _ => {}
        }
    }
    Ok(Mesh::new(raw)?)
}

/// Returns the number of instructions that a process executes for `count` calls.
fn instructions(name: &str, count: usize) -> Result<u64, Box<dyn Error>> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .args([name, &count.to_string()])
        .output()?;
    let text = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("`{name}` does not run in callgrind: {text}").into());
    }
    let collected = text.split("Collected :").nth(1).map(str::trim_start);
    let digits = collected.and_then(|rest| rest.split_whitespace().next());
    digits
        .and_then(|digits| digits.parse().ok())
        .ok_or_else(|| format!("callgrind does not count `{name}`: {text}").into())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [name, count] = &arguments[..] {
        return run(name, count.parse()?);
    }
    println!("call,instructions");
    for (name, count) in CALLS {
        match (instructions(name, count), instructions(name, 2 * count)) {
            (Ok(once), Ok(twice)) => println!("\"{name}\",{}", (twice - once) / count as u64),
            (Err(error), _) | (_, Err(error)) => eprintln!("{error}"),
        }
    }
    Ok(())
}
