//! What the command line takes.

use std::path::{Path, PathBuf};

use clap::{
    Arg, ArgAction, ArgMatches, Command,
    builder::{NonEmptyStringValueParser, PossibleValuesParser},
    value_parser,
};

use secondwind_course::Args;

use crate::{
    live::dollars,
    new::KINDS,
    words::{Lang, Words},
};

/// The language, which is needed before the arguments are parsed: the one that is asked for, or that
/// of the environment.
pub(crate) fn wanted_lang(args: &[String], environment: impl Fn(&str) -> Option<String>) -> Lang {
    let next = args.iter().skip(1).map(String::as_str).chain([""]);
    let mut tags = args.iter().zip(next).filter_map(|(arg, next)| match arg.as_str() {
        "--lang" => Some(next),
        _ => arg.strip_prefix("--lang="),
    });
    let asked = tags.next().and_then(Lang::from_tag);
    let locales = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(environment);
    let locale = || locales.into_iter().find(|locale| !locale.is_empty());
    asked.or_else(|| locale().as_deref().map(Lang::from_locale)).unwrap_or_default()
}

/// The path of an argument that the parser requires, or has a default for.
pub(crate) fn path<'m>(matches: &'m ArgMatches, name: &str) -> &'m Path {
    matches.get_one::<PathBuf>(name).map_or_else(|| Path::new("."), PathBuf::as_path)
}

/// The whole command line, with its help in the language of the words.
pub(crate) fn command(words: &Words) -> Command {
    let out = option(words, "out", "dir").value_parser(value_parser!(PathBuf));
    let json = Arg::new("json").long("json").help(words.plain("arg-json"));
    let run = base(words, "run", "run-about", &words.plain("usage-run"))
        .arg(file(words, "arg-file"))
        .arg(json.action(ArgAction::SetTrue))
        .args(live(words))
        .after_help(words.plain("cli-help"));
    let scenario = base(words, "scenario", "scenario-about", &words.plain("usage-scenario"))
        .arg(file(words, "arg-recording"))
        .arg(by_default(out, words, "."));
    let flag = |name: &'static str, text: &str| {
        Arg::new(name).long(name).help(words.plain(text)).action(ArgAction::SetTrue)
    };
    let check = base(words, "check", "check-about", &words.plain("usage-check"))
        .arg(folder(words, "arg-courses"))
        .arg(flag("json", "arg-check-json"))
        .arg(flag("lock", "arg-lock").conflicts_with("json"))
        .arg(by_default(
            Arg::new("timeout")
                .long("timeout")
                .value_name(words.plain("value-seconds"))
                .help(words.plain("arg-check-timeout"))
                .value_parser(value_parser!(u32).range(1..)),
            words,
            "60",
        ));
    let page = option(words, "page", "dir").value_parser(value_parser!(PathBuf));
    let preview = base(words, "preview", "preview-about", &words.plain("usage-preview"))
        .arg(folder(words, "arg-folder"))
        .arg(by_default(port(words), words, "4270"))
        .arg(page.clone());
    let site = Arg::new("out").long("out").value_name(words.plain("value-dir"));
    let site = site.help(words.plain("arg-site")).value_parser(value_parser!(PathBuf));
    let build = base(words, "build", "build-about", &words.plain("usage-build"))
        .arg(folder(words, "arg-folder"))
        .arg(by_default(site, words, "site"))
        .arg(option(words, "address", "url"))
        .arg(page);
    let help = base(words, "help", "help-about", &words.plain("usage-help")).arg(
        Arg::new("command")
            .value_name(words.plain("value-command"))
            .help(words.plain("arg-command"))
            .value_parser(choices(["new", "check", "preview", "build", "run", "scenario"]))
            .hide_possible_values(true),
    );
    let all = base(words, "secondwind", "about", &words.plain("usage-all"))
        .version(env!("CARGO_PKG_VERSION"))
        .arg(lang(words).global(true))
        .arg(
            Arg::new("version")
                .short('V')
                .long("version")
                .help(words.plain("arg-version"))
                .action(ArgAction::Version),
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_help_heading(words.plain("heading-commands"))
        .subcommands(
            [new(words), check, preview, build, run, scenario, help]
                .map(|command| finished(command, words)),
        );
    finished(all, words)
}

/// A command with its usage. The parser's own words are in English alone, so that none are used.
fn base(words: &Words, name: &'static str, about: &str, usage: &str) -> Command {
    let heading = words.plain("heading-usage");
    Command::new(name)
        .about(words.plain(about))
        .override_usage(usage.to_owned())
        .help_template(format!(
            "{{about-with-newline}}\n{heading}: {{usage}}\n\n{{all-args}}{{after-help}}"
        ))
        .disable_help_flag(true)
        .disable_version_flag(true)
        .disable_help_subcommand(true)
}

/// The command with its help behind all else, and a heading above what has none of its own.
fn finished(command: Command, words: &Words) -> Command {
    let help = Arg::new("help").short('h').long("help").help(words.plain("arg-help"));
    command.arg(help.action(ArgAction::Help)).mut_args(|arg| {
        if arg.get_help_heading().is_some() {
            return arg;
        }
        let heading = if arg.is_positional() { "heading-arguments" } else { "heading-options" };
        arg.help_heading(words.plain(heading))
    })
}

