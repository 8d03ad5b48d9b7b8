//! The layout of a drawing on sheets of paper. Lengths are in px; four px are one millimetre.

use crate::class::Class;
use crate::dimension;
use crate::dimension::lines::Dimensions;
use crate::drawing::{Drawing, Item};
use crate::grid::{Bounds, Frame, Space};
use crate::label;
use crate::legend;
use crate::numbers::grouped;
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

/// The largest number of sheets of all drawings together.
const MOST_PAGES: usize = 500;

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

/// A drawing, and its contents that do not depend on the sheets.
struct Subject<'a> {
    drawing: &'a Drawing,
    shown: Vec<&'a Item>,
    bounds: Bounds,
    /// The classes for the legend. Their objects have no meaningful positions.
    classes: Vec<Class<'a>>,
}

/// The size, the scale and the number of sheets of a drawing for one orientation, before anything is placed.
struct Plan {
    /// The width and the height of a sheet.
    sheet: [f64; 2],
    /// The frame of the section on each sheet.
    window: Rect,
    scale: DrawingScale,
    px_per_unit: f64,
    counts: [usize; 2],
}

/// The plans of several drawings for one orientation. The plans of drawings with the same unit have the same scale.
struct Plans(Vec<Plan>);

/// Lays drawings out on paper. Drawings with the same unit have the same scale. The sheets of all drawings are numbered
/// consecutively.
pub(super) fn lay_out<'a>(
    drawings: &'a [Drawing],
    paper: &Paper,
) -> Result<Vec<Layout<'a>>, PaperError> {
    for drawing in drawings {
        if paper.scale.is_some() && drawing.unit_millimetres().is_none() {
            return Err(PaperError::Unit {
                unit: drawing.unit.clone(),
            });
        }
    }
    let subjects: Vec<Subject<'_>> = drawings.iter().map(Subject::of).collect();
    let orientations = match paper.orientation {
        Some(orientation) => vec![orientation],
        None => vec![Orientation::Landscape, Orientation::Portrait],
    };
    let mut best: Option<Plans> = None;
    for orientation in orientations {
        let plans = Plans::of(&subjects, paper, orientation)?;
        if best.as_ref().is_none_or(|best| plans.are_better_than(best)) {
            best = Some(plans);
        }
    }
    let Plans(plans) = best.ok_or(PaperError::Extent)?;
    let total = plans
        .iter()
        .map(Plan::sheets)
        .fold(0, usize::saturating_add);
    let most = plans.iter().map(Plan::sheets).max().unwrap_or(0);
    if most > MOST_SHEETS || total > MOST_PAGES {
        return Err(PaperError::TooManySheets {
            sheets: if most > MOST_SHEETS { most } else { total },
            most: if most > MOST_SHEETS {
                MOST_SHEETS
            } else {
                MOST_PAGES
            },
        });
    }
    let mut before = 0;
    let layouts = plans.iter().zip(&subjects).map(|(plan, subject)| {
        let sheets = plan.place(subject, paper, [before, total]);
        before += sheets.len();
        Layout {
            sheets,
            columns: plan.counts[0],
            scale: plan.scale,
        }
    });
    Ok(layouts.collect())
}

impl<'a> Subject<'a> {
    fn of(drawing: &'a Drawing) -> Self {
        let shown: Vec<&Item> = drawing.shown().collect();
        let bounds = page::bounds(drawing).unwrap_or(Bounds {
            min: [0.0; 2],
            max: [1.0; 2],
        });
        let edge = Rect {
            left: 0.0,
            top: 0.0,
            right: 1.0,
            bottom: 1.0,
        };
        let frame = Frame::at_scale(&bounds, 1.0, &edge);
        let classes = page::classes(drawing, &shown, &frame);
        Self {
            drawing,
            shown,
            bounds,
            classes,
        }
    }
}

