//! The binding behind `secondwind/course`: convert, call, print.

use js_sys::Reflect;
use secondwind_core::{Dialect, read as read_core, write};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::{
    Issue, LIVE_PROVIDERS, LiveEndpoint, Patch, Pending, Player, RecordedAnswer, RecordingSource,
    Run, ScenarioSource, Trial, live_policy_with, scenario_files, scenario_of, stub_script,
};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("../types.d.ts");

#[wasm_bindgen]
extern "C" {
    /// A run in figures.
    #[wasm_bindgen(typescript_type = "RunSummary")]
    pub type JsRunSummary;
    /// What is seen at a step.
    #[wasm_bindgen(typescript_type = "Frame")]
    pub type JsFrame;
    /// Every message of a run.
    #[wasm_bindgen(typescript_type = "ShownMessage[]")]
    pub type JsMessages;
    /// The log of a run.
    #[wasm_bindgen(typescript_type = "LogLine[]")]
    pub type JsLog;
    /// A request, or none.
    #[wasm_bindgen(typescript_type = "ModelRequest | null")]
    pub type JsRequest;
    /// What a run under way waits for, or nothing.
    #[wasm_bindgen(typescript_type = "Pending | null")]
    pub type JsPending;
    /// A scenario.
    #[wasm_bindgen(typescript_type = "ScenarioSource")]
    pub type JsScenarioSource;
    /// Files.
    #[wasm_bindgen(typescript_type = "SourceFile[]")]
    pub type JsSourceFiles;
    /// The providers of live runs.
    #[wasm_bindgen(typescript_type = "LiveProvider[]")]
    pub type JsLiveProviders;
    /// What is known of an address, or nothing.
    #[wasm_bindgen(typescript_type = "LiveEndpoint | null")]
    pub type JsLiveEndpoint;
    /// A policy.
    #[wasm_bindgen(typescript_type = "Policy")]
    pub type JsPolicy;
    /// What a program is called with.
    #[wasm_bindgen(typescript_type = "TrialInput")]
    pub type JsTrialInput;
    /// What a program may use.
    #[wasm_bindgen(typescript_type = "TrialLimits")]
    pub type JsTrialLimits;
    /// What a stub needs.
    #[wasm_bindgen(typescript_type = "StubScript")]
    pub type JsStubScript;
}

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// A played scenario.
#[wasm_bindgen]
pub struct RawPlayer(pub(crate) Run);

#[wasm_bindgen]
impl RawPlayer {
    /// Reads a `ScenarioSource` or a `RecordingSource` and plays it with what a `Patch` changes.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "ScenarioSource | RecordingSource")] source: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Patch | undefined")] patch: JsValue,
    ) -> Result<Self, JsValue> {
        let patch = read_patch(patch)?;
        let run = match read(source)? {
            Source::Recording(source) => Run::recorded(&source, &patch),
            Source::Scenario(source) => Run::new(&source, &patch),
        };
        Ok(Self(run.map_err(|issues| bad_run(&issues))?))
    }

    /// The run in figures.
    pub fn run(&self) -> Result<JsRunSummary, JsValue> {
        print(self.0.summary())
    }

    /// What is seen at a step.
    pub fn frame(&self, step: u32) -> Result<JsFrame, JsValue> {
        print(&self.0.frame(step as usize))
    }

    /// Every message that was ever in the window.
    pub fn messages(&self) -> Result<JsMessages, JsValue> {
        print(&self.0.messages())
    }

    /// The whole log.
    pub fn log(&self) -> Result<JsLog, JsValue> {
        print(&self.0.log())
    }

    /// What a run that is under way waits for.
    pub fn pending(&self) -> Result<JsPending, JsValue> {
        print(&self.0.pending())
    }

    /// The request that goes out in this step or next after it.
    pub fn request(&self, step: u32) -> Result<JsRequest, JsValue> {
        print(&self.0.request(step as usize))
    }
}

/// A recording that is played while its answers come in.
#[wasm_bindgen]
pub struct RawRecorder(Player);

