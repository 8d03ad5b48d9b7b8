//! The command line of `transect classify` in place of a `transect cut` whose input is a table.

use std::path::PathBuf;

use crate::arguments::CutArguments;
use crate::quoted::quoted;

/// Returns the command line of `transect classify` with the plane or region, the names and the output folder of these
/// arguments. Flags that apply only to meshes are left out.
///
/// Planes that are not in a file, but of which there are several, become the file `planes.txt`, which the caller has to
/// write.
pub(super) fn classify_in_place(arguments: &CutArguments, models: &[PathBuf]) -> String {
    let CutArguments { plane, region, .. } = arguments;
    let mut words = vec!["transect".to_string(), "classify".into()];
    words.extend(models.iter().map(|path| path.display().to_string()));
    let mut add = |flag: &str, value: &str| words.extend([flag.to_string(), value.into()]);
    if let Some(path) = &region.region {
        add("--region", &path.display().to_string());
    } else if let Some(path) = &region.frustum {
        add("--frustum", &path.display().to_string());
    } else if arguments.has_several_planes() {
        add("--region", "planes.txt");
    }
    if !arguments.has_several_planes() {
        plane.plane.iter().for_each(|text| add("--plane", text));
        plane.point.iter().for_each(|text| add("--point", text));
        plane.normal.iter().for_each(|text| add("--normal", text));
        plane.through.iter().for_each(|text| add("--through", text));
    }
    arguments.only.iter().for_each(|glob| add("--only", glob));
    arguments.unit.iter().for_each(|name| add("--unit", name));
    arguments.why.iter().for_each(|glob| add("--why", glob));
    if let Some(path) = &arguments.output {
        add("-o", &path.display().to_string());
    }
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    words.join(" ")
}
