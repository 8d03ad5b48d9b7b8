//! `--why GLOB`: explains the side of an object by the vertices that decide it.

use transect::scene::ObjectCut;

use crate::screen::Screen;
use transect_report::numbers::counted;
use transect_report::why::Why;

/// The largest number of objects that are explained. Further objects are counted, as in "and 8 more".
pub(crate) const OBJECTS: usize = 10;

/// Returns the text of `--why`: one paragraph per object that explains its side.
pub(crate) fn why<'a>(mut objects: impl Iterator<Item = &'a ObjectCut>) -> String {
    let screen = Screen::stdout();
    let mut text: String = objects.by_ref().take(OBJECTS).map(paragraph).collect();
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

fn paragraph(object: &ObjectCut) -> String {
    let name = &object.name;
    let is_divided = object
        .details
        .as_ref()
        .is_some_and(|met| met.contact.divided());
    let why = Why::of(object.reach.as_ref(), is_divided);
    let [backmost, frontmost] = match &why.vertices {
        Some([backmost, frontmost]) => [backmost.text(), frontmost.text()],
        None => return format!("\nwhy {name} {}\n  {}\n", why.verdict, why.reason),
    };
    format!(
        "\nwhy {name} {}\n  backmost vertex   {backmost}\n  frontmost vertex  {frontmost}\n  {}\n",
        why.verdict, why.reason
    )
}
