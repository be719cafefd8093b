//! Dials that are set so that goals hold.

use super::{Body, Made, Place, Seen, Work};
use crate::{
    course::{
        ask::{Fault, Held, Scope, shown, word},
        worlds::World,
    },
    format::{
        files::RunSpec,
        tasks::{DialKey, DialSpec, DialsTask, Goal, Settings, WrongDials},
    },
    source::{Issue, args},
};

/// The most notches of a dial. More cannot be told apart, nor be gone through one by one.
const MAX_NOTCHES: f64 = 10_000.0;

/// A task of dials, worked out.
#[derive(Debug)]
pub(crate) struct Dials {
    /// The run before anything is set.
    pub(crate) base: RunSpec,
    pub(crate) specs: Vec<DialSpec>,
    pub(crate) goals: Vec<Goal>,
    /// Where the goals are written.
    pub(crate) pointer: String,
    pub(crate) wrong: Vec<WrongSetting>,
}

/// A setting that is known to be wrong.
#[derive(Debug)]
pub(crate) struct WrongSetting {
    pub(crate) id: String,
    pub(crate) set: Settings,
    pub(crate) breaks: String,
}

/// What a setting leads to.
#[derive(Debug)]
pub(crate) struct Setting {
    pub(crate) world: World,
    /// Each goal in order: whether it holds, and the step that decides it.
    pub(crate) goals: Vec<Held>,
}

/// Why a setting leads to nothing.
pub(crate) enum Unset {
    /// There is no such run.
    NoRun(Vec<Issue>),
    /// A goal cannot be asked.
    Fault(Fault),
}

impl Settings {
    pub(crate) const fn get(&self, key: DialKey) -> Option<f64> {
        match key {
            DialKey::Window => self.window,
            DialKey::Ratio => self.ratio,
            DialKey::OutputReserve => self.output_reserve,
            DialKey::SummaryTokens => self.summary_tokens,
            DialKey::TokenBudget => self.token_budget,
        }
    }

    pub(crate) const fn put(&mut self, key: DialKey, value: f64) {
        let place = match key {
            DialKey::Window => &mut self.window,
            DialKey::Ratio => &mut self.ratio,
            DialKey::OutputReserve => &mut self.output_reserve,
            DialKey::SummaryTokens => &mut self.summary_tokens,
            DialKey::TokenBudget => &mut self.token_budget,
        };
        *place = Some(value);
    }
}

impl Dials {
    /// The run with the dials as they are set; those left out stand at their start.
    pub(crate) fn spec(&self, set: &Settings) -> RunSpec {
        let mut spec = self.base.clone();
        for dial in &self.specs {
            let value = set.get(dial.key).unwrap_or(dial.start);
            match dial.key {
                DialKey::Ratio => spec.ratio = Some(value),
                DialKey::Window => spec.window = Some(whole(value)),
                DialKey::OutputReserve => spec.output_reserve = Some(whole(value)),
                DialKey::SummaryTokens => spec.summary_tokens = Some(whole(value)),
                DialKey::TokenBudget => spec.token_budget = Some(whole(value)),
            }
        }
        spec
    }

    /// The setting that is right.
    pub(crate) fn solution(&self) -> Settings {
        let mut set = Settings::default();
        for dial in &self.specs {
            set.put(dial.key, dial.solution);
        }
        set
    }

    /// Plays a setting and asks for the goals.
    pub(crate) fn play(&self, scope: Scope<'_>, set: &Settings) -> Result<Setting, Unset> {
        let spec = self.spec(set);
        let world = scope.worlds.play(scope.source, &spec).map_err(Unset::NoRun)?;
        let scope = Scope { default: Some(&world), ..scope };
        let held = self.goals.iter().enumerate().map(|(place, goal)| {
            scope.all(&goal.holds, &format!("{}/goals/{place}/holds", self.pointer))
        });
        let goals = held.collect::<Result<_, _>>().map_err(Unset::Fault)?;
        Ok(Setting { world: world.clone(), goals })
    }

