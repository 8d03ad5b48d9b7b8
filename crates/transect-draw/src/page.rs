//! The layout of a drawing on a page of 1,000 px width. If the section is narrow, the page is narrower.

use crate::class::{Class, Object, outlines};
use crate::corners::CollinearPoints;
use crate::dimension;
use crate::dimension::lines::Dimensions;
use crate::drawing::{Drawing, Item};
use crate::drawn_classes::DrawnClasses;
use crate::grid::{self, Bounds, Frame, Insets, Space, Tick};
use crate::label;
use crate::legend::{self, Legend};
use crate::screen::WIDTH;
use crate::style::Style;
use crate::text::{self, Anchor, Role, Text, Texts};
use crate::theme::Theme;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

pub(crate) const MARGIN: f64 = 28.0;
const LEAST_LEFT: f64 = 44.0;
pub(crate) const FRAME_TOP: f64 = 80.0;
/// The least height of a frame. If there is nothing to draw, the part of the page below the title has this height.
const LEAST_HEIGHT: f64 = 160.0;
/// The least width of the frame of a narrow section.
const LEAST_WIDTH: f64 = 420.0;
const GREATEST_HEIGHT: f64 = 880.0;
pub(crate) const PADDING: f64 = 22.0;

/// A complete layout of a page, ready to be written as SVG.
#[derive(Debug)]
pub(crate) struct Page<'a> {
    pub(crate) drawing: &'a Drawing,
    /// The width and the height of the page in px.
    pub(crate) size: [f64; 2],
    /// The frame of the section, its ticks and the legend; `None` if there is nothing to draw.
    pub(crate) sheet: Option<Sheet>,
    pub(crate) classes: Vec<Class<'a>>,
    pub(crate) texts: Texts,
    pub(crate) dimensions: Dimensions,
    /// `true` if objects may reach beyond the frame, so that the margin must be painted over them.
    pub(crate) covers_margin: bool,
}

/// The frame of the section, its ticks and the legend.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub(crate) frame: Frame,
    pub(crate) ticks: [Vec<Tick>; 2],
    pub(crate) legend: Legend,
}

impl<'a> Page<'a> {
    pub(crate) fn lay_out(drawing: &'a Drawing) -> Self {
        let shown: Vec<&Item> = drawing.shown().collect();
        let framed = bounds(drawing).map(|bounds| {
            let least = least_width(drawing, &shown);
            let insets = dimension::insets(drawing);
            let frame = frame_within(&bounds, &drawing.axes, PADDING, &insets, least);
            (bounds, frame)
        });
        let width = framed.map_or(WIDTH, |(_, frame)| frame.right() + MARGIN);
        let mut page = Self {
            drawing,
            size: [width, 0.0],
            sheet: None,
            classes: Vec::new(),
            texts: Texts::new(width),
            dimensions: Dimensions::default(),
            covers_margin: false,
        };
        let Some((bounds, frame)) = framed else {
            place_title(&mut page.texts, drawing, LEAST_LEFT);
            page.lay_out_nothing();
            return page;
        };
        place_title(&mut page.texts, drawing, frame.left);
        if shown.is_empty() {
            place_message(&mut page.texts, drawing, [width / 2.0, frame.center()[1]]);
        }
        page.classes = classes(drawing, &shown, &frame);
        let ticks = place_ticks(&mut page.texts, drawing, &frame);
        page.dimensions =
            dimension::place(&mut page.texts, drawing, &bounds, &page.classes, &frame);
        label::place_rooms(&mut page.texts, drawing, &page.classes, &frame);
        let below = frame.bottom() + 36.0;
        let legend = legend::lay_out(&mut page.texts, drawing, &page.classes, &frame, below);
        page.size[1] = (legend.bottom + MARGIN - 6.0).ceil();
        page.sheet = Some(Sheet {
            frame,
            ticks,
            legend,
        });
        page
    }

