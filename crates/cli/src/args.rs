//! What the command line takes.

use std::path::PathBuf;

use clap::{
    Arg, ArgAction, Command,
    builder::{NonEmptyStringValueParser, PossibleValuesParser},
    value_parser,
};

use crate::{
    live::dollars,
    words::{Lang, Words},
};

/// The language for the help texts, which are needed before the arguments are parsed.
pub(crate) fn wanted_lang(args: impl Iterator<Item = String>) -> Lang {
    let args: Vec<_> = args.collect();
    let next = args.iter().skip(1).map(String::as_str).chain([""]);
    let mut tags = args.iter().zip(next).filter_map(|(arg, next)| match arg.as_str() {
        "--lang" => Some(next),
        _ => arg.strip_prefix("--lang="),
    });
    tags.next().and_then(Lang::from_tag).unwrap_or_default()
}

/// The whole command line, with its help in the language of the words.
pub(crate) fn command(words: &Words) -> Command {
    let run = help(Command::new("run").about(words.plain("run-about")), words)
        .arg(file(words.plain("arg-file")))
        .arg(lang(words))
        .arg(Arg::new("json").long("json").help(words.plain("arg-json")).action(ArgAction::SetTrue))
        .args(live(words))
        .after_help(words.plain("cli-help"));
    let scenario = help(Command::new("scenario").about(words.plain("scenario-about")), words)
        .arg(file(words.plain("arg-recording")))
        .arg(lang(words))
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("DIR")
                .help(words.plain("arg-out"))
                .value_parser(value_parser!(PathBuf))
                .default_value("."),
        );
    let flag = |name: &'static str, text: &str| {
        Arg::new(name).long(name).help(words.plain(text)).action(ArgAction::SetTrue)
    };
    let check = help(Command::new("check").about(words.plain("check-about")), words)
        .arg(
            Arg::new("folder")
                .value_name("DIR")
                .help(words.plain("arg-folder"))
                .required(true)
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(lang(words).help(words.plain("arg-check-lang")))
        .arg(flag("json", "arg-check-json"))
        .arg(flag("lock", "arg-lock").conflicts_with("json"));
    help(Command::new("secondwind").about(words.plain("about")), words)
        .version(env!("CARGO_PKG_VERSION"))
        .arg(
            Arg::new("version")
                .short('V')
                .long("version")
                .help(words.plain("arg-version"))
                .action(ArgAction::Version),
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([run, scenario, check])
}

fn help(command: Command, words: &Words) -> Command {
    let text = words.plain("arg-help");
    command
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(Arg::new("help").short('h').long("help").help(text).action(ArgAction::Help))
}

fn file(text: String) -> Arg {
    Arg::new("file")
        .value_name("FILE")
        .help(text)
        .required(true)
        .value_parser(value_parser!(PathBuf))
}

fn lang(words: &Words) -> Arg {
    Arg::new("lang")
        .long("lang")
        .value_name("LANG")
        .help(words.plain("arg-lang"))
        .value_parser(PossibleValuesParser::new(Lang::ALL.map(Lang::tag)))
        .default_value(Lang::default().tag())
}

/// The options of a run with a real model. The key is none of them: arguments are seen by
/// everybody on a machine, and stay in the shell's history.
fn live(words: &Words) -> [Arg; 15] {
    let heading = words.plain("cli-heading");
    let part = |name: &'static str| {
        let text = words.plain(&format!("arg-{name}"));
        Arg::new(name).long(name).help(text).help_heading(heading.clone())
    };
    let option = |name, value: &'static str| part(name).value_name(value).requires("live");
    let flag = |name| part(name).action(ArgAction::SetTrue).requires("live");
    // What a recording that goes on has settled.
    let settled = |arg: Arg| arg.conflicts_with("resume");
    let count = || value_parser!(u32).range(1..);
    [
        part("live").action(ArgAction::SetTrue),
        option("model", "NAME")
            .value_parser(NonEmptyStringValueParser::new())
            .required_if_eq("live", "true"),
        option("provider", "PROVIDER").value_parser(PossibleValuesParser::new([
            "anthropic",
            "openai",
            "local",
        ])),
        option("base-url", "URL"),
        option("dialect", "DIALECT")
            .value_parser(PossibleValuesParser::new(["anthropic", "openai-chat"])),
        settled(option("window", "TOKENS").value_parser(count())),
        settled(option("ratio", "RATIO").value_parser(value_parser!(f64))),
        settled(
            option("meter", "METER")
                .value_parser(PossibleValuesParser::new(["accumulated", "occupancy"])),
        ),
        settled(option("reply-limit", "TOKENS").value_parser(count()).default_value("4000")),
        option("max-calls", "N").value_parser(count()).default_value("40"),
        option("max-cost", "DOLLARS").value_parser(dollars::parse),
        option("timeout", "SECONDS").value_parser(count()).default_value("300"),
        option("record", "FILE").value_parser(value_parser!(PathBuf)),
        flag("resume").requires("record"),
        flag("yes"),
    ]
}
