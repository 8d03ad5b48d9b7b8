//! Errors for command lines with a common mistake: the hint is the command line that was probably meant.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ErrorKind};
use clap::{ArgAction, CommandFactory};
use transect::Plane;
use transect_draw::View;
use transect_report::nearest::nearest;
use transect_report::user_error::EXTENSIONS;

use crate::arguments::Arguments;
use crate::error::CommandError;
use crate::quoted::quoted;

/// The kinds of parse errors for which a corrected command line is tried.
const KINDS: [ErrorKind; 7] = [
    ErrorKind::InvalidSubcommand,
    ErrorKind::InvalidValue,
    ErrorKind::MissingRequiredArgument,
    ErrorKind::MissingSubcommand,
    ErrorKind::TooManyValues,
    ErrorKind::UnknownArgument,
    ErrorKind::WrongNumberOfValues,
];

/// For each subcommand, words that other programs use for it.
const SYNONYMS: [(&str, &[&str]); 7] = [
    (
        "cut",
        &[
            "clip",
            "divide",
            "halve",
            "intersect",
            "section",
            "split",
            "trim",
        ],
    ),
    (
        "slice",
        &["contour", "contours", "layer", "layers", "slices"],
    ),
    (
        "measure",
        &[
            "area",
            "centroid",
            "inertia",
            "mass",
            "properties",
            "volume",
        ],
    ),
    ("view", &["display", "open", "preview", "show", "viewer"]),
    (
        "verify",
        &["certify", "compare", "prove", "test", "validate"],
    ),
    (
        "info",
        &[
            "contents", "describe", "inspect", "list", "ls", "print", "stat", "stats",
        ],
    ),
    (
        "classify",
        &["cull", "filter", "query", "select", "side", "sides"],
    ),
];

/// The flags that give a plane or a region of `transect cut`.
const PLANE_FLAGS: [&str; 6] = [
    "--plane",
    "--point",
    "--normal",
    "--through",
    "--box",
    "--slab",
];
/// The plane in a suggested command line, if no plane was typed.
const PLANE: [&str; 2] = ["--plane", "z=0"];
/// Flags of earlier versions and of other programs, each with its name here.
const RENAMED: [(&str, &str); 10] = [
    ("--at", "--heights"),
    ("--layer-height", "--step"),
    ("--layer-thickness", "--step"),
    ("--thickness", "--step"),
    ("--layers", "--count"),
    ("--origin", "--point"),
    ("--overwrite", "--force"),
    ("--outdir", "--output"),
    ("--output-dir", "--output"),
    ("--units", "--unit"),
];
/// The flags that give heights, which `transect slice` takes and `transect cut` does not.
const HEIGHTS: [&str; 4] = ["--step", "--count", "--heights", "--axis"];
/// The axis in a suggested command line, if no direction was typed.
const AXIS: [&str; 2] = ["--axis", "z"];
/// The flag that opens the browser, and the flag for the direction of a picture.
const VIEW: &str = "--view";
const LOOK: &str = "--look";
/// The placeholder for a model in a suggested command line, if no model was typed.
const MODEL: &str = "MODEL";

/// Returns an error whose hint is a corrected command line, if the typed one has a known mistake and the parser accepts
/// the corrected one. If a file is given without a subcommand and without a plane, the hint has two command lines.
pub(crate) fn corrected(error: &clap::Error, typed: &[OsString]) -> Option<CommandError> {
    if !KINDS.contains(&error.kind()) {
        return None;
    }
    let has_hint = error.get(ContextKind::SuggestedSubcommand).is_some();
    // A synonym means its subcommand, also if the parser finds another one more similar.
    let is_synonym = |word: &OsString| synonym(&word.to_string_lossy().to_lowercase()).is_some();
    if has_hint && typed.len() == 2 && !is_synonym(&typed[1]) {
        return None;
    }
    let words = typed.get(1..)?.iter();
    let words = words.map(|word| word.to_string_lossy().into_owned());
    let mut line = Line::of(words.collect());
    let dashes = line.add_dashes();
    let equation = line.add_plane_flag();
    let subcommand = match line.correct_subcommand() {
        Subcommand::Known => None,
        Subcommand::Corrected(message) => Some(message),
        Subcommand::Ambiguous(error) => return Some(error),
    };
    let info = line.replace_info();
    let value = line.add_equation();
    let renamed = line.rename();
    let slice = line.replace_cut();
    let look = line.replace_view();
    let viewer = line.view_in_place_of_cut();
    let messages = [
        subcommand, info, dashes, equation, value, renamed, slice, look, viewer,
    ];
    match messages.into_iter().flatten().next() {
        Some(message) => line.error(message),
        None => line.without_plane(),
    }
}