    /// Lays out a page without a section. A note gives the reason why there is nothing to draw.
    fn lay_out_nothing(&mut self) {
        let drawing = self.drawing;
        self.size[1] = FRAME_TOP + LEAST_HEIGHT;
        place_message(
            &mut self.texts,
            drawing,
            [WIDTH / 2.0, FRAME_TOP + LEAST_HEIGHT / 2.0 - 10.0],
        );
        if let Some(content) = legend::hidden_note(drawing) {
            self.texts.place(Text {
                role: Role::Note,
                anchor: Anchor::Middle,
                at: [WIDTH / 2.0, FRAME_TOP + LEAST_HEIGHT / 2.0 + 12.0],
                content: text::fitted(&content, 10.0, false, WIDTH - 2.0 * MARGIN),
            });
        }
    }
}

/// Returns the least width of the frame of a section. With this width, the page has room for the title, for the
/// subtitle, and for a column of the legend with the scale bar beside it.
fn least_width(drawing: &Drawing, shown: &[&Item]) -> f64 {
    let heads = heads(&drawing.title, subtitle(drawing)).map(|(role, _, content)| {
        let (size, bold) = role.font();
        text::width(&content, size, bold)
    });
    let names: HashSet<&str> = shown.iter().map(|item| item.class()).collect();
    let names = names.into_iter().map(legend::least_width);
    heads.into_iter().chain(names).fold(LEAST_WIDTH, f64::max)
}

