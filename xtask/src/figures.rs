//! `cargo xtask figures`: draws the pictures of the book and the README from real cuts.

mod dirty;
mod dots;
mod growth;
mod halves;
mod limits;
mod newest;
mod python;
mod sides;
mod sql;
mod theme_keys;
mod workshop;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;

use crate::bench::chart::chart;
use crate::bench::{recorded, speed};
use crate::figures::workshop::Workshop;
use crate::shared::is_there;

/// Draw the pictures of docs/figures again
#[derive(Args)]
pub(crate) struct Figures {
    /// Draw nothing; exit with status 1 if a picture is out of date
    #[arg(long)]
    check: bool,
}

/// A picture of the book: the arguments of `transect cut`, the output file that is the picture, and the name of its
/// copy in the book. The first argument is the model. If the model lies outside the project and is missing, the picture
/// stays unchanged.
struct Cut {
    name: &'static str,
    arguments: &'static [&'static str],
    output: &'static str,
}

/// The size of 3D pictures: large enough for a page, small enough for the repository.
const SIZE: &str = "1200x840";

const CUTS: [Cut; 16] = [
    Cut {
        name: "office.svg",
        arguments: &["assets/office.glb", "--plane", "z=1.2"],
        output: "section.svg",
    },
    Cut {
        name: "office-paper.svg",
        arguments: &[
            "assets/office.glb",
            "--plane",
            "z=1.2",
            "--paper",
            "a3",
            "--north",
            "12.5",
            "--date",
            "2026-01-31",
        ],
        output: "section.svg",
    },
    Cut {
        name: "office-box.png",
        arguments: &[
            "assets/office.glb",
            "--box",
            "5,-20,0,25,-5,8",
            "--size",
            SIZE,
        ],
        output: "preview.png",
    },
    Cut {
        name: "office-box.svg",
        arguments: &["assets/office.glb", "--box", "5,-20,0,25,-5,8"],
        output: "section-y-min.svg",
    },
    Cut {
        name: "spot-parts.png",
        arguments: &[
            "assets/spot.obj",
            "--plane",
            "z=0",
            "--plane",
            "x=0",
            "--plane",
            "y=0.2",
            "--up",
            "y",
            "--size",
            SIZE,
        ],
        output: "preview.png",
    },
    Cut {
        name: "office-preview.png",
        arguments: &["assets/office.glb", "--plane", "z=1.2", "--size", SIZE],
        output: "preview.png",
    },
    Cut {
        name: "office-length.png",
        arguments: &["assets/office.glb", "--plane", "x=10", "--size", SIZE],
        output: "preview.png",
    },
    Cut {
        name: "part-preview.png",
        arguments: &[
            "assets/cad_featuretype.stl",
            "--plane",
            "z=0.5",
            "--size",
            SIZE,
        ],
        output: "preview.png",
    },
    Cut {
        name: "gear-preview.png",
        arguments: &[
            "assets/gear.stl",
            "--plane",
            "z=8",
            "--unit",
            "mm",
            "--size",
            SIZE,
        ],
        output: "preview.png",
    },
    Cut {
        name: "spot-preview.png",
        arguments: &[
            "assets/spot.obj",
            "--point",
            "0,0,0",
            "--normal",
            "1,0.2,0",
            "--up",
            "y",
            "--size",
            SIZE,
        ],
        output: "preview.png",
    },
    Cut {
        name: "terrain-preview.png",
        arguments: &[
            "../shared/data/terrain_thuringia_solid.ply",
            "--plane",
            "z=660",
            "--unit",
            "m",
            "--exaggerate",
            "5",
            "--size",
            SIZE,
        ],
        output: "preview.png",
    },
    Cut {
        name: "part.svg",
        arguments: &[
            "assets/cad_featuretype.stl",
            "--plane",
            "z=0.5",
            "--unit",
            "in",
        ],
        output: "section.svg",
    },
    Cut {
        name: "part-open.svg",
        arguments: &[
            "assets/cad_featuretype.stl",
            "--plane",
            "x=0",
            "--unit",
            "in",
        ],
        output: "section.svg",
    },
    Cut {
        name: "spot.svg",
        arguments: &[
            "assets/spot.obj",
            "--point",
            "0,0,0",
            "--normal",
            "1,0.2,0",
            "--up",
            "y",
        ],
        output: "section.svg",
    },
    Cut {
        name: "gearbox.svg",
        arguments: &[
            "../shared/data/cad_cycloidal_nonmanifold.ply",
            "--plane",
            "y=0.6",
        ],
        output: "section.svg",
    },
    Cut {
        name: "terrain.svg",
        arguments: &[
            "../shared/data/terrain_thuringia_solid.ply",
            "--plane",
            "z=660",
            "--unit",
            "m",
        ],
        output: "section.svg",
    },
];

