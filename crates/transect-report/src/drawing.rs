//! The section as a drawing, and as what other programs read.

use transect::mesh::Frame;
use transect::scene::SceneCut;
use transect_draw::{Drawing, Item, Theme};

use crate::numbers::counted;
use crate::on_plane::OnPlane;

/// The drawing of one limit of a cut.
pub fn drawing(
    cut: &SceneCut,
    title: String,
    on_plane: OnPlane,
    unit: Option<&str>,
    hidden: &[String],
    theme: Theme,
) -> Drawing {
    let mut items = Vec::new();
    let mut frame = Frame::of(&cut.plane);
    for (index, object) in cut.objects.iter().enumerate() {
        let Some(met) = &object.cut else {
            continue;
        };
        let section = met.sections.counting_on_as(on_plane.side());
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
        title,
        plane: cut.plane.to_string(),
        unit: unit.map(String::from),
        counts,
        axes: frame.names.map(String::from),
        frame: Some([frame.origin, frame.u, frame.v]),
        items,
        hidden_classes: hidden.to_vec(),
        theme,
    }
}
