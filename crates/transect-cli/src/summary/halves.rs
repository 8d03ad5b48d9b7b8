//! The table of a cut by one plane.

use transect::Side;
use transect_io::Format;
use transect_mesh::EdgeSum;

use crate::screen::{BAD, GOOD, Screen};
use crate::summary::layout::{input, labelled, last_rows, plane, sides, sources, written};
use transect_report::listing::names;
use transect_report::numbers::{counted, grouped, measured};
use transect_report::plane_report::{PlaneOfCut, SectionReport, SideCounts};
use transect_report::report::{ClosedBy, PartReport, Report};
use transect_report::request::{CutAnswer, SectionAnswer};
use transect_report::unit::Units;

/// Returns the report of a cut as a text table.
pub(super) fn summary(answer: &CutAnswer, screen: &Screen) -> String {
    let CutAnswer {
        report,
        totals,
        unit,
        ..
    } = answer;
    let ([cut], [front, back]) = (&*report.planes, &*report.parts) else {
        return String::new();
    };
    let units = Units::of(unit.as_deref());
    let head = [
        (sources(&report.source), input(totals, &units)),
        ("plane".into(), plane(&cut.plane)),
    ];
    let open = report.objects_list.iter().filter(|object| !object.closed);
    let open = open.filter(|object| object.side() == "on");
    let open: Vec<&str> = open.map(|object| object.name.as_str()).collect();
    let mut body = Vec::new();
    body.extend(section_rows(cut, &open, &units));
    body.push(("halves".into(), halves(answer, [front, back], screen)));
    body.extend(volumes(report, [front, back], &units).map(|volumes| ("volumes".into(), volumes)));
    body.extend(rounding(answer, &units).map(|rounding| ("rounding".into(), rounding)));
    body.push(("on the plane".into(), contacts(cut)));
    body.extend(last_rows(report, &units));
    labelled(&head, &counts(&cut.objects, screen), &body, screen)
}

/// Returns the text table for a section that was computed without halves.
pub(super) fn section_summary(
    answer: &SectionAnswer,
    cut: &PlaneOfCut,
    files: &[String],
    screen: &Screen,
) -> String {
    let units = Units::of(answer.unit.as_deref());
    let head = [
        (sources(&answer.source), input(&answer.totals, &units)),
        ("plane".into(), plane(&cut.plane)),
    ];
    let objects = answer.sections.iter().flat_map(|own| &own.objects);
    let open = objects.filter(|object| object.side == Some(Side::On) && !object.is_closed);
    let open: Vec<&str> = open.map(|object| object.name.as_str()).collect();
    let mut body = Vec::new();
    body.extend(section_rows(cut, &open, &units));
    body.push((
        "halves".into(),
        "not computed: --write names only files of the section".into(),
    ));
    body.push(("written".into(), written(files)));
    labelled(&head, &counts(&cut.objects, screen), &body, screen)
}

/// Returns the row about the section and, if rooms or openings are among the cut objects, the row about the material.
fn section_rows(cut: &PlaneOfCut, open: &[&str], units: &Units) -> Vec<(String, String)> {
    let Some(report) = &cut.section else {
        return Vec::new();
    };
    let mut rows = vec![("section".into(), section(report, open, &cut.objects, units))];
    if let Some(material) = &report.material {
        let (loops, perimeter) = (
            counted(material.loops, "loop"),
            measured(material.perimeter),
        );
        let area = measured(material.area);
        let text = format!(
            "{loops}, area {area}{}, perimeter {perimeter}{}",
            units.area, units.length
        );
        rows.push(("material".into(), text));
    }
    rows
}

fn counts(objects: &SideCounts, screen: &Screen) -> String {
    let sides = sides([objects.front, objects.on, objects.back], screen);
    let (touching, divided) = (grouped(objects.touching), grouped(objects.divided));
    format!("{sides}      (touching {touching}, divided {divided})")
}

/// Returns the text about the section: loops, area, perimeter and open objects. `open` lists the names of the cut
/// objects that are open.
fn section(section: &SectionReport, open: &[&str], objects: &SideCounts, units: &Units) -> String {
    let other_limit = if section.area == section.area_other_limit {
        String::new()
    } else {
        let place = if section.on_plane == "front" {
            "in front of"
        } else {
            "behind"
        };
        format!(
            " ({}{} just {place} the plane)",
            measured(section.area_other_limit),
            units.area
        )
    };
    // Sums of rounded numbers may differ in their last digits.
    let [area, signed_area] = [section.area, section.signed_area].map(measured);
    let signed = if area == signed_area {
        String::new()
    } else {
        format!(" (signed {signed_area}{})", units.area)
    };
    let with_air = match section.material {
        Some(_) => ", rooms and openings included",
        None => "",
    };
    format!(
        "{}, area {area}{}{signed}{other_limit}, perimeter {}{}{with_air}{}",
        counted(section.loops, "loop"),
        units.area,
        measured(section.perimeter),
        units.length,
        open_objects(section, open, objects.on),
    )
}

