//! How a harness is set up.

use alloc::string::String;

use crate::{
    compact::instruction_size,
    dialect::Dialect,
    payload::{Build, Node, Payload},
    policy::{Policy, PolicyError, Strategy},
    prompt::Prompts,
    units::Tokens,
    wire::{Path, ReadError, Wire, known, object},
};

/// How a harness is set up. Fixed for its life.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// When to compact.
    pub policy: Policy,
    /// What the harness says to the model.
    pub prompts: Prompts,
    /// The shape of requests and replies. Default Anthropic's.
    pub dialect: Dialect,
    /// Estimated size of what every request carries beside the messages: system prompt and tool
    /// definitions. The first reply's count scales it together with the messages. 0 if there is
    /// neither; a 0 stays 0, and what was not named here counts as part of the first messages.
    pub fixed: Tokens,
    /// The tool whose calls the harness performs itself, by writing the notes. `None` for none.
    /// Default `update_notes`.
    pub notes_tool: Option<String>,
    /// The tool whose calls change one section of the notes; see [`crate::SectionEdit`] for its
    /// arguments. Default `None`.
    pub edit_tool: Option<String>,
}

impl Config {
    /// The defaults: English prompts, Anthropic's dialect, no fixed part, and `update_notes`.
    pub fn new(policy: Policy) -> Self {
        Self {
            policy,
            prompts: Prompts::default(),
            dialect: Dialect::default(),
            fixed: Tokens::ZERO,
            notes_tool: Some(String::from("update_notes")),
            edit_tool: None,
        }
    }

    /// Whether its parts fit each other.
    pub(crate) fn check(&self) -> Result<(), PolicyError> {
        let Self { policy, prompts, dialect, .. } = self;
        if let Some(name) = prompts.blank() {
            return Err(PolicyError::BlankPrompt { name });
        }
        if matches!(policy.strategy, Strategy::Provider { .. }) && *dialect != Dialect::Anthropic {
            return Err(PolicyError::Dialect);
        }
        let instruction = instruction_size(prompts);
        let Policy { window, summary_limit, .. } = *policy;
        let fits = instruction.plus(summary_limit) < window;
        if policy.guards.feasibility && policy.guards.fit_summary && !fits {
            return Err(PolicyError::NoSummary { window, instruction, summary_limit });
        }
        Ok(())
    }
}

impl<P: Payload> Wire<P> for Config {
    fn write(&self) -> Build<P> {
        Build::Map(alloc::vec![
            ("policy", self.policy.write()),
            ("prompts", self.prompts.write()),
            ("dialect", self.dialect.write()),
            ("fixed", self.fixed.write()),
            ("notesTool", self.notes_tool.write()),
            ("editTool", self.edit_tool.write()),
        ])
    }

    /// All but the policy may be left out.
    fn read(node: Option<P::Node<'_>>, path: &Path<'_>) -> Result<Self, ReadError> {
        let node = object(node, path)?;
        let keys = ["policy", "prompts", "dialect", "fixed", "notesTool", "editTool"];
        known(&node, path, &keys)?;
        let [policy, prompts, dialect, fixed, notes_tool, edit_tool] =
            keys.map(|key| node.get(key));
        let at = |key| path.member(key);
        let mut config = Self::new(Wire::<P>::read(policy, &at("policy"))?);
        if prompts.is_some() {
            config.prompts = Wire::<P>::read(prompts, &at("prompts"))?;
        }
        if dialect.is_some() {
            config.dialect = Wire::<P>::read(dialect, &at("dialect"))?;
        }
        if fixed.is_some() {
            config.fixed = Wire::<P>::read(fixed, &at("fixed"))?;
        }
        // `null` means no such tool, which leaving it out does not.
        if node.keys().iter().any(|key| key == "notesTool") {
            config.notes_tool = Wire::<P>::read(notes_tool, &at("notesTool"))?;
        }
        config.edit_tool = Wire::<P>::read(edit_tool, &at("editTool"))?;
        Ok(config)
    }
}