    /// The named wrong setting that a setting resembles: one that breaks the same goal, with each
    /// of its dials on the same side of the solution; of several the nearest.
    pub(crate) fn like(&self, set: &Settings, broken: &str) -> Option<&WrongSetting> {
        let far = |wrong: &WrongSetting| {
            let distances = self.specs.iter().filter_map(|dial| {
                let named = wrong.set.get(dial.key)?;
                let given = set.get(dial.key).unwrap_or(dial.start);
                let side = |value: f64| (value - dial.solution).total_cmp(&0.0);
                let span = (dial.max - dial.min).max(f64::MIN_POSITIVE);
                Some((side(named) == side(given)).then_some((named - given).abs() / span))
            });
            distances.collect::<Option<Vec<f64>>>().map(|all| all.into_iter().sum::<f64>())
        };
        let wrongs = self.wrong.iter().filter(|wrong| wrong.breaks == broken);
        let near = wrongs.filter_map(|wrong| Some((far(wrong)?, wrong)));
        near.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, wrong)| wrong)
    }
}

impl DialSpec {
    /// Whether a dial can stand there: at its least, so many notches further, or at its most.
    fn is_notch(&self, value: f64) -> bool {
        let notches = (value - self.min) / self.step;
        // Notches of a twentieth are not exact.
        let is_between = (notches - notches.round()).abs() < 1e-6;
        is_between || value.total_cmp(&self.max).is_eq() || !notches.is_finite()
    }
}

impl Setting {
    /// The ids of the goals that hold, or that do not.
    pub(crate) fn goals<'g>(&self, goals: &'g [Goal], holds: bool) -> Vec<&'g str> {
        let pairs = goals.iter().zip(&self.goals);
        pairs.filter(|(_, held)| held.holds == holds).map(|(goal, _)| goal.id.0.as_str()).collect()
    }
}

impl<'c> Work<'c> {
    pub(super) fn dials(&mut self, task: &'c DialsTask) -> Option<Made> {
        let base = self.scope.spec(task.run.as_deref(), &self.pointer);
        let base = self.told(base)?.clone();
        for (place, dial) in task.dials.iter().enumerate() {
            self.dial(place, dial, &task.dials[..place]);
        }
        let dials = Dials {
            base,
            specs: task.dials.clone(),
            goals: task.goals.clone(),
            pointer: self.pointer.clone(),
            wrong: task
                .wrong
                .iter()
                .map(|wrong| WrongSetting {
                    id: wrong.id.0.clone(),
                    set: wrong.set,
                    breaks: wrong.breaks.clone(),
                })
                .collect(),
        };
        if !self.faults.is_empty() {
            return None;
        }
        let start = self.set(&dials, &Settings::default(), "/dials/0/start")?;
        if start.goals(&dials.goals, false).is_empty() {
            self.note("/dials/0/start", "start-passes", args([]));
        }
        let solved = self.set(&dials, &dials.solution(), "/dials/0/solution")?;
        if let Some(goal) = solved.goals(&dials.goals, false).first() {
            self.note("/dials/0/solution", "solution-fails", args([("goal", (*goal).into())]));
        }
        for (place, wrong) in task.wrong.iter().enumerate() {
            self.wrong_setting(&dials, place, wrong.set, &wrong.breaks);
            let same = |other: &&WrongDials| dials.spec(&other.set) == dials.spec(&wrong.set);
            if let Some(same) = task.wrong[..place].iter().find(same) {
                let args = args([
                    ("one", same.id.0.as_str().into()),
                    ("other", wrong.id.0.as_str().into()),
                ]);
                self.note(&format!("/wrong/{place}/set"), "wrongs-equal", args);
            }
        }
        let held = solved.goals.first()?;
        let seen = Seen::somewhere(Place { world: held.world.clone(), step: held.step });
        let show = task.show.unwrap_or_default();
        let solved = Some(solved.world.clone());
        let body = Body::Dials { dials, show };
        Some(Made { world: Some(start.world), solved, seen: Some(seen), body })
    }

