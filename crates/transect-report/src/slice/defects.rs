//! The defects of layers: outlines that are open, and layers that are blank although their plane meets the model.

use crate::numbers::{counted, grouped};
use crate::slice::task::{Layer, SliceTask};

/// A kind of defect: how many layers have it, and the first of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Defect {
    /// The number of layers.
    pub layers: usize,
    /// The number of the first layer, counted from 1, and its height.
    pub first: Option<(usize, f64)>,
    /// The name of the first object that has the defect there.
    pub object: String,
}

/// The defects of all layers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayerDefects {
    /// Layers with outlines that do not close, which are not filled.
    pub open: Defect,
    /// Layers without outlines, although the plane passes through an object.
    pub blank: Defect,
}

impl Defect {
    fn add(&mut self, number: usize, height: f64, object: &str) {
        self.layers += 1;
        if self.first.is_none() {
            self.first = Some((number, height));
            self.object = object.to_string();
        }
    }

    /// Returns the note about the layers, or `None` without such layers.
    fn note(&self, task: &SliceTask<'_>, has: &str) -> Option<String> {
        let (number, height) = self.first?;
        let name = task.request().direction.name();
        let which = match self.layers {
            1 => "layer".to_string(),
            layers => format!("{}, the first of them layer", counted(layers, "layer")),
        };
        let verb = if self.layers == 1 { " has" } else { ", have" };
        Some(format!(
            "{which} {} ({name} = {}){verb} {has}: {}",
            grouped(number),
            task.labels.text(height),
            self.object
        ))
    }
}

impl LayerDefects {
    /// Adds the defects of the layer with this number, counted from 1.
    pub(crate) fn add(&mut self, task: &SliceTask<'_>, number: usize, layer: &Layer) {
        let rule = task.request().rule;
        let height = layer.at.height;
        let sections = layer.sections.iter();
        let sections = sections.map(|(object, own)| (*object, rule.limit(own)));
        let mut open = sections
            .clone()
            .filter(|(_, own)| !own.open_chains.is_empty());
        let name = |object: usize| &*task.objects[object].name;
        if let Some((object, _)) = open.next() {
            self.open.add(number, height, name(object));
        }
        let mut plain = sections.clone();
        let is_blank = plain.all(|(_, own)| own.loops.is_empty() && own.open_chains.is_empty());
        let is_inside = task.range[0] < height && height < task.range[1];
        if let Some((object, _)) = sections.clone().next()
            && is_blank
            && is_inside
        {
            self.blank.add(number, height, name(object));
        }
    }

    /// Returns `true` if no layer has a defect.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.open.layers == 0 && self.blank.layers == 0
    }

    /// Returns the notes.
    #[must_use]
    pub fn notes(&self, task: &SliceTask<'_>) -> Vec<String> {
        let open = self.open.note(task, "open outlines, which are not filled");
        let blank = self.blank.note(
            task,
            "no closed outline, although the plane meets the model",
        );
        open.into_iter().chain(blank).collect()
    }
}