#[wasm_bindgen]
impl RawRecorder {
    /// Reads a `RecordingSource` and plays it as far as it goes.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "RecordingSource")] source: JsValue,
    ) -> Result<Self, JsValue> {
        Ok(Self(Player::new(&read(source)?).map_err(|issues| bad_run(&issues))?))
    }

    /// Plays on with a `RecordedAnswer`.
    pub fn push(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "RecordedAnswer")] answer: JsValue,
    ) -> Result<(), JsValue> {
        let answer: RecordedAnswer = serde_wasm_bindgen::from_value(answer).map_err(|error| {
            fault(&format!("this is no answer: {error}"), "BAD_INPUT", "answer", &JsValue::NULL)
        })?;
        self.0.push(answer).map_err(|issues| bad_run(&issues))
    }

    /// What the run waits for.
    pub fn pending(&self) -> Result<JsPending, JsValue> {
        let pending: Option<Pending> = self.0.tool().or_else(|| self.0.run().pending());
        print(&pending)
    }

    /// The run up to here.
    pub fn player(&self) -> RawPlayer {
        RawPlayer(self.0.run())
    }
}

/// A scenario on which somebody's loop is tried. Requests and replies are JSON texts, since they
/// come out of a sandbox and go back into it.
#[wasm_bindgen]
pub struct RawTrial(Trial);

#[wasm_bindgen]
impl RawTrial {
    /// Reads a `ScenarioSource`; of a `Patch`, the dials of the window and the model count.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "ScenarioSource")] source: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Patch | undefined")] patch: JsValue,
    ) -> Result<Self, JsValue> {
        let trial = Trial::new(&read(source)?, &read_patch(patch)?);
        Ok(Self(trial.map_err(|issues| bad_run(&issues))?))
    }

    /// What the loop is called with.
    pub fn input(&self) -> Result<JsTrialInput, JsValue> {
        print(&self.0.input())
    }

    /// What the loop asks for, by a name and with a text.
    pub fn act(&mut self, name: &str, text: &str) -> Option<String> {
        self.0.act(name, text)
    }

    /// Whether it asked for more than is recorded.
    #[wasm_bindgen(js_name = isFull)]
    pub fn is_full(&self) -> bool {
        self.0.is_full()
    }

    /// The loop ended, in one of the ways of `TrialEnd`.
    pub fn end(&mut self, end: JsValue) -> Result<(), JsValue> {
        self.0.end(&read_end(end)?);
        Ok(())
    }

    /// The run that it was.
    pub fn player(self) -> RawPlayer {
        RawPlayer(self.0.run())
    }
}

/// The module that calls `runAgent` of `./harness.js` inside a sandbox, on a trial.
#[wasm_bindgen(js_name = trialEntry)]
pub fn js_trial_entry() -> String {
    crate::TRIAL_ENTRY.to_owned()
}

/// What a program may use on a trial.
#[wasm_bindgen(js_name = trialLimits)]
pub fn js_trial_limits() -> Result<JsTrialLimits, JsValue> {
    print(&crate::TRIAL_LIMITS)
}

/// A `ScenarioSource` as a script for stubs.
#[wasm_bindgen(js_name = stubScript)]
pub fn js_stub_script(
    #[wasm_bindgen(unchecked_param_type = "ScenarioSource")] source: JsValue,
) -> Result<JsStubScript, JsValue> {
    print(&stub_script(&read(source)?).map_err(|issues| bad_run(&issues))?)
}

/// The scenario that a `RecordingSource` makes.
#[wasm_bindgen(js_name = scenarioOf)]
pub fn js_scenario_of(
    #[wasm_bindgen(unchecked_param_type = "RecordingSource")] source: JsValue,
) -> Result<JsScenarioSource, JsValue> {
    print(&scenario_of(&read(source)?).map_err(|issues| bad_run(&issues))?)
}

/// The files of a `ScenarioSource` that a recording makes, with one of texts for each language.
#[wasm_bindgen(js_name = scenarioFiles)]
pub fn js_scenario_files(
    #[wasm_bindgen(unchecked_param_type = "ScenarioSource")] source: JsValue,
    langs: Vec<String>,
) -> Result<JsSourceFiles, JsValue> {
    let langs: Vec<_> = langs.iter().map(String::as_str).collect();
    print(&scenario_files(&read(source)?, &langs))
}

