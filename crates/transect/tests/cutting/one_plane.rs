//! The certificate of parts judges cuts by one plane as the certificate of two halves does.

use transect::mesh::{
    CAP, Certificate, FindingKind, JudgedPart, Mesh, PartPlace, PartsCertificate, Precision, Split,
    Subject, WrittenHalf,
};
use transect::{Plane, Side};

use crate::cutting::families::{Family, plane, to_plane};
use crate::cutting::laws::{Verdict, law};
use crate::random::Random;

/// Two halves as written: the half in front, and the half behind. Caps have the part number [`CAP`].
pub(crate) type Halves<'a> = [WrittenHalf<'a>; 2];

/// Returns two halves in the precision of a file, with marked caps.
fn written<'a>(halves: [&'a Mesh; 2], precision: Precision, origin: [f64; 3]) -> Halves<'a> {
    halves.map(|half| WrittenHalf {
        precision,
        origin,
        cap_part: Some(CAP),
        ..WrittenHalf::new(half)
    })
}

/// Returns the certificate of parts for two halves. Triangles with the mark of a cap are those of cut faces.
pub(crate) fn of_parts(mesh: &Mesh, plane: &Plane, halves: &Halves<'_>) -> PartsCertificate {
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
    PartsCertificate::of(mesh, &[*plane], &parts)
}

/// Returns the kinds of errors of the certificate of parts for the halves of a cut, in 64-bit floats.
pub(crate) fn errors_of_parts(mesh: &Mesh, plane: &Plane, split: &Split) -> Vec<FindingKind> {
    let halves = written([&split.front, &split.back], Precision::Double, [0.0; 3]);
    let certificate = of_parts(mesh, plane, &halves);
    certificate.errors().map(|finding| finding.kind).collect()
}

/// Compares both certificates of a division by one plane, in 64-bit and in 32-bit floats. A mesh that only touches the plane is
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

fn same(mesh: &Mesh, plane: &Plane, halves: &Halves<'_>) -> Verdict {
    let [front, back] = *halves;
    let of_halves = Certificate::of(&Subject {
        plane,
        input: mesh,
        front,
        back,
        tolerance: 0.0,
    });
    let of_parts = of_parts(mesh, plane, halves);
    let both = || format!("{of_halves:?}\n{of_parts:?}");
    law!(of_parts.is_correct(), "{}", both());
    let unlabelled = [(front, Side::Front), (back, Side::Back)];
    let unlabelled = unlabelled
        .map(|(half, side)| JudgedPart::without_labels(half, PartPlace::Sides(vec![side])));
    let unlabelled = PartsCertificate::of(mesh, &[*plane], &unlabelled);
    law!(
        unlabelled.findings == of_parts.findings,
        "{:?}",
        unlabelled.findings
    );
    // The certificate of halves leaves the rounding to f32 of points where outlines cross out of account.
    let is_exact = front.precision == Precision::Double;
    let mut errors = of_halves.errors();
    law!(
        errors.all(|error| !is_exact && error.kind == FindingKind::CapOverlap),
        "{}",
        both()
    );
    let notes = of_halves.findings.iter();
    let notes = notes.filter(|finding| !finding.kind.is_error());
    let notes: Vec<f64> = notes.map(|finding| finding.amount).collect();
    match of_parts.findings[..] {
        [] => law!(notes.is_empty(), "{}", both()),
        [note] => {
            law!(note.kind == FindingKind::SectionCrosses, "{}", both());
            law!((note.plane, note.part) == (Some(0), None), "{}", both());
            law!(!of_parts.caps_verified(), "{}", both());
            let is_near = |amount: &f64| (amount - note.amount).abs() <= 1e-9 * (1.0 + amount);
            law!(!notes.is_empty() && notes.iter().all(is_near), "{}", both());
        }
        _ => law!(false, "{}", both()),
    }
    let turned = [of_halves.caps_turned_over, of_parts.caps_turned_over];
    law!(turned[0].triangles == turned[1].triangles, "{}", both());
    law!(
        (turned[0].area - turned[1].area).abs() <= 1e-12 * turned[0].area,
        "{}",
        both()
    );
    let areas = [of_halves.cap_area, of_parts.face_areas[0]];
    law!(
        (areas[0] - areas[1]).abs() <= 1e-9 * (1.0 + areas[0]),
        "{}",
        both()
    );
    law!(of_halves.front == of_parts.parts[0], "{}", both());
    law!(of_halves.back == of_parts.parts[1], "{}", both());
    // The bounds differ, because the certificate of halves measures how far the vertices are moved.
    law!(
        of_halves.volume.found == of_parts.volume.found,
        "{}",
        both()
    );
    law!(
        of_halves.first_moment.found == of_parts.first_moment.found,
        "{}",
        both()
    );
    Ok(())
}

#[test]
fn both_certificates_say_the_same_about_random_meshes() {
    let mut broken = Vec::new();
    for family in Family::ALL {
        for seed in 0..40 {
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