/// The pictures that `transect slice` draws. Their fields have the same meaning as for `transect cut`.
const SLICES: [Cut; 3] = [
    Cut {
        name: "office-layers.svg",
        arguments: &["assets/office.glb", "--axis", "z", "--step", "1"],
        output: "sheet.svg",
    },
    Cut {
        name: "office-storey.svg",
        arguments: &[
            "assets/office_named.glb",
            "--storeys",
            "--paper",
            "a3",
            "--dimension",
            "--date",
            "2026-01-31",
        ],
        output: "layers/layer-2.svg",
    },
    Cut {
        name: "terrain-contours.svg",
        arguments: &[
            "../shared/data/terrain_thuringia_solid.ply",
            "--axis",
            "z",
            "--step",
            "50",
            "--unit",
            "m",
        ],
        output: "contours.svg",
    },
];

/// The pictures of `transect measure`. They take the same fields as those of `transect cut`.
const CURVES: [Cut; 1] = [Cut {
    name: "office-curve.svg",
    arguments: &[
        "assets/office.glb",
        "--only",
        "IfcWall*",
        "--only",
        "IfcSlab*",
        "--axis",
        "z",
        "--volume",
        "50%",
    ],
    output: "curve.svg",
}];

type Draw = fn(&Workshop) -> io::Result<String>;

/// Pictures that explain a concept: the file name of each, and the function that draws it from cuts of models in
/// assets/small.
const DRAWN: [(&str, Draw); 4] = [
    ("limits.svg", limits::draw),
    ("halves.svg", halves::draw),
    ("sides.svg", sides::draw),
    ("dirty.svg", dirty::draw),
];

impl Figures {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = root.join("docs/figures");
        let workshop = Workshop::open(&root)?;
        let mut known = BTreeSet::new();
        let mut wrong = Vec::new();
        let mut settle = |name: &str, picture: Option<Vec<u8>>| -> io::Result<()> {
            known.insert(name.to_string());
            let path = folder.join(name);
            match picture {
                Some(picture) if self.check => {
                    if fs::read(&path).ok().as_ref() != Some(&picture) {
                        wrong.push(name.to_string());
                    }
                }
                Some(picture) => {
                    println!("{name}: {} bytes", picture.len());
                    fs::write(&path, picture)?;
                }
                None => eprintln!("skipped: {name}: its model or record not found"),
            }
            Ok(())
        };
        fs::create_dir_all(&folder)?;
        for Cut {
            name,
            arguments,
            output,
        } in &CUTS
        {
            let picture =
                is_there(&root, arguments[0])?.then(|| workshop.cut(arguments)?.file(output));
            settle(name, picture.transpose()?)?;
        }
        for Cut {
            name,
            arguments,
            output,
        } in &SLICES
        {
            let picture =
                is_there(&root, arguments[0])?.then(|| workshop.slice(arguments)?.file(output));
            settle(name, picture.transpose()?)?;
        }
        for Cut {
            name,
            arguments,
            output,
        } in &CURVES
        {
            let picture =
                is_there(&root, arguments[0])?.then(|| workshop.measure(arguments)?.file(output));
            settle(name, picture.transpose()?)?;
        }
        let keys = theme_keys::draw(&workshop, &root)?;
        settle("theme-keys.svg", Some(keys.into_bytes()))?;
        for (name, draw) in DRAWN {
            settle(name, Some(draw(&workshop)?.into_bytes()))?;
        }
        let rows = recorded(&root)?;
        settle("speed.svg", chart(&rows).map(String::into_bytes))?;
        let growth = growth::chart(&root)?;
        settle("layers-growth.svg", growth.map(String::into_bytes))?;
        let python = python::chart(&root)?;
        settle("python-speed.svg", python.map(String::into_bytes))?;
        let sql = sql::chart(&root)?;
        settle("sql-speed.svg", sql.map(String::into_bytes))?;
        let targets = fs::read_to_string(root.join("benchmarks/targets.toml"))?;
        for (name, chart) in speed::charts(&rows, &targets) {
            settle(name, chart.map(String::into_bytes))?;
        }
        for entry in fs::read_dir(&folder)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if !known.contains(&name) {
                wrong.push(name);
            }
        }
        for name in &wrong {
            eprintln!(
                "docs/figures/{name} is not what is drawn: run `cargo xtask figures`, or remove it"
            );
        }
        Ok(if wrong.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}
