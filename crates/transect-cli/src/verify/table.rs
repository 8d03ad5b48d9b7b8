//! The table that `transect verify` prints for people.

use transect_report::verification::{EncodingReport, Verification, VerifiedObject};

use crate::screen::{BAD, GOOD, Screen};
use crate::summary::{bounds, finding_lines, labelled, plane, sides};
use transect_report::file_name::file_name;
use transect_report::findings::sentence;
use transect_report::numbers::{counted, grouped, measured};
use transect_report::report::SourceReport;
use transect_report::totals::Totals;
use transect_report::unit::Units;

/// The values that the table of `transect verify` shows.
pub(super) struct Table<'a> {
    pub(super) answer: &'a Verification,
    pub(super) totals: &'a Totals,
    pub(super) unit: Option<&'a str>,
}

impl Table<'_> {
    pub(super) fn text(&self, screen: &Screen) -> String {
        let units = Units::of(self.unit);
        let answer = self.answer;
        let head = [
            (file_name(&answer.input.path), self.input(&units)),
            ("plane".into(), plane(&answer.plane)),
        ];
        let front = |object: &VerifiedObject| object.front;
        let back = |object: &VerifiedObject| object.back;
        let mut body = vec![
            ("front half".into(), self.half(answer.front.as_ref(), front)),
            ("back half".into(), self.half(answer.back.as_ref(), back)),
            ("checked".into(), self.checked().into()),
        ];
        if answer.objects.on > 0 {
            body.push(("caps".into(), self.caps(&units)));
        }
        // If the halves have errors, the distances of vertices from the plane and the volumes are meaningless, so they
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

    fn input(&self, units: &Units) -> String {
        let Totals {
            objects, triangles, ..
        } = self.totals;
        let bounds = self.totals.bounds.as_ref().map_or(String::new(), |own| {
            format!(", {}", bounds(own.min(), own.max(), units))
        });
        format!(
            "{}, {}{bounds}",
            counted(*objects, "object"),
            counted(*triangles, "triangle")
        )
    }

    fn counts(&self, screen: &Screen) -> String {
        let objects = &self.answer.objects;
        sides([objects.front, objects.on, objects.back], screen)
    }

    /// Returns the file name of a half, and the precision in which the half was verified.
    fn half(
        &self,
        source: Option<&SourceReport>,
        numbers: impl Fn(&VerifiedObject) -> Option<EncodingReport>,
    ) -> String {
        let Some(source) = source else {
            return "nothing".into();
        };
        let name = file_name(&source.path);
        let all = self.answer.objects_list.iter().filter_map(numbers);
        let all: Vec<EncodingReport> = all.collect();
        let single = all.iter().filter(|numbers| numbers.bits == 32).count();
        match (single, all.len() - single) {
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
        match self.answer.joined {
            true => {
                "all objects as one mesh, because the objects of the halves and the input differ"
            }
            false => "object by object",
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
            counted(self.answer.objects.on, "cut object"),
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
        let word = match findings.is_empty() {
            true => "Certified",
            false => "Certified, with notes",
        };
        let word = screen.paint(GOOD, word);
        format!("{word}: the halves match the input cut by this plane")
    }
}
