//! A scripted shell: performs effects from a row's script, keeps what it saw, and holds every
//! request and every saved state to the rules on histories.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use secondwind_core::{
    CallFailed, Config, Dialect, Effect, Event, FailureKind, Harness, Loaded, Millis,
    NotesConflicted, NotesFailed, NotesRead, NotesWritten, Rejected, Replied, RequestId, Snapshot,
    Strategy, Submitted, Tokens, ToolReturned, read, violations, write,
};
use serde_json::{Value, json};

use crate::{
    case::Row,
    expect, pure,
    replies::{definition, reply, scripted},
    strict::{Strict, blocks},
};

/// A model call as it went out.
pub(crate) struct Request {
    pub(crate) purpose: String,
    pub(crate) messages: Vec<Value>,
    pub(crate) max_tokens: u64,
}

/// The store of the notes: a text with a version that counts the changes.
pub(crate) struct Store {
    pub(crate) content: Option<String>,
    pub(crate) reads: u32,
    pub(crate) writes: u32,
    version: u32,
    has_versions: bool,
    /// What the next reads and writes run into; `null` is nothing.
    read_script: VecDeque<Value>,
    write_script: VecDeque<Value>,
}

impl Store {
    fn version(&self) -> Option<String> {
        self.has_versions.then(|| format!("v{}", self.version))
    }

    fn set(&mut self, content: Option<String>) {
        self.content = content;
        self.version += 1;
    }
}

/// What a compaction found when it began: it must leave it so unless it succeeds.
struct Before {
    history: Vec<Value>,
    notes: Option<String>,
    occupancy: Value,
    accumulated: Value,
}

pub(crate) struct Shell {
    pub(crate) harness: Harness<Value>,
    /// The shell's own list, changed by `append` and `replace` alone.
    pub(crate) history: Vec<Value>,
    pub(crate) store: Store,
    pub(crate) requests: Vec<Request>,
    pub(crate) notices: Vec<Value>,
    pub(crate) outcomes: Vec<Value>,
    pub(crate) tool_runs: BTreeMap<String, u32>,
    main: VecDeque<Value>,
    summaries: VecDeque<Value>,
    tools: Value,
    definitions: Vec<Value>,
    system: Value,
    strict: Strict,
    task: Option<Value>,
    before: Option<Before>,
    /// Answers that are on the way, and those that a step is to release.
    events: VecDeque<Event<Value>>,
    held: Vec<(String, Event<Value>)>,
    replies: u32,
    faults: Vec<String>,
}

/// Runs a row; answers what does not hold.
pub(crate) fn check(row: &Row) -> Vec<String> {
    let mut shell = match Shell::new(row) {
        Ok(shell) => shell,
        Err(error) => return vec![error],
    };
    for (index, step) in row.list("steps").iter().enumerate() {
        shell.step(step);
        let faults = expect::check(&shell, &step["expect"]);
        shell.faults.extend(faults.into_iter().map(|fault| format!("step {}: {fault}", index + 1)));
    }
    let faults = expect::check(&shell, row.get("expect"));
    shell.faults.extend(faults);
    let spare = shell.main.len() + shell.summaries.len();
    if spare > 0 && row.get("spare") != true {
        shell.faults.push(format!("{spare} scripted replies were not asked for"));
    }
    shell.faults
}

