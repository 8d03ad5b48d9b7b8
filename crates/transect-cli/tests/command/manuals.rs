//! Tests of completions and manual pages: they have all flags of all subcommands, and shells and man can read them.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::examples::{subcommands, transect};

/// Returns the long flags in a help text.
fn flags(help: &str) -> BTreeSet<&str> {
    let explained = help.lines().filter_map(|line| {
        let line = line.trim_start();
        let line = line.split_once(", --").map_or(line, |(_, _)| &line[4..]);
        line.strip_prefix("--")
    });
    explained
        .filter_map(|text| text.split([' ', '=']).next())
        .collect()
}

/// Runs a program with a text on its standard input. Prints a message and returns `None` if there is no such program.
fn read_by(program: &str, arguments: &[&str], text: &str) -> Option<(bool, String, String)> {
    let child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        println!("skipped: {program} is not there");
        return None;
    };
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(text.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some((
        output.status.success(),
        text(&output.stdout),
        text(&output.stderr),
    ))
}

#[test]
fn completions_know_every_flag() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = transect(&["completions", shell]);
        for name in subcommands() {
            assert!(script.contains(&name), "{shell}: {name}");
            let help = transect(&[&name, "--help"]);
            let flags = flags(&help);
            assert!(flags.contains("help"), "{name}: {flags:?}");
            assert!(
                name != "cut" || flags.contains("plane"),
                "{name}: {flags:?}"
            );
            for flag in flags {
                let known = match shell {
                    "fish" => format!("-l {flag}"),
                    _ => format!("--{flag}"),
                };
                assert!(script.contains(&known), "{shell}: {known}");
            }
        }
    }
}

#[test]
fn completions_are_scripts() {
    for (shell, program, arguments) in [
        ("bash", "bash", ["-n", "/dev/stdin"]),
        ("zsh", "zsh", ["-n", "/dev/stdin"]),
        ("fish", "fish", ["--no-execute", "/dev/stdin"]),
    ] {
        let script = transect(&["completions", shell]);
        if let Some((fine, _, said)) = read_by(program, &arguments, &script) {
            assert!(fine && said.is_empty(), "{shell}: {said}");
        }
    }
}

#[test]
fn bash_completes_flags_and_values() {
    let script = transect(&["completions", "bash"]);
    let complete = |words: &str| {
        let all: Vec<&str> = words.split(' ').collect();
        let (last, before) = (all.len() - 1, all.len().saturating_sub(2));
        format!(
            "COMP_WORDS=({words}); COMP_CWORD={last}; \
             _transect transect \"${{COMP_WORDS[{last}]}}\" \"${{COMP_WORDS[{before}]}}\"; \
             echo \"${{COMPREPLY[*]}}\"\n"
        )
    };
    let request = format!(
        "{script}\n{}{}",
        complete("transect cut --pl"),
        complete("transect cut --on-plane b")
    );
    let Some((fine, said, errors)) = read_by("bash", &["--norc"], &request) else {
        return;
    };
    assert!(fine, "{errors}");
    assert_eq!(said, "--plane\nback\n");
}

#[test]
fn manual_pages_are_read_without_complaint() {
    let mut pages = vec![(
        String::from("transect"),
        transect(&["man"]),
        transect(&["--help"]),
    )];
    for name in subcommands() {
        let page = transect(&["man", &name]);
        pages.push((
            format!("transect-{name}"),
            page,
            transect(&[&name, "--help"]),
        ));
    }
    for (name, page, help) in pages {
        assert!(page.contains(&format!(".TH {name} 1")), "{page}");
        let arguments = ["-man", "-Tutf8", "-ww", "-P-cbou"];
        let Some((fine, text, said)) = read_by("groff", &[&arguments[..], &["-k"]].concat(), &page)
        else {
            continue;
        };
        assert!(fine && said.is_empty(), "{name}: {said}");
        let shown = text.replace(['‐', '−'], "-");
        for flag in flags(&help) {
            assert!(
                shown.contains(&format!("--{flag}")),
                "{name}: --{flag} in {shown}"
            );
        }
        for line in help
            .lines()
            .filter(|line| line.starts_with("    transect "))
        {
            let line = line.trim_start();
            let shown = shown.lines().any(|shown| shown.trim_start() == line);
            assert!(shown, "{name}: {line} can be copied from {text}");
        }
    }
    let none = Command::new(env!("CARGO_BIN_EXE_transect"))
        .args(["man", "cup"])
        .output();
    let none = none.expect("the binary runs");
    assert_eq!(none.status.code(), Some(2));
    let said = String::from_utf8(none.stderr).expect("text");
    assert!(
        said.contains(
            "the subcommands are cut, slice, measure, view, verify, info, classify, completions, man"
        ),
        "{said}"
    );
}
