//! The command line `secondwind`.
//!
//! Exit codes: 0 for success; 1 when the output cannot be written, or when a run with a real model
//! did not come to its answer; 2 for a fault of the call or of a file; 130 for Ctrl-C in a run with
//! a real model.

mod args;
mod check;
mod files;
mod folder;
mod live;
mod new;
mod sandbox;
mod show;
mod site;
mod usage;
mod words;

use std::{
    env,
    ffi::OsStr,
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use clap::{ArgMatches, Command};
use secondwind_course::{Args, Issue, Patch, Run, scenario_of};

use crate::{
    files::Fault,
    show::Screen,
    words::{Lang, Words},
};

const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    if sandbox::is_inside() {
        return if sandbox::inside().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let args = env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned());
    let lang = args::wanted_lang(&args.collect::<Vec<_>>(), |name| env::var(name).ok());
    let words = Words::new(lang, live::keys());
    let matches = match args::command(&words).try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            use clap::error::ErrorKind as Kind;
            // Help and version are errors to the parser, too; it knows where each goes.
            let _ = match error.kind() {
                Kind::DisplayHelp
                | Kind::DisplayHelpOnMissingArgumentOrSubcommand
                | Kind::DisplayVersion => error.print(),
                _ => writeln!(io::stderr(), "{}", usage::told(&error, &words)),
            };
            return if error.use_stderr() { BAD_INPUT.into() } else { ExitCode::SUCCESS };
        }
    };
    let result = match matches.subcommand() {
        Some(("run", matches)) if matches.get_flag("live") => live::run(matches, lang, &words),
        Some(("run", matches)) => run(matches, lang, &words),
        Some(("scenario", matches)) => scenario(matches, &words),
        Some(("help", matches)) => help(matches, &words),
        Some(("check", matches)) => check::run(matches, &words),
        Some(("build", matches)) => site::build(matches, &words),
        Some(("preview", matches)) => site::preview(matches, &words),
        Some(("new", matches)) => new::run(matches, lang, &words),
        // The parser asks for one of the subcommands.
        _ => Ok(()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Input(message)) => {
            let _ = writeln!(io::stderr(), "{message}");
            BAD_INPUT.into()
        }
        Err(Failure::Ended(message)) => {
            let _ = writeln!(io::stderr(), "{message}");
            ExitCode::FAILURE
        }
        Err(Failure::Told) => BAD_INPUT.into(),
        // Whoever reads has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Failure::Output(error)) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

enum Failure {
    /// The words for the user about what was put in.
    Input(String),
    /// A fault of what was put in, which the output tells.
    Told,
    /// The words for the user about a run with a real model that did not come to its answer.
    Ended(String),
    Output(io::Error),
}

impl Failure {
    fn input(words: &Words, (key, args): &Fault) -> Self {
        Self::Input(words.get(key, args))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn is_recording(path: &Path) -> bool {
    path.extension() == Some(OsStr::new("json"))
}

fn run(matches: &ArgMatches, lang: Lang, words: &Words) -> Result<(), Failure> {
    let path = args::path(matches, "file");
    let played = if is_recording(path) {
        let source = files::read_recording(path).map_err(|it| Failure::input(words, &it))?;
        Run::recorded(&source, &Patch::default()).map_err(|issues| ("error-recording", issues))
    } else {
        let source = files::read_scenario(path, lang).map_err(|it| Failure::input(words, &it))?;
        Run::new(&source, &Patch::default()).map_err(|issues| ("error-scenario", issues))
    };
    let run = played.map_err(|(key, issues)| Failure::Input(report(key, &issues, words)))?;
    let mut screen = Screen::new(words, matches.get_flag("json"));
    screen.show(&run)?;
    screen.pending(&run)?;
    Ok(())
}

/// Prints the help of a command, or of all of them.
fn help(matches: &ArgMatches, words: &Words) -> Result<(), Failure> {
    let mut command = args::command(words);
    command.build();
    let named = matches.get_one::<String>("command");
    let named = named.and_then(|name| command.find_subcommand_mut(name).map(Command::render_help));
    let help = named.unwrap_or_else(|| command.render_help());
    write!(io::stdout(), "{help}")?;
    Ok(())
}

fn scenario(matches: &ArgMatches, words: &Words) -> Result<(), Failure> {
    let input = |it: Fault| Failure::input(words, &it);
    let recording = files::read_recording(args::path(matches, "file")).map_err(input)?;
    let scenario = scenario_of(&recording)
        .map_err(|issues| Failure::Input(report("error-recording", &issues, words)))?;
    let written = files::write_scenario(&scenario, args::path(matches, "out")).map_err(input)?;
    writeln!(io::stdout(), "{}", words.get("scenario-written", &Args::from([written])))?;
    Ok(())
}

/// The faults of a file under a headline, each with its place.
fn report(headline: &str, issues: &[Issue], words: &Words) -> String {
    let mut text = words.get(headline, &Args::from([("count", issues.len().into())]));
    for issue in issues {
        text.extend(["\n", &words.issue(Path::new(&issue.file), issue)]);
    }
    text
}
