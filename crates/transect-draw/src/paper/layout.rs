//! The layout of a drawing on sheets of paper. Lengths are in px; four px are one millimetre.

use crate::class::Class;
use crate::drawing::{Drawing, Item};
use crate::grid::{Bounds, Frame, Space};
use crate::grouped::grouped;
use crate::label;
use crate::legend;
use crate::page::{self, Page};
use crate::paper::options::{Orientation, PX_PER_MM, Paper, PaperError};
use crate::paper::scale::DrawingScale;
use crate::paper::size::PaperSize;
use crate::paper::title_block::{self, Cells, TitleBlock};
use crate::text::{Rect, Text, Texts};

/// The margin of a sheet: 10 mm.
const MARGIN: f64 = 40.0;

/// The distance between the section and its frame: 3 mm.
const PADDING: f64 = 12.0;

/// The room below the frame for tick labels and for the distance to the legend.
const BELOW: f64 = 36.0;

/// The distance between the legend and the title block.
const GAP: f64 = 14.0;

/// The largest number of sheets of a drawing.
const MOST_SHEETS: usize = 100;

/// A drawing on sheets of paper.
#[derive(Debug)]
pub(super) struct Layout<'a> {
    pub(super) sheets: Vec<PaperSheet<'a>>,
    /// The number of sheets side by side. Sheets are in rows, from the upper left.
    pub(super) columns: usize,
    pub(super) scale: DrawingScale,
}

/// A sheet of paper: a page and its title block.
#[derive(Debug)]
pub(super) struct PaperSheet<'a> {
    pub(super) page: Page<'a>,
    pub(super) block: TitleBlock,
}

/// The size, the scale and the number of sheets for one orientation, before anything is placed.
struct Plan {
    /// The width and the height of a sheet.
    sheet: [f64; 2],
    /// The frame of the section on each sheet.
    window: Rect,
    scale: DrawingScale,
    px_per_unit: f64,
    counts: [usize; 2],
}

/// Lays a drawing out on paper.
pub(super) fn lay_out<'a>(drawing: &'a Drawing, paper: &Paper) -> Result<Layout<'a>, PaperError> {
    let unit = drawing.unit_millimetres();
    if paper.scale.is_some() && unit.is_none() {
        return Err(PaperError::Unit {
            unit: drawing.unit.clone(),
        });
    }
    let shown: Vec<&Item> = drawing.shown().collect();
    let bounds = page::bounds(drawing).unwrap_or(Bounds {
        min: [0.0; 2],
        max: [1.0; 2],
    });
    let orientations = match paper.orientation {
        Some(orientation) => vec![orientation],
        None => vec![Orientation::Landscape, Orientation::Portrait],
    };
    let mut best: Option<Plan> = None;
    for orientation in orientations {
        let plan = Plan::of(drawing, &shown, &bounds, paper, orientation)?;
        if best.as_ref().is_none_or(|best| plan.is_better_than(best)) {
            best = Some(plan);
        }
    }
    let plan = best.ok_or(PaperError::Extent)?;
    let [columns, rows] = plan.counts;
    if columns.saturating_mul(rows) > MOST_SHEETS {
        return Err(PaperError::TooManySheets {
            sheets: columns.saturating_mul(rows),
            most: MOST_SHEETS,
        });
    }
    let labels = plan.labels(drawing, &shown, &bounds);
    let sheets = (0..columns * rows)
        .map(|index| plan.sheet(drawing, &shown, &bounds, &labels, paper, index))
        .collect();
    Ok(Layout {
        sheets,
        columns,
        scale: plan.scale,
    })
}

