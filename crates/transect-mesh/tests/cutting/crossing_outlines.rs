//! Caps of sections whose outlines cross, touch, or run along each other. They must cover each point as often as the
//! section winds around it. The expected area comes from horizontal slabs in rational arithmetic.

use dashu_ratio::Relaxed as RBig;
use transect::{Plane, Side};
use transect_mesh::{
    CAP, Certificate, FindingKind, JudgedPart, Mesh, Precision, RawMesh, WrittenPart,
};

use crate::cutting::behind::rational;
use crate::cutting::one_plane::both_say_the_same;
use crate::long_run::{LongRun, on_all_cores};
use crate::random::Random;
use crate::run::is_long;

/// Closed polygons with integer corners, each with the material on its left.
type Outlines = Vec<Vec<[i64; 2]>>;

type Edge = [[i64; 2]; 2];

/// Returns one to three random polygons with few possible corners, so that edges often cross, touch and coincide.
fn outlines(random: &mut Random) -> Outlines {
    let range = random.pick(&[2, 3, 5, 40]);
    (0..random.between(1, 3))
        .map(|_| {
            let corners = random.between(3, 9);
            (0..corners)
                .map(|_| [(); 2].map(|()| random.between(-range, range)))
                .collect()
        })
        .collect()
}

/// Returns the edges of the polygons, without those between equal corners.
fn edges(outlines: &Outlines) -> Vec<[[i64; 2]; 2]> {
    let sides = |outline: &Vec<[i64; 2]>| {
        let next = outline.iter().cycle().skip(1);
        let sides = outline.iter().zip(next).map(|(a, b)| [*a, *b]);
        sides.collect::<Vec<_>>()
    };
    let mut edges: Vec<_> = outlines.iter().flat_map(sides).collect();
    edges.retain(|[a, b]| a != b);
    edges
}

/// Returns vertical walls over the polygons, from z = −9 to z = 9, with random diagonals.
fn walls(outlines: &Outlines, random: &mut Random) -> Mesh {
    let mut raw = RawMesh::default();
    for [a, b] in edges(outlines) {
        let first = raw.positions.len() as u32;
        for z in [-9.0, 9.0] {
            for [x, y] in [a, b] {
                raw.positions.push([x as f64, y as f64, z]);
            }
        }
        let [a, b, c, d] = [0, 1, 3, 2].map(|corner| first + corner);
        raw.triangles.extend(if random.one_in(2) {
            [[a, b, c], [a, c, d]]
        } else {
            [[a, b, d], [b, c, d]]
        });
    }
    Mesh::new(raw).expect("walls")
}

fn integer(value: i64) -> RBig {
    rational(value as f64)
}

