//! `secondwind new lesson`: the lesson's program with the prepared model, to be run by Node.

use std::path::Path;

use secondwind_course::{Args, ScenarioSource, SourceFile, stub_script};
use serde_json::json;

use super::{must_be_free, templates};
use crate::{
    files::{self, Fault},
    words::{Lang, Words},
};

/// Writes the folder, with the texts of the run in this language. Answers what is to be said.
pub(crate) fn write(folder: &Path, lang: Lang) -> Result<Fault, Fault> {
    must_be_free(folder)?;
    let mut written = templates::lesson();
    written.push(SourceFile { name: "run.json".into(), text: run(lang) });
    files::write_new(folder, &written)?;
    let main = folder.join("main.mjs");
    let args = [("file", files::name(&main).into()), ("folder", files::name(folder).into())];
    Ok(("new-lesson", Args::from(args)))
}

/// The reference run: what is asked, what is answered, and the words of its log.
fn run(lang: Lang) -> String {
    let (scenario, texts) = templates::reference(lang);
    let file = |(name, text): (&str, &str)| SourceFile { name: name.into(), text: text.into() };
    let source = ScenarioSource { scenario: file(scenario), texts: texts.map(file).to_vec() };
    // The scenario is the lesson's own, which the tests play.
    let script = stub_script(&source).ok();
    let number = |name: &str| script.as_ref().map(|it| it.policy[name].clone());
    let text = json!({
        "window": number("window"),
        "ratio": number("ratio"),
        "words": log(&Words::new(lang, Vec::new())),
        "run": script,
    });
    format!("{text:#}\n")
}

/// The lines of the log, each with `{name}` where a figure of that name goes.
fn log(words: &Words) -> serde_json::Value {
    // Figures that no text has stand for the names while the line is written.
    const MARK: u64 = 7_000_001;
    let line = |key: &str, figures: &[&'static str], fixed: &[(&'static str, &str)]| {
        let mut args: Args = fixed.iter().map(|(name, word)| (*name, (*word).into())).collect();
        args.extend(figures.iter().zip(MARK..).map(|(name, mark)| (*name, mark.into())));
        let mut text = words.get(key, &args);
        for (name, mark) in figures.iter().zip(MARK..) {
            text = text.replace(&mark.to_string(), &format!("{{{name}}}"));
        }
        text
    };
    let counted = ("measure", "counted");
    let fired = [counted, ("cause", "threshold"), ("meter", "accumulated")];
    json!({
        "call": line("log-call", &["call", "tokens"], &[counted, ("stop", "{stop}")]),
        "compaction": line("log-compaction", &["call", "ordinal", "used", "threshold"], &fired),
        "answer": line("log-answer", &[], &[]),
        "totals": line("log-totals", &["calls", "compactionCalls"], &[]),
        "compactions": line("log-compactions", &["count"], &[]),
        "notes": line("log-notes", &[], &[]),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_run_carries_the_lessons_figures_and_the_words_of_its_language() {
        for (lang, call) in [
            (Lang::En, "[call {call}] stop_reason={stop} tokensUsed={tokens}"),
            (Lang::PtBr, "[chamada {call}] stop_reason={stop} tokensUsed={tokens}"),
            (Lang::Ko, "[호출 {call}] stop_reason={stop} tokensUsed={tokens}"),
        ] {
            let run: Value = serde_json::from_str(&run(lang)).expect("it is JSON");
            assert_eq!((run["window"].as_u64(), run["ratio"].as_f64()), (Some(2000), Some(0.7)));
            assert_eq!(run["words"]["call"], call);
            let compaction = run["words"]["compaction"].as_str().unwrap_or_default();
            assert!(compaction.contains("tokensUsed {used} >= {threshold}"), "{compaction}");
            assert_eq!(run["run"]["replies"].as_array().map(Vec::len), Some(6));
        }
    }
}
