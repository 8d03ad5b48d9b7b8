//! Writes the JavaScript and the types beside a program for browsers: `transect-wasm-bind PROGRAM.wasm FOLDER`.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, folder] = arguments.as_slice() else {
        eprintln!("usage: transect-wasm-bind PROGRAM.wasm FOLDER");
        return ExitCode::from(2);
    };
    match write(program, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{program}: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn write(program: &str, folder: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen.web(true).map_err(|error| error.to_string())?;
    bindgen
        .input_path(program)
        .typescript(true)
        // The page passes the compiled program, so the JavaScript loads nothing.
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
        .map_err(|error| error.to_string())
}