impl Plan {
    fn of(
        drawing: &Drawing,
        shown: &[&Item],
        bounds: &Bounds,
        paper: &Paper,
        orientation: Orientation,
    ) -> Result<Self, PaperError> {
        let sheet = sheet_size(paper.size, orientation);
        let trial = |left: f64| {
            let space = Space {
                left,
                top: MARGIN,
                width: sheet[0] - MARGIN - left,
                least_height: 400.0,
                greatest_height: 400.0,
                padding: PADDING,
            };
            Frame::fit(bounds, &space).with_axes(&drawing.axes)
        };
        let left = MARGIN + page::left_margin(&trial(MARGIN + 60.0));
        let frame = trial(left);
        let classes = page::classes(shown, &drawing.theme, &frame);
        let mut texts = Texts::new(sheet[0]);
        let legend = legend::lay_out(&mut texts, drawing, &classes, &frame, 0.0).bottom;
        let window = Rect {
            left,
            top: MARGIN,
            right: sheet[0] - MARGIN,
            bottom: sheet[1] - MARGIN - title_block::HEIGHT - GAP - legend - BELOW,
        };
        let per_unit = PX_PER_MM * drawing.unit_millimetres().unwrap_or(1.0);
        let size = [0, 1].map(|axis| bounds.max[axis] - bounds.min[axis]);
        let room = [window.width(), window.height()];
        let scale = match paper.scale {
            Some(scale) => scale,
            None => {
                let inner = room.map(|length| length - 2.0 * PADDING);
                let most = (inner[0] / size[0]).min(inner[1] / size[1]) / per_unit;
                // If the section is a single point, it fits at any scale.
                let most = if most == f64::INFINITY { 1.0 } else { most };
                DrawingScale::at_most(most).ok_or(PaperError::Extent)?
            }
        };
        let px_per_unit = per_unit * scale.ratio();
        if !(px_per_unit.is_normal() && size.iter().all(|size| size.is_finite())) {
            return Err(PaperError::Extent);
        }
        let counts = [0, 1].map(|axis| {
            let sheets = (size[axis] * px_per_unit + 2.0 * PADDING) / room[axis];
            // A drawing whose scale was fitted is on one sheet, whatever the rounding of this quotient.
            if paper.scale.is_none() {
                1
            } else {
                (sheets.ceil() as usize).max(1)
            }
        });
        Ok(Self {
            sheet,
            window,
            scale,
            px_per_unit,
            counts,
        })
    }

    /// Returns `true` if this plan needs fewer sheets than the other, or as many sheets and has a larger scale.
    fn is_better_than(&self, other: &Self) -> bool {
        let sheets = |plan: &Self| plan.counts[0].saturating_mul(plan.counts[1]);
        let order = sheets(self).cmp(&sheets(other));
        order.is_lt() || (order.is_eq() && self.px_per_unit > other.px_per_unit)
    }

    /// Returns a frame as large as the windows of all sheets side by side, with its upper left corner at the origin.
    fn whole(&self, bounds: &Bounds) -> Frame {
        let [columns, rows] = self.counts.map(|count| count as f64);
        let edge = Rect {
            left: 0.0,
            top: 0.0,
            right: columns * self.window.width(),
            bottom: rows * self.window.height(),
        };
        Frame::at_scale(bounds, self.px_per_unit, &edge)
    }

    /// Returns the room labels. Their positions are relative to the frame that [`Self::whole`] returns.
    fn labels(&self, drawing: &Drawing, shown: &[&Item], bounds: &Bounds) -> Vec<Text> {
        let whole = self.whole(bounds);
        let classes = page::classes(shown, &drawing.theme, &whole);
        let mut texts = Texts::new(whole.width);
        label::place_rooms(&mut texts, drawing, &classes, &whole);
        texts.iter().cloned().collect()
    }