/// Returns the subtitle of the drawing. It is also the description for screen readers.
pub(crate) fn subtitle(drawing: &Drawing) -> String {
    let unit = format!("unit: {}", drawing.unit_name());
    [drawing.place(), unit, drawing.counts.clone()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("  ·  ")
}

/// Returns the bounds of the drawing: its window, or the bounds of the objects that it shows.
pub(crate) fn bounds(drawing: &Drawing) -> Option<Bounds> {
    let window = drawing.window.map(|[min, max]| Bounds { min, max });
    window.or_else(|| Bounds::of(drawing.shown().flat_map(outlines).flatten()))
}

/// Places the message that says why the drawing is empty. `at` is the middle of its baseline.
pub(crate) fn place_message(texts: &mut Texts, drawing: &Drawing, at: [f64; 2]) {
    let message = if drawing.items.iter().any(|item| drawing.hides(item.class())) {
        "All that the plane cuts is hidden."
    } else {
        "The plane cuts nothing."
    };
    texts.place(Text {
        role: Role::Message,
        anchor: Anchor::Middle,
        at,
        content: message.into(),
    });
}

fn place_title(texts: &mut Texts, drawing: &Drawing, left: f64) {
    place_head(texts, &drawing.title, subtitle(drawing), left);
}

/// Returns the title to show: "Section" if the given title is empty.
pub(crate) fn shown_title(title: &str) -> &str {
    if title.is_empty() { "Section" } else { title }
}

/// Places the title and the subtitle of a page.
pub(crate) fn place_head(texts: &mut Texts, title: &str, subtitle: String, left: f64) {
    let limit = texts.width() - MARGIN - left;
    for (role, y, content) in heads(title, subtitle) {
        let (size, bold) = role.font();
        texts.place(Text {
            role,
            anchor: Anchor::Start,
            at: [left, y],
            content: text::fitted(&content, size, bold, limit),
        });
    }
}

/// Returns the title and the subtitle of a page, each with its role and the y coordinate of its baseline.
fn heads(title: &str, subtitle: String) -> [(Role, f64, String); 2] {
    [
        (Role::Title, 40.0, shown_title(title).to_owned()),
        (Role::Subtitle, 61.0, subtitle),
    ]
}

/// The labels of the rooms of a drawing, and the frame in which they are placed.
pub(crate) struct Labels {
    pub(crate) frame: Frame,
    pub(crate) texts: Vec<Text>,
}

impl Labels {
    pub(crate) fn has_texts(&self) -> bool {
        !self.texts.is_empty()
    }
}

/// Lays out all objects of a drawing, including hidden ones, in the light theme, and returns the labels of the rooms.
/// Returns `None` if there is nothing to draw.
pub(crate) fn labels(drawing: &Drawing) -> Option<Labels> {
    let bounds = Bounds::of(drawing.items.iter().flat_map(outlines).flatten())?;
    let frame = frame(&bounds, &drawing.axes, PADDING);
    let items: Vec<&Item> = drawing.items.iter().collect();
    let theme = Theme::light();
    let chosen = chosen(drawing.classes.as_ref(), &drawing.items);
    let styles = chosen.styles_of_all(&theme);
    let classes = placed(&items, &styles, &theme, &frame, drawing.collinear);
    let mut texts = Texts::new(WIDTH);
    label::place_rooms(&mut texts, drawing, &classes, &frame);
    let texts = texts.iter().cloned().collect();
    Some(Labels { frame, texts })
}

/// Returns the frame of the drawing on the page. The margin to the left of the frame is as wide as the tick labels
/// need. `padding` is the distance in px between the frame and the drawn bounds.
pub(crate) fn frame(bounds: &Bounds, axes: &[String; 2], padding: f64) -> Frame {
    frame_within(bounds, axes, padding, &Insets::default(), f64::INFINITY)
}

/// Returns the frame of the drawing as [`frame`] does, with additional space between the frame and the drawn bounds.
/// If the bounds are narrow, the frame is narrower than that of [`frame`], but at least `least` px wide.
fn frame_within(
    bounds: &Bounds,
    axes: &[String; 2],
    padding: f64,
    insets: &Insets,
    least: f64,
) -> Frame {
    let [width, height] = insets.sums();
    let fitted = |left: f64| {
        let space = Space {
            left: left + insets.left,
            top: FRAME_TOP + insets.top,
            width: WIDTH - MARGIN - left - width,
            least_height: LEAST_HEIGHT,
            greatest_height: GREATEST_HEIGHT - height,
            padding,
        };
        Frame::fit(bounds, &space)
            .cropped(bounds, padding, least - width)
            .with_insets(insets)
            .with_axes(axes)
    };
    fitted(left_margin(&fitted(2.0 * MARGIN)))
}

/// Returns the width that the labels of the left edge need.
pub(crate) fn left_margin(frame: &Frame) -> f64 {
    let ticks = vertical_ticks(frame);
    let widths = ticks
        .iter()
        .map(|tick| text::width(&tick.label, text::SMALLEST, false));
    let widest = widths.fold(0.0, f64::max);
    (widest + 16.0).clamp(LEAST_LEFT, 160.0).ceil()
}

/// The smallest distance between two ticks, in px.
const TICK_GAP: f64 = 55.0;

/// Returns the ticks of the left edge. In a frame of less than 300 px height, they may be half as far apart as usual.
fn vertical_ticks(frame: &Frame) -> Vec<Tick> {
    frame.ticks(
        1,
        if frame.height < 300.0 {
            TICK_GAP / 2.0
        } else {
            TICK_GAP
        },
    )
}

/// Places the names of the axes and the tick labels. Returns all ticks, including those without a label.
pub(crate) fn place_ticks(texts: &mut Texts, drawing: &Drawing, frame: &Frame) -> [Vec<Tick>; 2] {
    let limit = frame.left - 7.0;
    let [x_name, y_name] = drawing
        .axes
        .each_ref()
        .map(|name| text::fitted(grid::axis_name(name), 10.0, true, limit));
    let y = frame.bottom() + 14.0;
    texts.place(Text {
        role: Role::Axis,
        anchor: Anchor::End,
        at: [frame.right() + 16.0, y],
        content: x_name,
    });
    texts.place(Text {
        role: Role::Axis,
        anchor: Anchor::End,
        at: [frame.left - 7.0, frame.top + 7.0],
        content: y_name,
    });
    let horizontal = [1.0, 2.0, 4.0]
        .into_iter()
        .map(|times| frame.ticks(0, TICK_GAP * times))
        .find(|ticks| {
            // Labels may be wider than `TICK_GAP`. The gaps must have room for the widest label.
            let widest = ticks
                .iter()
                .map(|tick| text::width(&tick.label, text::SMALLEST, false));
            let gap = ticks
                .windows(2)
                .map(|two| two[1].position - two[0].position);
            widest.fold(0.0, f64::max) + 8.0 < gap.fold(f64::INFINITY, f64::min)
        })
        .unwrap_or_default();
    let vertical = vertical_ticks(frame);
    for tick in &horizontal {
        texts.place(Text {
            role: Role::Tick,
            anchor: Anchor::Middle,
            at: [tick.position, y],
            content: tick.label.clone(),
        });
    }
    for tick in &vertical {
        texts.place(Text {
            role: Role::Tick,
            anchor: Anchor::End,
            at: [frame.left - 7.0, tick.position + 3.0],
            content: tick.label.clone(),
        });
    }
    [horizontal, vertical]
}

/// A class with its style and its objects, which are not placed on a page.
pub(crate) struct StyledClass<'a> {
    pub(crate) name: &'a str,
    pub(crate) style: Style,
    /// `true` if the legend has no row for this class and counts its objects under "other".
    other: bool,
    items: Vec<&'a Item>,
}