/// Who can answer in a live run.
#[wasm_bindgen(js_name = liveProviders)]
pub fn js_live_providers() -> Result<JsLiveProviders, JsValue> {
    print(&LIVE_PROVIDERS)
}

/// What is known of a live run by its address and its dialect; nothing of what is no address.
#[wasm_bindgen(js_name = liveEndpoint)]
pub fn js_live_endpoint(base: &str, dialect: &str) -> Result<JsLiveEndpoint, JsValue> {
    let dialect = read_core::<_, Dialect>(&Value::from(dialect), "dialect")
        .map_err(|error| fault(&error.to_string(), "BAD_INPUT", "dialect", &JsValue::NULL))?;
    print(&LiveEndpoint::read(base, dialect).ok())
}

/// The policy of a live run, from a `LiveWindow`.
#[wasm_bindgen(js_name = livePolicy)]
pub fn js_live_policy(
    #[wasm_bindgen(unchecked_param_type = "LiveWindow")] window: JsValue,
) -> Result<JsPolicy, JsValue> {
    let bad = |detail: String| {
        fault(&format!("this is no live policy: {detail}"), "BAD_INPUT", "", &JsValue::NULL)
    };
    let members: Value =
        serde_wasm_bindgen::from_value(window).map_err(|error| bad(error.to_string()))?;
    print(&write::<Value>(&live_policy_with(&members).map_err(bad)?))
}

/// How a program ended.
pub(crate) fn read_end(end: JsValue) -> Result<crate::TrialEnd, JsValue> {
    serde_wasm_bindgen::from_value(end).map_err(|error| {
        let message = format!("this is no end of a program: {error}");
        fault(&message, "BAD_INPUT", "end", &JsValue::NULL)
    })
}

/// What can be played.
#[derive(Deserialize)]
#[serde(untagged)]
enum Source {
    Recording(RecordingSource),
    Scenario(ScenarioSource),
}

fn read<T: DeserializeOwned>(source: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(source).map_err(|error| {
        let message = format!("this is no scenario source: {error}");
        fault(&message, "BAD_SOURCE", "", &JsValue::NULL)
    })
}

fn read_patch(patch: JsValue) -> Result<Patch, JsValue> {
    if patch.is_undefined() || patch.is_null() {
        return Ok(Patch::default());
    }
    let json = serde_wasm_bindgen::from_value(patch).map_err(|error| {
        fault(&format!("this is no patch: {error}"), "BAD_PATCH", "", &JsValue::NULL)
    })?;
    Patch::read(&json).map_err(|issues| bad_run(&issues))
}

/// Faults of the scenario, or of the patch; the latter are known by their file.
fn bad_run(issues: &[Issue]) -> JsValue {
    let (message, list) = list(issues);
    let is_patch = issues.iter().any(Issue::is_of_patch);
    fault(&message, if is_patch { "BAD_PATCH" } else { "BAD_SCENARIO" }, "", &list)
}

/// Faults as one text, and as they are printed.
pub(crate) fn list(issues: &[Issue]) -> (String, JsValue) {
    let places: Vec<_> = issues
        .iter()
        .map(|issue| {
            let Issue { file, line, column, code, .. } = issue;
            format!("{file}:{line}:{column}: {code}")
        })
        .collect();
    (places.join("\n"), print(&issues).unwrap_or(JsValue::NULL))
}

/// An error of the package, with its code, what it is about, and the faults.
pub(crate) fn fault(message: &str, code: &str, path: &str, issues: &JsValue) -> JsValue {
    let error = js_sys::Error::new(message);
    error.set_name("SecondwindError");
    for (key, value) in
        [("code", &JsValue::from_str(code)), ("path", &JsValue::from_str(path)), ("issues", issues)]
    {
        // Setting a member of a new, ordinary object cannot fail.
        let _ = Reflect::set(&error, &JsValue::from_str(key), value);
    }
    error.into()
}

/// A value as JavaScript has it.
pub(crate) fn print<T: JsCast>(value: &impl Serialize) -> Result<T, JsValue> {
    Ok(value.serialize(&Serializer::json_compatible())?.unchecked_into())
}
