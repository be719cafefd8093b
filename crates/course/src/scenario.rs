//! The scenario format: what is prepared for a run, with every prose text by key.

use std::{collections::BTreeMap, ops::Range};

use secondwind_core::{Meter, Policy, Stop, Tokens};
use serde::{Deserialize, Serialize};

pub use crate::format::scenario::UsageSource;
use crate::{
    facts::Facts,
    format::{
        document::{Document, Spot},
        files::MeterWord,
        near::nearest,
        scenario::{
            CallFile, Count, PolicyFile, RoundFile, ScenarioFile, SizesFile, SummaryFile, ToolFile,
            UsageFile,
        },
        shape,
    },
    source::{Issue, Lines, SourceFile, args},
};

/// The tool that the harness itself adds.
pub(crate) const NOTES_TOOL: &str = "update_notes";

/// The most rounds, calls or summaries that a scenario may have. Every frame holds the figures of
/// the whole window, so that much longer runs would not step smoothly.
const MAX_ENTRIES: usize = 1_000;

/// The files of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct ScenarioSource {
    /// The scenario itself.
    pub scenario: SourceFile,
    /// Its texts, in the order in which a key is looked up: the language's own, then the neutral.
    pub texts: Vec<SourceFile>,
}

/// A scenario that was read and found whole.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub(crate) file: SourceFile,
    /// What it is called.
    pub title: String,
    /// What the user asks for.
    pub task: String,
    /// The system prompt.
    pub system: String,
    /// When compaction fires.
    pub policy: Policy,
    /// Whether rounds state their usage.
    pub usage: UsageSource,
    pub(crate) sizes: Sizes,
    pub(crate) tools: Vec<Tool>,
    pub(crate) rounds: Vec<ScriptedRound>,
    pub(crate) summaries: Vec<Summary>,
    pub(crate) default_summary: Option<Summary>,
    pub(crate) facts: Facts,
}

#[derive(Clone, Debug)]
pub(crate) struct Sizes {
    pub(crate) fixed: Tokens,
    pub(crate) task: Tokens,
    pub(crate) instruction: Tokens,
}

#[derive(Clone, Debug)]
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) description: String,
    /// The JSON Schema of its arguments, where there is one.
    pub(crate) input_schema: Option<serde_json::Value>,
}

#[derive(Clone, Debug)]
pub(crate) struct ScriptedRound {
    pub(crate) say: Option<String>,
    pub(crate) tokens: RoundTokens,
    pub(crate) stop: Stop,
    pub(crate) calls: Vec<ScriptedCall>,
    /// Where it stands in its file.
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct RoundTokens {
    /// `None` where it is derived.
    pub(crate) input: Option<Tokens>,
    pub(crate) cache_read: Tokens,
    pub(crate) cache_write: Tokens,
    pub(crate) output: Tokens,
}

#[derive(Clone, Debug)]
pub(crate) struct ScriptedCall {
    /// Size of the result.
    pub(crate) tokens: Tokens,
    pub(crate) action: Action,
}

#[derive(Clone, Debug)]
pub(crate) enum Action {
    Tool { name: String, input: serde_json::Value, result: String, is_error: bool },
    Notes { content: String, tokens: Tokens },
}

#[derive(Clone, Debug)]
pub(crate) struct Summary {
    pub(crate) text: String,
    pub(crate) tokens: RoundTokens,
    pub(crate) stop: Stop,
}

impl Scenario {
    /// Reads a scenario and its texts; answers it, or every fault that was found.
    pub fn parse(source: &ScenarioSource) -> Result<Self, Vec<Issue>> {
        let names = source.texts.iter().map(|file| file.name.as_str());
        let mut texts = Texts {
            files: Vec::new(),
            names: names.collect::<Vec<_>>().join(", "),
            is_complete: true,
        };
        let mut issues = Vec::new();
        for file in &source.texts {
            let mut document = Document::parse(file);
            texts.files.push(read_texts(&mut document));
            texts.is_complete &= document.is_whole();
            issues.append(&mut document.issues);
        }
        let schema = shape::schema(shape::SCENARIO);
        let (file, mut document) = shape::read::<ScenarioFile>(&source.scenario, &schema);
        let scenario =
            file.map(|file| Script { document: &mut document, texts: &texts }.read(file));
        issues.append(&mut document.issues);
        scenario.flatten().filter(|_| issues.is_empty()).ok_or(issues)
    }

    /// Size of the system prompt and the tools, in tokens.
    pub const fn fixed(&self) -> Tokens {
        self.sizes.fixed
    }

