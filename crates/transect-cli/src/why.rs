//! `--why GLOB`: explains the side of an object by the vertices that decide it.

use transect_mesh::Reach;
use transect_mesh::scene::ObjectCut;

use crate::screen::Screen;
use transect_report::CutRequest;
use transect_report::numbers::counted;
use transect_report::request::CutAnswer;
use transect_report::why::{Why, reason_in_region};

/// The largest number of objects that are explained. Further objects are counted, as in "and 8 more".
pub(crate) const OBJECTS: usize = 10;

/// Returns the text of `--why`: for each object whose node `explained` names, one paragraph per plane that explains its side. For
/// a region, a paragraph before them explains the relation of the object to the region.
pub(crate) fn why(request: &CutRequest, answer: &CutAnswer, explained: &[bool]) -> String {
    let screen = Screen::stdout();
    let objects = answer.cut.objects.iter();
    let mut objects = objects.filter(|object| explained[object.node]);
    let planes = &answer.report.planes;
    let paragraphs = |object: &ObjectCut| -> String {
        let of_planes = planes.iter().enumerate().map(|(index, plane)| {
            let title = if !answer.report.has_several_planes() {
                String::new()
            } else {
                format!(", plane {} ({}):", plane.name, plane.plane.text)
            };
            paragraph(object, index, &title)
        });
        of_region(request, object) + &of_planes.collect::<String>()
    };
    let mut text: String = objects.by_ref().take(OBJECTS).map(paragraphs).collect();
    let more = objects.count();
    if more > 0 {
        text += &format!(
            "\n… and {}; with -o, objects.csv lists all sides and distances\n",
            counted(more, "more object")
        );
    }
    let lines = text
        .split('\n')
        .map(|line| screen.hanging(line, line.len() - line.trim_start().len()));
    lines.collect::<Vec<String>>().join("\n")
}

/// Returns the reason for the relation of an object to the region; an empty text if the planes do not bound a region.
fn of_region(request: &CutRequest, object: &ObjectCut) -> String {
    let planes = &request.planes;
    if !planes.kind.is_region() {
        return String::new();
    }
    let names: Vec<&str> = planes.planes.iter().map(|own| &*own.name).collect();
    let (verdict, reason) = reason_in_region(object.relation, &object.reaches, &names);
    format!("\nwhy {} {verdict}\n  {reason}\n", object.name)
}

/// Returns the reason for the side of a plane on which an object lies. `title` names the plane.
fn paragraph(object: &ObjectCut, plane: usize, title: &str) -> String {
    let name = &object.name;
    let met = object.met_by(plane);
    let is_divided = met.is_some_and(|met| met.contact.divided());
    let reach: Option<&Reach> = object.reaches.get(plane);
    let why = Why::of(reach, is_divided);
    let [backmost, frontmost] = match &why.vertices {
        Some([backmost, frontmost]) => [backmost.text(), frontmost.text()],
        None => return format!("\nwhy {name}{title} {}\n  {}\n", why.verdict, why.reason),
    };
    format!(
        "\nwhy {name}{title} {}\n  backmost vertex   {backmost}\n  frontmost vertex  {frontmost}\n  {}\n",
        why.verdict, why.reason
    )
}