/// Returns twice the signed area of three points.
fn turn([a, b, c]: [[i64; 2]; 3]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Returns `true` if two edges have a common point that is an end of neither.
fn cross([a, b]: [[i64; 2]; 2], [c, d]: [[i64; 2]; 2]) -> bool {
    turn([a, b, c]).signum() * turn([a, b, d]).signum() < 0
        && turn([c, d, a]).signum() * turn([c, d, b]).signum() < 0
}

/// Returns `true` if an edge belongs to the boundary of the caps where it crosses another edge: if the edges along its line
/// run there more often in one direction than in the other.
fn bounds(edges: &[Edge], [a, b]: Edge, across: Edge) -> bool {
    let along = edges.iter().filter(|&&[c, d]| {
        [c, d].iter().all(|&end| turn([a, b, end]) == 0) && cross([c, d], across)
    });
    let direction = |[c, d]: &Edge| {
        let product = |axis: usize| (d[axis] - c[axis]) * (b[axis] - a[axis]);
        (product(0) + product(1)).signum()
    };
    along.map(direction).sum::<i64>() != 0
}

/// Returns ∫ |w|, and the area of the points with a winding number w other than 0 and 1.
fn areas(edges: &[[[i64; 2]; 2]]) -> [f64; 2] {
    let mut heights: Vec<RBig> = edges
        .iter()
        .flat_map(|[a, b]| [integer(a[1]), integer(b[1])])
        .collect();
    for (index, &first) in edges.iter().enumerate() {
        for &second in edges[..index]
            .iter()
            .filter(|&&second| cross(first, second))
        {
            let [[a, b], [c, d]] = [first, second];
            let [of_a, of_b] = [a, b].map(|end| turn([c, d, end]));
            let numerator = integer(of_a * b[1] - of_b * a[1]);
            heights.push(numerator / integer(of_a - of_b));
        }
    }
    heights.sort();
    heights.dedup();
    let [mut wound, mut beyond] = [0.0; 2].map(rational);
    for slab in heights.windows(2) {
        let height = &slab[1] - &slab[0];
        let middle = (&slab[0] + &slab[1]) / integer(2);
        let mut crossings: Vec<(RBig, i64)> = edges
            .iter()
            .filter(|[a, b]| {
                let [low, high] = [a[1].min(b[1]), a[1].max(b[1])].map(integer);
                low < middle && middle < high
            })
            .map(|[a, b]| {
                let along = (&middle - integer(a[1])) / integer(b[1] - a[1]);
                let x = integer(a[0]) + along * integer(b[0] - a[0]);
                (x, if a[1] < b[1] { -1 } else { 1 })
            })
            .collect();
        crossings.sort();
        let mut winding = 0;
        for pair in crossings.windows(2) {
            winding += pair[0].1;
            let area = (&pair[1].0 - &pair[0].0) * &height;
            wound += integer(winding.abs()) * &area;
            if ![0, 1].contains(&winding) {
                beyond += area;
            }
        }
    }
    [wound, beyond].map(|area| area.to_f64().value())
}

/// Returns the sum of the areas of the caps of a half, in the coordinates x and y.
fn covered(half: &Mesh) -> f64 {
    (0..half.triangles().len())
        .filter(|&index| half.part(index) == CAP)
        .map(|index| {
            let [a, b, c] = half.corners(index);
            0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs()
        })
        .sum()
}

/// Cuts walls over random outlines, and checks the caps and the certificate. Returns `true` twice if outlines cross, and if
/// points have a winding number other than 0 and 1.
fn check(trial: usize, random: &mut Random) -> [bool; 2] {
    let outlines = outlines(random);
    let edges = edges(&outlines);
    let [wound, beyond] = areas(&edges);
    let pairs: Vec<[Edge; 2]> = (0..edges.len())
        .flat_map(|second| (0..second).map(move |first| [first, second]))
        .map(|pair| pair.map(|index| edges[index]))
        .filter(|&[a, b]| cross(a, b))
        .collect();
    let may_cross = !pairs.is_empty();
    // Edges that cross at a corner of a polygon are divided there.
    let at_corner = |&[first, second]: &[Edge; 2]| {
        let mut corners = outlines.iter().flatten();
        corners.any(|&corner| {
            let is_on = |&[a, b]: &Edge| turn([a, b, corner]) == 0;
            is_on(&first) && is_on(&second)
        })
    };
    let crosses = pairs.iter().any(|pair| {
        let [first, second] = *pair;
        !at_corner(pair) && bounds(&edges, first, second) && bounds(&edges, second, first)
    });
    let mesh = walls(&outlines, random);
    let plane = random.pick(&[
        "z = 0.37",
        "z = 1.91",
        "x + 2y + 128z = 30",
        "3z = x/64 + 1",
    ]);
    let plane: Plane = plane.parse().expect("a plane");
    let split = mesh.split(&plane);
    let what = format!("trial {trial}, {plane}: {outlines:?}");
    let near = |value: f64, expected: f64| (value - expected).abs() <= 1e-9 * (1.0 + expected);
    for half in [&split.front, &split.back] {
        assert!(
            near(covered(half), wound),
            "{what}: {} {wound}",
            covered(half)
        );
    }
    assert!(split.caps_cross || !crosses, "{what}");
    assert!(!split.caps_cross || may_cross, "{what}");
    let certificate = split.certificate(&mesh, &plane);
    // Each computation has tables with another order.
    assert_eq!(split.certificate(&mesh, &plane), certificate, "{what}");
    assert!(
        certificate.errors().next().is_none(),
        "{what}: {certificate:?}"
    );
    let stretch = plane.normal().iter().map(|c| c * c).sum::<f64>().sqrt() / plane.normal()[2];
    let notes = &certificate.findings;
    // Whether such edges are in the figure depends on the diagonals of the walls.
    assert!(
        !crosses || beyond == 0.0 || notes.len() == 1,
        "{what}: {notes:?}"
    );
    assert!(may_cross || notes.is_empty(), "{what}: {notes:?}");
    for note in notes {
        assert_eq!(note.kind, FindingKind::SectionCrosses, "{what}");
        assert!(
            near(note.amount, beyond * stretch),
            "{what}: {notes:?} {beyond}"
        );
    }
    // The certificate of parts says the same.
    if let Err(different) = both_say_the_same(&mesh, &plane) {
        panic!("{what}: {different}");
    }
    // The same halves, with coordinates of f32.
    let [front, back] =
        [&split.front, &split.back].map(|half| half.narrowed(&[0.0; 3]).expect("small"));
    let halves = [(&front, Side::Front), (&back, Side::Back)].map(|(half, side)| {
        let written = WrittenPart {
            precision: Precision::Single,
            ..WrittenPart::new(&half.mesh)
        };
        JudgedPart::of_split(written, side, &mesh)
    });
    let certificate = Certificate::of(&mesh, &[plane], &halves);
    assert!(
        certificate.errors().next().is_none(),
        "{what}: {certificate:?}"
    );
    [crosses, beyond > 0.0]
}

/// Checks random outlines. At least a third of them cross, and a third have points with a winding number other than 0 and
/// 1.
fn check_all(count: usize, random: &mut Random) {
    let mut hard = [0; 2];
    for trial in 0..count {
        for (sum, is_hard) in hard.iter_mut().zip(check(trial, random)) {
            *sum += usize::from(is_hard);
        }
    }
    assert!(hard.iter().all(|&sum| 3 * sum > count), "{hard:?}");
}

#[test]
fn caps_cover_what_outlines_wind_around() {
    let count = if is_long() { 100_000 } else { 300 };
    check_all(count, &mut Random::new(41));
}

#[test]
#[ignore = "runs for minutes or hours: cargo xtask exactness --of sections"]
fn long_run() {
    const CHUNK: usize = 1000;
    let LongRun { cases, seed } = LongRun::from_environment();
    let chunks = (cases as usize).div_ceil(CHUNK);
    on_all_cores(chunks, |chunk| {
        check_all(CHUNK, &mut Random::new(seed ^ (chunk as u64) << 16));
    });
    println!(
        "{} sections: all caps and certificates are right",
        chunks * CHUNK
    );
}

/// A pentagram: five edges, of which each crosses two others. Its middle has the winding number 2.
#[test]
fn the_points_of_a_pentagram_become_vertices_of_its_caps() {
    let star = vec![vec![[0, 9], [-5, -7], [8, 3], [-8, 3], [5, -7]]];
    let mesh = walls(&star, &mut Random::new(1));
    let plane: Plane = "z = 0".parse().expect("a plane");
    let split = mesh.split(&plane);
    assert!(split.caps_cross);
    let certificate = split.certificate(&mesh, &plane);
    assert!(certificate.errors().next().is_none(), "{certificate:?}");
    assert_eq!(certificate.findings[0].plane, Some(0));
    let [wound, beyond] = areas(&edges(&star));
    assert!((certificate.face_areas[0] - wound).abs() < 1e-12 * wound);
    assert!((certificate.findings[0].amount - beyond).abs() < 1e-12 * beyond);
}