impl Shell {
    fn new(row: &Row) -> Result<Self, String> {
        let dialect = pure::dialect(row);
        let policy = pure::policy_of(row.get("policy")).map_err(|error| error.to_string())?;
        let edit_tool = row.get("editTool").as_str().map(str::to_owned);
        let tools = row.get("tools").clone();
        let mut names: Vec<String> = vec!["look".into(), "update_notes".into()];
        names.extend(edit_tool.clone());
        let mut definitions: Vec<Value> =
            names.iter().map(|name| definition(dialect, name)).collect();
        let mut fixed = 0;
        let is_measured = !row.get("system").is_null() || !row.get("toolDefinitions").is_null();
        if let Some(given) = row.get("toolDefinitions").as_array() {
            definitions.clone_from(given);
        }
        if is_measured {
            let system = row.get("system").as_str().unwrap_or_default();
            let bytes = Value::from(definitions.clone()).to_string().len();
            fixed = Tokens::estimate(system.len()).plus(Tokens::estimate(bytes)).get();
        }
        let mut config = Config::new(policy);
        config.dialect = dialect;
        config.fixed = Tokens::try_from(fixed).unwrap();
        config.edit_tool = edit_tool;
        if row.get("prompts").is_object() {
            config.prompts = read(row.get("prompts"), "prompts").unwrap();
        }
        let window = config.policy.window.get();
        let harness = Harness::new(config).map_err(|error| error.to_string())?;
        let mut shell = Self {
            harness,
            history: Vec::new(),
            store: Store {
                content: row.get("notes").as_str().map(str::to_owned),
                reads: 0,
                writes: 0,
                version: 0,
                has_versions: row.get("versions") != false,
                read_script: row.list("reads").into(),
                write_script: row.list("writes").into(),
            },
            requests: Vec::new(),
            notices: Vec::new(),
            outcomes: Vec::new(),
            tool_runs: BTreeMap::new(),
            main: scripted(&row.list("main")),
            summaries: scripted(&row.list("summaries")),
            tools,
            definitions,
            system: row.get("system").clone(),
            strict: Strict { dialect, window, fixed, thinking: BTreeSet::new() },
            task: None,
            before: None,
            events: VecDeque::new(),
            held: Vec::new(),
            replies: 0,
            faults: Vec::new(),
        };
        if let Some(messages) = row.get("load").as_array() {
            shell.knows(messages);
            let is_task = |message: &&Value| message["role"] == "user" && !is_results(message);
            shell.task = messages.iter().find(is_task).map(|task| task["content"].clone());
            shell.apply(Event::Loaded(Loaded { messages: messages.clone() }));
        }
        Ok(shell)
    }

    fn dialect(&self) -> Dialect {
        self.strict.dialect
    }

    fn step(&mut self, step: &Value) {
        let rejected = step["rejected"].as_str();
        let (key, value) = step.as_object().unwrap().iter().next().unwrap();
        let text = || value.as_str().unwrap().to_owned();
        let event = match key.as_str() {
            "send" => {
                if self.task.is_none() && rejected.is_none() {
                    self.task = Some(value.clone());
                }
                Event::Submitted(Submitted { content: value.clone(), tokens: None })
            }
            "abort" => Event::Aborted,
            "compact" => Event::CompactionRequested,
            "clear" => {
                self.task = None;
                Event::Cleared
            }
            "event" => read(value, "event").unwrap(),
            "release" => {
                let found = self.held.iter().position(|(name, _)| name == &text());
                let Some(found) = found else { panic!("nothing is held as {value}") };
                self.held.remove(found).1
            }
            "store" => return self.store.set(value.as_str().map(str::to_owned)),
            "reload" => return self.reload(),
            "resume" => Event::Resumed,
            "note" => return,
            _ => panic!("there is no step {key}"),
        };
        let before = self.harness.clone();
        match (self.harness.apply(Millis(0), event), rejected) {
            (Ok(effects), None) => {
                self.perform_all(effects);
                self.pump();
            }
            (Ok(_), Some(rejected)) => {
                self.faults.push(format!("{step} is taken, not rejected as {rejected}"));
            }
            (Err(error), wanted) => {
                if wanted != Some(code(&error)) {
                    self.faults.push(format!("{step} is rejected: {error}"));
                }
                if self.harness != before {
                    self.faults.push(format!("{step} is rejected and yet changes something"));
                }
            }
        }
    }

    /// The process ends and another takes up what was saved: what was under way is lost.
    fn reload(&mut self) {
        self.events.clear();
        let saved: Value = write(&self.harness.snapshot());
        let saved: Value = serde_json::from_str(&saved.to_string()).unwrap();
        let snapshot: Snapshot<Value> = read(&saved, "snapshot").unwrap();
        self.harness = Harness::restore(snapshot).unwrap();
        self.before = None;
        self.history = payloads(&self.harness);
        self.apply(Event::Resumed);
        self.pump();
    }

