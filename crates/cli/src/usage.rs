//! What is said where the command line cannot be taken. The parser says it in English alone.

use clap::{
    Error,
    error::{ContextKind, ContextValue, ErrorKind},
};
use secondwind_course::{Arg, Args};

use crate::{args::value_kind, words::Words};

/// A fault of the command line in words, with the usage of the command that it is about.
pub(crate) fn told(error: &Error, words: &Words) -> String {
    let (key, args) = fault(error);
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    // The parser has a heading of its own before it.
    let usage = usage.trim_start().strip_prefix("Usage:").unwrap_or(&usage).trim().to_owned();
    let mut text = words.get(key, &args);
    if !usage.is_empty() {
        text.extend(["\n\n", &words.plain("heading-usage"), ": ", &words.shown(&usage)]);
    }
    text + "\n" + &words.plain("usage-more")
}

/// The key of the fault in the catalogs, and its arguments.
fn fault(error: &Error) -> (&'static str, Args) {
    let text = |kind| error.get(kind).map(listed).unwrap_or_default();
    // The parser names an option with its value: `--window <TOKENS>`.
    let name = text(ContextKind::InvalidArg);
    let option = ("option", Arg::from(name.as_str()));
    let value = ("value", Arg::from(text(ContextKind::InvalidValue)));
    let near = |kind| match text(kind) {
        near if near.is_empty() => ("near", Arg::from("none")),
        near => ("near", near.into()),
    };
    let known = |kind| ("known", Arg::from(text(kind)));
    match error.kind() {
        ErrorKind::UnknownArgument => {
            ("usage-unknown", Args::from([option, near(ContextKind::SuggestedArg)]))
        }
        ErrorKind::InvalidSubcommand => {
            let command = ("command", text(ContextKind::InvalidSubcommand).into());
            ("usage-command", Args::from([command, near(ContextKind::SuggestedSubcommand)]))
        }
        ErrorKind::MissingSubcommand => {
            ("usage-no-command", Args::from([known(ContextKind::ValidSubcommand)]))
        }
        // An option at the end of the line, without its value.
        ErrorKind::InvalidValue if text(ContextKind::InvalidValue).is_empty() => {
            ("usage-no-value", Args::from([option]))
        }
        ErrorKind::InvalidValue => {
            ("usage-choice", Args::from([option, value, known(ContextKind::ValidValue)]))
        }
        ErrorKind::ValueValidation => {
            let kind = ("kind", value_kind(&name).into());
            ("usage-value", Args::from([option, value, kind]))
        }
        ErrorKind::NoEquals | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            ("usage-no-value", Args::from([option]))
        }
        ErrorKind::TooManyValues => ("usage-many-values", Args::from([option, value])),
        ErrorKind::ArgumentConflict => match text(ContextKind::PriorArg) {
            prior if prior == name || prior.is_empty() => ("usage-twice", Args::from([option])),
            prior => ("usage-conflict", Args::from([option, ("other", prior.into())])),
        },
        ErrorKind::MissingRequiredArgument => ("usage-missing", Args::from([option])),
        ErrorKind::InvalidUtf8 => ("usage-not-text", Args::new()),
        _ => ("usage-other", Args::new()),
    }
}

fn listed(value: &ContextValue) -> String {
    match value {
        ContextValue::Strings(all) => all.join(", "),
        ContextValue::None => String::new(),
        one => one.to_string(),
    }
}
