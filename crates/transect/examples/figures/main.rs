//! Draws the figures of the documentation. The library computes every side, interval, point and cut in them.
//!
//! `cargo run -p transect --example figures` writes the figures into `crates/transect/figures`.
//! With `--check`, it writes nothing and exits with status 1 if a figure is out of date.

mod canvas;
mod clip_space;
mod extent;
mod interval;
mod meet;
mod planes;
mod region;
mod separation;
mod side;

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

type Draw = fn() -> Result<String, Box<dyn Error>>;

const FIGURES: [(&str, Draw); 11] = [
    ("clip_space.svg", clip_space::draw),
    ("extent.svg", extent::draw),
    ("interval.svg", interval::draw),
    ("meet_line.svg", meet::lines),
    ("meet_ray.svg", meet::rays),
    ("meet_segment.svg", meet::segments),
    ("meet_two_planes.svg", planes::two),
    ("meet_three_planes.svg", planes::three),
    ("region.svg", region::draw),
    ("separation.svg", separation::draw),
    ("side.svg", side::draw),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("figures")
}

/// Returns the figure files that are out of date, and the files that do not belong to any figure.
fn stale() -> Result<Vec<String>, Box<dyn Error>> {
    let mut stale = Vec::new();
    for (name, draw) in FIGURES {
        // A checkout with Git may end lines with carriage returns. These are removed before the comparison.
        let kept = fs::read_to_string(folder().join(name)).unwrap_or_default();
        if kept.replace('\r', "") != draw()? {
            stale.push(name.to_owned());
        }
    }
    for entry in fs::read_dir(folder())? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if FIGURES.iter().all(|(known, _)| *known != name) {
            stale.push(name);
        }
    }
    Ok(stale)
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    if std::env::args().nth(1).as_deref() == Some("--check") {
        let stale = stale()?;
        for name in &stale {
            eprintln!("crates/transect/figures/{name} is not what is drawn");
        }
        return Ok(if stale.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        });
    }
    fs::create_dir_all(folder())?;
    for (name, draw) in FIGURES {
        let figure = draw()?;
        println!("{name}: {} bytes", figure.len());
        fs::write(folder().join(name), figure)?;
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_those_that_are_drawn() -> Result<(), Box<dyn Error>> {
        assert_eq!(stale()?, Vec::<String>::new());
        Ok(())
    }

    /// A figure must not have an empty line, where Markdown ends a block of HTML. Figures must also be small.
    #[test]
    fn a_figure_is_one_block_of_markdown() -> Result<(), Box<dyn Error>> {
        for (name, draw) in FIGURES {
            let figure = draw()?;
            let first = figure.lines().next().unwrap_or_default();
            assert!(first.starts_with("<svg ") && first.ends_with('>'), "{name}");
            assert!(figure.lines().all(|line| !line.trim().is_empty()), "{name}");
            assert!(figure.contains("<title>"), "{name}");
            assert!(figure.len() < 15_000, "{name}: {} bytes", figure.len());
        }
        Ok(())
    }
}
