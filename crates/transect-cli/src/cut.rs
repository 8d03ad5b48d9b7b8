//! `transect cut`: read, tell, cut, certify, draw, write, report.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use globset::{Glob, GlobSet, GlobSetBuilder};
use transect::mesh::Fault;
use transect::scene::{Numbers, ObjectCut, Scene, SceneCut, world_mesh};
use transect::{Aabb, Plane};
use transect_io::{Document, Format, Outputs};

use crate::arguments::CutArguments;
use crate::drawing::drawing;
use crate::failure::{Failure, warn};
use crate::numbers::counted;
use crate::progress::Progress;
use crate::report::Report;
use crate::summary::{file_name, summary};

/// Runs the subcommand.
pub(crate) fn run(arguments: &CutArguments) -> Result<ExitCode, Failure> {
    let plane = plane(arguments)?;
    let wanted_names = globs(&arguments.only)?;
    let mut progress = Progress::new(arguments.quiet);
    let mut outputs = match &arguments.output {
        Some(folder) => Some(Outputs::new(folder, arguments.force)?),
        None => None,
    };
    let mut document = transect_io::read(&arguments.models)?;
    for note in &document.notes {
        warn(&format!("note: {}: {} not carried over", note.path.display(), note.what));
    }
    let format = arguments.format.map_or_else(|| family(&document), Format::from);
    if let Some(outputs) = &outputs {
        outputs.check(&names_of_outputs(format))?;
    }
    let numbers = match format {
        Format::Stl => Numbers::Single,
        Format::Glb => Numbers::SingleMoved,
        _ => Numbers::Double,
    };
    let unit = unit(arguments, &document);
    let wanted = wanted_nodes(&document.scene, wanted_names.as_ref())?;
    warn_of_near_misses(&document.scene, &plane, &wanted);

    let total = wanted.iter().filter(|&&is_wanted| is_wanted).count();
    let (bounds, triangles) = totals(&document.scene, &wanted);
    let mut cut = document.scene.cut(
        &plane,
        numbers,
        |node| wanted[node],
        |done| progress.show("cutting", done, total),
    )?;
    let mut report = Report::of(
        &cut,
        &document,
        arguments.on_plane,
        unit.as_deref(),
        format,
        numbers,
    );
    document.scene = Scene::default();
    if let Some(outputs) = outputs.take() {
        write_outputs(arguments, outputs, &mut document, &mut cut, &mut report, format, unit.as_deref())?;
    }
    progress.finish();

    let text = if arguments.json {
        report.to_json() + "\n"
    } else {
        summary(&report, &cut, bounds.as_ref(), triangles, unit.as_deref())
    };
    if !arguments.quiet {
        print(&text)?;
    }
    Ok(status(arguments, &cut))
}

/// The plane that was asked for.
fn plane(arguments: &CutArguments) -> Result<Plane, Failure> {
    if let Some(text) = &arguments.plane {
        return text.parse().map_err(|error| Failure::new(format!("--plane {text:?}: {error}")));
    }
    let vector = |flag: &str, text: &Option<String>| {
        let text = text.as_deref().unwrap_or_default();
        vector(text).ok_or_else(|| {
            Failure::with_hint(
                format!("{flag} {text:?} is not three numbers"),
                format!("write three numbers with commas between, such as {flag} 0,0,1.2"),
            )
        })
    };
    let point = vector("--point", &arguments.point)?;
    let normal = vector("--normal", &arguments.normal)?;
    Plane::from_point_and_normal(point, normal).map_err(Failure::new)
}

/// Three numbers with commas or spaces between.
fn vector(text: &str) -> Option<[f64; 3]> {
    let numbers: Option<Vec<f64>> = text
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect();
    numbers?.try_into().ok()
}

fn globs(patterns: &[String]) -> Result<Option<GlobSet>, Failure> {
    if patterns.is_empty() {
        return Ok(None);
    }
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        set.add(Glob::new(pattern).map_err(|error| Failure::new(format!("--only: {error}")))?);
    }
    set.build().map(Some).map_err(|error| Failure::new(format!("--only: {error}")))
}

/// For each node whether it is an object to look at.
fn wanted_nodes(scene: &Scene, names: Option<&GlobSet>) -> Result<Vec<bool>, Failure> {
    let mut wanted = vec![false; scene.nodes.len()];
    for node in scene.objects() {
        wanted[node] = names.is_none_or(|names| names.is_match(&scene.nodes[node].name));
    }
    if wanted.contains(&true) {
        return Ok(wanted);
    }
    Err(match scene.objects().next() {
        None => Failure::new("there are no triangles to cut"),
        Some(first) => Failure::with_hint(
            "--only matches no object",
            format!("names look like {:?}; a * stands for any characters", scene.nodes[first].name),
        ),
    })
}

/// The format of the first file: halves are written in it unless another is asked for.
fn family(document: &Document) -> Format {
    document.sources.first().map_or(Format::Glb, |source| source.format)
}

fn names_of_outputs(format: Format) -> Vec<String> {
    let mut names = vec!["section.svg".to_string()];
    names.extend(transect_io::file_names(format, "front"));
    names.extend(transect_io::file_names(format, "back"));
    names.push("report.json".to_string());
    names
}

