//! The certificate of a cut as sentences for people. It contains the results of checks of the parts, which are halves if one
//! plane cuts. A cap is a cut face, which closes a part.

use transect_mesh::FindingKind;

use crate::findings::{ObjectFinding, sentence};
use crate::listing::{NAMED, names};
use crate::numbers::{counted, grouped, measured};
use crate::plane_report::SectionReport;
use crate::report::{ClosedBy, Report};
use crate::unit::Units;

/// The kind of a check's result. Templates of HTML pages show it in a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The checked property holds.
    Good,
    /// The check found that parts are wrong.
    Bad,
    /// The checked property does not apply, or the finding is about the input and not an error of the parts.
    Note,
}

impl Kind {
    /// Returns the CSS class for this kind of result.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Note => "note",
        }
    }
}

/// One check and its result.
pub struct Check {
    /// The kind of the check's result.
    pub kind: Kind,
    /// The kind of the result in one or two words, such as "Error found".
    pub word: &'static str,
    /// The name of the check.
    pub name: &'static str,
    /// The result of the check as a sentence.
    pub text: String,
}

/// Returns the overall result of the certificate's checks.
pub fn verdict(report: &Report) -> Check {
    let certificate = &report.certificate;
    let parts = noun(report);
    let open = certificate.objects_open;
    let closed_cut = report.objects.cut - certificate.cut_open;
    let (kind, word, text) = if let Some(first) = report.errors().next() {
        let with_errors = report.objects_with_errors();
        (
            Kind::Bad,
            "Error found",
            format!(
                "The {parts} of {} are wrong: {}. First finding, in {}: {}. Do not use these {parts}.",
                counted(with_errors.len(), "object"),
                names(&with_errors),
                first.object,
                in_a_sentence(sentence(first.kind)),
            ),
        )
    } else if report.objects.cut == 0 {
        (
            Kind::Good,
            "Nothing is cut",
            if !report.has_several_planes() {
                "Every object lies entirely on one side of the plane and is unchanged."
            } else {
                "Every object lies entirely in one part and is unchanged."
            }
            .into(),
        )
    } else if open == 0 {
        let all = match report.objects.cut {
            1 => format!("The {parts} of the cut object are closed"),
            count => format!(
                "The {parts} of all {} cut objects are closed",
                grouped(count)
            ),
        };
        (
            Kind::Good,
            "Certified",
            match certificate.closed_by {
                ClosedBy::Counting => format!("{all}, and the volumes add up."),
                // The volumes of one pass are reported, and not judged.
                ClosedBy::Fingerprint => format!("{all}, by fingerprint."),
            },
        )
    } else if closed_cut == 0 {
        (
            Kind::Note,
            "Cut, left open",
            format!(
                "{} Open objects cannot be closed, and are not repaired.",
                open_in_file(report)
            ),
        )
    } else {
        (
            Kind::Note,
            "Certified, with open objects",
            format!(
                "The {parts} of {} closed, and the volumes add up. {} Open objects are not repaired.",
                subject(
                    closed_cut,
                    "closed cut object are",
                    "closed cut objects are"
                ),
                open_in_file(report)
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

/// Returns the noun for the parts of the cut.
#[must_use]
pub fn noun(report: &Report) -> &'static str {
    if !report.has_several_planes() {
        "halves"
    } else {
        "parts"
    }
}

/// Returns a sentence that counts the open objects (those with boundary edges) of the input, and those of them that are
/// cut.
fn open_in_file(report: &Report) -> String {
    let (open, total) = (report.certificate.objects_open, report.objects.total);
    if total == 1 {
        return "The object is open in the file.".into();
    }
    format!(
        "{} of {} objects {} open in the file, {} of them cut.",
        grouped(open),
        grouped(total),
        if open == 1 { "is" } else { "are" },
        grouped(report.certificate.cut_open)
    )
}

/// Returns a count with a noun and verb that agree with it: "1 object is", "2 objects are".
fn subject(count: usize, one: &str, more: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{} {more}", grouped(count)),
    }
}

/// Returns a sentence with a lower-case first letter, for use inside another sentence.
fn in_a_sentence(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

/// Returns the checks of the certificate in the order in which they are shown.
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
    // `check_of` assigns findings by the names for halves. So the names for parts are put in last.
    if report.has_several_planes() {
        for check in &mut checks {
            check.name = match check.name {
                CLOSED => "parts closed again",
                CAPS => "cut faces fill the sections",
                name => name,
            };
        }
    }
    checks
}

/// The name of the check that the halves keep the surface of the object.
const SURFACE: &str = "surface kept";
/// The name of the check that the halves of a closed object are closed.
const CLOSED: &str = "halves closed again";
/// The name of the check that the caps fill the section.
const CAPS: &str = "caps fill the section";
/// The name of the check that the volumes of the halves add up.
const SUMS: &str = "volumes add up";

/// Returns the name of the check that a kind of finding belongs to.
#[must_use]
pub fn check_of(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Open => CLOSED,
        FindingKind::Volume | FindingKind::FirstMoment | FindingKind::Area => SUMS,
        _ if kind.is_about_caps() => CAPS,
        _ => SURFACE,
    }
}

/// Returns the findings of the report that belong to the check with this name.
fn found<'r>(report: &'r Report, name: &str) -> Vec<&'r ObjectFinding> {
    let findings = report.certificate.findings.iter();
    findings
        .filter(|found| check_of(found.kind) == name)
        .collect()
}

