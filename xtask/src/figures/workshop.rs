//! Makes cuts for pictures with the command, and reads its outputs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::executable::command;
use crate::sheet::Shape;

/// The command that makes the cuts, and a scratch folder for its outputs.
pub(super) struct Workshop {
    root: PathBuf,
    transect: PathBuf,
    scratch: PathBuf,
}

/// The files that one cut wrote.
pub(super) struct Outputs {
    folder: PathBuf,
    pub(super) report: Value,
}

impl Workshop {
    pub(super) fn open(root: &Path) -> io::Result<Self> {
        let scratch = root.join("target/figures");
        fs::create_dir_all(&scratch)?;
        Ok(Self {
            root: root.to_path_buf(),
            transect: command(root)?,
            scratch,
        })
    }

    /// Runs `transect cut` with these arguments. The first argument is the model.
    pub(super) fn cut(&self, arguments: &[&str]) -> io::Result<Outputs> {
        self.outputs("cut", arguments)
    }

    pub(super) fn slice(&self, arguments: &[&str]) -> io::Result<Outputs> {
        self.outputs("slice", arguments)
    }

    pub(super) fn measure(&self, arguments: &[&str]) -> io::Result<Outputs> {
        self.outputs("measure", arguments)
    }

    /// Runs a subcommand that writes files with `-o`.
    fn outputs(&self, subcommand: &str, arguments: &[&str]) -> io::Result<Outputs> {
        let name: String = arguments
            .join(" ")
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .collect();
        let folder = self.scratch.join(name);
        let folder_text = folder.display().to_string();
        let more = ["--json", "--force", "-o", &folder_text];
        let report = self.run(subcommand, &[arguments, &more].concat())?;
        Ok(Outputs { folder, report })
    }

    pub(super) fn info(&self, model: &str) -> io::Result<Value> {
        self.run("info", &[model, "--json"])
    }

    fn run(&self, subcommand: &str, arguments: &[&str]) -> io::Result<Value> {
        let output = Command::new(&self.transect)
            .current_dir(&self.root)
            .arg(subcommand)
            .args(arguments)
            .output()?;
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            return Err(io::Error::other(format!(
                "transect {subcommand} {}: {errors}",
                arguments.join(" ")
            )));
        }
        Ok(serde_json::from_slice(&output.stdout)?)
    }
}

impl Outputs {
    /// Reads one of the files that the cut wrote.
    pub(super) fn file(&self, name: &str) -> io::Result<Vec<u8>> {
        let path = self.folder.join(name);
        fs::read(&path).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
    }

    /// Returns the path of an output file, so that another cut can read the file.
    pub(super) fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    /// Reads the outlines of a section in the plane z = `height` from section.dxf: one counter-clockwise polygon per
    /// closed outline. Bodies that overlap keep their own outlines in this file; section.geojson unites such bodies.
    pub(super) fn outlines(&self, height: f64) -> io::Result<Shape> {
        let text = self.file("section.dxf")?;
        let text = String::from_utf8_lossy(&text);
        let mut shape = Shape {
            polygons: Vec::new(),
            chains: Vec::new(),
        };
        for polyline in text.split("LWPOLYLINE").skip(1) {
            let lines: Vec<&str> = polyline.lines().map(str::trim).skip(1).collect();
            let pairs = lines.chunks_exact(2).map(|pair| (pair[0], pair[1]));
            let of_polyline = pairs.take_while(|(code, _)| *code != "0");
            let mut is_closed = false;
            let mut points: Vec<[f64; 3]> = Vec::new();
            for (code, value) in of_polyline {
                let number = value.parse().unwrap_or(f64::NAN);
                match (code, points.last_mut()) {
                    ("70", _) => is_closed = value == "1",
                    ("10", _) => points.push([number, 0.0, height]),
                    ("20", Some(point)) => point[1] = number,
                    _ => {}
                }
            }
            if is_closed {
                let next = points.iter().cycle().skip(1);
                let pairs = points.iter().zip(next);
                let area: f64 = pairs.map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum();
                if area < 0.0 {
                    points.reverse();
                }
                points.extend(points.first().copied());
                shape.polygons.push(vec![points]);
            } else {
                shape.chains.push(points);
            }
        }
        Ok(shape)
    }

    /// Reads the section from section.geojson, with one shape per object.
    pub(super) fn shapes(&self) -> io::Result<Vec<Shape>> {
        let file: Value = serde_json::from_slice(&self.file("section.geojson")?)?;
        let frame = ["origin", "u", "v"].map(|name| numbers(&file["section"]["frame"][name]));
        let features = file["features"].as_array().map_or(&[][..], Vec::as_slice);
        let shape = |feature: &Value| {
            let mut shape = Shape {
                polygons: Vec::new(),
                chains: Vec::new(),
            };
            shape.add(&feature["geometry"], &frame);
            shape
        };
        Ok(features.iter().map(shape).collect())
    }
}

impl Shape {
    fn add(&mut self, geometry: &Value, frame: &[[f64; 3]; 3]) {
        let [origin, u, v] = frame;
        let point = |pair: &Value| {
            let [x, y] = [0, 1].map(|i| number(&pair[i]));
            core::array::from_fn(|axis| origin[axis] + x * u[axis] + y * v[axis])
        };
        let line = |points: &Value| list(points).iter().map(point).collect();
        let coordinates = &geometry["coordinates"];
        match geometry["type"].as_str() {
            Some("MultiPolygon") => {
                let polygon = |rings: &Value| list(rings).iter().map(line).collect();
                self.polygons.extend(list(coordinates).iter().map(polygon));
            }
            Some("MultiLineString") => self.chains.extend(list(coordinates).iter().map(line)),
            _ => list(&geometry["geometries"])
                .iter()
                .for_each(|part| self.add(part, frame)),
        }
    }
}

/// Returns a JSON value as a number. Any other value becomes NaN, which is visible in the picture.
pub(super) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// Returns the entries of a JSON array, or an empty slice for any other JSON value.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[][..], Vec::as_slice)
}

fn numbers(value: &Value) -> [f64; 3] {
    core::array::from_fn(|axis| number(&value[axis]))
}
