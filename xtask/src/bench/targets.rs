//! The targets for the measured times: benchmarks/targets.toml.

use std::io;

use serde::Deserialize;

use crate::bench::row::Row;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Targets {
    target: Vec<Target>,
}

/// A target for one measured time.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Target {
    question: String,
    data: String,
    /// The number of boxes for which the target holds; if absent, it holds for all numbers.
    count: Option<u64>,
    /// The build of the engine, "default" or "native"; "default" if absent.
    build: Option<String>,
    engine: String,
    /// The engine whose time is compared with that of `engine`. Its build and data are the same, unless `beside_build`
    /// or `beside_data` is present.
    beside: Option<String>,
    beside_data: Option<String>,
    beside_build: Option<String>,
    /// The largest allowed ratio of the time of `engine` to the time of `beside`.
    times_at_most: Option<f64>,
    /// The smallest allowed ratio of the time of `beside` to the time of `engine`.
    times_faster: Option<f64>,
    nanoseconds_at_most: Option<f64>,
}

/// Returns the largest allowed ratio of the time of transect to that of another engine, if there is such a target.
pub(crate) fn largest_ratio(
    targets: &str,
    question: &str,
    data: &str,
    beside: &str,
) -> Option<f64> {
    let targets: Targets = toml::from_str(targets).ok()?;
    let is_it = |target: &&Target| {
        target.question == question
            && target.data == data
            && target.engine == "transect"
            && target.beside.as_deref() == Some(beside)
    };
    targets.target.iter().find(is_it)?.times_at_most
}

/// Prints the result of each target.
/// Returns `true` if a target was missed, or if an engine of transect gave a wrong answer.
pub(crate) fn missed(targets: &str, rows: &[Row]) -> io::Result<bool> {
    let targets: Targets = toml::from_str(targets).map_err(io::Error::other)?;
    let mut is_missed = false;
    for row in rows
        .iter()
        .filter(|row| row.is_ours() && row.wrong.is_some_and(|wrong| wrong > 0))
    {
        println!("WRONG   {}", of(row));
        is_missed = true;
    }
    for target in &targets.target {
        let build = target.build.as_deref().unwrap_or("default");
        let about = |row: &&Row| {
            row.question == target.question
                && row.data == target.data
                && target.count.is_none_or(|count| count == row.count)
                && row.engine == target.engine
                && row.build == build
        };
        let mut is_there = false;
        for row in rows.iter().filter(about) {
            is_there = true;
            let Some((verdict, is_met)) = verdict(target, row, rows) else {
                println!("unknown {}: nothing to compare it with", of(row));
                continue;
            };
            println!(
                "{} {}: {verdict}",
                if is_met { "met    " } else { "MISSED " },
                of(row)
            );
            is_missed |= !is_met;
        }
        if !is_there {
            let Target {
                question,
                data,
                engine,
                ..
            } = target;
            println!("unknown {question}, {data}, {engine}: not measured");
        }
    }
    Ok(is_missed)
}

fn of(row: &Row) -> String {
    let Row {
        build,
        question,
        data,
        count,
        engine,
        ..
    } = row;
    format!("{question}, {count} {data}, {engine}, {build} build")
}

/// Compares a measured row with its target. Returns a text with the measured and the wanted value, and `true` if the
/// row meets the target. Returns `None` if `rows` lack the engine that the target compares with.
fn verdict(target: &Target, row: &Row, rows: &[Row]) -> Option<(String, bool)> {
    if let Some(most) = target.nanoseconds_at_most {
        let words = format!("{:.2} ns; target: at most {most} ns", row.nanoseconds);
        return Some((words, row.nanoseconds <= most));
    }
    let beside = target.beside.as_deref()?;
    let build = target.beside_build.as_deref().unwrap_or(&row.build);
    let data = target.beside_data.as_deref().unwrap_or(&row.data);
    let is_it = |other: &&Row| {
        other.question == row.question
            && other.data == data
            && other.count == row.count
            && other.engine == beside
            && other.build == build
    };
    let other = rows.iter().find(is_it)?;
    let times = row.nanoseconds / other.nanoseconds;
    if let Some(most) = target.times_at_most {
        let words = format!("{times:.2} times the {beside}; target: at most {most}");
        return Some((words, times <= most));
    }
    let least = target.times_faster?;
    let words = format!(
        "{:.1} times as fast as {beside}; target: at least {least}",
        1.0 / times
    );
    Some((words, 1.0 / times >= least))
}
