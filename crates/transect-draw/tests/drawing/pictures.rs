//! Tests of the page as a PNG picture.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Rect, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Group, Node, Options, Tree};
use transect_draw::{Drawing, Theme};

use crate::drawing::page::{Result, building, item, rectangle};

/// A decoded PNG picture.
struct Picture {
    width: usize,
    height: usize,
    rgb: Vec<u8>,
    dimensions: Option<png::PixelDimensions>,
}

impl Picture {
    fn of(drawing: &Drawing) -> std::result::Result<Self, Box<dyn std::error::Error>> {
        let bytes = drawing.to_png()?;
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info()?;
        let mut rgb = vec![0; reader.output_buffer_size().ok_or("too large")?];
        let frame = reader.next_frame(&mut rgb)?;
        assert_eq!(frame.color_type, png::ColorType::Rgb);
        Ok(Self {
            width: frame.width as usize,
            height: frame.height as usize,
            rgb,
            dimensions: reader.info().pixel_dims,
        })
    }

    fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        let at = 3 * (y * self.width + x);
        [self.rgb[at], self.rgb[at + 1], self.rgb[at + 2]]
    }

    /// Returns the number of pixels of that colour in a box.
    fn count(&self, [left, top, right, bottom]: [usize; 4], color: [u8; 3]) -> usize {
        let pixels = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
        pixels.filter(|&(x, y)| self.pixel(x, y) == color).count()
    }
}

/// For each theme, three colours from its theme file: those of the background, of the title, and of the fill of a class
/// that is alone in a drawing.
const LOOKS: [(&str, [[u8; 3]; 3]); 2] = [
    ("light", [[255; 3], [0x16, 0x1b, 0x21], [0xe3, 0xe9, 0xef]]),
    (
        "dark",
        [[0x14, 0x18, 0x1d], [0xf2, 0xf5, 0xf8], [0x28, 0x33, 0x3e]],
    ),
];

#[test]
fn a_page_has_its_size_its_background_its_title_and_its_areas() -> Result {
    for (theme, [background, title, fill]) in LOOKS {
        let plate = item("plate", 0, rectangle(0.0, 0.0, 4.0, 2.0));
        let drawing = Drawing {
            title: "plate.stl".into(),
            items: vec![plate],
            theme: Theme::named(theme).ok_or("theme")?,
            ..Drawing::default()
        };
        let svg = drawing.to_svg();
        let height: usize = svg
            .split_once("height=\"")
            .and_then(|(_, rest)| rest.split_once('"'))
            .ok_or("height")?
            .0
            .parse()?;
        let picture = Picture::of(&drawing)?;
        assert_eq!([picture.width, picture.height], [2000, 2 * height]);
        let dimensions = picture.dimensions.ok_or("no density")?;
        // The picture has 192 pixels per inch, so it is printed as large as its SVG.
        assert_eq!([dimensions.xppu, dimensions.yppu], [7559, 7559]);
        let corners = [
            (0, 0),
            (1999, 0),
            (0, picture.height - 1),
            (1999, picture.height - 1),
        ];
        for (x, y) in corners {
            assert_eq!(picture.pixel(x, y), background);
        }
        let head = [0, 0, 2000, 100];
        assert!(picture.count(head, title) > 200, "no title: {theme}");
        assert!(picture.count(head, background) > 180_000);
        // The only object, a plate, fills the frame inside its padding. Hatch lines cover about a fifth of the plate;
        // its other pixels have the fill colour.
        let plate = picture.count([0, 160, 2000, picture.height], fill);
        let frame = 2000 * (picture.height - 300);
        assert!(
            plate > frame / 2 && plate < frame,
            "{plate} pixels of {frame}"
        );
    }
    Ok(())
}