/// Returns the result of a check that has findings. The text describes the first few findings and counts the others.
fn failed(name: &'static str, findings: &[&ObjectFinding], units: &Units) -> Check {
    let is_error = findings.iter().any(|found| found.is_error());
    let first = findings.iter().take(NAMED);
    let answer: Vec<String> = first
        .map(|found| format!("{}: {}.", found.object, found.line(units)))
        .collect();
    let more = match findings.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" {} not shown here.", counted(more, "more finding")),
    };
    let (kind, word, blame) = if is_error {
        let blame = " This is an error in transect, not in the file; please report it.";
        (Kind::Bad, "Error:", blame)
    } else {
        (Kind::Note, "Note:", "")
    };
    Check {
        kind,
        word,
        name,
        text: format!("{}{more}{blame}", answer.join(" ")),
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
        text: format!(
            "The {} contain every triangle of the cut objects as often as the input does, \
             whole or in pieces. All other triangles are caps. Each vertex is the result of \
             exact arithmetic, rounded to the number format of the output.",
            noun(report)
        ),
    }
}

fn sides() -> Check {
    Check {
        kind: Kind::Good,
        word: "Exact:",
        name: "sides",
        text:
            "The side of each vertex is exact for the coordinates in the file: it was computed without \
               rounding and without a tolerance."
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
            text: if !report.has_several_planes() {
                "No closed object is cut. Halves of open objects can be open."
            } else {
                "No closed object is cut. Parts of open objects can be open."
            }
            .into(),
        };
    }
    // The certificate counts open edges only if it finds no other error.
    if report.errors().next().is_some() {
        return Check {
            kind: Kind::Note,
            word: "Not checked:",
            name,
            text: if !report.has_several_planes() {
                "Another error was found, and it may leave a half open."
            } else {
                "Another error was found, and it may leave a part open."
            }
            .into(),
        };
    }
    Check {
        kind: Kind::Good,
        word: "Passed:",
        name,
        text: format!(
            "{} cut. {} of each are closed, caps included: every edge of a triangle is \
             paired with the same edge in the opposite direction.",
            subject(closed, "closed object is", "closed objects are"),
            if !report.has_several_planes() {
                "Both halves"
            } else {
                "All parts"
            }
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
        text: if !report.has_several_planes() {
            "Both halves have the same caps where the plane cuts through material. Each cap ends \
             exactly at the outlines of the section, edge by edge, and is not folded."
        } else {
            "The parts on both sides of a plane have the same cut faces where it cuts through \
             material. Each cut face ends exactly at the surface and at the other planes, edge by \
             edge, and is not folded."
        }
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
            text: "No closed object is cut, and an open surface does not enclose a volume.".into(),
        };
    };
    let (kind, word) = if residual <= bound {
        (Kind::Good, "Passed:")
    } else {
        (Kind::Bad, "Error:")
    };
    Check {
        kind,
        word,
        name,
        text: format!(
            "The volumes of the {}, summed over the closed cut objects, differ from the volumes \
             before the cut by {}{volume}. Rounding explains a difference of up to {}{volume}.",
            noun(report),
            measured(residual),
            measured(bound),
            volume = units.volume
        ),
    }
}

fn rounding(report: &Report, units: &Units) -> Check {
    let parts = noun(report);
    let text = match report.certificate.largest_rounding {
        0.0 => format!("Writing the {parts} changed no coordinate."),
        most => format!(
            "Writing the {parts} changed no coordinate of a cut object by more than {}{}.",
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
    let planes = || report.planes.iter();
    let counts = [
        planes().map(|plane| plane.vertices_on_plane).sum(),
        planes().map(|plane| plane.edges_on_plane).sum(),
        planes().map(|plane| plane.faces_on_plane).sum(),
    ];
    let plane = match planes().count() {
        1 => "the plane",
        _ => "a plane",
    };
    let mut text = match counts {
        [0, 0, 0] => format!("No vertex of a cut object lies exactly on {plane}."),
        [vertices, edges, faces] => format!(
            "{}, {} and {} of cut objects lie exactly on {plane}.",
            counted(vertices, "vertex"),
            counted(edges, "edge"),
            counted(faces, "face")
        ),
    };
    let differs = |section: &&SectionReport| section.area != section.area_other_limit;
    if let ([plane], false) = (&*report.planes, report.has_several_planes())
        && let Some(section) = plane.section.as_ref().filter(differs)
    {
        let (here, there) = match section.on_plane {
            "front" => ("behind", "in front of"),
            _ => ("in front of", "behind"),
        };
        text += &format!(
            " So the area of the section just {here} the plane ({}{area}) differs from the area \
             just {there} it ({}{area}).",
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
            text: "Every object of the input is closed.".into(),
        },
        open => Check {
            kind: Kind::Note,
            word: "Note:",
            name,
            text: format!(
                "{} open, {} of them cut. The statements about closed objects above do not apply to open \
                 objects, which are listed below.",
                subject(open, "object is", "objects are"),
                grouped(certificate.cut_open)
            ),
        },
    }
}
