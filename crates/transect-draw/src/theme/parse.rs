//! Parses the text of a theme. An unknown key is an error, and so is a number out of its range.
//!
//! Keys are read one by one rather than by serde, so that an error names the line, the column and the nearest valid
//! key.

use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::color::Color;
use crate::hatch::{Hatch, Motif};
use crate::palette::Palette;
use crate::style::{Layer, Style};
use crate::theme::entries::{self, Entries};
use crate::theme::error::{ThemeError, ThemeErrorKind};
use crate::theme::look::{ClassStyle, ContourColors, PageColors, Theme, Tint};

const THEME: [&str; 9] = [
    "base", "palette", "page", "class", "plain", "other", "tint", "preview", "contours",
];
const CONTOURS: [&str; 3] = ["ramp", "shadow", "light"];
const STYLE: [&str; 7] = [
    "layer",
    "fill",
    "hatch",
    "hatch_color",
    "outline",
    "weight",
    "dashed",
];
const HATCH: [&str; 4] = ["motif", "angle", "spacing", "weight"];
const TINT: [&str; 6] = [
    "fill",
    "hatch_color",
    "outline",
    "hatch",
    "angles",
    "weight",
];
const SHARE: [&str; 2] = ["share", "on"];

/// The limits of line widths, in px of a page 1,000 px wide.
const WEIGHTS: RangeInclusive<f64> = 0.0..=20.0;
/// The limits of the distances between hatch lines, in px. Lines closer than 1 px would look grey and be slow to draw.
const SPACINGS: RangeInclusive<f64> = 1.0..=200.0;
const DEGREES: RangeInclusive<f64> = -360.0..=360.0;
const SHARES: RangeInclusive<f64> = 0.0..=1.0;

/// Parses the text of a theme. Its keys change the values of its base theme.
pub(super) fn theme(text: &str) -> Result<Theme, ThemeError> {
    let mut entries = document(text, false)?;
    let mut dark = false;
    entries.word("base", &[("light", false), ("dark", true)], &mut dark)?;
    let mut theme = if dark { Theme::dark() } else { Theme::light() };
    apply(&mut theme, entries, false)?;
    Ok(theme)
}

/// Parses a theme without a base theme, as the built-in themes are. Every key is required.
pub(super) fn whole(text: &str) -> Result<Theme, ThemeError> {
    let mut theme = blank();
    apply(&mut theme, document(text, true)?, true)?;
    Ok(theme)
}

fn document(text: &str, whole: bool) -> Result<Entries<'_>, ThemeError> {
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(text.len(), |span| span.start);
        entries::error(text, at, ThemeErrorKind::Syntax(error.message().into()))
    })?;
    Entries::of(text, "the theme".into(), table, &THEME, whole)
}

/// Returns a theme with empty values. Parsing a theme without a base replaces all of them.
fn blank() -> Theme {
    Theme {
        page: PageColors::default(),
        plain: Style::default(),
        other: Style::default(),
        classes: Vec::new(),
        tint: Tint::default(),
        palette: Vec::new(),
        preview: Palette {
            background: [0; 3],
            solid: [0; 3],
            edge: [0; 3],
            ghost: [0; 3],
            cap: [0; 3],
            cap_hatch: [0; 3],
            plane: [0; 3],
            text: [0; 3],
            axes: [[0; 3]; 3],
        },
        contours: ContourColors::default(),
    }
}