    fn dial(&mut self, place: usize, dial: &DialSpec, before: &[DialSpec]) {
        let pointer = format!("/dials/{place}");
        if before.iter().any(|other| other.key == dial.key) {
            let args = args([("id", word(dial.key).into())]);
            self.note(&format!("{pointer}/key"), "same-id", args);
        }
        // Told without the digits that binary fractions add.
        let finest = ((dial.max - dial.min) / MAX_NOTCHES * 1e9).round() / 1e9;
        let finest = finest.max(f64::MIN_POSITIVE);
        let most = if dial.key == DialKey::Ratio { 1.0 } else { f64::from(u32::MAX) };
        for (key, value, least, most) in [
            ("min", dial.min, 0.0, most),
            ("max", dial.max, dial.min, most),
            ("step", dial.step, finest, dial.max - dial.min),
            ("start", dial.start, dial.min, dial.max),
            ("solution", dial.solution, dial.min, dial.max),
        ] {
            if !(least..=most).contains(&value) {
                let bound = |it: f64| if it < 1e-300 { shown(0.0) } else { shown(it) };
                let args = args([
                    ("key", key.into()),
                    ("value", shown(value)),
                    ("least", bound(least)),
                    ("most", bound(most)),
                ]);
                self.note(&format!("{pointer}/{key}"), "out-of-range", args);
            }
        }
        for (key, value) in [("start", dial.start), ("solution", dial.solution)] {
            if (dial.min..=dial.max).contains(&value) && !dial.is_notch(value) {
                let args = args([
                    ("key", key.into()),
                    ("value", shown(value)),
                    ("min", shown(dial.min)),
                    ("step", shown(dial.step)),
                ]);
                self.note(&format!("{pointer}/{key}"), "off-notch", args);
            }
        }
    }

    fn wrong_setting(&mut self, dials: &Dials, place: usize, set: Settings, breaks: &str) {
        let pointer = format!("/wrong/{place}");
        if !dials.goals.iter().any(|goal| goal.id.0 == breaks) {
            let known: Vec<_> = dials.goals.iter().map(|goal| goal.id.0.as_str()).collect();
            let args = args([("goal", breaks.into()), ("known", known.join(", ").into())]);
            self.note(&format!("{pointer}/breaks"), "unknown-goal", args);
            return;
        }
        let keys = [
            DialKey::Window,
            DialKey::Ratio,
            DialKey::OutputReserve,
            DialKey::SummaryTokens,
            DialKey::TokenBudget,
        ];
        let is_dial = |key: DialKey| dials.specs.iter().any(|dial| dial.key == key);
        for key in keys.into_iter().filter(|key| set.get(*key).is_some() && !is_dial(*key)) {
            let args = args([("key", word(key).into())]);
            self.note(&format!("{pointer}/set/{}", word(key)), "unknown-dial", args);
        }
        let Some(setting) = self.set(dials, &set, &format!("{pointer}/set")) else { return };
        let broken = setting.goals(&dials.goals, false);
        if broken.is_empty() {
            self.note(&format!("{pointer}/set"), "wrong-passes", args([]));
        } else if broken != [breaks] {
            let args = args([("goal", breaks.into()), ("broken", broken.join(", ").into())]);
            self.note(&format!("{pointer}/breaks"), "wrong-breaks-other", args);
        }
    }

    fn set(&mut self, dials: &Dials, set: &Settings, pointer: &str) -> Option<Setting> {
        match dials.play(self.scope, set) {
            Ok(setting) => Some(setting),
            Err(Unset::NoRun(issues)) => {
                for issue in issues.into_iter().filter(Issue::is_of_patch) {
                    self.note(pointer, issue.code, issue.args);
                }
                if self.faults.is_empty() {
                    self.faults.push(Fault::Unplayable);
                }
                None
            }
            Err(Unset::Fault(fault)) => {
                self.faults.push(fault);
                None
            }
        }
    }
}

/// A count of tokens. Dials are kept within what a count can be.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is rounded and clamped"
)]
fn whole(value: f64) -> u32 {
    value.round().clamp(0.0, f64::from(u32::MAX)) as u32
}
