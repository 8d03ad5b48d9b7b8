//! Notes about the result, printed on stderr after the progress line is removed.

use std::collections::BTreeSet;
use std::fmt::Display;

use transect::Cutter;
use transect_draw::class_of;
use transect_io::Document;
use transect_mesh::WeldChanges;
use transect_mesh::scene::Scene;
use transect_report::bodies::{body_note, unknown_volume_note};
use transect_report::closing::{crack_note, notes};
use transect_report::glyphs::{FONT_FLAG, missing_glyphs};
use transect_report::nearest::nearest;
use transect_report::numbers::counted;

use crate::error::warn;

/// The maximum number of object classes that a note lists.
const CLASSES: usize = 12;

/// Notes to print at the end of the run.
#[derive(Debug, Default)]
pub(crate) struct Notes(Vec<String>);

impl Notes {
    pub(crate) fn add(&mut self, note: impl Display) {
        self.0.push(format!("note: {note}"));
    }

    /// Adds a note if there is one.
    pub(crate) fn extend(&mut self, note: Option<&str>) {
        note.into_iter().for_each(|note| self.add(note));
    }

    /// Adds a hint to the last note.
    pub(crate) fn hint(&mut self, hint: impl Display) {
        self.0.push(format!("  hint: {hint}"));
    }

    /// Adds the notes of another list.
    pub(crate) fn append(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Adds the notes of the input files, such as about content that the cut does not carry over to its outputs.
    pub(crate) fn not_carried(&mut self, document: &Document) {
        for note in &document.notes {
            self.add(note);
        }
    }

    /// Adds a note if vertices lie close to the plane, at most one f32 step (the distance to the next f32) away, but
    /// not on it. The hint of the note gives a plane through the nearest of these vertices.
    pub(crate) fn near_misses(&mut self, scene: &Scene, plane: &impl Cutter, wanted: &[bool]) {
        let Some(miss) = scene.near_miss(plane, |node| wanted[node]) else {
            return;
        };
        let [x, y, z] = miss.point;
        let (lie, nearest) = match miss.vertices {
            1 => ("lies", "it is"),
            _ => ("lie", "the nearest is"),
        };
        self.add(format!(
            "{} of {} {lie} within one 32-bit step of the plane, but not on it; {nearest} \
             ({x}, {y}, {z}), {:.1e} away",
            counted(miss.vertices, "vertex"),
            counted(miss.objects, "object"),
            miss.distance.abs(),
        ));
        if let Some(plane) = miss.plane_through {
            let text = plane.to_string().replace(' ', "");
            self.hint(format!("--plane {text} passes exactly through it"));
        }
    }

    /// Adds notes about objects of which fewer edges are open now, each with its name.
    pub(crate) fn closing(&mut self, objects: &[(&str, &WeldChanges)]) {
        for note in notes(objects) {
            self.add(note);
        }
    }

    /// Adds a note about objects with T-junctions, each with the number of its edges that are divided.
    pub(crate) fn divided_edges(&mut self, objects: &[(String, usize)]) {
        let changes = objects.iter().map(|(name, count)| {
            let mut changes = WeldChanges::default();
            changes.divided_edges = *count;
            (&**name, changes)
        });
        let changes: Vec<(&str, WeldChanges)> = changes.collect();
        let changes: Vec<_> = changes.iter().map(|(name, own)| (*name, own)).collect();
        self.closing(&changes);
    }

    /// Adds a note about the open objects of a scene that have cracks, unless gaps are closed already.
    pub(crate) fn cracks(&mut self, scene: &Scene, open: &[usize]) {
        if scene.weld.is_none()
            && let Some(note) = crack_note(scene, open)
        {
            self.add(note);
        }
    }

    /// Adds a note about objects of a scene whose signed areas and volumes are not those of their material, because a
    /// body is inside out or bodies overlap.
    pub(crate) fn bodies(&mut self, scene: &Scene, nodes: &[usize]) {
        if let Some(note) = body_note(scene, nodes) {
            self.add(note);
        }
    }

    /// Adds a note about closed objects of which the volume of the points inside is not known. `sums` are the sums that
    /// leave them out.
    pub(crate) fn unknown_volumes(&mut self, objects: &[&str], sums: &str) {
        if let Some(note) = unknown_volume_note(objects, sums) {
            self.add(note);
        }
    }

    /// Adds a note about the characters that pictures show as boxes, because no font has them.
    pub(crate) fn missing_glyphs(&mut self, files: &[String], missing: &[char]) {
        if let Some(note) = missing_glyphs(&files.join(", "), missing, FONT_FLAG) {
            self.add(note);
        }
    }

    /// Adds a note for each class of `--hide` that no object has, because the class is probably misspelt. `names` are
    /// the names of the objects.
    pub(crate) fn unknown_classes<'n>(
        &mut self,
        hidden: &[String],
        names: impl Iterator<Item = &'n str>,
    ) {
        let classes: BTreeSet<&str> = names.map(class_of).collect();
        let meant = |hidden: &str| {
            let meant = nearest(hidden, classes.iter().copied());
            meant.map_or(String::new(), |meant| format!("is {meant} meant? "))
        };
        for hidden in hidden.iter().filter(|own| !classes.contains(own.as_str())) {
            let listed: Vec<&str> = classes.iter().copied().take(CLASSES).collect();
            let more = if classes.len() > CLASSES { ", …" } else { "" };
            self.add(format!(
                "--hide {hidden}: no object has this class; {}classes: {}{more}",
                meant(hidden),
                if listed.is_empty() {
                    "none".into()
                } else {
                    listed.join(", ")
                },
            ));
        }
    }

    /// Returns the texts of the notes. The hint of a note is in a line of its own.
    pub(crate) fn texts(self) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for line in self.0 {
            match (line.strip_prefix("note: "), texts.last_mut()) {
                (Some(note), _) => texts.push(note.to_string()),
                (None, Some(last)) => *last += &format!("\n{}", line.trim_start()),
                (None, None) => texts.push(line),
            }
        }
        texts
    }

    /// Prints the notes, unless `quiet` is set.
    pub(crate) fn print(self, quiet: bool) {
        if quiet {
            return;
        }
        for line in self.0 {
            warn(&line);
        }
    }
}