    /// A fault of the scenario at a round, or at the end of the file.
    pub(crate) fn issue(
        &self,
        round: Option<usize>,
        code: &'static str,
        args: crate::source::Args,
    ) -> Issue {
        let end = self.file.text.trim_end().len();
        let span = round
            .and_then(|round| self.rounds.get(round))
            .map_or(end..end, |round| round.span.clone());
        Issue::at(&self.file, &Lines::new(&self.file.text), &span, code, args)
    }
}

fn read_texts(document: &mut Document) -> BTreeMap<String, String> {
    if document.is_whole() {
        shape::check(
            document,
            &shape::schema(r#"{"additionalProperties": {"type": "string"}, "type": "object"}"#),
        );
    }
    serde_json::from_value(document.json.clone()).unwrap_or_default()
}

/// The texts of a run, by key, in the order in which a key is looked up.
struct Texts {
    files: Vec<BTreeMap<String, String>>,
    /// The names of these files, for whoever has to add a text to one of them.
    names: String,
    /// Whether every file could be read; else a missing key says nothing.
    is_complete: bool,
}

/// Makes a scenario of its file, and notes what no schema can tell.
pub(crate) struct Script<'a> {
    document: &'a mut Document,
    texts: &'a Texts,
}

impl Script<'_> {
    fn read(&mut self, file: ScenarioFile) -> Option<Scenario> {
        self.bounds(&file);
        let policy = self.policy(file.policy);
        let tools = self.tools(file.tools);
        if file.rounds.is_empty() {
            self.note("", "rounds-empty", args([]));
        }
        let rounds = file.rounds.into_iter().enumerate();
        let rounds = rounds.map(|(place, round)| {
            self.round(&format!("/rounds/{place}"), round, file.usage, &tools)
        });
        let rounds: Vec<_> = rounds.collect();
        let summaries = file.summaries.iter().enumerate();
        let summaries = summaries.map(|(place, summary)| {
            self.summary(&format!("/summaries/{place}"), summary, file.usage)
        });
        let summaries: Vec<_> = summaries.collect();
        let default_summary = file
            .default_summary
            .as_ref()
            .map(|it| self.summary("/default_summary", it, file.usage));
        let facts =
            Facts::read(self, file.facts, &rounds, summaries.len(), default_summary.is_some());
        Some(Scenario {
            file: self.document.file.clone(),
            title: self.text("/title", &file.title),
            task: self.text("/task", &file.task),
            system: self.text("/system", &file.system),
            policy: policy?,
            usage: file.usage,
            sizes: sizes(file.sizes),
            tools,
            rounds,
            summaries,
            default_summary,
            facts,
        })
    }

    pub(crate) fn note(&mut self, pointer: &str, code: &'static str, args: crate::source::Args) {
        self.document.note(pointer, Spot::Value, code, args);
    }

    /// The text of a key, which stands where the pointer leads.
    pub(crate) fn text(&mut self, pointer: &str, key: &str) -> String {
        let text = self.texts.files.iter().find_map(|texts| texts.get(key)).cloned();
        match &text {
            None if self.texts.is_complete => {
                let files = self.texts.names.as_str();
                let args = args([("key", key.into()), ("files", files.into())]);
                self.note(pointer, "missing-text", args);
            }
            // Providers refuse blank messages, and a blank label tells nothing.
            Some(text) if text.trim().is_empty() => {
                self.note(pointer, "blank-text", args([("key", key.into())]));
            }
            _ => {}
        }
        text.unwrap_or_default()
    }

    fn bounds(&mut self, file: &ScenarioFile) {
        let calls = file.rounds.iter().enumerate();
        let calls = calls.map(|(place, it)| (format!("/rounds/{place}/calls"), it.calls.len()));
        let lists = [
            ("/tools".to_owned(), file.tools.len()),
            ("/rounds".to_owned(), file.rounds.len()),
            ("/summaries".to_owned(), file.summaries.len()),
        ];
        for (pointer, count) in lists.into_iter().chain(calls).filter(|it| it.1 > MAX_ENTRIES) {
            let key = pointer.rsplit('/').next().unwrap_or_default();
            let args =
                args([("key", key.into()), ("count", count.into()), ("limit", MAX_ENTRIES.into())]);
            self.note(&format!("{pointer}/{MAX_ENTRIES}"), "too-many", args);
        }
    }

    fn policy(&mut self, file: PolicyFile) -> Option<Policy> {
        let meter = match file.meter {
            MeterWord::Accumulated => Meter::Accumulated,
            MeterWord::Occupancy => Meter::Occupancy,
        };
        let policy = Policy { meter, ..Policy::lesson(file.window.tokens(), file.ratio) };
        if let Err(error) = policy.threshold() {
            self.note("/policy", "policy", args([("detail", error.to_string().into())]));
            return None;
        }
        Some(policy)
    }

    fn tools(&mut self, files: Vec<ToolFile>) -> Vec<Tool> {
        let mut tools: Vec<Tool> = Vec::new();
        for (place, ToolFile { name, description }) in files.into_iter().enumerate() {
            let pointer = format!("/tools/{place}");
            let told = |name: &str| args([("tool", name.into())]);
            if tools.iter().any(|tool| tool.name == name) {
                self.note(&format!("{pointer}/name"), "same-tool", told(&name));
            }
            if name == NOTES_TOOL {
                self.note(&format!("{pointer}/name"), "reserved-tool", told(&name));
            }
            let description = self.text(&format!("{pointer}/description"), &description);
            tools.push(Tool { name, description, input_schema: None });
        }
        tools
    }

