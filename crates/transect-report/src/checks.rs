//! The certificate in plain words.

use transect::mesh::FindingKind;

use crate::findings::{ObjectFinding, Severity, line, sentence};
use crate::numbers::{counted, grouped, measured};
use crate::report::Report;
use crate::unit::Units;

/// How many names a sentence lists before it says "and 8 more".
const NAMES: usize = 3;

/// What a check found. Templates ask for it by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What was promised holds.
    Good,
    /// The cut is wrong.
    Bad,
    /// Something to know.
    Note,
}

impl Kind {
    /// In a word.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Note => "note",
        }
    }
}

/// One thing that was checked, and what came of it.
pub struct Check {
    /// What was found.
    pub kind: Kind,
    /// The outcome in a word or two.
    pub word: &'static str,
    /// What was checked.
    pub name: &'static str,
    /// The finding in a sentence.
    pub text: String,
}

/// What all checks come to.
pub fn verdict(report: &Report) -> Check {
    let certificate = &report.certificate;
    let open = certificate.objects_open;
    let closed_cut = report.objects.cut - certificate.cut_open;
    let (kind, word, text) = if let Some(first) = report.faults().next() {
        let with_errors = report.objects_with_errors();
        (
            Kind::Bad,
            "Fault found",
            format!(
                "The halves of {} are not what they must be: {}. First finding, in {}: {}. Do not \
                 use these halves.",
                counted(with_errors.len(), "object"),
                names(&with_errors),
                first.object,
                in_a_sentence(sentence(first.finding.kind)),
            ),
        )
    } else if report.objects.cut == 0 {
        (
            Kind::Good,
            "Nothing is cut",
            "Every object lies wholly on one side of the plane, and was left as it is.".into(),
        )
    } else if open == 0 {
        let all = match report.objects.cut {
            1 => "The object that is cut was closed again".to_string(),
            count => format!(
                "All {} objects that are cut were closed again",
                grouped(count)
            ),
        };
        (
            Kind::Good,
            "Certified",
            format!("{all} on both sides, and the volumes add up."),
        )
    } else if closed_cut == 0 {
        (
            Kind::Note,
            "Cut as it is: open",
            format!(
                "{} open in the file; what is open cannot be closed, and is not mended.",
                subject(open, "object is", "objects are")
            ),
        )
    } else {
        (
            Kind::Note,
            "Certified, with open objects",
            format!(
                "The {} closed again on both sides, and the volumes add up; {} open in the file \
                 and stay so.",
                subject(
                    closed_cut,
                    "closed object that is cut was",
                    "closed objects that are cut were"
                ),
                subject(open, "object is", "objects are")
            ),
        )
    };
    Check {
        kind,
        word,
        name: "",
        text,
    }
}

/// "1 object is", "2 objects are".
fn subject(count: usize, one: &str, more: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{} {more}", grouped(count)),
    }
}

/// The text of a sentence, within another one.
fn in_a_sentence(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

/// Each check, in the order in which one asks.
pub fn checks(report: &Report, units: &Units) -> Vec<Check> {
    let mut checks = vec![sides()];
    if report.objects.cut > 0 {
        checks.push(surface(report, units));
        checks.push(halves(report, units));
        checks.push(caps(report, units));
        checks.push(volume(report, units));
        checks.push(rounding(report, units));
        checks.push(contact(report, units));
    }
    checks.push(open(report));
    checks
}

/// The name of the check of the surface.
const SURFACE: &str = "surface kept";
/// The name of the check of closed halves.
const CLOSED: &str = "halves closed again";
/// The name of the check of the caps.
const CAPS: &str = "caps fill the section";
/// The name of the check of the sums.
const SUMS: &str = "volumes add up";

/// The name of the check that a kind of finding belongs to.
#[must_use]
pub fn check_of(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Open => CLOSED,
        FindingKind::Volume | FindingKind::FirstMoment | FindingKind::Area => SUMS,
        _ if kind.is_about_caps() => CAPS,
        _ => SURFACE,
    }
}

/// The findings that belong to a check.
fn found<'r>(report: &'r Report, name: &str) -> Vec<&'r ObjectFinding> {
    let findings = report.certificate.findings.iter();
    findings
        .filter(|found| check_of(found.finding.kind) == name)
        .collect()
}

/// A check with findings: the first ones in words.
fn failed(name: &'static str, findings: &[&ObjectFinding], units: &Units) -> Check {
    let is_error = findings
        .iter()
        .any(|found| found.finding.severity == Severity::Error);
    let first = findings.iter().take(NAMES);
    let told: Vec<String> = first
        .map(|found| format!("{}: {}.", found.object, line(&found.finding.found, units)))
        .collect();
    let more = match findings.len().saturating_sub(NAMES) {
        0 => String::new(),
        more => format!(" {} not shown here.", counted(more, "more finding")),
    };
    let (kind, word, blame) = if is_error {
        let blame = " This is an error of transect, not of the file; please report it.";
        (Kind::Bad, "Fault:", blame)
    } else {
        (Kind::Note, "Note:", "")
    };
    Check {
        kind,
        word,
        name,
        text: format!("{}{more}{blame}", told.join(" ")),
    }
}

