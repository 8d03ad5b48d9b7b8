//! Tests of previews: PNG files are read back by a decoder, and views and sizes are parsed from text.

use transect_draw::{
    Body, Exaggeration, Half, Look, Palette, Preview, Size, SizeError, Theme, View, ViewError,
};

const TETRAHEDRON: [[f64; 3]; 4] = [
    [0.0, 0.0, 0.0],
    [2.0, 0.0, 0.0],
    [0.0, 1.5, 0.0],
    [0.3, 0.2, 1.0],
];
const FACES: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];

fn preview(palette: Palette) -> Preview<'static> {
    let look = Look {
        color: Some([0.1, 0.3, 0.7, 1.0]),
        cap: false,
        style: None,
    };
    let front = Body {
        half: Half::Front,
        placement: [
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
            [0.0, 0.0, 1.2],
        ],
        ..Body::new(&TETRAHEDRON, &FACES)
    };
    let back = Body {
        looks: vec![look],
        ..Body::new(&TETRAHEDRON, &FACES)
    };
    Preview {
        bodies: vec![front, back],
        plane: [[0.0, 0.0, 1.1], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        palette,
        ..Preview::default()
    }
}

/// Returns the width, the height and the pixels of a PNG file with three channels of eight bits.
fn decoded(file: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let decoder = png::Decoder::new(std::io::Cursor::new(file));
    let mut reader = decoder.read_info().expect("a PNG file");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut bytes).expect("a whole picture");
    assert_eq!(frame.color_type, png::ColorType::Rgb);
    assert_eq!(frame.bit_depth, png::BitDepth::Eight);
    let (pixels, rest) = bytes.as_chunks::<3>();
    assert!(rest.is_empty());
    (frame.width, frame.height, pixels.to_vec())
}

#[test]
fn the_file_has_the_requested_size() {
    let default = decoded(
        &preview(Theme::light().preview())
            .to_png()
            .expect("few vertices"),
    );
    assert_eq!((default.0, default.1), (1600, 1200));
    for (text, width, height) in [
        ("64x64", 64, 64),
        ("333x97", 333, 97),
        ("100x700", 100, 700),
    ] {
        let size = text.parse().expect("a size");
        let file = Preview {
            size,
            ..preview(Theme::light().preview())
        }
        .to_png()
        .expect("few vertices");
        let (own_width, own_height, pixels) = decoded(&file);
        assert_eq!((own_width, own_height), (width, height));
        assert_eq!(pixels.len(), (width * height) as usize);
        // The border of the picture is background. The inside has more than one colour.
        let ground = Theme::light().preview().background;
        assert!(
            pixels[..width as usize]
                .iter()
                .all(|&pixel| pixel == ground)
        );
        assert!(pixels.iter().any(|&pixel| pixel != ground));
    }
}

#[test]
fn a_palette_is_what_the_picture_is_drawn_with() {
    let size = Size::new(320, 240).expect("a size");
    let [light, dark] = [Theme::light().preview(), Theme::dark().preview()].map(|palette| {
        let preview = Preview {
            size,
            ..preview(palette)
        };
        decoded(&preview.to_png().expect("few vertices")).2
    });
    assert_eq!(light[0], Theme::light().preview().background);
    assert_eq!(dark[0], Theme::dark().preview().background);
    // In the pictures of both themes, the solid blue body is bluer than everything else.
    for pixels in [light, dark] {
        let blue = pixels
            .iter()
            .filter(|&&[red, _, blue]| blue > red.saturating_add(40));
        assert!(blue.count() > 2000);
    }
}

#[test]
fn views_as_text() {
    let angles = |azimuth: f64, elevation: f64| Ok(View::Angles { azimuth, elevation });
    for (text, view) in [
        ("auto", Ok(View::Auto)),
        ("front", angles(0.0, 0.0)),
        ("back", angles(180.0, 0.0)),
        ("left", angles(-90.0, 0.0)),
        ("right", angles(90.0, 0.0)),
        ("top", angles(0.0, 90.0)),
        ("bottom", angles(0.0, -90.0)),
        (" Top ", angles(0.0, 90.0)),
        ("30,20", angles(30.0, 20.0)),
        ("-360, -90", angles(-360.0, -90.0)),
        ("12.5,1e1", angles(12.5, 10.0)),
    ] {
        assert_eq!(text.parse(), view, "{text}");
    }
    let Ok(View::Angles { azimuth, elevation }) = "iso".parse() else {
        panic!("iso is a view");
    };
    assert_eq!(azimuth, 45.0);
    assert!((elevation.to_radians().tan() - 0.5_f64.sqrt()).abs() < 1e-15);
    for text in ["", "isometric", "30", "30;20", "30,20,10", "a,b", ","] {
        let error = text.parse::<View>().expect_err(text);
        assert_eq!(error, ViewError::Unknown { text: text.into() });
        let message = error.to_string();
        for name in [
            "auto", "iso", "front", "back", "left", "right", "top", "bottom",
        ] {
            assert!(message.contains(name), "{message}");
        }
    }
    for text in ["361,0", "0,91", "0,-90.5", "nan,0", "0,inf"] {
        let error = text.parse::<View>().expect_err(text);
        assert!(matches!(error, ViewError::OutOfRange { .. }), "{text}");
    }
    assert_eq!(
        "0,91".parse::<View>().expect_err("too high").to_string(),
        "the elevation 91 is out of range: it goes from -90 to 90 degrees"
    );
}

