//! What a run has found out, and what carries it: the ledger of what a compaction keeps, leaves
//! to the notes, or loses.

use secondwind_core::MessageKind;
use serde::Serialize;

use crate::{
    reader::{Keys, Placed},
    scenario::{Action, ScriptedRound, Texts},
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

/// How many of each there are that may carry a fact.
pub(crate) struct Carriers<'a> {
    /// How many rounds the file has, with those that have faults.
    pub(crate) rounds_stated: usize,
    pub(crate) rounds: &'a [Placed<ScriptedRound>],
    pub(crate) summaries: usize,
    pub(crate) has_default_summary: bool,
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
        keys: &Keys<'_, '_, '_>,
        texts: &Texts<'_>,
        carriers: &Carriers<'_>,
    ) -> Self {
        let tables = keys.tables("facts");
        if let Some(first) = tables.get(MAX_FACTS) {
            let args = args([("count", tables.len().into()), ("limit", MAX_FACTS.into())]);
            keys.note(first.span(), "too-many", args);
            return Self::default();
        }
        let versions = carriers.rounds.iter().flat_map(|round| &round.value.calls);
        let is_notes = |action: &Action| matches!(action, Action::Notes { .. });
        let versions = versions.filter(|call| is_notes(&call.action)).count();
        let mut facts = Self {
            replies: vec![0; carriers.rounds.len()],
            results: vec![0; carriers.rounds.len()],
            summaries: vec![0; carriers.summaries],
            notes: vec![0; versions],
            ..Self::default()
        };
        for (place, table) in tables.iter().enumerate() {
            facts.read_one(place, table, texts, carriers);
            table.finish();
        }
        facts.add_notes_to_replies(carriers.rounds);
        facts
    }

    fn read_one(
        &mut self,
        place: usize,
        keys: &Keys<'_, '_, '_>,
        texts: &Texts<'_>,
        carriers: &Carriers<'_>,
    ) {
        let bit = 1 << place;
        let text = keys.string("text").and_then(|key| texts.find(keys, key));
        self.texts.push(text.unwrap_or_default());
        let mut is_carried = false;
        if keys.flag("task") == Some(true) {
            self.task |= bit;
            is_carried = true;
        }
        if let Some(flag) = keys.placed_flag("default_summary").filter(|flag| flag.value) {
            if carriers.has_default_summary {
                self.default_summary |= bit;
            } else {
                keys.note(&flag.span, "no-default-summary", args([]));
            }
            is_carried = true;
        }
        // With a faulty round left out, numbers would not mean what the author meant.
        let is_whole = carriers.rounds.len() == carriers.rounds_stated;
        for (key, sets) in [
            ("replies", &mut self.replies),
            ("results", &mut self.results),
            ("summaries", &mut self.summaries),
            ("notes", &mut self.notes),
        ] {
            for ordinal in keys.ordinals(key) {
                is_carried = true;
                let place = usize::try_from(ordinal.value).ok().and_then(|it| it.checked_sub(1));
                let count = sets.len();
                let set = place.and_then(|place| sets.get_mut(place));
                if let Some(set) = set {
                    *set |= bit;
                } else if is_whole || key == "summaries" {
                    let args = args([
                        ("key", key.into()),
                        ("value", ordinal.value.into()),
                        ("count", count.into()),
                    ]);
                    keys.note(&ordinal.span, "unknown-carrier", args);
                }
                let round = place.and_then(|place| carriers.rounds.get(place));
                if key == "results" && round.is_some_and(|round| round.value.calls.is_empty()) {
                    let args = args([("round", ordinal.value.into())]);
                    keys.note(&ordinal.span, "no-results", args);
                }
            }
        }
        if !is_carried {
            keys.note(keys.span(), "fact-without-carrier", args([]));
        }
    }

    /// A reply that writes the notes holds their text in its call.
    fn add_notes_to_replies(&mut self, rounds: &[Placed<ScriptedRound>]) {
        let mut version = 0;
        for (round, facts) in rounds.iter().zip(&mut self.replies) {
            for call in &round.value.calls {
                if matches!(call.action, Action::Notes { .. }) {
                    *facts |= self.notes[version];
                    version += 1;
                }
            }
        }
    }
}