    fn pump(&mut self) {
        for _ in 0..2_000 {
            let Some(event) = self.events.pop_front() else { return };
            self.apply(event);
        }
        self.faults.push("the work does not end".to_owned());
    }

    fn apply(&mut self, event: Event<Value>) {
        let replied = match &event {
            Event::Replied(replied) => Some(replied.request),
            _ => None,
        };
        match (self.harness.apply(Millis(0), event), replied) {
            (Ok(effects), _) => self.perform_all(effects),
            // A reply that cannot be read leaves the call open; it counts as failed.
            (Err(Rejected::Reply(error)), Some(request)) => {
                let message = error.to_string();
                self.events.push_back(
                    CallFailed { request, message, kind: FailureKind::default() }.into(),
                );
            }
            (Err(error), _) => self.faults.push(format!("an event is rejected: {error}")),
        }
    }

    fn perform_all(&mut self, effects: Vec<Effect<Value>>) {
        for effect in effects {
            self.perform(effect);
        }
        self.hold_to_the_rules();
    }

    fn perform(&mut self, effect: Effect<Value>) {
        match effect {
            Effect::Append { message, .. } => self.history.push(message),
            Effect::Replace { messages, .. } => {
                self.history = messages.into_iter().map(|placed| placed.message).collect();
                self.before = None;
            }
            Effect::CallModel { request, purpose, max_tokens, messages, .. } => {
                let purpose: Value = write(&purpose);
                let messages = messages.unwrap_or_else(|| self.history.clone());
                self.call(request, purpose.as_str().unwrap(), messages, max_tokens.get());
            }
            Effect::RunTool { request, call, name, .. } => {
                *self.tool_runs.entry(name.clone()).or_default() += 1;
                let script = [&call.0, &name].into_iter().map(|key| &self.tools[key.as_str()]);
                let script = script
                    .clone()
                    .find(|script| !script.is_null())
                    .cloned()
                    .unwrap_or_else(|| "ok".into());
                let content = match (&script["content"], &script["text"], &script) {
                    (Value::Null, Value::Null, text) => (*text).clone(),
                    (Value::Null, text, _) => text.clone(),
                    (content, ..) => content.clone(),
                };
                let is_error = script["error"] == true;
                let tokens =
                    script["tokens"].as_u64().map(|tokens| Tokens::try_from(tokens).unwrap());
                let event = ToolReturned { request, content, is_error, tokens }.into();
                self.answer(&script, format!("tool {}", call.0), event);
            }
            Effect::WriteNotes { request, content, if_version, .. } => {
                let event = self.write_notes(request, content, if_version.as_ref());
                self.events.push_back(event);
            }
            Effect::ReadNotes { request } => {
                self.store.reads += 1;
                let fault = self.store.read_script.pop_front().unwrap_or_default();
                let event = if let Some(message) = fault["fail"].as_str() {
                    NotesFailed { request, message: message.to_owned() }.into()
                } else {
                    let (content, version) = (self.store.content.clone(), self.store.version());
                    NotesRead { request, content, version, tokens: None }.into()
                };
                self.events.push_back(event);
            }
            Effect::Abort { request } => self.events.retain(|event| asked(event) != Some(request)),
            Effect::Notify { notice } => {
                let notice = write(&notice);
                self.noticed(&notice);
                self.notices.push(notice);
            }
            Effect::Done { outcome } => {
                let outcome: Value = write(&outcome);
                if self.before.is_some() {
                    self.nothing_changed("an ended compaction");
                }
                self.outcomes.push(outcome);
            }
            _ => {}
        }
    }

    fn answer(&mut self, script: &Value, name: String, event: Event<Value>) {
        if script["hold"] == true {
            self.held.push((name, event));
        } else {
            self.events.push_back(event);
        }
    }