#[test]
fn sizes_as_text() {
    for (text, width, height) in [
        ("1600x1200", 1600, 1200),
        ("640 X 480", 640, 480),
        ("1920×1080", 1920, 1080),
        ("1000", 1000, 750),
        ("64", 64, 64),
        ("8192", 8192, 6144),
        ("64x8192", 64, 8192),
    ] {
        assert_eq!(text.parse(), Size::new(width, height), "{text}");
        assert!(text.parse::<Size>().is_ok());
    }
    for text in [
        "",
        "x",
        "640x",
        "x480",
        "640x480x2",
        "-640x480",
        "6.5",
        "wide",
    ] {
        let error = text.parse::<Size>().expect_err(text);
        assert_eq!(error, SizeError::Unknown { text: text.into() });
    }
    for text in [
        "63",
        "0",
        "8193",
        "63x64",
        "64x63",
        "8192x8193",
        "99999999999",
    ] {
        let error = text.parse::<Size>().expect_err(text);
        assert!(matches!(error, SizeError::OutOfRange { .. }), "{text}");
        assert!(error.to_string().contains("from 64 to 8192"), "{error}");
    }
}

/// The body is a square plate of 1 × 1 m, seen from above. In a picture of 800 × 600 pixels, one px of the annotations
/// is one pixel. The plate fills the height between the upper margin (5 %) and the strip of 48 px for the scale bar.
#[test]
fn a_preview_has_axes_and_a_true_scale_bar() -> Result<(), Box<dyn std::error::Error>> {
    let corners = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
        [0.0, 1.0, 0.0],
    ];
    let plate = Body::new(&corners, &[[0, 1, 2], [0, 2, 3]]);
    let drawn = |unit: Option<&str>| {
        let preview = Preview {
            bodies: vec![plate.clone()],
            plane: [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            shows_plane: false,
            view: "top".parse()?,
            size: Size::new(800, 600)?,
            unit: unit.map(String::from),
            ..Preview::default()
        };
        Ok::<_, Box<dyn std::error::Error>>(decoded(&preview.to_png()?))
    };
    let (width, _, image) = drawn(Some("m"))?;
    let palette = Theme::light().preview();
    let rows: Vec<&[[u8; 3]]> = image.chunks(width as usize).collect();
    let count =
        |row: usize, color: [u8; 3]| rows[row].iter().filter(|pixel| **pixel == color).count();
    // The plate is 600 − 30 − 48 = 522 px wide, so 0.2 m are 104 px. The bar has four parts, two of which are dark. The
    // dark parts have four ends, and each end may cover a pixel only in part.
    let dark = count(577, palette.text);
    assert!((48..=56).contains(&dark), "{dark}");
    let rows = |color: [u8; 3]| (0..600).filter(|&row| count(row, color) > 0).count();
    // The x axis points to the right, and the y axis points up. The z axis points to the eye.
    assert!(rows(palette.axes[0]) < rows(palette.axes[1]));
    assert_ne!(drawn(Some("mm"))?.2, image);
    Ok(())
}

/// With the factor 3, the picture is that of a body three times as high. The plane is stretched with the body: it cuts
/// the body at the same share of its height.
#[test]
fn heights_are_stretched() -> Result<(), Box<dyn std::error::Error>> {
    let higher: [[f64; 3]; 4] = TETRAHEDRON.map(|[x, y, z]| [x, y, 3.0 * z]);
    let drawn = |corners: &[[f64; 3]; 4], height: f64, factor: f64| {
        let preview = Preview {
            bodies: vec![Body::new(corners, &FACES)],
            plane: [[0.0, 0.0, height], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            size: Size::new(200, 160)?,
            exaggeration: Exaggeration::new(factor)?,
            ..Preview::default()
        };
        Ok::<_, Box<dyn std::error::Error>>(decoded(&preview.to_png()?))
    };
    assert_eq!(drawn(&TETRAHEDRON, 0.5, 3.0)?, drawn(&higher, 1.5, 1.0)?);
    assert_ne!(
        drawn(&TETRAHEDRON, 0.5, 3.0)?,
        drawn(&TETRAHEDRON, 0.5, 1.0)?
    );
    for factor in [0.0, -1.0, 1001.0, f64::NAN] {
        assert!(Exaggeration::new(factor).is_err(), "{factor}");
    }
    Ok(())
}

/// A cap has the colours that its class has in the drawing. Without a style, it has the colours of the palette.
#[test]
fn caps_have_the_colours_of_their_class() -> Result<(), Box<dyn std::error::Error>> {
    let theme = Theme::light();
    let styles = theme.cap_styles([("IfcDoor/a", None), ("IfcWall/b", None)], None);
    let drawn = |style| {
        let look = Look {
            cap: true,
            style,
            ..Look::default()
        };
        let preview = Preview {
            bodies: vec![Body {
                looks: vec![look],
                ..Body::new(&TETRAHEDRON, &FACES)
            }],
            view: "top".parse()?,
            size: Size::new(200, 160)?,
            ..Preview::default()
        };
        Ok::<_, Box<dyn std::error::Error>>(decoded(&preview.to_png()?).2)
    };
    let has = |image: &[[u8; 3]], color: [u8; 3]| image.contains(&color);
    // The fill of doors in the light theme.
    assert!(has(&drawn(Some(styles["IfcDoor"]))?, [0xf0, 0xcf, 0x8e]));
    assert!(has(&drawn(None)?, theme.preview().cap));
    assert!(!has(&drawn(Some(styles["IfcWall"]))?, theme.preview().cap));
    Ok(())
}