fn surface(report: &Report, units: &Units) -> Check {
    let findings = found(report, SURFACE);
    if !findings.is_empty() {
        return failed(SURFACE, &findings, units);
    }
    Check {
        kind: Kind::Good,
        word: "Passed:",
        name: SURFACE,
        text: "Every triangle of an object that is cut lies in the halves as often as in the \
               object, whole or in pieces, and no other triangle does but the caps. Each vertex \
               is where exact arithmetic puts it, rounded to the numbers of the output."
            .into(),
    }
}

fn sides() -> Check {
    Check {
        kind: Kind::Good,
        word: "Exact:",
        name: "sides",
        text:
            "On which side of the plane a vertex lies was decided for the numbers in the file as \
               they are, without rounding and without a tolerance."
                .into(),
    }
}

fn halves(report: &Report, units: &Units) -> Check {
    let name = CLOSED;
    let closed = report.objects.cut - report.certificate.cut_open;
    let findings = found(report, name);
    if !findings.is_empty() {
        return failed(name, &findings, units);
    }
    if closed == 0 {
        return Check {
            kind: Kind::Note,
            word: "Not applicable:",
            name,
            text: "No closed object is cut; halves of open objects stay open.".into(),
        };
    }
    if report.faults().next().is_some() {
        return Check {
            kind: Kind::Note,
            word: "Not judged:",
            name,
            text: "Another fault was found, and it may leave a half open.".into(),
        };
    }
    Check {
        kind: Kind::Good,
        word: "Passed:",
        name,
        text: format!(
            "{} cut. In both halves of each, every edge has its neighbour: the surface is closed, \
             caps included.",
            subject(closed, "closed object is", "closed objects are")
        ),
    }
}

fn caps(report: &Report, units: &Units) -> Check {
    let findings = found(report, CAPS);
    if !findings.is_empty() {
        return failed(CAPS, &findings, units);
    }
    Check {
        kind: Kind::Good,
        word: "Passed:",
        name: CAPS,
        text: "Where material was cut through, both halves got the same cap. Each cap ends \
               exactly at the outlines of the section, edge by edge, and is nowhere folded."
            .into(),
    }
}

fn volume(report: &Report, units: &Units) -> Check {
    let name = SUMS;
    let findings = found(report, name);
    if !findings.is_empty() {
        return failed(name, &findings, units);
    }
    let certificate = &report.certificate;
    let (Some(residual), Some(bound)) = (
        certificate.sums.volume_residual,
        certificate.sums.volume_bound,
    ) else {
        return Check {
            kind: Kind::Note,
            word: "Not applicable:",
            name,
            text: "No closed object is cut, and an open surface encloses no volume.".into(),
        };
    };
    let (kind, word) = if residual <= bound {
        (Kind::Good, "Passed:")
    } else {
        (Kind::Bad, "Fault:")
    };
    Check {
        kind,
        word,
        name,
        text: format!(
            "The volumes in front and behind, summed over the closed objects that are cut, differ \
             from those before the cut by {}{volume}. Roundings explain up to {}{volume}.",
            measured(residual),
            measured(bound),
            volume = units.volume
        ),
    }
}

fn rounding(report: &Report, units: &Units) -> Check {
    let text = match report.certificate.largest_rounding {
        0.0 => "Writing the halves changed no coordinate.".to_string(),
        most => format!(
            "Writing the halves changed no coordinate of a cut object by more than {}{}.",
            measured(most),
            units.length
        ),
    };
    Check {
        kind: Kind::Good,
        word: "Measured:",
        name: "rounding",
        text,
    }
}

fn contact(report: &Report, units: &Units) -> Check {
    let certificate = &report.certificate;
    let counts = [
        certificate.vertices_on_plane,
        certificate.edges_on_plane,
        certificate.faces_on_plane,
    ];
    let section = &report.section;
    let mut text = match counts {
        [0, 0, 0] => "No vertex of a cut object lies exactly on the plane.".to_string(),
        [vertices, edges, faces] => format!(
            "{}, {} and {} of cut objects lie exactly on the plane.",
            counted(vertices, "vertex"),
            counted(edges, "edge"),
            counted(faces, "face")
        ),
    };
    if section.area != section.area_other_limit {
        let (here, there) = match section.on_plane {
            "front" => ("behind", "in front of"),
            _ => ("in front of", "behind"),
        };
        text += &format!(
            " So the section just {here} the plane ({}{area}) is not the one just {there} it \
             ({}{area}).",
            measured(section.area),
            measured(section.area_other_limit),
            area = units.area
        );
    }
    Check {
        kind: Kind::Good,
        word: "Counted:",
        name: "on the plane",
        text,
    }
}

fn open(report: &Report) -> Check {
    let name = "open objects";
    let certificate = &report.certificate;
    match certificate.objects_open {
        0 => Check {
            kind: Kind::Good,
            word: "None:",
            name,
            text: "Every object, as it was read, is closed.".into(),
        },
        open => Check {
            kind: Kind::Note,
            word: "Note:",
            name,
            text: format!(
                "{} open, {} of them cut. What is said above of closed objects does not hold for \
                 them; they are listed below.",
                subject(open, "object is", "objects are"),
                grouped(certificate.cut_open)
            ),
        },
    }
}

/// The first names of a list, and how many there are besides.
#[must_use]
pub fn names(names: &[&str]) -> String {
    let first = names[..names.len().min(NAMES)].join(", ");
    match names.len().saturating_sub(NAMES) {
        0 => first,
        more => format!("{first} and {} more", grouped(more)),
    }
}