/// Returns the error for a direction after `--view`, which the parser reads as the name of a model.
pub(crate) fn direction_after_view(typed: &[OsString]) -> Option<CommandError> {
    let words = typed.get(1..)?.iter();
    let mut line = Line::of(words.map(|word| word.to_string_lossy().into()).collect());
    let message = line.replace_view()?;
    line.error(message)
}

/// The result of `Line::correct_subcommand`, which corrects the subcommand in a command line.
enum Subcommand {
    /// The subcommand exists, or nothing shows which one was meant.
    Known,
    /// The subcommand was replaced or added. The error message says what was wrong.
    Corrected(String),
    /// Several subcommands are possible. The hint of the error lists them.
    Ambiguous(CommandError),
}

/// The command line after the word `transect`, with the subcommands and flags that exist.
struct Line {
    words: Vec<String>,
    subcommands: Vec<String>,
    /// Further names of subcommands, which are accepted but not shown.
    aliases: Vec<String>,
    /// The long flags of all subcommands.
    flags: Vec<String>,
    /// The flags that take a value, long and short.
    with_value: Vec<String>,
}

impl Line {
    fn of(words: Vec<String>) -> Self {
        let command = Arguments::command();
        let all = || {
            let own = command.get_arguments();
            own.chain(
                command
                    .get_subcommands()
                    .flat_map(clap::Command::get_arguments),
            )
        };
        let long = |argument: &clap::Arg| argument.get_long().map(|long| format!("--{long}"));
        let short = |argument: &clap::Arg| argument.get_short().map(|short| format!("-{short}"));
        let takes_value = |argument: &&clap::Arg| {
            matches!(argument.get_action(), ArgAction::Set | ArgAction::Append)
        };
        let names = command.get_subcommands().map(clap::Command::get_name);
        let aliases = command.get_subcommands();
        let aliases = aliases.flat_map(clap::Command::get_all_aliases);
        Self {
            words,
            subcommands: names.map(String::from).collect(),
            aliases: aliases.map(String::from).collect(),
            flags: all().filter_map(long).collect(),
            with_value: all()
                .filter(takes_value)
                .flat_map(|argument| [long(argument), short(argument)])
                .flatten()
                .collect(),
        }
    }

    /// Replaces `-plane` by `--plane`, and every other long flag likewise. Returns an error message about the first
    /// such flag.
    fn add_dashes(&mut self) -> Option<String> {
        let mut message = None;
        for word in &mut self.words {
            if word.starts_with("--") || !word.starts_with('-') {
                continue;
            }
            let name = word.split('=').next().unwrap_or_default().to_string();
            let long = format!("-{name}");
            if name.len() > 2 && self.flags.contains(&long) {
                message.get_or_insert(format!("{name} has one dash, but {long} has two"));
                word.insert(0, '-');
            }
        }
        message
    }

    /// Inserts `--plane` before the first equation that is not the value of a flag, if no flag gives a plane.
    fn add_plane_flag(&mut self) -> Option<String> {
        let is_equation =
            |word: &String| word.parse::<Plane>().is_ok() && !Path::new(word).exists();
        if self.asks_for_a_plane() {
            return None;
        }
        let place = (0..self.words.len())
            .find(|&place| !self.is_value(place) && is_equation(&self.words[place]))?;
        let message = format!("{} is an equation without --plane", self.words[place]);
        self.words.insert(place, PLANE[0].into());
        Some(message)
    }

