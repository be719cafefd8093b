//! What a run has found out, and what carries it: the ledger of what a compaction keeps, leaves
//! to the notes, or loses.

use secondwind_core::MessageKind;
use serde::Serialize;

use crate::{
    format::scenario::FactFile,
    scenario::{Action, Script, ScriptedRound},
    source::args,
};

/// The most facts of a scenario: one bit each.
const MAX_FACTS: usize = 64;

/// Facts by their place in the scenario, one bit each.
pub(crate) type FactSet = u64;

/// Where a fact is at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum FactPlace {
    /// Nothing that carries it has come yet.
    Ahead,
    /// A message in the window carries it.
    Window,
    /// NOTES.md alone carries it, and with it whatever shows the notes.
    Notes,
    /// Nothing carries it any more.
    Lost,
}

/// A fact at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ShownFact {
    /// Where it is.
    pub place: FactPlace,
    /// Whether the model sees it: in a message, or in notes that a message or the system prompt
    /// shows.
    pub visible: bool,
}

/// What one compaction did to the facts that were known. Facts are named by their place in
/// `RunSummary::facts`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LedgerEntry {
    /// Which compaction, from 1.
    pub compaction: u32,
    /// The step in which the messages were replaced.
    pub step: usize,
    /// Still in a message of the window.
    pub kept: Vec<usize>,
    /// Now in NOTES.md alone.
    pub notes: Vec<usize>,
    /// Gone with this compaction.
    pub lost: Vec<usize>,
}

/// The facts of a scenario and what carries them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    pub(crate) texts: Vec<String>,
    task: FactSet,
    replies: Vec<FactSet>,
    results: Vec<FactSet>,
    summaries: Vec<FactSet>,
    default_summary: FactSet,
    notes: Vec<FactSet>,
}

impl Facts {
    /// What a message of this kind carries, of a round or a summary from 0.
    pub(crate) fn of(&self, kind: MessageKind, round: usize) -> FactSet {
        let facts = match kind {
            MessageKind::Task => Some(&self.task),
            MessageKind::Reply => self.replies.get(round),
            MessageKind::Results => self.results.get(round),
            _ => None,
        };
        facts.copied().unwrap_or_default()
    }

    /// What the summary at a place carries.
    pub(crate) fn of_summary(&self, place: usize) -> FactSet {
        self.summaries.get(place).copied().unwrap_or(self.default_summary)
    }

    /// What a version of the notes carries, from 0.
    pub(crate) fn of_notes(&self, place: usize) -> FactSet {
        self.notes.get(place).copied().unwrap_or_default()
    }

    pub(crate) fn read(
        script: &mut Script<'_>,
        files: Vec<FactFile>,
        rounds: &[ScriptedRound],
        summaries: usize,
        has_default_summary: bool,
    ) -> Self {
        if files.len() > MAX_FACTS {
            let args = args([
                ("key", "facts".into()),
                ("count", files.len().into()),
                ("limit", MAX_FACTS.into()),
            ]);
            script.note(&format!("/facts/{MAX_FACTS}"), "too-many", args);
            return Self::default();
        }
        let versions = rounds.iter().flat_map(|round| &round.calls);
        let is_notes = |action: &Action| matches!(action, Action::Notes { .. });
        let versions = versions.filter(|call| is_notes(&call.action)).count();
        let mut facts = Self {
            replies: vec![0; rounds.len()],
            results: vec![0; rounds.len()],
            summaries: vec![0; summaries],
            notes: vec![0; versions],
            ..Self::default()
        };
        for (place, file) in files.into_iter().enumerate() {
            if file.default_summary && !has_default_summary {
                let pointer = format!("/facts/{place}/default_summary");
                script.note(&pointer, "no-default-summary", args([]));
            }
            facts.read_one(place, script, &file, rounds);
        }
        facts.add_notes_to_replies(rounds);
        facts
    }

    fn read_one(
        &mut self,
        place: usize,
        script: &mut Script<'_>,
        file: &FactFile,
        rounds: &[ScriptedRound],
    ) {
        let bit = 1 << place;
        let pointer = format!("/facts/{place}");
        self.texts.push(script.text(&format!("{pointer}/text"), &file.text));
        if file.task {
            self.task |= bit;
        }
        if file.default_summary {
            self.default_summary |= bit;
        }
        let mut is_carried = file.task || file.default_summary;
        for (key, ordinals, sets) in [
            ("replies", &file.replies, &mut self.replies),
            ("results", &file.results, &mut self.results),
            ("summaries", &file.summaries, &mut self.summaries),
            ("notes", &file.notes, &mut self.notes),
        ] {
            for (at, ordinal) in ordinals.iter().enumerate() {
                is_carried = true;
                let pointer = format!("{pointer}/{key}/{at}");
                let place = (*ordinal as usize).checked_sub(1);
                let count = sets.len();
                if let Some(set) = place.and_then(|place| sets.get_mut(place)) {
                    *set |= bit;
                } else {
                    let args = args([
                        ("key", key.into()),
                        ("value", (*ordinal).into()),
                        ("count", count.into()),
                    ]);
                    script.note(&pointer, "unknown-carrier", args);
                }
                let round = place.and_then(|place| rounds.get(place));
                if key == "results" && round.is_some_and(|round| round.calls.is_empty()) {
                    script.note(&pointer, "no-results", args([("round", (*ordinal).into())]));
                }
            }
        }
        if !is_carried {
            script.note(&pointer, "fact-without-carrier", args([]));
        }
    }

    /// A reply that writes the notes holds their text in its call.
    fn add_notes_to_replies(&mut self, rounds: &[ScriptedRound]) {
        let mut version = 0;
        for (round, facts) in rounds.iter().zip(&mut self.replies) {
            for call in &round.calls {
                if matches!(call.action, Action::Notes { .. }) {
                    *facts |= self.notes[version];
                    version += 1;
                }
            }
        }
    }
}
