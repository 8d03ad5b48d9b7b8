//! `earcut`: each polygon by itself. It leaves out corners on the line between their neighbours.

use earcut::Earcut;

use crate::data::sections::Figure;

pub(crate) fn triangles(figure: &Figure) -> Vec<[u32; 3]> {
    let mut earcut = Earcut::new();
    let (mut found, mut all): (Vec<usize>, Vec<[u32; 3]>) = (Vec::new(), Vec::new());
    for (corners, holes) in &figure.polygons {
        let places = corners
            .iter()
            .map(|&corner| figure.corners[corner as usize]);
        earcut.earcut(places, holes, &mut found);
        let triangles = found.as_chunks().0.iter();
        all.extend(triangles.map(|triangle: &[usize; 3]| triangle.map(|place| corners[place])));
    }
    all
}