    /// Replaces an unknown subcommand, or adds one if none is given.
    fn correct_subcommand(&mut self) -> Subcommand {
        let Some(place) = self.place(0) else {
            if !self.asks_for_a_plane() {
                return Subcommand::Known;
            }
            self.words.insert(0, "cut".into());
            return Subcommand::Corrected("no subcommand is given".into());
        };
        let place = match self.words[place].as_str() {
            "help" => match self.place(place + 1) {
                Some(topic) => topic,
                None => return Subcommand::Known,
            },
            _ => place,
        };
        let word = self.words[place].clone();
        if self.subcommands.contains(&word) || self.aliases.contains(&word) {
            return Subcommand::Known;
        }
        let file = self
            .words
            .iter()
            .find(|word| is_table(word) || is_model(word));
        let is_of_table = file.is_some_and(|file| is_table(file));
        let (noun, verb, done) = if is_of_table {
            ("table", "classify", "classifies")
        } else {
            ("model", "cut", "cuts")
        };
        let asks_for_a_plane = self.asks_for_a_plane();
        if !is_model(&word) && !is_table(&word) {
            let known = self.subcommands.iter().map(String::as_str);
            let named = meant(&word, known);
            let guess = if asks_for_a_plane { verb } else { "info" };
            self.words[place] = named.unwrap_or_else(|| guess.into());
            return Subcommand::Corrected(format!("{word} is not a subcommand"));
        }
        let message = format!("a {noun} is given, but no subcommand");
        if asks_for_a_plane {
            self.words.insert(0, verb.into());
            return Subcommand::Corrected(message);
        }
        let file = quoted(&word);
        Subcommand::Ambiguous(CommandError::with_hint(
            message,
            format!(
                "transect info {file} shows its contents; transect {verb} {file} --plane z=0 {done} it"
            ),
        ))
    }

    /// Replaces `info` by `cut` (or by `classify` for a table) if a plane is given.
    fn replace_info(&mut self) -> Option<String> {
        let place = self.place(0)?;
        if self.words[place] != "info" || !self.asks_for_a_plane() {
            return None;
        }
        let verb = if self.words.iter().any(|word| is_table(word)) {
            "classify"
        } else {
            "cut"
        };
        self.words[place] = verb.into();
        Some(format!(
            "transect info does not take a plane; transect {verb} does"
        ))
    }

    /// Inserts the equation z=0 after a `--plane` that is not followed by an equation.
    fn add_equation(&mut self) -> Option<String> {
        let place = self.words.iter().position(|word| word == PLANE[0])?;
        let next = self.words.get(place + 1);
        if next.is_some_and(|next| !self.flags.contains(next)) {
            return None;
        }
        self.words.insert(place + 1, PLANE[1].into());
        Some("--plane has no equation".into())
    }

    /// Replaces flags of earlier versions by their present names. Returns an error message about the first of them.
    fn rename(&mut self) -> Option<String> {
        let mut message = None;
        for word in &mut self.words {
            let flag = word.split('=').next().unwrap_or_default();
            if let Some((old, new)) = RENAMED.iter().find(|(old, _)| *old == flag) {
                message.get_or_insert(format!("{old} is not a flag; {new} is"));
                *word = word.replacen(old, new, 1);
            }
        }
        message
    }

    /// Replaces `cut` by `slice` if heights are given, but no plane.
    fn replace_cut(&mut self) -> Option<String> {
        let place = self.place(0)?;
        let flags = self.words.iter();
        let mut flags = flags.map(|word| word.split('=').next().unwrap_or_default());
        let flag = flags.find(|flag| HEIGHTS.contains(flag))?.to_string();
        if self.words[place] != "cut" || self.asks_for_a_plane() {
            return None;
        }
        self.words[place] = "slice".into();
        Some(format!(
            "transect cut does not take {flag}; transect slice does"
        ))
    }

    /// Replaces `--view` by `--look` if a direction follows.
    fn replace_view(&mut self) -> Option<String> {
        let is_direction = |text: &str| text.parse::<View>().is_ok() && !Path::new(text).exists();
        let place = self.words.iter().enumerate().position(|(place, word)| {
            let value = match word.strip_prefix(VIEW) {
                Some("") => self.words.get(place + 1).map(String::as_str),
                Some(value) => value.strip_prefix('='),
                None => None,
            };
            value.is_some_and(is_direction)
        })?;
        let word = self.words.remove(place);
        let mut look = vec![LOOK.to_string()];
        look.extend(word.strip_prefix(VIEW)?.strip_prefix('=').map(String::from));
        self.words.splice(place..place, look);
        Some(format!("{VIEW} opens the browser, and takes no direction"))
    }

    /// Replaces `cut --view` by `view` if no plane is given.
    fn view_in_place_of_cut(&mut self) -> Option<String> {
        let place = self.place(0)?;
        let flag = self.words.iter().position(|word| word == VIEW)?;
        if self.words[place] != "cut" || self.asks_for_a_plane() {
            return None;
        }
        self.words[place] = "view".into();
        self.words.remove(flag);
        Some("transect cut needs a plane; transect view does not".into())
    }

