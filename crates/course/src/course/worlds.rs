//! The runs of a course. Each is played once and kept.

use std::{cell::RefCell, rc::Rc};

use secondwind_core::Meter;

use super::source::CourseSource;
use crate::{
    format::files::{LangTag, MeterWord, RunSpec},
    patch::Patch,
    run::Run,
    scenario::ScenarioSource,
    source::{Issue, args},
};

/// How many runs are kept: more than a course names, so that only those of dials that are turned
/// are played again.
const KEPT: usize = 64;

/// A run and what it was made from.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) spec: RunSpec,
    pub(crate) run: Rc<Run>,
}

/// A run that was tried: itself, or why there is none.
type Tried = Result<Rc<Run>, Vec<Issue>>;

/// All runs that were played.
#[derive(Debug)]
pub(crate) struct Worlds {
    /// Figures are the same in every language, so that one is enough.
    lang: LangTag,
    played: RefCell<Vec<(RunSpec, Tried)>>,
}

impl Worlds {
    pub(crate) fn new(lang: LangTag) -> Self {
        Self { lang, played: RefCell::default() }
    }

    /// Plays a run, or answers the faults of its scenario or of what is changed of it.
    pub(crate) fn play(&self, source: &CourseSource, spec: &RunSpec) -> Result<World, Vec<Issue>> {
        let known = self.played.borrow().iter().find(|(known, _)| known == spec).cloned();
        let tried = known.map_or_else(
            || {
                let tried = play(source, spec, self.lang).map(Rc::new);
                let mut played = self.played.borrow_mut();
                if played.len() == KEPT {
                    drop(played.remove(0));
                }
                played.push((spec.clone(), tried.clone()));
                tried
            },
            |(_, tried)| tried,
        );
        tried.map(|run| World { spec: spec.clone(), run })
    }
}

/// Plays a run with the texts of a language.
pub(crate) fn play(
    source: &CourseSource,
    spec: &RunSpec,
    lang: LangTag,
) -> Result<Run, Vec<Issue>> {
    Run::new(&source.scenario(&spec.scenario.0, lang)?, &spec.patch())
}

impl CourseSource {
    /// The files of a scenario, with the texts of a language.
    pub fn scenario(&self, name: &str, lang: LangTag) -> Result<ScenarioSource, Vec<Issue>> {
        let path = format!("scenarios/{name}.toml");
        let own = format!("scenarios/{name}/{}.toml", lang.as_str());
        match (self.find(&path), self.find(&own)) {
            (Some(scenario), Some(own)) => {
                let common = self.find(&format!("scenarios/{name}/common.toml"));
                let texts = [Some(own), common].into_iter().flatten().cloned().collect();
                Ok(ScenarioSource { scenario: scenario.clone(), texts })
            }
            (None, _) => Err(vec![Issue::missing_file(&path)]),
            (_, None) => Err(vec![Issue::missing_file(&own)]),
        }
    }
}

impl Issue {
    /// A file that a course needs and lacks.
    pub(crate) fn missing_file(name: &str) -> Self {
        let args = args([("file", name.into())]);
        Self { code: "missing-file", file: name.to_owned(), line: 0, column: 0, args }
    }
}

impl RunSpec {
    /// What is changed of the scenario.
    pub(crate) fn patch(&self) -> Patch {
        Patch {
            bugs: self.bugs.clone(),
            window: self.window,
            ratio: self.ratio,
            meter: self.meter.map(|meter| match meter {
                MeterWord::Accumulated => Meter::Accumulated,
                MeterWord::Occupancy => Meter::Occupancy,
            }),
            output_reserve: self.output_reserve,
            summary_tokens: self.summary_tokens,
            token_budget: self.token_budget,
            strategy: self.strategy,
        }
    }
}
