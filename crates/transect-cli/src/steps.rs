//! The steps of a run, as `--verbose` logs them: one line per step, which begins with a fixed word such as `read`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use transect::scene::Stage;
use transect_io::{Document, ReadError};

use crate::progress::Progress;
use transect_report::numbers::{counted, grouped};
use transect_report::report::ObjectCounts;
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

/// Reads the bytes of standard input, and logs a step.
pub(crate) fn read_stream(
    path: &Path,
    bytes: &[u8],
    progress: &Progress,
) -> Result<Document, ReadError> {
    let since = Instant::now();
    progress.begin("reading");
    let document = transect_io::read_bytes(path, bytes)?;
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

    /// Logs the times of a cut with halves: classifying, cutting, certifying, and everything else.
    pub(crate) fn log(&self, objects: &ObjectCounts, progress: &Progress) {
        self.log_section(objects, progress);
        let on_the_plane = counted(objects.on, "object");
        progress.log(Some(self.certificate), &format!("certified {on_the_plane}"));
        let rest = self.rest + self.since.elapsed();
        progress.log(Some(rest), "gathered both halves");
    }

    /// Logs the times of a cut by several planes. `cut` is the number of objects that were cut.
    pub(crate) fn log_parts(&self, objects: usize, cut: usize, progress: &Progress) {
        let sides = format!("classified {}", counted(objects, "object"));
        progress.log(Some(self.sides), &sides);
        let cut = counted(cut, "object");
        progress.log(Some(self.cut), &format!("cut {cut}"));
        progress.log(Some(self.certificate), &format!("certified {cut}"));
        progress.log(Some(self.rest + self.since.elapsed()), "gathered all parts");
    }

    /// Logs the times of a section without halves: classifying and cutting.
    pub(crate) fn log_section(&self, objects: &ObjectCounts, progress: &Progress) {
        let sides = format!(
            "classified {}: front {}, cut {}, back {}",
            counted(objects.total, "object"),
            grouped(objects.front),
            grouped(objects.on),
            grouped(objects.back)
        );
        progress.log(Some(self.sides), &sides);
        let on_the_plane = counted(objects.on, "object");
        progress.log(Some(self.cut), &format!("cut {on_the_plane}"));
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
