//! The certificate in plain words.

use transect::mesh::Fault;
use transect::scene::ObjectCut;

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
    /// A fault of transect.
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
pub fn verdict(report: &Report, faulty: &[String]) -> Check {
    let certificate = &report.certificate;
    let open = certificate.objects_open;
    let closed_cut = report.objects.cut - certificate.cut_open;
    let (kind, word, text) = if !faulty.is_empty() {
        (
            Kind::Bad,
            "Fault found",
            "The halves of closed objects are not what they must be. The certificate below names \
             them; do not use these halves."
                .to_string(),
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

/// Each check, in the order in which one asks.
pub fn checks(report: &Report, faulty: &[String], units: &Units) -> Vec<Check> {
    let mut checks = vec![sides()];
    if report.objects.cut > 0 {
        checks.push(halves(report, faulty));
        checks.push(caps(report));
        checks.push(volume(report, units));
        checks.push(rounding(report, units));
        checks.push(contact(report, units));
    }
    checks.push(open(report));
    checks
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

fn halves(report: &Report, faulty: &[String]) -> Check {
    let name = "halves closed again";
    let closed = report.objects.cut - report.certificate.cut_open;
    if !faulty.is_empty() {
        let faulty: Vec<&str> = faulty.iter().map(String::as_str).collect();
        return Check {
            kind: Kind::Bad,
            word: "Fault:",
            name,
            text: format!(
                "The halves of {} are open or do not add up: {}. This is a fault of transect, not \
                 of the file; please report it.",
                counted(faulty.len(), "closed object"),
                names(&faulty)
            ),
        };
    }
    if closed == 0 {
        return Check {
            kind: Kind::Note,
            word: "Not applicable:",
            name,
            text: "No closed object is cut; halves of open objects stay open.".into(),
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

fn caps(report: &Report) -> Check {
    let name = "caps fill the section";
    let (verified, cut) = (report.certificate.caps_verified, report.objects.cut);
    if verified == cut {
        return Check {
            kind: Kind::Good,
            word: "Passed:",
            name,
            text:
                "Where material was cut through, both halves got the same cap, and each cap ends \
                   exactly at the outlines of the section, edge by edge."
                    .into(),
        };
    }
    Check {
        kind: Kind::Note,
        word: "Note:",
        name,
        text: format!(
            "So it is for {} of {}. In the others, rounding to the numbers of the files has moved \
             caps and outlines apart; their halves are closed all the same.",
            grouped(verified),
            counted(cut, "cut object")
        ),
    }
}

fn volume(report: &Report, units: &Units) -> Check {
    let name = "volumes add up";
    let certificate = &report.certificate;
    let (Some(residual), Some(bound)) = (certificate.volume_residual, certificate.volume_bound)
    else {
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
    let text = match report.certificate.rounding_max {
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

/// Whether the certificate found what must never be in the halves of a closed object. Caps that
/// narrowing has brought out of step with their loops leave the halves closed: the report says so.
#[must_use]
pub fn has_fault(object: &ObjectCut) -> bool {
    let met = object.cut.as_ref();
    object.is_closed
        && met.is_some_and(|met| met.certificate.faults().any(|fault| fault != Fault::Caps))
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