    fn call(&mut self, request: RequestId, purpose: &str, messages: Vec<Value>, max_tokens: u64) {
        let body = self.body(purpose, &messages, max_tokens);
        let nth = self.requests.len() + 1;
        for refusal in self.strict.refusals(&body) {
            self.faults
                .push(format!("a strict provider refuses call {nth} ({purpose}): {refusal}"));
        }
        if purpose == "main" {
            self.holds_the_task(nth, &messages);
        }
        self.requests.push(Request { purpose: purpose.to_owned(), messages, max_tokens });
        let queue = if purpose == "main" { &mut self.main } else { &mut self.summaries };
        let Some(script) = queue.pop_front() else {
            self.faults.push(format!("call {nth} ({purpose}) has no scripted reply"));
            let message = "no reply left".to_owned();
            self.events
                .push_back(CallFailed { request, message, kind: FailureKind::default() }.into());
            return;
        };
        if let Some(content) = script.get("meanwhile") {
            self.store.set(content.as_str().map(str::to_owned));
        }
        let event = if let Some(fail) = script.get("fail") {
            let kind = fail.get("kind").cloned().unwrap_or_else(|| pure::failure(fail));
            let kind = read(&kind, "kind").unwrap();
            let message = fail["message"].as_str().unwrap_or_default().to_owned();
            CallFailed { request, message, kind }.into()
        } else {
            self.replies += 1;
            let reply = reply(self.dialect(), &script, self.replies);
            let message = if self.dialect() == Dialect::Anthropic { &reply } else { &Value::Null };
            self.knows(std::slice::from_ref(message));
            Replied { request, reply }.into()
        };
        self.answer(&script, purpose.to_owned(), event);
    }

    /// The request as it goes over the wire.
    fn body(&self, purpose: &str, messages: &[Value], max_tokens: u64) -> Value {
        let mut body = json!({ "model": "stub", "messages": messages });
        let field = match self.dialect() {
            Dialect::OpenAiChat => "max_completion_tokens",
            Dialect::Anthropic => "max_tokens",
        };
        body[field] = max_tokens.into();
        if purpose != "summary" {
            body["tools"] = self.definitions.clone().into();
            if !self.system.is_null() {
                body["system"] = self.system.clone();
            }
        }
        body
    }

    /// Remembers the thinking in messages, which may come back only as it is.
    fn knows(&mut self, messages: &[Value]) {
        let blocks = messages.iter().flat_map(blocks);
        let is_thinking =
            |block: &&Value| block["type"].as_str().is_some_and(|kind| kind.ends_with("thinking"));
        self.strict.thinking.extend(blocks.filter(is_thinking).map(Value::to_string));
    }

    fn holds_the_task(&mut self, nth: usize, messages: &[Value]) {
        let policy = &self.harness.config().policy;
        let is_pinned = policy.restart.pin_instructions
            && !matches!(policy.strategy, Strategy::Provider { .. });
        let Some(task) = self.task.as_ref().filter(|_| is_pinned) else { return };
        let all = expect::words(&messages.to_vec().into());
        if !expect::words(task).lines().all(|line| all.contains(line)) {
            self.faults.push(format!("call {nth} does not hold the task"));
        }
    }

    fn write_notes(
        &mut self,
        request: RequestId,
        content: String,
        wanted: Option<&String>,
    ) -> Event<Value> {
        self.store.writes += 1;
        let script = self.store.write_script.pop_front().unwrap_or_default();
        if let Some(other) = script.get("meanwhile") {
            self.store.set(other.as_str().map(str::to_owned));
        }
        if let Some(message) = script["fail"].as_str() {
            return NotesFailed { request, message: message.to_owned() }.into();
        }
        let version = self.store.version();
        if wanted.is_some() && wanted != version.as_ref() {
            let content = self.store.content.clone();
            return NotesConflicted { request, content, version }.into();
        }
        self.store.set(Some(content));
        NotesWritten { request, version: self.store.version(), tokens: None }.into()
    }

    fn noticed(&mut self, notice: &Value) {
        match notice["type"].as_str().unwrap() {
            "compactionStarted" => {
                let meters: Value = write(&self.harness.meters());
                self.before = Some(Before {
                    history: self.history.clone(),
                    notes: self.store.content.clone(),
                    occupancy: meters["occupancy"].clone(),
                    accumulated: meters["accumulated"].clone(),
                });
            }
            "compactionFailed" => self.nothing_changed("a failed compaction"),
            "compacted" | "resultsElided" => self.before = None,
            _ => {}
        }
    }

