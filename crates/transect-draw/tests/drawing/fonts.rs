//! Tests of fonts for characters that the built-in font lacks.

use transect_draw::{Drawing, FontError, Fonts, Paper, PaperSize, missing_characters};

use crate::drawing::page::{Result, item, rectangle};

/// A font with filled rectangles for 会, 议 and 室.
const BLOCKS: &[u8] = include_bytes!("../../../../assets/blocks.ttf");

fn rooms(fonts: Fonts) -> Drawing {
    let room = item("IfcSpace/会议室 A", 0, rectangle(0.0, 0.0, 8.0, 6.0));
    Drawing {
        items: vec![room],
        fonts,
        ..Drawing::default()
    }
}

fn blocks() -> std::result::Result<Fonts, FontError> {
    let mut fonts = Fonts::default();
    fonts.add(BLOCKS.to_vec())?;
    Ok(fonts)
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[test]
fn a_font_draws_the_characters_that_the_built_in_font_lacks() -> Result {
    let [without, with] = [rooms(Fonts::default()), rooms(blocks()?)];
    let svg = without.to_svg();
    assert_eq!(svg, with.to_svg());
    assert_eq!(missing_characters(&svg, &without.fonts), ['会', '室', '议']);
    assert!(missing_characters(&svg, &with.fonts).is_empty());
    assert_ne!(without.to_png()?, with.to_png()?);

    let paper = Paper::new(PaperSize::A4);
    let [without, with] = [without.on_paper(&paper)?, with.on_paper(&paper)?];
    assert_eq!(without.missing_characters(), ['会', '室', '议']);
    assert!(with.missing_characters().is_empty());
    assert_ne!(without.to_png()?, with.to_png()?);
    assert!(!contains(&without.to_pdf(), b"Blocks-Regular"));
    assert!(contains(&with.to_pdf(), b"Blocks-Regular"));
    Ok(())
}

#[test]
fn characters_of_the_built_in_font_are_drawn_as_without_further_fonts() -> Result {
    let drawing = |fonts| Drawing {
        title: "Geschoß Ω ж".into(),
        fonts,
        ..Drawing::default()
    };
    let [without, with] = [drawing(Fonts::default()), drawing(blocks()?)];
    assert_eq!(without.to_png()?, with.to_png()?);
    let paper = Paper::new(PaperSize::A4);
    assert_eq!(
        without.on_paper(&paper)?.to_pdf(),
        with.on_paper(&paper)?.to_pdf()
    );
    Ok(())
}

#[test]
fn files_that_are_no_fonts_with_outlines_are_errors() {
    let mut fonts = Fonts::default();
    let error = |file: &[u8]| Fonts::default().add(file.to_vec()).expect_err("an error");
    assert_eq!(error(b""), FontError::Format);
    assert_eq!(error(b"wOF2 and more"), FontError::Format);
    assert_eq!(error(&BLOCKS[..BLOCKS.len() / 2]), FontError::Format);
    // The same font without the table of its outlines.
    let mut bare = BLOCKS.to_vec();
    let place = BLOCKS.windows(4).position(|tag| tag == b"glyf");
    bare[place.expect("outlines")..][..4].copy_from_slice(b"glyg");
    assert_eq!(error(&bare), FontError::Outlines);
    assert_eq!(fonts.add(BLOCKS.to_vec()), Ok(()));
    assert_eq!(
        format!("{fonts:?}"),
        format!("[\"{} bytes\"]", BLOCKS.len())
    );
}