/// The unit that was named, or the one that all formats read are in.
fn unit(arguments: &CutArguments, document: &Document) -> Option<String> {
    if let Some(unit) = &arguments.unit {
        return Some(unit.clone());
    }
    let mut units = document.sources.iter().map(|source| source.unit);
    let first = units.next().flatten()?;
    units.all(|unit| unit == Some(first)).then(|| first.to_string())
}

/// The box around all objects in the world, and how many triangles they have.
fn totals(scene: &Scene, wanted: &[bool]) -> (Option<Aabb>, usize) {
    let world = scene.world_transforms();
    let mut bounds: Option<Aabb> = None;
    let mut triangles = 0;
    for node in scene.objects().filter(|&node| wanted[node]) {
        let Some(mesh) = scene.nodes[node].mesh.map(|mesh| &scene.meshes[mesh].mesh) else {
            continue;
        };
        triangles += mesh.triangles().len();
        // A placement that overflows is an error of the cut, which names the object.
        if let Ok(mesh) = world_mesh(mesh, &world[node]) {
            bounds = match (bounds, mesh.bounds()) {
                (Some(all), Some(own)) => Some(all.join(own)),
                (all, own) => all.or(own.copied()),
            };
        }
    }
    (bounds, triangles)
}

/// Says so if vertices lie within a step of the file's numbers of the plane, and which plane hits.
fn warn_of_near_misses(scene: &Scene, plane: &Plane, wanted: &[bool]) {
    let Some(miss) = scene.near_miss(plane, |node| wanted[node]) else {
        return;
    };
    let [x, y, z] = miss.point;
    warn(&format!(
        "note: {} of {} within one 32-bit step of the plane, but not on it; the nearest is \
         ({x}, {y}, {z}), {:e} away",
        counted(miss.vertices, "vertex"),
        counted(miss.objects, "object"),
        miss.distance.abs(),
    ));
    if let Some(plane) = miss.plane_through {
        let text = plane.to_string().replace(' ', "");
        warn(&format!("  hint: --plane {text} passes exactly through it"));
    }
}

/// Writes all outputs, or none.
fn write_outputs(
    arguments: &CutArguments,
    mut outputs: Outputs,
    document: &mut Document,
    cut: &mut SceneCut,
    report: &mut Report,
    format: Format,
    unit: Option<&str>,
) -> Result<(), Failure> {
    let folder = arguments.output.as_deref().unwrap_or(Path::new("."));
    let mut written = vec!["section.svg".to_string()];
    let title = report.source.iter().map(|s| file_name(&s.path)).collect::<Vec<_>>().join(", ");
    let drawing = drawing(cut, title, arguments.on_plane, unit, &arguments.hide);
    let svg = outputs.create("section.svg")?;
    drawing.write_to(svg).map_err(|error| Failure::new(format!("section.svg: {error}")))?;
    drop(drawing);

    let mut losses: Vec<String> = Vec::new();
    for (stem, scene) in [("front", std::mem::take(&mut cut.front)), ("back", std::mem::take(&mut cut.back))] {
        if scene.objects().next().is_none() {
            warn_of_stale_files(folder, stem, format);
            continue;
        }
        document.scene = scene;
        for loss in transect_io::write(document, format, &mut outputs, stem)? {
            if !losses.contains(&loss) {
                losses.push(loss);
            }
        }
        document.scene = Scene::default();
        written.push(format!("{stem}.{format}"));
    }
    if !losses.is_empty() {
        warn(&format!("note: {format} cannot hold: {}", losses.join("; ")));
    }
    written.push("report.json".to_string());
    let path = |name: String| folder.join(name).display().to_string();
    report.written = written.into_iter().map(path).collect();
    let file = outputs.create("report.json")?;
    file.write_all(report.to_json().as_bytes())
        .and_then(|()| file.write_all(b"\n"))
        .map_err(|error| Failure::new(format!("report.json: {error}")))?;
    outputs.commit()?;
    Ok(())
}

/// An empty half has no file; one from an earlier run may lie where it would be.
fn warn_of_stale_files(folder: &Path, stem: &str, format: Format) {
    for name in transect_io::file_names(format, stem) {
        let path = folder.join(name);
        if path.exists() {
            warn(&format!("note: {} is older than this cut: nothing lies on that side now", path.display()));
        }
    }
}

/// Prints to stdout; a reader that has gone away is no error.
fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Whether the certificate found what must never be in the halves of a closed object.
pub(crate) fn has_fault(object: &ObjectCut) -> bool {
    let met = object.cut.as_ref();
    object.is_closed && met.is_some_and(|met| met.certificate.faults().any(|fault| fault != Fault::Caps))
}

fn status(arguments: &CutArguments, cut: &SceneCut) -> ExitCode {
    let faulty = cut.objects.iter().filter(|object| has_fault(object)).count();
    if faulty > 0 {
        warn(&format!(
            "error: the certificate found faults in the halves of {}; please report this with the file",
            counted(faulty, "closed object")
        ));
        return ExitCode::from(1);
    }
    let open = cut.objects.iter().filter(|object| !object.is_closed).count();
    if arguments.strict && open > 0 {
        warn(&format!("error: {} open (--strict)", counted(open, "object")));
        return ExitCode::from(1);
    }
    ExitCode::SUCCESS
}