/// Returns the classes of these objects in the order of their names. `styles` are those of the classes that have
/// their own.
pub(crate) fn styled<'a>(
    items: impl IntoIterator<Item = &'a Item>,
    styles: &BTreeMap<&str, Style>,
    theme: &Theme,
) -> Vec<StyledClass<'a>> {
    let mut members: BTreeMap<&str, Vec<&Item>> = BTreeMap::new();
    for item in items {
        members.entry(item.class()).or_default().push(item);
    }
    let members = members.into_iter();
    let class = members.map(|(name, items)| {
        let own = styles.get(name);
        StyledClass {
            name,
            style: own.unwrap_or(&theme.other).clone(),
            other: own.is_none(),
            items,
        }
    });
    class.collect()
}

/// Returns the classes from which the styles of these objects are chosen: those that several drawings share, or those
/// of the objects.
pub(crate) fn chosen<'d, 'a>(
    shared: Option<&'d DrawnClasses>,
    items: impl IntoIterator<Item = &'a Item>,
) -> Cow<'d, DrawnClasses> {
    shared.map_or_else(
        || {
            let items = items.into_iter().map(|item| (&*item.name, item.color));
            Cow::Owned(DrawnClasses::of(items, &[]))
        },
        Cow::Borrowed,
    )
}

/// Returns the classes of a drawing with the objects of it that are shown, in drawing order: by the layer of their
/// style, the lowest first, then by name.
pub(crate) fn classes<'a>(drawing: &Drawing, shown: &[&'a Item], frame: &Frame) -> Vec<Class<'a>> {
    let theme = &drawing.theme;
    let chosen = chosen(drawing.classes.as_ref(), shown.iter().copied());
    placed(
        shown,
        &chosen.styles(theme),
        theme,
        frame,
        drawing.collinear,
    )
}

/// Returns the classes with their objects, in drawing order.
fn placed<'a>(
    items: &[&'a Item],
    styles: &BTreeMap<&str, Style>,
    theme: &Theme,
    frame: &Frame,
    collinear: CollinearPoints,
) -> Vec<Class<'a>> {
    let mut classes: Vec<Class<'_>> = styled(items.iter().copied(), styles, theme)
        .into_iter()
        .map(|class| Class {
            name: class.name,
            style: class.style,
            other: class.other,
            objects: class
                .items
                .into_iter()
                .map(|item| Object::place(item, frame, collinear))
                .collect(),
        })
        .collect();
    // The sort is stable, so the names stay in order within a layer.
    classes.sort_by_key(|class| class.style.layer);
    classes
}