fn file(words: &Words, text: &str) -> Arg {
    Arg::new("file")
        .value_name(words.plain("value-file"))
        .help(words.plain(text))
        .required(true)
        .value_parser(value_parser!(PathBuf))
}

fn folder(words: &Words, text: &str) -> Arg {
    Arg::new("folder")
        .value_name(words.plain("value-dir"))
        .help(words.plain(text))
        .required(true)
        .value_parser(value_parser!(PathBuf))
}

fn port(words: &Words) -> Arg {
    option(words, "port", "count").value_parser(value_parser!(u16).range(1..))
}

/// What there is to begin with.
fn new(words: &Words) -> Command {
    let text = NonEmptyStringValueParser::new;
    let course = base(words, "course", "new-course-about", &words.plain("usage-new-course"))
        .arg(folder(words, "arg-new-folder"))
        .arg(option(words, "title", "text").value_parser(text()));
    let id = Arg::new("id").value_name(words.plain("value-id")).help(words.plain("arg-id"));
    let beside = option(words, "course", "dir").value_parser(value_parser!(PathBuf));
    let kind = one_of(option(words, "kind", "kind"), words, KINDS);
    let exercise =
        base(words, "exercise", "new-exercise-about", &words.plain("usage-new-exercise"))
            .arg(id.required(true))
            .arg(by_default(beside, words, "."))
            .arg(by_default(kind, words, KINDS[0]))
            .arg(option(words, "section", "id").value_parser(text()));
    let lesson = base(words, "lesson", "new-lesson-about", &words.plain("usage-new-lesson"))
        .arg(folder(words, "arg-new-folder"));
    base(words, "new", "new-about", &words.plain("usage-new"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_help_heading(words.plain("heading-what"))
        .subcommands([course, exercise, lesson].map(|command| finished(command, words)))
}

fn lang(words: &Words) -> Arg {
    let lang = option(words, "lang", "lang").value_parser(choices(Lang::ALL.map(Lang::tag)));
    lang.hide_possible_values(true).default_value(words.lang().tag()).hide_default_value(true)
}

fn option(words: &Words, name: &'static str, value: &str) -> Arg {
    let text = words.plain(&format!("arg-{name}"));
    Arg::new(name).long(name).help(text).value_name(words.plain(&format!("value-{value}")))
}

/// The argument with its default, which its help tells.
fn by_default(arg: Arg, words: &Words, value: &'static str) -> Arg {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let default = words.get("arg-default", &Args::from([("value", value.into())]));
    arg.help(format!("{help} {default}")).default_value(value).hide_default_value(true)
}

/// The argument with what it takes, which its help tells.
fn one_of<const N: usize>(arg: Arg, words: &Words, values: [&'static str; N]) -> Arg {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let known = words.get("arg-choices", &Args::from([("values", values.join(", ").into())]));
    arg.help(format!("{help} {known}")).value_parser(choices(values)).hide_possible_values(true)
}

fn choices<const N: usize>(values: [&'static str; N]) -> PossibleValuesParser {
    PossibleValuesParser::new(values)
}

/// The options of a run with a real model. The key is none of them: arguments are seen by
/// everybody on a machine, and stay in the shell's history.
fn live(words: &Words) -> [Arg; 15] {
    let heading = words.plain("cli-heading");
    let with =
        |name, value| option(words, name, value).help_heading(heading.clone()).requires("live");
    let flag = |name: &'static str| {
        let text = words.plain(&format!("arg-{name}"));
        let flag = Arg::new(name).long(name).help(text).action(ArgAction::SetTrue);
        flag.help_heading(heading.clone())
    };
    // What a recording that goes on has settled.
    let settled = |arg: Arg| arg.conflicts_with("resume");
    let count = |arg: Arg| arg.value_parser(value_parser!(u32).range(1..));
    let by_default = |arg, value| by_default(arg, words, value);
    [
        flag("live"),
        with("model", "name")
            .value_parser(NonEmptyStringValueParser::new())
            .required_if_eq("live", "true"),
        one_of(with("provider", "provider"), words, ["anthropic", "openai", "local"]),
        with("base-url", "url"),
        one_of(with("dialect", "dialect"), words, ["anthropic", "openai-chat"]),
        settled(count(with("window", "tokens"))),
        settled(with("ratio", "ratio").value_parser(value_parser!(f64))),
        settled(one_of(with("meter", "meter"), words, ["accumulated", "occupancy"])),
        settled(by_default(count(with("reply-limit", "tokens")), "4000")),
        by_default(count(with("max-calls", "count")), "40"),
        with("max-cost", "dollars").value_parser(dollars::parse),
        by_default(count(with("timeout", "seconds")), "300"),
        with("record", "file").value_parser(value_parser!(PathBuf)),
        flag("resume").requires("live").requires("record"),
        flag("yes").requires("live"),
    ]
}

/// What a value of this option has to be, as the catalogs tell it apart.
pub(crate) fn value_kind(option: &str) -> &'static str {
    let kinds = [
        ("count", &["--window", "--reply-limit", "--max-calls", "--timeout"][..]),
        ("number", &["--ratio"]),
        ("port", &["--port"]),
        ("amount", &["--max-cost"]),
    ];
    let of = |(_, options): &&(_, &[&str])| options.iter().any(|it| option.starts_with(it));
    kinds.iter().find(of).map_or("other", |(kind, _)| kind)
}