impl Plans {
    fn of(
        subjects: &[Subject<'_>],
        paper: &Paper,
        orientation: Orientation,
    ) -> Result<Self, PaperError> {
        let plans = subjects
            .iter()
            .map(|subject| Plan::of(subject, paper, orientation));
        let mut plans: Vec<Plan> = plans.collect::<Result<_, _>>()?;
        for first in 0..plans.len() {
            let unit = &subjects[first].drawing.unit;
            let alike = plans.iter().zip(subjects);
            let alike = alike.filter(|(_, subject)| subject.drawing.unit == *unit);
            let smallest = alike.min_by(|(a, _), (b, _)| a.px_per_unit.total_cmp(&b.px_per_unit));
            // At a smaller scale, a drawing that fits on one sheet still does.
            if let Some((smallest, _)) = smallest {
                let (scale, px_per_unit) = (smallest.scale, smallest.px_per_unit);
                plans[first].scale = scale;
                plans[first].px_per_unit = px_per_unit;
            }
        }
        Ok(Self(plans))
    }

    /// Returns `true` if these plans need fewer sheets than the others, or as many sheets and have a larger scale.
    fn are_better_than(&self, other: &Self) -> bool {
        let sheets = |Self(plans): &Self| {
            plans
                .iter()
                .map(Plan::sheets)
                .fold(0, usize::saturating_add)
        };
        let least = |Self(plans): &Self| {
            let scales = plans.iter().map(|plan| plan.px_per_unit);
            scales.fold(f64::INFINITY, f64::min)
        };
        let order = sheets(self).cmp(&sheets(other));
        order.is_lt() || (order.is_eq() && least(self) > least(other))
    }
}

impl Plan {
    fn of(
        subject: &Subject<'_>,
        paper: &Paper,
        orientation: Orientation,
    ) -> Result<Self, PaperError> {
        let Subject {
            drawing,
            bounds,
            classes,
            ..
        } = subject;
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
        let mut texts = Texts::new(sheet[0]);
        let legend = legend::lay_out(&mut texts, drawing, classes, &trial(left), 0.0).bottom;
        let window = Rect {
            left,
            top: MARGIN,
            right: sheet[0] - MARGIN,
            bottom: sheet[1] - MARGIN - title_block::HEIGHT - GAP - legend - BELOW,
        };
        let per_unit = PX_PER_MM * drawing.unit_millimetres().unwrap_or(1.0);
        let size = [0, 1].map(|axis| bounds.max[axis] - bounds.min[axis]);
        let room = [window.width(), window.height()];
        let around = dimension::insets(drawing)
            .sums()
            .map(|inset| inset + 2.0 * PADDING);
        let scale = match paper.scale {
            Some(scale) => scale,
            None => {
                let inner = [0, 1].map(|axis| room[axis] - around[axis]);
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
            let sheets = (size[axis] * px_per_unit + around[axis]) / room[axis];
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

    /// Returns the number of sheets.
    fn sheets(&self) -> usize {
        self.counts[0].saturating_mul(self.counts[1])
    }

    /// Returns a frame as large as the windows of all sheets side by side, with its upper left corner at the origin.
    /// The drawing with its dimensions is in the middle.
    fn whole(&self, subject: &Subject<'_>) -> Frame {
        let [columns, rows] = self.counts.map(|count| count as f64);
        let insets = dimension::insets(subject.drawing);
        let edge = Rect {
            left: insets.left,
            top: insets.top,
            right: columns * self.window.width() - insets.right,
            bottom: rows * self.window.height() - insets.bottom,
        };
        Frame::at_scale(&subject.bounds, self.px_per_unit, &edge).with_insets(&insets)
    }

    /// Places a drawing once, and divides it into sheets. `before` is the number of sheets of the drawings before it,
    /// and `total` is that of all drawings.
    fn place<'a>(
        &self,
        subject: &Subject<'a>,
        paper: &Paper,
        [before, total]: [usize; 2],
    ) -> Vec<PaperSheet<'a>> {
        let drawing = subject.drawing;
        let whole = self.whole(subject);
        let classes = page::classes(drawing, &subject.shown, &whole);
        let mut texts = Texts::new(whole.width);
        let dimensions = dimension::place(&mut texts, drawing, &subject.bounds, &classes, &whole);
        label::place_rooms(&mut texts, drawing, &classes, &whole);
        let labels: Vec<Text> = texts.iter().cloned().collect();
        let placed = Placed {
            whole,
            classes,
            dimensions,
            labels,
        };
        let numbers =
            (0..self.sheets()).map(|index| (index, format!("{} of {total}", before + index + 1)));
        numbers
            .map(|(index, number)| self.sheet(subject, &placed, paper, index, number))
            .collect()
    }

    fn sheet<'a>(
        &self,
        subject: &Subject<'a>,
        placed: &Placed<'a>,
        paper: &Paper,
        index: usize,
        number: String,
    ) -> PaperSheet<'a> {
        let drawing = subject.drawing;
        let columns = self.counts[0];
        let part = [index % columns, index / columns].map(|place| place as f64);
        let frame = placed.whole.part(part, &self.window);
        let frame = frame.with_axes(&drawing.axes);
        let mut texts = Texts::new(self.sheet[0]);
        let edge = Rect {
            left: MARGIN,
            top: self.sheet[1] - MARGIN - title_block::HEIGHT,
            right: self.sheet[0] - MARGIN,
            bottom: self.sheet[1] - MARGIN,
        };
        let contents = Cells {
            scale: scale_text(&self.scale, drawing),
            paper: paper.size.label(),
            date: paper.date.clone(),
            north: paper.north,
            number,
        };
        let block = TitleBlock::place(&mut texts, drawing, &contents, edge);
        let ticks = page::place_ticks(&mut texts, drawing, &frame);
        if subject.shown.is_empty() {
            page::place_message(&mut texts, drawing, frame.center());
        }
        place_labels(&mut texts, &placed.labels, part, &self.window);
        let shift = [
            self.window.left - part[0] * self.window.width(),
            self.window.top - part[1] * self.window.height(),
        ];
        let mut classes = placed.classes.clone();
        for object in classes.iter_mut().flat_map(|class| &mut class.objects) {
            object.trace.shift(shift);
        }
        let legend = legend::lay_out(
            &mut texts,
            drawing,
            &classes,
            &frame,
            frame.bottom() + BELOW,
        );
        let is_part = self.sheets() > 1;
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
                dimensions: placed.dimensions.shifted(shift),
                covers_margin: is_part,
            },
            block,
        }
    }
}

/// A drawing that is placed in the frame of all windows together.
struct Placed<'a> {
    whole: Frame,
    classes: Vec<Class<'a>>,
    dimensions: Dimensions,
    /// The room labels and the numbers of dimensions.
    labels: Vec<Text>,
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

/// Places the room labels and the numbers of dimensions of one sheet, whose frame is `window`. A label belongs to the
/// sheet that shows its middle. If the label would reach beyond the window, it is moved into the window.
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
