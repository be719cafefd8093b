//! Turns a recording into a scenario: prepared replies and results in the format that people
//! write, so that everything that can be done with a scenario can be done with a live run.

use std::{collections::BTreeMap, fmt::Write as _};

use secondwind_core::{
    CacheRule, Effect, Event, Part, Purpose, Reply, ReportedUsage, Stop, Tokens, Usage,
    handover_summary,
};
use serde_json::{Map, Value};

use crate::{
    patch::Patch,
    play::{Ending, Entry},
    player::Player,
    recording::{RecordingSource, Stage},
    run::Run,
    scenario::{NOTES_TOOL, ScenarioSource},
    source::{Issue, SourceFile, args},
};

/// What stands for a text where a scenario cannot have a blank one.
const BLANK: &str = "(empty)";

/// The scenario that a recording makes. It plays with the same figures, in Anthropic's dialect.
///
/// What a scenario has no words for is left out: thinking, the provider's own tools, calls of
/// `update_notes` that were refused, and of the policy everything but window, ratio and meter.
/// Only a run that was answered has an end that a scenario can have; others are refused.
pub fn scenario_of(source: &RecordingSource) -> Result<ScenarioSource, Vec<Issue>> {
    let (stage, played) = Player::new(source)?.into_played();
    if played.ending != Ending::Answered {
        let args = args([("ending", played.ending.as_str().into())]);
        let file = source.recording.name.clone();
        return Err(vec![Issue { code: "recording-not-answered", file, line: 0, column: 0, args }]);
    }
    let mut writer = Writer { stage: &stage, toml: String::new(), texts: String::new(), count: 0 };
    writer.head();
    writer.run(&played.entries);
    let stem = source.recording.name.rsplit_once('.').map_or("recording", |(stem, _)| stem);
    let scenario = ScenarioSource {
        scenario: SourceFile { name: format!("{stem}.toml"), text: writer.toml },
        texts: vec![SourceFile { name: format!("{stem}/common.toml"), text: writer.texts }],
    };
    Run::new(&scenario, &Patch::default())?;
    Ok(scenario)
}

/// The files that a scenario made of a recording is kept in, by their paths: itself, its texts, and
/// one of texts for each language, so that it runs in all of them and is translated there.
pub fn scenario_files(scenario: &ScenarioSource, langs: &[&str]) -> Vec<SourceFile> {
    let ScenarioSource { scenario, texts } = scenario;
    let stem = scenario.name.strip_suffix(".toml").unwrap_or(&scenario.name);
    let own = langs.iter().map(|lang| SourceFile {
        name: format!("{stem}/{lang}.toml"),
        text: "# Texts that are in this language; all others are in common.toml.\n".to_owned(),
    });
    [scenario.clone()].into_iter().chain(texts.iter().cloned()).chain(own).collect()
}

/// What happened to the calls of a round.
#[derive(Default)]
struct Round<'a> {
    reply: Option<&'a Value>,
    results: BTreeMap<&'a str, (&'a str, bool)>,
    notes: BTreeMap<&'a str, &'a str>,
}

struct Writer<'a> {
    stage: &'a Stage,
    toml: String,
    texts: String,
    count: usize,
}

