//! The scenario format: what is prepared for a run, with every prose text by key.

use std::collections::BTreeMap;

use secondwind_core::{Meter, Policy, Stop, Tokens};
use serde::{Deserialize, Serialize};

use crate::{
    facts::{Carriers, Facts},
    reader::{Keys, Placed, Reader},
    source::{Issue, Lines, SourceFile, args},
};

/// The version of the format that this crate reads.
const FORMAT: u64 = 1;

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
    pub(crate) rounds: Vec<Placed<ScriptedRound>>,
    pub(crate) summaries: Vec<Summary>,
    pub(crate) default_summary: Option<Summary>,
    pub(crate) facts: Facts,
}

/// Where the usage of a round comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsageSource {
    /// Each round states it, as a provider would report it.
    Given,
    /// The input is the sum of what is in the window; a round states its output only.
    Derived,
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
}

impl Scenario {
    /// Reads a scenario and its texts; answers it, or every fault that was found.
    pub fn parse(source: &ScenarioSource) -> Result<Self, Vec<Issue>> {
        let mut texts = Vec::new();
        let mut issues = Vec::new();
        for file in &source.texts {
            match read_texts(file) {
                Ok(read) => texts.push(read),
                Err(found) => issues.extend(found),
            }
        }
        let scenario = Reader::new(&source.scenario).document(|keys| {
            let texts = Texts { files: &texts, complete: issues.is_empty() };
            read_scenario(keys, &source.scenario, &texts)
        });
        match scenario {
            Ok(scenario) if issues.is_empty() => Ok(scenario),
            Ok(_) => Err(issues),
            Err(found) => {
                issues.extend(found);
                Err(issues)
            }
        }
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

fn read_texts(file: &SourceFile) -> Result<BTreeMap<String, String>, Vec<Issue>> {
    Reader::new(file).document(|keys| {
        let mut texts = BTreeMap::new();
        for (key, text) in keys.strings() {
            texts.insert(key.to_owned(), text.value);
        }
        Some(texts)
    })
}

/// The texts of a run, by key.
pub(crate) struct Texts<'a> {
    files: &'a [BTreeMap<String, String>],
    /// Whether every file could be read; else a missing key says nothing.
    complete: bool,
}

impl Texts<'_> {
    pub(crate) fn find(&self, keys: &Keys<'_, '_, '_>, key: Placed<String>) -> Option<String> {
        let text = self.files.iter().find_map(|texts| texts.get(&key.value)).cloned();
        match &text {
            None if self.complete => {
                keys.note(&key.span, "missing-text", args([("key", key.value.into())]));
            }
            // Providers refuse blank messages, and a blank label tells nothing.
            Some(text) if text.trim().is_empty() => {
                keys.note(&key.span, "blank-text", args([("key", key.value.into())]));
            }
            _ => {}
        }
        text
    }
}

fn read_scenario(
    keys: &Keys<'_, '_, '_>,
    file: &SourceFile,
    texts: &Texts<'_>,
) -> Option<Scenario> {
    let format = keys.tokens("format");
    if let Some(format) = &format
        && format.value.get() != FORMAT
    {
        let args = args([("found", format.value.get().into()), ("supported", FORMAT.into())]);
        keys.note(&format.span, "format", args);
    }
    let text = |key| keys.string(key).and_then(|key| texts.find(keys, key));
    let (title, task, system) = (text("title"), text("task"), text("system"));
    let usage =
        keys.word("usage", &[("given", UsageSource::Given), ("derived", UsageSource::Derived)]);
    let policy = keys.table("policy").and_then(|policy| read_policy(&policy));
    let sizes = keys.table("sizes").and_then(|sizes| read_sizes(&sizes));
    // A tool with another fault is declared all the same.
    let mut names = Vec::new();
    let tools: Vec<Tool> = entries(keys, "tools")
        .iter()
        .filter_map(|tool| {
            let read = read_tool(tool, texts, &mut names);
            tool.finish();
            read
        })
        .collect();
    // Without the word, rounds are read as if they stated all they may.
    let source = usage.unwrap_or(UsageSource::Given);
    let rounds = entries(keys, "rounds");
    if rounds.is_empty() {
        keys.note(keys.span(), "rounds-empty", args([]));
    }
    let rounds_stated = rounds.len();
    let rounds = rounds.iter().filter_map(|round| {
        let read = read_round(round, texts, source, &names);
        round.finish();
        read
    });
    let rounds: Vec<_> = rounds.collect();
    let summary = |summary: &Keys<'_, '_, '_>| {
        let read = read_summary(summary, texts, source);
        summary.finish();
        read
    };
    let summary_tables = entries(keys, "summaries");
    let summaries = summary_tables.iter().filter_map(summary).collect();
    let default_table = keys.optional_table("default_summary");
    let default_summary = default_table.as_ref().and_then(summary);
    let carriers = Carriers {
        rounds_stated,
        rounds: &rounds,
        summaries: summary_tables.len(),
        has_default_summary: default_table.is_some(),
    };
    let facts = Facts::read(keys, texts, &carriers);
    format?;
    Some(Scenario {
        file: file.clone(),
        title: title?,
        task: task?,
        system: system?,
        policy: policy?,
        usage: usage?,
        sizes: sizes?,
        tools,
        rounds,
        summaries,
        default_summary,
        facts,
    })
}

fn entries<'r, 'a, 'i>(keys: &Keys<'r, 'a, 'i>, key: &'static str) -> Vec<Keys<'r, 'a, 'i>> {
    let tables = keys.tables(key);
    if let Some(first) = tables.get(MAX_ENTRIES) {
        let args = args([("count", tables.len().into()), ("limit", MAX_ENTRIES.into())]);
        keys.note(first.span(), "too-many", args);
        return Vec::new();
    }
    tables
}

