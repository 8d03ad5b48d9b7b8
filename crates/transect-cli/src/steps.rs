//! The steps of a run, as `--verbose` logs them: one line per step, which begins with a fixed word such as `read`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use transect_io::{Document, ReadError};
use transect_mesh::scene::Stage;

use crate::progress::Progress;
use transect_report::numbers::{counted, grouped};
use transect_report::plane_report::PlaneOfCut;
use transect_report::report::Report;
use transect_report::totals::Totals;

/// Reads files, and logs a step for each file.
pub(crate) fn read(paths: &[PathBuf], progress: &Progress) -> Result<Document, ReadError> {
    let (mut done, total) = (0, paths.len());
    let mut since = Instant::now();
    progress.begin("reading");
    transect_io::read_each(paths, |document| {
        log_sources(document, since, progress);
        done += 1;
        since = Instant::now();
        progress.count(done, total);
    })
}

/// Reads one input that is in memory, such as the bytes of standard input, and logs a step.
pub(crate) fn read_one(
    read: impl FnOnce() -> Result<Document, ReadError>,
    progress: &Progress,
) -> Result<Document, ReadError> {
    let since = Instant::now();
    progress.begin("reading");
    let document = read()?;
    log_sources(&document, since, progress);
    Ok(document)
}

fn log_sources(document: &Document, since: Instant, progress: &Progress) {
    for source in &document.sources {
        let bytes = usize::try_from(source.bytes).unwrap_or(usize::MAX);
        progress.log(
            Some(since.elapsed()),
            &format!(
                "read {}: {}, {}",
                source.path.display(),
                source.format,
                counted(bytes, "byte")
            ),
        );
    }
}

/// Logs the numbers of objects and triangles in the input, and its largest object.
pub(crate) fn counted_all(totals: &Totals, since: Instant, progress: &Progress) {
    let largest = totals
        .largest
        .as_ref()
        .map_or(String::new(), |(name, triangles)| {
            format!("; largest object: {name} with {}", grouped(*triangles))
        });
    progress.log(
        Some(since.elapsed()),
        &format!(
            "counted {}, {}{largest}",
            counted(totals.objects, "object"),
            counted(totals.triangles, "triangle")
        ),
    );
}

/// The times of the stages of a cut, each summed over all objects: classifying, cutting, certifying, and everything
/// else.
pub(crate) struct Times {
    since: Instant,
    sides: Duration,
    cut: Duration,
    certificate: Duration,
    rest: Duration,
}

impl Times {
    pub(crate) fn start() -> Self {
        Self {
            since: Instant::now(),
            sides: Duration::ZERO,
            cut: Duration::ZERO,
            certificate: Duration::ZERO,
            rest: Duration::ZERO,
        }
    }

    /// Adds the time since the previous call to the total of a stage. Call it when the stage ends for an object.
    pub(crate) fn add(&mut self, stage: Stage) {
        let now = Instant::now();
        let took = match stage {
            Stage::Side => &mut self.sides,
            Stage::Cut => &mut self.cut,
            Stage::Certificate => &mut self.certificate,
            _ => &mut self.rest,
        };
        *took += now - self.since;
        self.since = now;
    }

    /// Logs the times of a cut: classifying, cutting, certifying, and everything else.
    pub(crate) fn log(&self, report: &Report, progress: &Progress) {
        self.log_sections(&report.planes, progress);
        let cut = counted(report.objects.cut, "object");
        progress.log(Some(self.certificate), &format!("certified {cut}"));
        let rest = self.rest + self.since.elapsed();
        let parts = if !report.has_several_planes() {
            "gathered both halves"
        } else {
            "gathered all parts"
        };
        progress.log(Some(rest), parts);
    }

    /// Logs the times of a cut or of sections alone: classifying and cutting.
    pub(crate) fn log_sections(&self, planes: &[PlaneOfCut], progress: &Progress) {
        let total = planes.first().map_or(0, |plane| plane.objects.total());
        let total = counted(total, "object");
        let (sides, cut) = match planes {
            [PlaneOfCut { objects, .. }] => (
                format!(
                    "classified {total}: front {}, cut {}, back {}",
                    grouped(objects.front),
                    grouped(objects.on),
                    grouped(objects.back)
                ),
                format!("cut {}", counted(objects.on, "object")),
            ),
            _ => {
                let planes = counted(planes.len(), "plane");
                (format!("classified {total}"), format!("cut by {planes}"))
            }
        };
        progress.log(Some(self.sides), &sides);
        progress.log(Some(self.cut), &cut);
    }
}

/// Logs the paths of the written files, after they have their final names.
pub(crate) fn written(places: &[PathBuf], progress: &Progress) {
    if !progress.logs() {
        return;
    }
    progress.begin("reporting");
    for place in places {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        progress.log(
            progress.took(&format!("writing {name}")),
            &format!("wrote {}: {}", place.display(), size(place)),
        );
    }
    let files = counted(places.len(), "file");
    progress.log(
        progress.took("moving"),
        &format!("moved {files} into place"),
    );
}

fn size(path: &Path) -> String {
    let bytes = std::fs::metadata(path).map_or(0, |found| found.len());
    counted(usize::try_from(bytes).unwrap_or(usize::MAX), "byte")
}
