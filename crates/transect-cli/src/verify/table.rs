//! The table that `transect verify` prints for people.

use transect_report::planes::CutPlanes;
use transect_report::verification::{Verification, VerifiedPart};

use crate::screen::{BAD, GOOD, Screen};
use crate::summary::{PARTS, finding_lines, input, labelled, objects, plane, planes, sides};
use crate::verify::verdict::verdict;
use transect_report::file_name::file_name;
use transect_report::findings::sentence;
use transect_report::numbers::{counted, grouped, measured};
use transect_report::totals::Totals;
use transect_report::unit::Units;

/// The values that the table of `transect verify` shows.
pub(super) struct Table<'a> {
    pub(super) answer: &'a Verification,
    pub(super) totals: &'a Totals,
    pub(super) planes: &'a CutPlanes,
    pub(super) unit: Option<String>,
}

impl Table<'_> {
    pub(super) fn text(&self, screen: &Screen) -> String {
        let units = Units::of(self.unit.as_deref());
        let answer = self.answer;
        let of_planes = match (answer.has_several_planes(), &*answer.planes) {
            (false, [only]) => ("plane".into(), plane(&only.plane)),
            _ => planes(self.planes),
        };
        let head = [
            (file_name(&answer.input.path), input(self.totals, &units)),
            of_planes,
        ];
        let mut body = self.parts();
        body.push(("checked".into(), self.checked().into()));
        if answer.objects.cut > 0 {
            body.push(("caps".into(), self.caps(&units)));
        }
        // If the parts have errors, the distances of vertices from the planes and the volumes are meaningless, so they
        // are left out.
        if answer.certified {
            body.push(("vertices".into(), self.displacement(&units)));
            let volume = self.volume(&units);
            body.extend(volume.map(|volume| ("volumes".into(), volume)));
        }
        let findings = &answer.certificate.findings;
        if !findings.is_empty() {
            body.push(("findings".into(), finding_lines(findings, &units)));
        }
        body.push(("verdict".into(), self.verdict(screen)));
        labelled(&head, &self.counts(screen), &body, screen)
    }

    fn counts(&self, screen: &Screen) -> String {
        let answer = self.answer;
        match (answer.has_several_planes(), &*answer.planes) {
            (false, [plane]) => {
                let objects = plane.objects;
                sides([objects.front, objects.on, objects.back], screen)
            }
            _ => objects(&answer.objects, screen),
        }
    }

    /// Returns a row for each half, or one row with all parts.
    fn parts(&self) -> Vec<(String, String)> {
        let parts = &self.answer.parts;
        if !self.answer.has_several_planes() {
            let half = |part: &VerifiedPart| (format!("{} half", part.name), self.part(part));
            return parts.iter().map(half).collect();
        }
        let line = |part: &VerifiedPart| format!("{}: {}", part.name, self.part(part));
        let mut lines: Vec<String> = parts.iter().take(PARTS).map(line).collect();
        if parts.len() > PARTS {
            lines.push(format!("and {} more", grouped(parts.len() - PARTS)));
        }
        vec![("parts".into(), lines.join("\n"))]
    }

    /// Returns the file name of a part, and the precision in which the part was verified.
    fn part(&self, part: &VerifiedPart) -> String {
        let Some(source) = &part.file else {
            return "nothing".into();
        };
        let name = file_name(&source.path);
        let objects = self.answer.objects_list.iter();
        let numbers = objects.flat_map(|object| &object.parts);
        let numbers: Vec<_> = numbers.filter(|own| own.part == part.name).collect();
        let single = numbers.iter().filter(|own| own.bits == 32).count();
        match (single, numbers.len() - single) {
            (0, 0) => name,
            (_, 0) => format!("{name}, 32-bit numbers"),
            (0, _) => format!("{name}, 64-bit numbers"),
            (single, double) => format!(
                "{name}, {} in 32-bit numbers, {} in 64-bit numbers",
                counted(single, "object"),
                grouped(double)
            ),
        }
    }

    fn checked(&self) -> &'static str {
        if self.answer.joined {
            "all objects as one mesh, because the objects of the parts and the input differ"
        } else {
            "object by object"
        }
    }

    fn displacement(&self, units: &Units) -> String {
        let most = measured(self.answer.certificate.displacement);
        let allowed = match self.answer.tolerance {
            0.0 => "rounding".to_string(),
            tolerance => format!(
                "rounding and the tolerance of {}{}",
                measured(tolerance),
                units.length
            ),
        };
        format!(
            "at most {most}{} from their exact places; allowed: {allowed}",
            units.length
        )
    }

    fn caps(&self, units: &Units) -> String {
        let certificate = &self.answer.certificate;
        format!(
            "area {}{}, verified for {} of {}",
            measured(certificate.sums.cap_area),
            units.area,
            grouped(certificate.sums.caps_verified),
            counted(self.answer.objects.cut, "cut object"),
        )
    }

    fn volume(&self, units: &Units) -> Option<String> {
        let certificate = &self.answer.certificate;
        let (residual, bound) = (
            certificate.sums.volume_residual?,
            certificate.sums.volume_bound?,
        );
        Some(format!(
            "residual {}{} (bound {})",
            measured(residual),
            units.volume,
            measured(bound)
        ))
    }

    fn verdict(&self, screen: &Screen) -> String {
        let findings = &self.answer.certificate.findings;
        if let Some(first) = findings.iter().find(|found| found.is_error()) {
            let word = screen.paint(BAD, "Error found");
            return format!("{word}: {}", sentence(first.kind));
        }
        let word = if findings.is_empty() {
            "Certified"
        } else {
            "Certified, with notes"
        };
        let word = screen.paint(GOOD, word);
        format!("{word}: {}", verdict(self.answer, true))
    }
}