/// Returns the text about the cut objects that are open (not closed): their names, and the number of open chains in the
/// section.
fn open_objects(section: &SectionReport, open: &[&str], cut: usize) -> String {
    let chains = match section.open_chains {
        0 => String::new(),
        chains => format!(", with {} in the section", counted(chains, "open chain")),
    };
    match (open.len(), cut) {
        (0, _) => String::new(),
        (1, 1) => format!("; the object is open{chains}"),
        (count, cut) => {
            let verb = if count == 1 { "is" } else { "are" };
            format!(
                "; {} of {} {verb} open{chains}:\n{}",
                grouped(count),
                counted(cut, "cut object"),
                names(open)
            )
        }
    }
}

fn halves(answer: &CutAnswer, [front, back]: [&PartReport; 2], screen: &Screen) -> String {
    let certificate = &answer.report.certificate;
    let with_errors = answer.report.objects_with_errors();
    let verdict = if !with_errors.is_empty() {
        format!(
            "{} in the halves of {}: {}",
            screen.paint(BAD, "Error found"),
            counted(with_errors.len(), "object"),
            names(&with_errors)
        )
    } else if certificate.objects_open == 0 {
        let text = match certificate.closed_by {
            ClosedBy::Counting => "both closed",
            ClosedBy::Fingerprint => "both closed, by fingerprint",
        };
        screen.paint(GOOD, text)
    } else if certificate.objects_closed > 0 {
        screen.paint(GOOD, "all halves of closed objects closed")
    } else {
        let count = |half: &PartReport| match half.open_edges {
            Some(count) => grouped(count),
            None => format!("more than {}", grouped(EdgeSum::MOST)),
        };
        let [front, back] = [front, back].map(count);
        format!("open, like the input ({front} and {back} open edges)")
    };
    let total = answer.totals.triangles;
    let [front, back] = [front.triangles, back.triangles];
    let halves = match (front, back) {
        (_, 0) if front == total => {
            let whole = counted(total, "triangle");
            format!("front the whole model ({whole}), back empty")
        }
        (0, _) if back == total => {
            let whole = counted(total, "triangle");
            format!("front empty, back the whole model ({whole})")
        }
        _ => {
            let (front, back) = (counted(front, "triangle"), grouped(back));
            format!("front {front}, back {back}")
        }
    };
    format!("{halves}; {verdict}")
}

/// Returns the volumes of the points inside of both halves, of the objects of which they are known, or otherwise the
/// signed volumes of the closed objects. If objects are cut, adds the residual: the difference between the signed volume of
/// the input and the sum of the signed volumes of the halves.
fn volumes(report: &Report, halves: [&PartReport; 2], units: &Units) -> Option<String> {
    let certificate = &report.certificate;
    let is_known = halves.iter().all(|half| half.volume.is_some());
    let volume = |half: &PartReport| match half.volume.filter(|_| is_known) {
        Some(volume) => Some(volume_text(volume, half.signed_volume, units)),
        None => Some(format!("{}{}", measured(half.signed_volume?), units.volume)),
    };
    let [front, back] = halves.map(volume);
    let (front, back) = (front?, back?);
    let only = match (certificate.objects_open, &*report.unknown_volumes()) {
        (0, []) if is_known => "",
        _ if !is_known => " (signed: the points inside are not known)",
        (_, []) => " (closed objects only)",
        _ => " (objects with a known volume only)",
    };
    let sums = &certificate.sums;
    let residual = match (sums.volume_residual, sums.volume_bound) {
        (Some(residual), Some(bound)) if report.objects.cut > 0 => format!(
            "; residual {}{} (bound {})",
            measured(residual),
            units.volume,
            measured(bound)
        ),
        _ => String::new(),
    };
    Some(format!("front {front}, back {back}{only}{residual}"))
}

/// Returns a volume as text, with the signed volume if this differs.
pub(super) fn volume_text(volume: f64, signed: Option<f64>, units: &Units) -> String {
    let text = format!("{}{}", measured(volume), units.volume);
    match signed.map(measured) {
        Some(signed) if signed != measured(volume) => format!("{text} (signed {signed})"),
        _ => text,
    }
}

/// Returns the row about rounding: the largest change of a coordinate. Returns `None` for halves in other formats than
/// STL, for halves without rounding, and if no cut object is far from zero relative to its size. STL coordinates are
/// relative to the origin, so the change grows with the distance from the origin.
fn rounding(answer: &CutAnswer, units: &Units) -> Option<String> {
    let most = answer.report.certificate.largest_rounding;
    let cut = answer
        .cut
        .objects
        .iter()
        .filter(|object| object.details.is_some());
    let mut bounds = cut.filter_map(|object| object.bounds);
    let is_far = bounds.any(|bounds| bounds.is_far_from_zero().contains(&true));
    (answer.format == Format::Stl && most > 0.0 && is_far).then(|| {
        format!(
            "the 32-bit floats of STL move vertices of cut objects by up to {}{} along an axis; obj and ply hold \
             64-bit floats",
            measured(most),
            units.length
        )
    })
}

fn contacts(cut: &PlaneOfCut) -> String {
    let vertices = counted(cut.vertices_on_plane, "vertex");
    let edges = counted(cut.edges_on_plane, "edge");
    format!(
        "{vertices}, {edges}, {}",
        counted(cut.faces_on_plane, "face")
    )
}