/// Parses the SVG text of a drawing with `resvg`, with the fonts that `to_png` uses.
fn parsed(svg: &str) -> std::result::Result<Tree, Box<dyn std::error::Error>> {
    let mut fonts = Database::new();
    for font in [
        dejavu::sans_condensed::regular(),
        dejavu::sans_condensed::bold(),
    ] {
        fonts.load_font_source(Source::Binary(Arc::new(font)));
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    let options = Options {
        fontdb: Arc::new(fonts),
        ..Options::default()
    };
    Ok(Tree::from_str(svg, &options)?)
}

#[test]
fn a_picture_is_its_drawing_as_resvg_draws_it_apart_from_the_edges_of_hatch_lines() -> Result {
    for motif in ["lines", "cross", "pairs", "dots"] {
        let hatch = format!("{{ motif = '{motif}', angle = 30, spacing = 6, weight = 1 }}");
        let theme = format!("base = 'light'\n[[class]]\nmatch = ['IfcWall*']\nhatch = {hatch}\n");
        let drawing = Drawing {
            theme: theme.parse()?,
            ..building(3, 2)
        };
        let tree = parsed(&drawing.to_svg())?;
        let ours = Picture::of(&drawing)?;
        let (width, height) = (ours.width as u32, ours.height as u32);
        let mut pixmap = Pixmap::new(width, height).ok_or("size")?;
        let scale = Transform::from_scale(2.0, 2.0);
        resvg::render(&tree, scale, &mut pixmap.as_mut());
        let (mut differ, mut sum) = (0_usize, 0_u64);
        for (pixel, rgb) in pixmap.pixels().iter().zip(ours.rgb.as_chunks::<3>().0) {
            let theirs = [pixel.red(), pixel.green(), pixel.blue()];
            let parts = theirs.iter().zip(rgb).map(|(a, b)| a.abs_diff(*b));
            let difference = parts.max().unwrap_or_default();
            differ += usize::from(difference > 0);
            sum += u64::from(difference);
        }
        let count = ours.width * ours.height;
        assert!(differ < count / 10, "{motif}: {differ} of {count} pixels");
        let mean = sum as f64 / count as f64;
        assert!(mean < 1.0, "{motif}: mean difference {mean}");
    }
    Ok(())
}

#[test]
fn a_picture_is_the_same_each_time() -> Result {
    let drawing = building(2, 2);
    assert_eq!(drawing.to_png()?, drawing.to_png()?);
    Ok(())
}

/// Names in all scripts of the built-in font, and in one script that the font lacks.
const NAMES: [&str; 5] = [
    "IfcSpace/Wohnküche",
    "IfcSpace/Καθιστικό",
    "IfcSpace/Спальня",
    "IfcSpace/WWWWMMMM",
    "IfcSpace/部屋",
];

#[test]
fn no_letters_over_others() -> Result {
    let mut drawing = building(5, 4);
    for (item, name) in drawing
        .items
        .iter_mut()
        .filter(|item| item.class() == "IfcSpace")
        .zip(NAMES.iter().cycle())
    {
        item.name = (*name).into();
    }
    // The names of these three classes consist of the widest letters and appear in the legend.
    for (number, name) in ["WMWMWMWMWM/a", "Дверь/b", "mmmmmmmmmmm/c"]
        .iter()
        .enumerate()
    {
        let left = 3.0 * number as f64;
        let index = drawing.items.len();
        let outline = rectangle(left, -2.0, left + 1.0, -1.0);
        drawing.items.push(item(name, index, outline));
    }
    let tree = parsed(&drawing.to_svg())?;
    let mut boxes = Vec::new();
    letters(tree.root(), &mut boxes);
    assert!(boxes.len() > 40, "{} texts", boxes.len());
    for (place, (one, text)) in boxes.iter().enumerate() {
        assert!(one.left() >= 0.0 && one.right() <= 1000.0, "{text}");
        for (other, other_text) in &boxes[..place] {
            let apart = one.left() >= other.right()
                || other.left() >= one.right()
                || one.top() >= other.bottom()
                || other.top() >= one.bottom();
            assert!(apart, "{text:?} lies over {other_text:?}");
        }
    }
    Ok(())
}

/// Collects the bounding box of each text, measured from its letters as they are drawn, with the text itself.
fn letters(group: &Group, boxes: &mut Vec<(Rect, String)>) {
    for node in group.children() {
        match node {
            Node::Group(group) => letters(group, boxes),
            Node::Text(text) => {
                let chunks = text.chunks().iter().map(|chunk| chunk.text());
                boxes.push((text.flattened().abs_bounding_box(), chunks.collect()));
            }
            _ => {}
        }
    }
}

#[test]
fn odd_drawings_have_a_picture() -> Result {
    let hostile = item(
        "<b>\u{0}/\"&\u{202e}\u{301}",
        7,
        rectangle(0.0, 0.0, 1.0, 1.0),
    );
    let endless = item("a", 0, rectangle(f64::MIN, f64::MIN, f64::MAX, f64::MAX));
    let nothing = item("a", 0, vec![[f64::NAN, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    for items in [vec![], vec![hostile], vec![endless], vec![nothing]] {
        let drawing = Drawing {
            items,
            ..Drawing::default()
        };
        let document = drawing.to_svg();
        let document = roxmltree::Document::parse(&document)?;
        let width: usize = document
            .root_element()
            .attribute("width")
            .ok_or("a width")?
            .parse()?;
        assert_eq!(Picture::of(&drawing)?.width, 2 * width);
    }
    Ok(())
}

#[test]
fn too_many_objects_are_an_error() {
    let speck = item("speck", 0, vec![[0.0, 0.0]]);
    let drawing = Drawing {
        items: vec![speck; 20_001],
        ..Drawing::default()
    };
    let error = drawing.to_png().expect_err("there is a limit");
    assert_eq!(
        error.to_string(),
        "20001 objects are too many for a PNG picture; the limit is 20000"
    );
    let hidden_classes = vec!["speck".into()];
    let hidden = Drawing {
        hidden_classes,
        ..drawing
    };
    assert!(hidden.to_png().is_ok(), "only what is drawn counts");
}
