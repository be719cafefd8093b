//! The command line `secondwind`.
//!
//! Exit codes: 0 for success, 1 when the output cannot be written, 2 for a fault of the call or
//! of a file.

mod files;
mod words;

use std::{
    env,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser, value_parser};
use secondwind_course::{Args, Issue, Patch, Run};

use crate::words::{Lang, Words};

const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let args = env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned());
    let lang = wanted_lang(args);
    let words = Words::new(lang);
    let matches = match command(&words).try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            // Help and version are errors to the parser, too; it knows where each goes.
            let _ = error.print();
            return if error.use_stderr() { BAD_INPUT.into() } else { ExitCode::SUCCESS };
        }
    };
    let result = match matches.subcommand() {
        Some(("run", matches)) => run(matches, lang, &words),
        // The parser asks for one of the subcommands.
        _ => Ok(()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Input(message)) => {
            let _ = writeln!(io::stderr(), "{message}");
            BAD_INPUT.into()
        }
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
    /// The words for the user.
    Input(String),
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// The language for the help texts, which are needed before the arguments are parsed.
fn wanted_lang(args: impl Iterator<Item = String>) -> Lang {
    let args: Vec<_> = args.collect();
    let next = args.iter().skip(1).map(String::as_str).chain([""]);
    let mut tags = args.iter().zip(next).filter_map(|(arg, next)| match arg.as_str() {
        "--lang" => Some(next),
        _ => arg.strip_prefix("--lang="),
    });
    tags.next().and_then(Lang::from_tag).unwrap_or_default()
}

fn command(words: &Words) -> Command {
    let help = |command: Command| {
        command.disable_help_flag(true).disable_version_flag(true).arg(
            Arg::new("help")
                .short('h')
                .long("help")
                .help(words.plain("arg-help"))
                .action(ArgAction::Help),
        )
    };
    let run = help(Command::new("run").about(words.plain("run-about")))
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .help(words.plain("arg-file"))
                .required(true)
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            Arg::new("lang")
                .long("lang")
                .value_name("LANG")
                .help(words.plain("arg-lang"))
                .value_parser(PossibleValuesParser::new(Lang::ALL.map(Lang::tag)))
                .default_value(Lang::default().tag()),
        )
        .arg(
            Arg::new("json").long("json").help(words.plain("arg-json")).action(ArgAction::SetTrue),
        );
    help(Command::new("secondwind").about(words.plain("about")).version(env!("CARGO_PKG_VERSION")))
        .arg(
            Arg::new("version")
                .short('V')
                .long("version")
                .help(words.plain("arg-version"))
                .action(ArgAction::Version),
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(run)
}

fn run(matches: &ArgMatches, lang: Lang, words: &Words) -> Result<(), Failure> {
    // The parser requires the file.
    let Some(path) = matches.get_one::<PathBuf>("file") else {
        return Ok(());
    };
    let source = files::read_scenario(path, lang)
        .map_err(|(key, args)| Failure::Input(words.get(key, &args)))?;
    let run = Run::new(&source, &Patch::default())
        .map_err(|issues| Failure::Input(report(&issues, words)))?;
    let mut out = io::stdout().lock();
    if matches.get_flag("json") {
        for entry in run.entries() {
            writeln!(out, "{}", entry.json())?;
        }
    } else {
        print_log(&mut out, &run, words)?;
    }
    out.flush()?;
    Ok(())
}

fn print_log(out: &mut impl Write, run: &Run, words: &Words) -> io::Result<()> {
    let last = run.frame(run.summary().last);
    for line in run.log() {
        let text = words.get(line.key, &line.args);
        match line.key {
            "log-answer" => {
                writeln!(out, "\n{text}\n{}\n", last.answer.as_deref().unwrap_or_default())?;
            }
            "log-notes" => {
                writeln!(out, "\n{text}\n{}", last.notes.content.as_deref().unwrap_or_default())?;
            }
            _ => writeln!(out, "{text}")?,
        }
    }
    Ok(())
}

/// The faults of a scenario, each with its place.
fn report(issues: &[Issue], words: &Words) -> String {
    let mut text = words.get("error-scenario", &Args::from([("count", issues.len().into())]));
    for issue in issues {
        let Issue { file, line, column, code, args } = issue;
        let message = words.get(&format!("issue-{code}"), args);
        text.extend(["\n", file, &format!(":{line}:{column}: "), &message]);
    }
    text
}