    fn sheet<'a>(
        &self,
        drawing: &'a Drawing,
        shown: &[&'a Item],
        bounds: &Bounds,
        labels: &[Text],
        paper: &Paper,
        index: usize,
    ) -> PaperSheet<'a> {
        let [columns, rows] = self.counts;
        let part = [index % columns, index / columns].map(|place| place as f64);
        let frame = self.whole(bounds).part(part, &self.window);
        let frame = frame.with_axes(&drawing.axes);
        let mut texts = Texts::new(self.sheet[0]);
        let edge = Rect {
            left: MARGIN,
            top: self.sheet[1] - MARGIN - title_block::HEIGHT,
            right: self.sheet[0] - MARGIN,
            bottom: self.sheet[1] - MARGIN,
        };
        let number = format!("{} of {}", index + 1, columns * rows);
        let contents = Cells {
            scale: scale_text(&self.scale, drawing),
            paper: paper.size.label(),
            date: paper.date.clone(),
            north: paper.north,
            number,
        };
        let block = TitleBlock::place(&mut texts, drawing, &contents, edge);
        let mut classes = page::classes(shown, &drawing.theme, &frame);
        let ticks = page::place_ticks(&mut texts, drawing, &frame);
        if shown.is_empty() {
            page::place_message(&mut texts, drawing, frame.center());
        }
        place_labels(&mut texts, labels, part, &self.window);
        let legend = legend::lay_out(
            &mut texts,
            drawing,
            &classes,
            &frame,
            frame.bottom() + BELOW,
        );
        let is_part = columns * rows > 1;
        if is_part {
            keep_visible(&mut classes, &self.window);
        }
        PaperSheet {
            page: Page {
                drawing,
                size: self.sheet,
                sheet: Some(page::Sheet {
                    frame,
                    ticks,
                    legend,
                }),
                classes,
                texts,
                covers_margin: is_part,
            },
            block,
        }
    }
}

/// Returns the width and the height of a sheet in px.
fn sheet_size(size: PaperSize, orientation: Orientation) -> [f64; 2] {
    let [short, long] = size.millimetres().map(|length| length * PX_PER_MM);
    match orientation {
        Orientation::Portrait => [short, long],
        Orientation::Landscape => [long, short],
    }
}

/// Returns the scale as text. If the length of a unit is not known, the text says how many millimetres show one unit.
fn scale_text(scale: &DrawingScale, drawing: &Drawing) -> String {
    let [paper, model] = scale.sides();
    let [paper_text, model_text] = [paper, model].map(|length| grouped(&length.to_string()));
    if drawing.unit_millimetres().is_some() {
        return format!("{paper_text}:{model_text}");
    }
    let unit = drawing.unit_name();
    let unit = if model == 1.0 && unit == "file units" {
        "file unit"
    } else {
        unit
    };
    format!("{model_text} {unit} = {paper_text} mm")
}

/// Places the room labels of one sheet, whose frame is `window`. A label belongs to the sheet that shows its middle. If
/// the label would reach beyond the window, it is moved into the window.
fn place_labels(texts: &mut Texts, labels: &[Text], part: [f64; 2], window: &Rect) {
    let [left, top] = [part[0] * window.width(), part[1] * window.height()];
    for text in labels {
        let [x, y] = text.bounds().center();
        let inside =
            (left..left + window.width()).contains(&x) && (top..top + window.height()).contains(&y);
        if !inside {
            continue;
        }
        let mut text = text.clone();
        text.at[0] += window.left - left;
        text.at[1] += window.top - top;
        let bounds = text.bounds();
        text.at[0] += (window.left - bounds.left).max(0.0) - (bounds.right - window.right).max(0.0);
        text.at[1] += (window.top - bounds.top).max(0.0) - (bounds.bottom - window.bottom).max(0.0);
        texts.place(text);
    }
}

/// Removes the objects that lie outside the window.
fn keep_visible(classes: &mut [Class<'_>], window: &Rect) {
    for class in classes {
        class.objects.retain(|object| {
            let bounds = object.trace.bounds();
            // A line reaches beyond its points by half its width. Themes have lines of up to 20 px.
            bounds.is_some_and(|bounds| bounds.grown(10.0).overlaps(window))
        });
    }
}