fn apply(theme: &mut Theme, mut entries: Entries<'_>, whole: bool) -> Result<(), ThemeError> {
    if let Some(value) = entries.expect("palette")? {
        let list = entries.as_list("palette", value, "a non-empty list of colours")?;
        let colors = list.iter().map(|color| entries.as_color("palette", color));
        theme.palette = colors.collect::<Result<_, _>>()?;
    }
    page(&mut theme.page, &mut entries)?;
    if let Some(mut table) = table(&mut entries, "plain", &STYLE)? {
        style(&mut theme.plain, &mut table)?;
    }
    if let Some(mut table) = table(&mut entries, "other", &STYLE)? {
        style(&mut theme.other, &mut table)?;
    }
    if let Some(mut table) = table(&mut entries, "tint", &TINT)? {
        tint(&mut theme.tint, &mut table)?;
    }
    preview(&mut theme.preview, &mut entries)?;
    if let Some(mut table) = table(&mut entries, "contours", &CONTOURS)? {
        contours(&mut theme.contours, &mut table)?;
    }
    if let Some(value) = entries.expect("class")? {
        // Each entry starts from the base theme, not from the entries before it.
        let base = theme.clone();
        let mut own: Vec<ClassStyle> = Vec::new();
        for value in entries.as_list("class", value, "tables that start with [[class]]")? {
            class(&base, &mut own, &entries, value, whole)?;
        }
        theme
            .classes
            .retain(|before| own.iter().all(|after| after.pattern != before.pattern));
        theme.classes.extend(own);
    }
    Ok(())
}

fn table<'i>(
    entries: &mut Entries<'i>,
    key: &'static str,
    valid: &[&'static str],
) -> Result<Option<Entries<'i>>, ThemeError> {
    let value = entries.expect(key)?;
    value
        .map(|value| entries.as_table(key, value, format!("[{key}]"), valid, "a table"))
        .transpose()
}

fn page(page: &mut PageColors, entries: &mut Entries<'_>) -> Result<(), ThemeError> {
    let page = [
        ("background", &mut page.background),
        ("title", &mut page.title),
        ("text", &mut page.text),
        ("secondary", &mut page.secondary),
        ("muted", &mut page.muted),
        ("axis", &mut page.axis),
        ("room", &mut page.room),
        ("area", &mut page.area),
        ("halo", &mut page.halo),
        ("grid", &mut page.grid),
        ("frame", &mut page.frame),
        ("warning", &mut page.warning),
    ];
    let valid = page.each_ref().map(|(key, _)| *key);
    if let Some(mut table) = table(entries, "page", &valid)? {
        for (key, color) in page {
            table.color(key, color)?;
        }
    }
    Ok(())
}

fn preview(preview: &mut Palette, entries: &mut Entries<'_>) -> Result<(), ThemeError> {
    let [x_axis, y_axis, z_axis] = &mut preview.axes;
    let preview = [
        ("background", &mut preview.background),
        ("solid", &mut preview.solid),
        ("edge", &mut preview.edge),
        ("ghost", &mut preview.ghost),
        ("cap", &mut preview.cap),
        ("cap_hatch", &mut preview.cap_hatch),
        ("plane", &mut preview.plane),
        ("text", &mut preview.text),
        ("x_axis", x_axis),
        ("y_axis", y_axis),
        ("z_axis", z_axis),
    ];
    let valid = preview.each_ref().map(|(key, _)| *key);
    if let Some(mut table) = table(entries, "preview", &valid)? {
        for (key, color) in preview {
            let mut text = Color::nearest(color.map(|value| f64::from(value) / 255.0));
            table.color(key, &mut text)?;
            *color = text.rgb();
        }
    }
    Ok(())
}

fn contours(contours: &mut ContourColors, table: &mut Entries<'_>) -> Result<(), ThemeError> {
    if let Some(value) = table.expect("ramp")? {
        let list = table.as_list("ramp", value, "a non-empty list of colours")?;
        let colors = list.iter().map(|color| table.as_color("ramp", color));
        contours.ramp = colors.collect::<Result<_, _>>()?;
    }
    table.color("shadow", &mut contours.shadow)?;
    table.color("light", &mut contours.light)
}