    fn round(
        &mut self,
        pointer: &str,
        file: RoundFile,
        source: UsageSource,
        tools: &[Tool],
    ) -> ScriptedRound {
        let calls = file.calls.into_iter().enumerate();
        let calls =
            calls.map(|(place, it)| self.call(&format!("{pointer}/calls/{place}"), it, tools));
        let calls: Vec<_> = calls.collect();
        let implied = if calls.is_empty() { Stop::EndTurn } else { Stop::ToolUse };
        let stop = file.stop.map_or(implied, Stop::from);
        if stop == Stop::ToolUse && calls.is_empty() {
            self.note(pointer, "stop-without-calls", args([]));
        }
        ScriptedRound {
            say: file.say.map(|key| self.text(&format!("{pointer}/say"), &key)),
            tokens: self.tokens(&format!("{pointer}/tokens"), file.tokens, source),
            stop,
            calls,
            span: self.document.span(pointer),
        }
    }

    fn tokens(&mut self, pointer: &str, file: UsageFile, source: UsageSource) -> RoundTokens {
        let input = [
            ("input", file.input),
            ("cache_read", file.cache_read),
            ("cache_write", file.cache_write),
        ];
        match source {
            UsageSource::Given if file.input.is_none() => {
                self.note(pointer, "given-input", args([]));
            }
            UsageSource::Derived => {
                for (key, _) in input.iter().filter(|(_, stated)| stated.is_some()) {
                    self.note(&format!("{pointer}/{key}"), "derived-input", args([]));
                }
            }
            UsageSource::Given => {}
        }
        let [input, cache_read, cache_write] = input.map(|(_, stated)| stated.map(Count::tokens));
        RoundTokens {
            input,
            cache_read: cache_read.unwrap_or_default(),
            cache_write: cache_write.unwrap_or_default(),
            output: file.output.tokens(),
        }
    }

    fn call(&mut self, pointer: &str, file: CallFile, tools: &[Tool]) -> ScriptedCall {
        if file.tool.is_some() == file.notes.is_some() {
            self.note(pointer, "mixed-call", args([]));
        } else {
            let (own, other): (&[_], &[_]) = if file.notes.is_some() {
                (&["notes_tokens"], &["input", "result", "is_error"])
            } else {
                (&["input", "result"], &["notes_tokens"])
            };
            self.members_of_call(pointer, own, other);
        }
        let action = if let Some(key) = file.notes {
            let tokens = file.notes_tokens.map(Count::tokens).unwrap_or_default();
            Action::Notes { content: self.text(&format!("{pointer}/notes"), &key), tokens }
        } else {
            let name = file.tool.unwrap_or_default();
            if !tools.iter().any(|tool| tool.name == name) {
                let known = tools.iter().map(|tool| tool.name.as_str());
                let near = nearest(&name, known).unwrap_or("none").to_owned();
                let args = args([("tool", name.as_str().into()), ("nearest", near.into())]);
                self.note(&format!("{pointer}/tool"), "unknown-tool", args);
            }
            let result = file.result.map(|key| self.text(&format!("{pointer}/result"), &key));
            Action::Tool {
                name,
                input: serde_json::Value::Object(file.input.unwrap_or_default()),
                result: result.unwrap_or_default(),
                is_error: file.is_error.unwrap_or(false),
            }
        };
        ScriptedCall { tokens: file.tokens.tokens(), action }
    }

    /// Notes which members a call of its kind lacks, and which it must not have.
    fn members_of_call(&mut self, pointer: &str, own: &[&str], other: &[&str]) {
        let call = self.document.json.pointer(pointer).and_then(serde_json::Value::as_object);
        let Some(call) = call.cloned() else { return };
        for key in own.iter().filter(|key| !call.contains_key(**key)) {
            self.note(pointer, "missing-key", args([("key", (*key).into())]));
        }
        for key in other.iter().filter(|key| call.contains_key(**key)) {
            let args = args([
                ("key", (*key).into()),
                ("expected", own.join(", ").into()),
                ("nearest", "none".into()),
            ]);
            self.document.note(&format!("{pointer}/{key}"), Spot::Key, "unknown-key", args);
        }
    }

    fn summary(&mut self, pointer: &str, file: &SummaryFile, source: UsageSource) -> Summary {
        Summary {
            text: self.text(&format!("{pointer}/text"), &file.text),
            tokens: self.tokens(&format!("{pointer}/tokens"), file.tokens, source),
            stop: file.stop.map_or(Stop::EndTurn, Stop::from),
        }
    }
}

fn sizes(file: SizesFile) -> Sizes {
    Sizes {
        fixed: file.fixed.tokens(),
        task: file.task.tokens(),
        instruction: file.instruction.map(Count::tokens).unwrap_or_default(),
    }
}
