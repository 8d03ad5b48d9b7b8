//! The drawing of the section.

use transect::mesh::Frame;
use transect_draw::{Drawing, Item};

use crate::file_name::file_name;
use crate::numbers::counted;
use crate::request::{CutAnswer, CutRequest};

/// Returns the drawing of the section; [`CutRequest::on_plane`] selects one of its two limits.
#[must_use]
pub fn drawing(request: &CutRequest, answer: &CutAnswer) -> Drawing {
    let CutAnswer { cut, report, .. } = answer;
    let files = report.source.iter().map(|source| file_name(&source.path));
    let files: Vec<String> = files.collect();
    let mut items = Vec::new();
    let mut frame = Frame::of(&cut.plane);
    for (index, object) in cut.objects.iter().enumerate() {
        let Some(met) = &object.details else {
            continue;
        };
        let section = met.sections.counting_on_as(request.on_plane.side());
        frame = section.frame;
        items.push(Item {
            name: object.name.clone(),
            index,
            color: object.color,
            loops: (0..section.loops.len())
                .map(|l| section.loop_2d(l))
                .collect(),
            polygons: section.polygons(),
            chains: section
                .open_chains
                .iter()
                .map(|chain| chain.iter().map(|p| section.frame.to_2d(p)).collect())
                .collect(),
            area: section.area(),
        });
    }
    let counts = format!(
        "{} of {} cut",
        items.len(),
        counted(cut.objects.len(), "object")
    );
    Drawing {
        title: files.join(", "),
        plane: cut.plane.to_string(),
        unit: answer.unit.clone(),
        counts,
        axes: frame.names().map(String::from),
        frame: Some([frame.origin(), frame.u(), frame.v()]),
        items,
        hidden_classes: request.pictures.hidden.clone(),
        theme: request.pictures.theme.clone(),
    }
}