fn tint(tint: &mut Tint, table: &mut Entries<'_>) -> Result<(), ThemeError> {
    for (key, share) in [
        ("fill", &mut tint.fill),
        ("hatch_color", &mut tint.hatch_color),
        ("outline", &mut tint.outline),
    ] {
        if let Some(value) = table.expect(key)? {
            let name = format!("`{key}` of {}", table.name());
            let expected = "a table such as { share = 0.3, on = \"#ffffff\" }";
            let mut inner = table.as_table(key, value, name, &SHARE, expected)?;
            inner.number("share", SHARES, &mut share.share)?;
            inner.color("on", &mut share.on)?;
        }
    }
    if let Some(value) = table.expect("hatch")? {
        hatch(&mut tint.hatch, table, value)?;
    }
    if let Some(value) = table.expect("angles")? {
        let list = table.as_list("angles", value, "a non-empty list of angles in degrees")?;
        let angles = list
            .iter()
            .map(|angle| table.as_number("angles", angle, DEGREES));
        tint.angles = angles.collect::<Result<_, _>>()?;
    }
    table.number("weight", WEIGHTS, &mut tint.weight)
}

fn style(style: &mut Style, table: &mut Entries<'_>) -> Result<(), ThemeError> {
    table.word("layer", &Layer::NAMES, &mut style.layer)?;
    table.color_or_none("fill", &mut style.fill)?;
    table.color("outline", &mut style.outline)?;
    // Also a theme without a base may lack this key: a style need not have a hatch.
    if let Some(value) = table.optional("hatch_color") {
        style.hatch_color = table.as_color("hatch_color", &value)?;
    }
    table.number("weight", WEIGHTS, &mut style.weight)?;
    table.flag("dashed", &mut style.dashed)?;
    if let Some(value) = table.optional("hatch") {
        if value.get_ref().as_str() == Some("none") {
            style.hatch = None;
        } else {
            let mut own = style.hatch.unwrap_or_default();
            hatch(&mut own, table, value)?;
            style.hatch = Some(own);
        }
    }
    Ok(())
}

fn hatch<'i>(
    hatch: &mut Hatch,
    table: &Entries<'i>,
    value: Spanned<DeValue<'i>>,
) -> Result<(), ThemeError> {
    let name = format!("`hatch` of {}", table.name());
    let expected = "a table such as { motif = \"lines\", angle = 45 }, or \"none\"";
    let mut inner = table.as_table("hatch", value, name, &HATCH, expected)?;
    inner.word("motif", &Motif::NAMES, &mut hatch.motif)?;
    inner.number("spacing", SPACINGS, &mut hatch.spacing)?;
    inner.number("weight", WEIGHTS, &mut hatch.weight)?;
    if let Some(angle) = inner.optional("angle") {
        hatch.angle = inner.as_number("angle", &angle, DEGREES)?;
    }
    Ok(())
}

/// Reads an entry of `[[class]]`, which can have several names or prefixes. A key that the entry lacks keeps its value
/// from the base theme's style for the name, or from `[other]` if the base theme has no such style.
fn class<'i>(
    base: &Theme,
    own: &mut Vec<ClassStyle>,
    entries: &Entries<'i>,
    value: Spanned<DeValue<'i>>,
    whole: bool,
) -> Result<(), ThemeError> {
    let expected = "a table that starts with [[class]]";
    let keys = [&["match"], &STYLE[..]].concat();
    let mut table = entries.as_table("class", value, "[[class]]".into(), &keys, expected)?;
    let Some(names) = table.optional("match") else {
        return Err(table.missing("match"));
    };
    let expected = "a list of names, such as [\"IfcWall*\"]; `*` is valid only at the end";
    for value in table.as_list("match", names, expected)? {
        let pattern = table.text("match", &value, expected)?;
        let beginning = pattern.strip_suffix('*').unwrap_or(&pattern);
        if beginning.contains('*') {
            return Err(table.kind("match", &value, expected));
        }
        if own.iter().any(|before| before.pattern == pattern) {
            let name = table.name().to_owned();
            let twice = ThemeErrorKind::Twice {
                table: name,
                pattern,
            };
            return Err(table.error(&value, twice));
        }
        let mut look = match base.known(beginning) {
            _ if whole => Style::default(),
            Some(style) => style.clone(),
            None => base.other.clone(),
        };
        // Reading takes keys out of the table, and each name of the entry needs all of them.
        style(&mut look, &mut table.clone())?;
        own.push(ClassStyle {
            pattern,
            style: look,
        });
    }
    Ok(())
}
