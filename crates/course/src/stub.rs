//! A scenario as a stub client and stub tools take it.

use std::collections::BTreeMap;

use secondwind_core::{Tokens, write};
use serde::Serialize;
use serde_json::Value;

use crate::{
    play::{DIALECT, call_id, play, replies},
    request::define,
    scenario::{Action, Scenario, ScenarioSource},
    source::Issue,
};

/// What a stub needs to play a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StubScript {
    /// What the user asks for.
    pub task: String,
    /// The system prompt.
    pub system: String,
    /// The whole policy, as JSON.
    pub policy: Value,
    /// Size of the system prompt and the tool definitions.
    pub fixed: Tokens,
    /// The definitions of the tools.
    pub tools: Vec<Value>,
    /// Replies in the order in which the run takes them, summaries included.
    pub replies: Vec<Value>,
    /// The result of each tool call, by call id.
    pub results: BTreeMap<String, StubResult>,
}

/// The result of a tool call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StubResult {
    /// Its text.
    pub text: String,
    /// Whether the tool failed.
    pub is_error: bool,
    /// Its size.
    pub tokens: Tokens,
}

/// Reads a scenario as a script for stubs.
pub fn stub_script(source: &ScenarioSource) -> Result<StubScript, Vec<Issue>> {
    let scenario = Scenario::parse(source)?;
    let entries = play(&scenario)?;
    let tools = scenario.tools.iter().map(|tool| define(tool, DIALECT)).collect();
    let mut results = BTreeMap::new();
    for (place, round) in scenario.rounds.iter().enumerate() {
        for (index, call) in round.calls.iter().enumerate() {
            if let Action::Tool { result, is_error, .. } = &call.action {
                let (text, is_error, tokens) = (result.clone(), *is_error, call.tokens);
                let result = StubResult { text, is_error, tokens };
                results.insert(call_id(place, index), result);
            }
        }
    }
    Ok(StubScript {
        tools,
        replies: replies(&entries).cloned().collect(),
        results,
        policy: write(&scenario.policy),
        fixed: scenario.sizes.fixed,
        task: scenario.task,
        system: scenario.system,
    })
}