fn read_policy(keys: &Keys<'_, '_, '_>) -> Option<Policy> {
    let window = keys.tokens("window");
    let ratio = keys.number("ratio");
    let meter =
        keys.word("meter", &[("accumulated", Meter::Accumulated), ("occupancy", Meter::Occupancy)]);
    keys.finish();
    let policy = Policy { meter: meter?, ..Policy::lesson(window?.value, ratio?.value) };
    if let Err(error) = policy.threshold() {
        keys.note(keys.span(), "policy", args([("detail", error.to_string().into())]));
        return None;
    }
    Some(policy)
}

fn read_sizes(keys: &Keys<'_, '_, '_>) -> Option<Sizes> {
    let (fixed, task) = (keys.tokens("fixed"), keys.tokens("task"));
    let instruction = keys.optional_tokens("instruction");
    keys.finish();
    Some(Sizes {
        fixed: fixed?.value,
        task: task?.value,
        instruction: instruction.map_or(Tokens::ZERO, |tokens| tokens.value),
    })
}

fn read_tool(keys: &Keys<'_, '_, '_>, texts: &Texts<'_>, names: &mut Vec<String>) -> Option<Tool> {
    let name = keys.string("name");
    if let Some(name) = &name {
        if names.contains(&name.value) {
            keys.note(&name.span, "same-tool", args([("tool", name.value.as_str().into())]));
        }
        names.push(name.value.clone());
    }
    if let Some(name) = name.as_ref().filter(|name| name.value == NOTES_TOOL) {
        keys.note(&name.span, "reserved-tool", args([("tool", NOTES_TOOL.into())]));
    }
    let description = keys.string("description").and_then(|key| texts.find(keys, key));
    Some(Tool { name: name?.value, description: description?, input_schema: None })
}

fn read_round(
    keys: &Keys<'_, '_, '_>,
    texts: &Texts<'_>,
    source: UsageSource,
    tools: &[String],
) -> Option<Placed<ScriptedRound>> {
    let say = keys.optional_string("say").and_then(|key| texts.find(keys, key));
    let tokens = keys.table("tokens").and_then(|tokens| read_tokens(&tokens, source));
    let calls: Vec<_> = entries(keys, "calls")
        .iter()
        .filter_map(|call| {
            let read = read_call(call, texts, tools);
            call.finish();
            read
        })
        .collect();
    let stops = [Stop::EndTurn, Stop::ToolUse, Stop::MaxTokens];
    let stop = if keys.has("stop") {
        let words = stops.each_ref().map(|stop| (stop.as_str(), stop));
        keys.word("stop", &words).cloned()
    } else {
        Some(if calls.is_empty() { Stop::EndTurn } else { Stop::ToolUse })
    };
    if stop == Some(Stop::ToolUse) && calls.is_empty() {
        keys.note(keys.span(), "stop-without-calls", args([]));
    }
    Some(Placed {
        value: ScriptedRound { say, tokens: tokens?, stop: stop?, calls },
        span: keys.span().clone(),
    })
}

fn read_tokens(keys: &Keys<'_, '_, '_>, source: UsageSource) -> Option<RoundTokens> {
    let output = keys.tokens("output");
    let input = keys.optional_tokens("input");
    let cache_read = keys.optional_tokens("cache_read");
    let cache_write = keys.optional_tokens("cache_write");
    keys.finish();
    match source {
        UsageSource::Given if !keys.has("input") => {
            keys.note(keys.span(), "given-input", args([]));
        }
        UsageSource::Derived => {
            for stated in [&input, &cache_read, &cache_write].into_iter().flatten() {
                keys.note(&stated.span, "derived-input", args([]));
            }
        }
        UsageSource::Given => {}
    }
    let or_zero =
        |tokens: Option<Placed<Tokens>>| tokens.map_or(Tokens::ZERO, |placed| placed.value);
    Some(RoundTokens {
        input: input.map(|input| input.value),
        cache_read: or_zero(cache_read),
        cache_write: or_zero(cache_write),
        output: output?.value,
    })
}

fn read_call(keys: &Keys<'_, '_, '_>, texts: &Texts<'_>, tools: &[String]) -> Option<ScriptedCall> {
    let tokens = keys.tokens("tokens");
    let (is_tool, is_notes) = (keys.has("tool"), keys.has("notes"));
    if is_tool == is_notes {
        keys.note(keys.span(), "mixed-call", args([]));
    }
    let action = if is_notes {
        let content = keys.string("notes").and_then(|key| texts.find(keys, key));
        let tokens = keys.tokens("notes_tokens");
        Action::Notes { content: content?, tokens: tokens?.value }
    } else {
        let name = keys.string("tool");
        if let Some(name) = &name
            && !tools.contains(&name.value)
        {
            let args = args([("tool", name.value.as_str().into())]);
            keys.note(&name.span, "unknown-tool", args);
        }
        let input = keys.optional_table("input").is_some();
        let input = keys.json("input").filter(|_| input);
        let result = keys.string("result").and_then(|key| texts.find(keys, key));
        let is_error = keys.flag("is_error").unwrap_or(false);
        Action::Tool { name: name?.value, input: input?, result: result?, is_error }
    };
    Some(ScriptedCall { tokens: tokens?.value, action })
}

fn read_summary(
    keys: &Keys<'_, '_, '_>,
    texts: &Texts<'_>,
    source: UsageSource,
) -> Option<Summary> {
    let text = keys.string("text").and_then(|key| texts.find(keys, key));
    let tokens = keys.table("tokens").and_then(|tokens| read_tokens(&tokens, source));
    Some(Summary { text: text?, tokens: tokens? })
}