    /// A compaction that did not succeed left messages, notes and meters, spend aside, as they
    /// were. What came meanwhile stands behind the old messages.
    fn nothing_changed(&mut self, what: &str) {
        let Some(before) = self.before.take() else { return };
        let now = &self.history;
        let is_kept =
            now.len() >= before.history.len() && now[..before.history.len()] == before.history;
        // The effects of the event are performed one by one; the queue comes behind the notice.
        let meters: Value = write(&self.harness.meters());
        let has_more = payloads(&self.harness).len() > before.history.len();
        let is_counted = meters["accumulated"] == before.accumulated
            && (has_more || meters["occupancy"] == before.occupancy);
        if !is_kept || self.store.content != before.notes || !is_counted {
            self.faults.push(format!("{what} changed something: {now:?}, {meters}"));
        }
    }

    /// What must hold after every event, of the live state and of the saved one.
    fn hold_to_the_rules(&mut self) {
        let broken = self.harness.violations();
        self.faults.extend(broken.iter().map(ToString::to_string));
        let messages = payloads(&self.harness);
        if messages != self.history {
            self.faults
                .push(format!("the shell's list differs: {:?}, not {messages:?}", self.history));
        }
        if self.harness.is_idle() && !messages.is_empty() {
            let broken = violations(self.dialect(), &messages);
            self.faults.extend(broken.iter().map(|broken| format!("when idle: {broken}")));
        }
        let parts = self.harness.messages().iter().map(|message| message.size.tokens);
        let sum = parts.sum::<Tokens>().plus(self.harness.fixed().tokens);
        if sum != self.harness.meters().occupancy.tokens {
            self.faults.push("the parts do not sum to the occupancy".to_owned());
        }
        let saved: Value = write(&self.harness.snapshot());
        let meters = [&saved["harness"]["accumulated"], &saved["harness"]["spend"]];
        for tokens in meters.map(|meter| &meter["tokens"]) {
            if tokens.as_u64().is_none_or(|tokens| tokens > Tokens::MAX.get()) {
                self.faults.push(format!("a counter is {tokens}"));
            }
        }
        let text = saved.to_string();
        let again: Value = serde_json::from_str(&text).unwrap();
        let restored = read::<_, Snapshot<Value>>(&again, "snapshot").map(Harness::restore);
        match restored {
            Ok(Ok(restored)) if restored == self.harness => {}
            Ok(Ok(_)) => self.faults.push("what was saved is not what is taken up".to_owned()),
            Ok(Err(error)) => self.faults.push(format!("what was saved is refused: {error}")),
            Err(error) => self.faults.push(format!("what was saved cannot be read: {error}")),
        }
    }
}

fn payloads(harness: &Harness<Value>) -> Vec<Value> {
    harness.messages().iter().map(|message| message.payload.clone()).collect()
}

fn is_results(message: &Value) -> bool {
    blocks(message).iter().any(|block| block["type"] == "tool_result")
}

/// The request that an event answers.
fn asked(event: &Event<Value>) -> Option<RequestId> {
    Some(match event {
        Event::Replied(event) => event.request,
        Event::CallFailed(event) => event.request,
        Event::ToolReturned(event) => event.request,
        Event::NotesRead(event) => event.request,
        Event::NotesWritten(event) => event.request,
        Event::NotesConflicted(event) => event.request,
        Event::NotesFailed(event) => event.request,
        _ => return None,
    })
}

fn code(error: &Rejected) -> &'static str {
    match error {
        Rejected::UnknownRequest(_) => "unknownRequest",
        Rejected::Late(_) => "late",
        Rejected::WrongAnswer { .. } => "wrongAnswer",
        Rejected::Busy => "busy",
        Rejected::Idle => "idle",
        Rejected::Blank => "blank",
        Rejected::NotEmpty { .. } => "notEmpty",
        Rejected::NothingToCompact => "nothingToCompact",
        Rejected::Reply(_) => "reply",
        _ => "other",
    }
}
