//! How a harness is set up.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::{dialect::Dialect, policy::Policy, prompt::Prompts, units::Tokens};

/// How a harness is set up. Fixed for its life.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Config {
    /// When to compact.
    pub policy: Policy,
    /// What the harness says to the model.
    #[serde(default)]
    pub prompts: Prompts,
    /// The shape of requests and replies. Default Anthropic's.
    #[serde(default)]
    pub dialect: Dialect,
    /// Estimated size of what every request carries beside the messages: system prompt and tool
    /// definitions. 0 if there is neither; the first reply's count corrects it.
    #[serde(default)]
    pub fixed: Tokens,
    /// The tool whose calls the harness performs itself, by writing the notes. `None` for none.
    /// Default `update_notes`.
    #[serde(default = "notes_tool")]
    pub notes_tool: Option<String>,
}

impl Config {
    /// The defaults: English prompts, Anthropic's dialect, no fixed part, and `update_notes`.
    pub fn new(policy: Policy) -> Self {
        Self {
            policy,
            prompts: Prompts::default(),
            dialect: Dialect::default(),
            fixed: Tokens::ZERO,
            notes_tool: notes_tool(),
        }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the field it fills may hold none")]
fn notes_tool() -> Option<String> {
    Some(String::from("update_notes"))
}
