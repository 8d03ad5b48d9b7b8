//! Draws the figure of the documentation. The library computes every point and cut in it.
//!
//! `cargo run -p transect-mesh --example figures` writes the figure into `crates/transect-mesh/figures`. With `--check`,
//! it writes nothing and exits with status 1 if the figure is out of date.

#[expect(dead_code, reason = "the figures of `transect` use more of the canvas")]
#[path = "../../../transect/examples/figures/canvas.rs"]
mod canvas;
mod split;

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("figures/split.svg")
}

/// Returns `true` if the stored figure is the one that is drawn.
fn is_up_to_date() -> Result<bool, Box<dyn Error>> {
    // A checkout with Git may end lines with carriage returns. These are removed before the comparison.
    let kept = fs::read_to_string(file()).unwrap_or_default();
    Ok(kept.replace('\r', "") == split::draw()?)
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    if std::env::args().nth(1).as_deref() != Some("--check") {
        fs::write(file(), split::draw()?)?;
    } else if !is_up_to_date()? {
        eprintln!("crates/transect-mesh/figures/split.svg is not what is drawn");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figure_is_the_one_that_is_drawn() -> Result<(), Box<dyn Error>> {
        assert!(is_up_to_date()?);
        Ok(())
    }

    /// A figure must not have an empty line, where Markdown ends a block of HTML. Figures must also be small.
    #[test]
    fn the_figure_is_one_block_of_markdown() -> Result<(), Box<dyn Error>> {
        let figure = split::draw()?;
        let first = figure.lines().next().unwrap_or_default();
        assert!(first.starts_with("<svg ") && first.ends_with('>'));
        assert!(figure.lines().all(|line| !line.trim().is_empty()));
        assert!(figure.contains("<title>"));
        assert!(figure.len() < 15_000, "{} bytes", figure.len());
        Ok(())
    }
}
