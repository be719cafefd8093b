//! The binding behind `secondwind/course`: convert, call, print.

use js_sys::Reflect;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::{Issue, Patch, RecordingSource, Run, ScenarioSource, scenario_of, stub_script};

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
pub struct RawPlayer(Run);

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
