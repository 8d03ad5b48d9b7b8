//! Cuts of scenes into files, and the verification of these files.

use std::path::{Path, PathBuf};

use transect::CuttingPlane;
use transect_io::{Document, Format, Outputs, read, write_scene};
use transect_mesh::scene::Scene;
use transect_report::CutRequest;
use transect_report::planes::CutPlanes;
use transect_report::verify::{CutToVerify, Verified, verify};

/// The front half and the back half of a cut, as files hold them. A half without triangles has no file.
pub(crate) type Documents = [Option<Document>; 2];

/// Writes a scene to a file of a folder, and reads the file.
pub(crate) fn written(scene: &Scene, format: Format, folder: &Path, stem: &str) -> Document {
    let mut outputs = Outputs::new(folder, true).expect("a folder");
    let origin = Document::default();
    write_scene(scene, &origin, format, &mut outputs, stem).expect("a scene that can be written");
    outputs.commit().expect("a file");
    let path: PathBuf = folder.join(format!("{stem}.{format}"));
    read(&[path]).expect("a file that can be read")
}

/// Cuts a document, and returns its halves as files of a format hold them.
pub(crate) fn halves(input: &Document, plane: &str, format: Format, folder: &Path) -> Documents {
    let request = CutRequest {
        format: Some(format),
        ..CutRequest::new(plane.parse().expect("a plane"))
    };
    let task = request.begin(input).expect("a document that can be cut");
    let cut = task.cut(input, |_| {}).expect("a cut").cut;
    [(0, "front"), (1, "back")].map(|(part, stem)| {
        let half: &Scene = &cut.parts[part].scene;
        let mut meshes = half.nodes.iter().filter_map(|node| node.mesh);
        let has_triangles = meshes.any(|mesh| !half.meshes[mesh].mesh.is_empty());
        has_triangles.then(|| written(half, format, folder, stem))
    })
}

pub(crate) fn verified(input: &Document, halves: &Documents, plane: &str) -> Verified {
    let plane: CuttingPlane = plane.parse().expect("a plane");
    let planes = CutPlanes::from(plane);
    let halves = planes.fixed_places().into_iter().zip(halves);
    let halves = halves.filter_map(|(place, half)| Some((place, half.as_ref()?)));
    let cut = CutToVerify::new(input, &planes, halves.collect(), 0.0);
    verify(&cut).expect("certificates")
}

/// Returns the findings of severity `error`, each with the name of its object.
pub(crate) fn errors(verified: &Verified) -> Vec<String> {
    let objects = verified.objects.iter();
    let errors = objects.flat_map(|object| {
        let errors = object.certificate.errors();
        errors.map(move |finding| format!("{} {}: {finding:?}", object.name, object.index))
    });
    errors.collect()
}