impl Writer<'_> {
    /// Puts a text beside the scenario and answers its key, quoted.
    fn text(&mut self, text: &str) -> String {
        self.count += 1;
        let key = format!("t{}", self.count);
        let text = if text.trim().is_empty() { BLANK } else { text };
        // Writing to a string cannot fail.
        let _ = writeln!(self.texts, "{key} = {}", long(text));
        quoted(&key)
    }

    fn put(&mut self, line: &str) {
        self.toml += line;
        self.toml.push('\n');
    }

    fn head(&mut self) {
        let scenario = &self.stage.scenario;
        let system = self.text(&scenario.system);
        let (title, task) = (self.text(&scenario.title), self.text(&scenario.task));
        let policy = &scenario.policy;
        let (window, ratio, meter) = (policy.window, policy.ratio, policy.meter.as_str());
        let (fixed, task_size) = (scenario.sizes.fixed, scenario.sizes.task);
        self.put(&format!(
            "format = 1\ntitle = {title}\ntask = {task}\nsystem = {system}\nusage = \"given\"\n\n\
             [policy]\nwindow = {window}\nratio = {ratio}\nmeter = \"{meter}\"\n\n\
             [sizes]\nfixed = {fixed}\ntask = {task_size}"
        ));
        for tool in &scenario.tools {
            self.tool(&tool.name, &tool.description);
        }
    }

    fn tool(&mut self, name: &str, description: &str) {
        let description = self.text(description);
        self.put(&format!("\n[[tools]]\nname = {}\ndescription = {description}", quoted(name)));
    }

    fn run(&mut self, entries: &[Entry]) {
        let mut purposes = BTreeMap::new();
        let mut calls = BTreeMap::new();
        let mut rounds: Vec<Round<'_>> = Vec::new();
        let mut summaries = Vec::new();
        for entry in entries {
            match entry {
                Entry::Effect(Effect::CallModel { request, purpose, .. }) => {
                    purposes.insert(*request, *purpose);
                }
                Entry::Effect(Effect::RunTool { request, call, .. }) => {
                    calls.insert(*request, call.0.as_str());
                }
                Entry::Effect(Effect::WriteNotes { call, content, .. }) => {
                    if let Some(round) = rounds.last_mut() {
                        round.notes.insert(&call.0, content);
                    }
                }
                Entry::Event(Event::Replied(replied)) => match purposes.get(&replied.request) {
                    Some(Purpose::Main) => {
                        rounds.push(Round { reply: Some(&replied.reply), ..Round::default() });
                    }
                    _ => summaries.push(&replied.reply),
                },
                Entry::Event(Event::ToolReturned(returned)) => {
                    let call = calls.get(&returned.request);
                    if let (Some(call), Some(round)) = (call, rounds.last_mut()) {
                        let text = returned.content.as_str().unwrap_or_default();
                        round.results.insert(call, (text, returned.is_error));
                    }
                }
                _ => {}
            }
        }
        self.undeclared(&rounds);
        for round in &rounds {
            self.round(round);
        }
        for summary in summaries {
            self.summary(summary);
        }
    }

    /// Tools that the model made up are declared too, so that their calls can be written down.
    fn undeclared(&mut self, rounds: &[Round<'_>]) {
        let mut known: Vec<String> =
            self.stage.scenario.tools.iter().map(|tool| tool.name.clone()).collect();
        known.push(NOTES_TOOL.to_owned());
        let replies = rounds.iter().filter_map(|round| self.read(round.reply?));
        let called: Vec<_> = replies.flat_map(|reply| reply.calls).map(|call| call.name).collect();
        for name in called {
            if !known.contains(&name) {
                self.tool(&name, &name);
                known.push(name);
            }
        }
    }

    fn read(&self, reply: &Value) -> Option<Reply<Value>> {
        // The run has read it before.
        self.stage.dialect.reply(reply).ok()
    }

    fn round(&mut self, round: &Round<'_>) {
        let Some(reply) = round.reply.and_then(|reply| self.read(reply)) else { return };
        self.put("\n[[rounds]]");
        let parts = self.stage.dialect.view(&reply.message).parts;
        let texts: Vec<_> = parts
            .into_iter()
            .filter_map(|part| match part {
                Part::Text(text) => Some(text),
                _ => None,
            })
            .collect();
        let say = texts.join("\n\n");
        if !say.trim().is_empty() {
            let say = self.text(&say);
            self.put(&format!("say = {say}"));
        }
        self.tokens(&reply);
        self.stop(&reply);
        for call in &reply.calls {
            let id = call.id.0.as_str();
            if let Some(notes) = round.notes.get(id) {
                let size = Tokens::estimate(notes.len());
                let notes = self.text(notes);
                self.put(&format!(
                    "\n[[rounds.calls]]\nnotes = {notes}\ntokens = 10\nnotes_tokens = {size}"
                ));
            } else if let Some((text, is_error)) = round.results.get(id) {
                let size = Tokens::estimate(text.len());
                let result = self.text(text);
                let input = call.input.clone().unwrap_or_else(|| Value::Object(Map::new()));
                self.put(&format!(
                    "\n[[rounds.calls]]\ntool = {}\ninput = {}\nresult = {result}\ntokens = {size}",
                    quoted(&call.name),
                    inline(&input),
                ));
                if *is_error {
                    self.put("is_error = true");
                }
            }
        }
    }

    fn summary(&mut self, reply: &Value) {
        let Some(reply) = self.read(reply) else { return };
        let text = handover_summary(self.stage.dialect, &reply).unwrap_or_default();
        let text = self.text(&text);
        self.put(&format!("\n[[summaries]]\ntext = {text}"));
        self.tokens(&reply);
        self.stop(&reply);
    }

    fn stop(&mut self, reply: &Reply<Value>) {
        if reply.stop == Stop::MaxTokens {
            self.put("stop = \"max_tokens\"");
        }
    }

    fn tokens(&mut self, reply: &Reply<Value>) {
        let estimate = || {
            let size = self.stage.dialect.view(&reply.message).estimate();
            (Tokens::ZERO, Tokens::ZERO, Tokens::ZERO, size)
        };
        let (input, read, write, output) = match &reply.usage {
            ReportedUsage::Counted(counted) => {
                let Usage { input, cache_read, cache_write, output, cache } = counted.usage;
                let input = match cache {
                    CacheRule::Apart => input,
                    CacheRule::Within => input.less(cache_read).less(cache_write),
                };
                (input, cache_read, cache_write, output)
            }
            _ => estimate(),
        };
        let mut line = format!("tokens = {{ input = {input}, output = {output}");
        for (key, count) in [("cache_read", read), ("cache_write", write)] {
            if count > Tokens::ZERO {
                // Writing to a string cannot fail.
                let _ = write!(line, ", {key} = {count}");
            }
        }
        self.put(&format!("{line} }}"));
    }
}

/// A string of TOML on one line.
fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text, false))
}

/// A string of TOML that keeps its lines, where it has any.
fn long(text: &str) -> String {
    if text.contains('\n') {
        format!("\"\"\"\n{}\"\"\"", escaped(text, true))
    } else {
        quoted(text)
    }
}

fn escaped(text: &str, keeps_lines: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' if keeps_lines => escaped.push('\n'),
            '\t' if keeps_lines => escaped.push('\t'),
            '"' => escaped += "\\\"",
            '\\' => escaped += "\\\\",
            letter if letter.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(escaped, "\\u{:04X}", u32::from(letter));
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// JSON as a value of TOML, which has no null: such members are left out, such items are the word.
fn inline(value: &Value) -> String {
    match value {
        Value::Null => quoted("null"),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) if number.is_u64() && number.as_i64().is_none() => {
            quoted(&number.to_string())
        }
        Value::Number(number) => number.to_string(),
        Value::String(text) => long(text),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", "))
        }
        Value::Object(members) => {
            let members = members.iter().filter(|(_, value)| !value.is_null());
            let members: Vec<_> = members
                .map(|(key, value)| format!("{} = {}", quoted(key), inline(value)))
                .collect();
            if members.is_empty() {
                "{}".to_owned()
            } else {
                format!("{{ {} }}", members.join(", "))
            }
        }
    }
}
