//! Cuts of grids of cells by planes that pass the corners of cells at a distance of rounding errors. Some outlines of
//! the section then turn back on themselves: they have spurs without area.

use transect::Plane;

use crate::cutting::meshes::Grid;
use crate::random::Random;
use crate::run::cases;

#[test]
fn caps_of_outlines_with_spurs_have_no_folds() {
    let mut random = Random::new(77);
    let mut cuts = 0;
    for _ in 0..cases(400) {
        let places = (0..64_i64).map(|place| [place % 4, place / 4 % 4, place / 16]);
        let cells: Vec<[i64; 3]> = places.filter(|_| random.below(5_u64) < 3).collect();
        let mesh =
            Grid::voxels(&cells, 1, &mut random).mesh_with(|corner| corner.map(|c| c as f64 * 0.1));
        let mut normal = [0; 3].map(|_: u8| random.below(7_u64) as f64 - 3.0);
        if normal == [0.0; 3] {
            continue;
        }
        if random.one_in(2) {
            normal = normal.map(|c| c * 0.1);
        }
        let corner = [0; 3].map(|_: u8| random.below(5_u64) as f64 * 0.1);
        let offset = normal[0] * corner[0] + normal[1] * corner[1] + normal[2] * corner[2];
        let plane = Plane::new(normal, -offset).expect("a plane");
        let split = mesh.split(&plane);
        let certificate = split.certificate(&mesh, &plane);
        assert!(
            certificate.errors().next().is_none(),
            "{normal:?}, {corner:?}: {:?}",
            certificate.findings
        );
        cuts += usize::from(!split.front.is_empty() && !split.back.is_empty());
    }
    assert!(cuts > cases(200), "{cuts}");
}