    /// Returns the error with this message, whose hint is the valid command line.
    fn error(self, message: String) -> Option<CommandError> {
        let words = self.completed()?;
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        let hint = format!("run transect {}", words.join(" "));
        Some(CommandError::with_hint(message, hint))
    }

    /// Returns the error for `cut` and a file without a plane, if nothing else is missing.
    fn without_plane(self) -> Option<CommandError> {
        let place = self.place(0)?;
        let model = self.words.get(self.place(place + 1)?)?.clone();
        let with_plane = [self.words.as_slice(), &PLANE.map(String::from)].concat();
        if self.words[place] != "cut" || self.asks_for_a_plane() || !is_valid(&with_plane) {
            return None;
        }
        let words: Vec<String> = with_plane.iter().map(|word| quoted(word)).collect();
        Some(CommandError::with_hint(
            "no plane is given",
            format!(
                "run transect {}; transect info {} lists the planes in which its faces lie",
                words.join(" "),
                quoted(&model)
            ),
        ))
    }

    /// Returns the words of a valid command line, with a plane, an axis and a model added if these are missing. Returns
    /// `None` if the result is still invalid.
    fn completed(self) -> Option<Vec<String>> {
        let after_subcommand = 1 + self.place(0)?;
        let mut with_model = self.words.clone();
        with_model.insert(after_subcommand, MODEL.into());
        let with = |words: &[String], more: [&str; 2]| [words, &more.map(String::from)].concat();
        let candidates = [
            self.words.clone(),
            with(&self.words, PLANE),
            with(&self.words, AXIS),
            with_model.clone(),
            with(&with_model, PLANE),
            with(&with_model, AXIS),
        ];
        candidates.into_iter().find(|words| is_valid(words))
    }

    /// Returns the index of the first word, from the index `start` on, that is neither a flag nor the value of a flag.
    fn place(&self, start: usize) -> Option<usize> {
        let is_flag = |place: usize| self.words[place].starts_with('-');
        (start..self.words.len()).find(|&place| !is_flag(place) && !self.is_value(place))
    }

    /// Returns `true` if the word at index `place` is the value of the flag before it.
    fn is_value(&self, place: usize) -> bool {
        place > 0 && self.with_value.contains(&self.words[place - 1])
    }

    fn asks_for_a_plane(&self) -> bool {
        self.words.iter().any(|word| {
            let flag = word.split('=').next().unwrap_or_default();
            PLANE_FLAGS.contains(&flag)
        })
    }
}

/// Returns `true` if the argument parser accepts these words after `transect`.
fn is_valid(words: &[String]) -> bool {
    let all = std::iter::once("transect").chain(words.iter().map(String::as_str));
    match Arguments::command().try_get_matches_from(all) {
        Ok(_) => true,
        Err(error) => matches!(error.kind(), ErrorKind::DisplayHelp),
    }
}

/// Returns the subcommand that a word in lower case is a synonym of.
fn synonym(word: &str) -> Option<&'static str> {
    let mut synonyms = SYNONYMS.iter();
    let found = synonyms.find(|(_, words)| words.contains(&word));
    found.map(|(name, _)| *name)
}

/// Returns the subcommand that an unknown word probably means: by a synonym, or by a similar name.
fn meant<'a>(word: &str, subcommands: impl Iterator<Item = &'a str> + Clone) -> Option<String> {
    let word = word.to_lowercase();
    let close = || {
        let mut subcommands = subcommands.clone();
        // Accepts a subcommand that differs from the word by one typing error: a letter added, left out or changed, or
        // two neighbouring letters exchanged.
        subcommands.find(|name| strsim::damerau_levenshtein(&word, name) == 1)
    };
    let name = synonym(&word).or_else(close);
    let name = name.or_else(|| nearest(&word, subcommands.clone()));
    name.map(String::from)
}

fn is_model(word: &str) -> bool {
    let path = Path::new(word);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let known = extension.is_some_and(|it| EXTENSIONS.contains(&it.to_lowercase().as_str()));
    known || path.is_file()
}

fn is_table(word: &str) -> bool {
    let extension = Path::new(word).extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("csv"))
}
