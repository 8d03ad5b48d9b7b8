//! The certificate judges cuts by one plane without the marks of caps as it does with them.

use transect::{Plane, Side};
use transect_mesh::{
    CAP, Certificate, FindingKind, JudgedPart, Mesh, PartPlace, Precision, Split, WrittenPart,
};

use crate::cutting::families::{Family, plane, to_plane};
use crate::cutting::laws::{Verdict, law};
use crate::random::Random;
use crate::run::cases;

/// Two halves as written: the half in front, and the half behind. Caps have the part number [`CAP`].
pub(crate) type Halves<'a> = [WrittenPart<'a>; 2];

/// Returns two halves in the precision of a file, with marked caps.
fn written<'a>(halves: [&'a Mesh; 2], precision: Precision, origin: [f64; 3]) -> Halves<'a> {
    halves.map(|half| WrittenPart {
        precision,
        origin,
        ..WrittenPart::new(half)
    })
}

/// Returns the certificate of parts for two halves. Triangles with the mark of a cap are those of cut faces.
pub(crate) fn of_parts(mesh: &Mesh, plane: &Plane, halves: &Halves<'_>) -> Certificate {
    let sides = [Side::Front, Side::Back];
    let parts: Vec<JudgedPart<'_>> = halves
        .iter()
        .zip(sides)
        .map(|(half, side)| {
            let triangles = 0..half.mesh.triangles().len();
            let faces = triangles.map(|triangle| u32::from(half.mesh.part(triangle) == CAP));
            let faces: Vec<u32> = faces.collect();
            JudgedPart::written(*half, faces.into(), PartPlace::Sides(vec![side]))
        })
        .collect();
    Certificate::of(mesh, &[*plane], &parts)
}

/// Returns the kinds of errors of the certificate of parts for the halves of a cut, in 64-bit floats.
pub(crate) fn errors_of_parts(mesh: &Mesh, plane: &Plane, split: &Split) -> Vec<FindingKind> {
    let halves = written([&split.front, &split.back], Precision::Double, [0.0; 3]);
    let certificate = of_parts(mesh, plane, &halves);
    certificate.errors().map(|finding| finding.kind).collect()
}

/// Compares the certificates of a division by one plane with and without marks of caps, in 64-bit and in 32-bit floats. A mesh that only touches the plane is
/// left out: a division keeps it whole, and `Mesh::split` does not.
pub(crate) fn both_say_the_same(mesh: &Mesh, plane: &Plane) -> Verdict {
    let [behind, _, in_front] = mesh.contact(plane).vertices;
    if behind == 0 || in_front == 0 {
        return Ok(());
    }
    let division = mesh.divided_by(&[*plane]);
    let halves = [Side::Front, Side::Back].map(|side| {
        let own = division.parts.iter().find(|part| part.sides == [side]);
        own.map_or_else(Mesh::default, |own| own.part.mesh.clone())
    });
    let in_double = halves.each_ref();
    same(
        mesh,
        plane,
        &written(in_double, Precision::Double, [0.0; 3]),
    )?;
    for origin in [[0.0; 3], mesh.single_precision_origin()] {
        let narrow = halves.each_ref().map(|half| half.narrowed(&origin));
        if let [Ok(front), Ok(back)] = narrow {
            let halves = [&front.mesh, &back.mesh];
            same(mesh, plane, &written(halves, Precision::Single, origin))?;
        }
    }
    Ok(())
}

/// Halves whose caps are marked and halves without marks have the same certificate.
fn same(mesh: &Mesh, plane: &Plane, halves: &Halves<'_>) -> Verdict {
    let marked = of_parts(mesh, plane, halves);
    let [front, back] = *halves;
    let unmarked = [(front, Side::Front), (back, Side::Back)]
        .map(|(half, side)| JudgedPart::without_labels(half, PartPlace::Sides(vec![side])));
    let unmarked = Certificate::of(mesh, &[*plane], &unmarked);
    let both = || format!("{marked:?}\n{unmarked:?}");
    law!(marked.is_correct() && marked == unmarked, "{}", both());
    match marked.findings[..] {
        [] => {}
        [note] => {
            law!(note.kind == FindingKind::SectionCrosses, "{}", both());
            law!((note.plane, note.part) == (Some(0), None), "{}", both());
            law!(!marked.caps_verified(), "{}", both());
        }
        _ => law!(false, "{}", both()),
    }
    Ok(())
}

#[test]
fn marks_of_caps_change_nothing_for_random_meshes() {
    let mut broken = Vec::new();
    for family in Family::ALL {
        for seed in 0..cases(40) {
            let mut random = Random::new(seed << 8 | family as u64);
            let grid = family.mesh(&mut random);
            for _ in 0..3 {
                let coefficients = plane(&grid, &mut random);
                let rounded = |p: &[i64; 3]| {
                    [
                        p[0] as f64 / 3.0,
                        p[1] as f64 / 7.0 + 1e3,
                        p[2] as f64 * 0.1,
                    ]
                };
                let exact = to_plane(coefficients);
                let [a, b, c] = exact.normal();
                let offset = exact.offset() - 7e3 * b + 0.37;
                let moved = Plane::new([3.0 * a, 7.0 * b, 10.0 * c], offset).expect("a plane");
                for (mesh, plane) in [(grid.mesh(), exact), (grid.mesh_with(rounded), moved)] {
                    if let Err(what) = both_say_the_same(&mesh, &plane) {
                        broken.push(format!("{family:?}, seed {seed}, {plane}: {what}"));
                    }
                }
            }
        }
    }
    let count = broken.len();
    broken.truncate(3);
    assert!(broken.is_empty(), "{count}: {}", broken.join("\n"));
}
