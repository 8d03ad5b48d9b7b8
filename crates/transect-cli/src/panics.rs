//! Panics: internal errors of transect, reported as a message without a backtrace, with exit status 101.

use std::io::IsTerminal;
use std::panic::PanicHookInfo;

use crate::error::warn;

/// Installs a panic hook that prints a message. With `RUST_BACKTRACE` set, the backtrace is printed too.
pub(crate) fn explain_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            usual(panic);
        }
        if std::io::stderr().is_terminal() {
            // The cursor may stand at the end of the progress line, so start a new line.
            warn("");
        }
        warn(&paragraph(panic));
    }));
}

fn paragraph(panic: &PanicHookInfo<'_>) -> String {
    let place = panic
        .location()
        .map_or("an unknown place".to_string(), ToString::to_string);
    let what = panic.payload_as_str().unwrap_or("no reason given");
    format!(
        "error: an internal error of transect; the input and the command line are not the cause; partial \
         output was removed\n  hint: please report it {}, with the command, the output of `transect --version` and of \
         `transect info FILE --json`, the file if you may share it, and this line:\n    transect {}, {place}: {}",
        place_of_reports(env!("CARGO_PKG_REPOSITORY")),
        env!("CARGO_PKG_VERSION"),
        what.replace('\n', " ")
    )
}

/// Returns the place of the project to which defects are reported. A build before the first release has no address.
fn place_of_reports(repository: &str) -> String {
    if repository.is_empty() || repository.ends_with(".invalid") {
        return "where you got transect".to_string();
    }
    format!("at {repository}/issues")
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    #[ignore = "panics on purpose, for the test below"]
    fn panics_on_purpose() {
        explain_panics();
        panic!("two\nlines");
    }

    #[test]
    fn defects_are_reported_at_the_address_of_the_project() {
        let known = place_of_reports("https://host.example/transect");
        assert_eq!(known, "at https://host.example/transect/issues");
        for unknown in ["", "https://not-known.invalid"] {
            assert_eq!(place_of_reports(unknown), "where you got transect");
        }
    }

    #[test]
    fn a_panic_is_a_paragraph() {
        let said = |backtrace: &str| {
            let output = Command::new(std::env::current_exe().expect("this test"))
                .args(["--exact", "panics::tests::panics_on_purpose"])
                .args(["--ignored", "--nocapture", "--test-threads=1"])
                .env("RUST_BACKTRACE", backtrace)
                .output()
                .expect("it runs");
            assert_eq!(output.status.code(), Some(101));
            String::from_utf8(output.stderr).expect("text")
        };
        let plain = said("0");
        assert!(
            plain.starts_with("error: an internal error of transect"),
            "{plain}"
        );
        let place = concat!(
            "transect ",
            env!("CARGO_PKG_VERSION"),
            ", crates/transect-cli/src/panics.rs:"
        );
        assert!(
            plain.contains(place) && plain.contains(": two lines\n"),
            "{plain}"
        );
        assert!(
            !plain.contains("backtrace") && !plain.contains("panicked"),
            "{plain}"
        );
        assert!(said("1").contains("stack backtrace"));
    }
}
