//! The office model of the README, cut at a height of 1.2 m.

use std::path::Path;

use transect::{Plane, Side};
use transect_io::read;
use transect_mesh::scene::Encoding;

#[test]
fn a_floor_plan() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/office.glb");
    let document = read(&[path]).expect("the office");
    let plane: Plane = "z = 1.2".parse().expect("a plane");
    for numbers in [Encoding::Double, Encoding::LocalSingle] {
        let cut = document
            .scene
            .cut(&plane, numbers, |_| true, |_| {})
            .expect("finite places");
        let count = |side| {
            cut.objects
                .iter()
                .filter(|object| object.sides().next() == Some(side))
                .count()
        };
        assert_eq!(cut.objects.len(), 1083);
        assert_eq!(
            [Side::Front, Side::On, Side::Back].map(count),
            [549, 519, 15]
        );
        let closed = cut.objects.iter().filter(|object| object.is_closed).count();
        assert_eq!(closed, 961);
        let mut open = 0;
        for object in &cut.objects {
            let side = object.sides().next();
            let Some(details) = &object.details else {
                assert_ne!(side, Some(Side::On), "{}", object.name);
                continue;
            };
            assert_eq!(side, Some(Side::On), "{}", object.name);
            let met = object.met_by(0).expect("the plane meets it");
            open += usize::from(!object.is_closed);
            let section = &met.sections.as_ref().expect("a section").on_front;
            assert!(
                !section.loops.is_empty() || !section.open_chains.is_empty(),
                "{} has neither a loop nor a chain",
                object.name
            );
            assert!(
                !met.contact.touching() && !met.contact.divided(),
                "{}",
                object.name
            );
            assert_eq!(details.certificate.findings, [], "{}", object.name);
            if object.is_closed {
                let [front, back] = [0, 1].map(|part| object.piece(part).open_edges);
                assert_eq!((front, back), (0, 0));
                assert!(section.open_chains.is_empty(), "{}", object.name);
            }
        }
        assert_eq!(open, 11);
    }
}
