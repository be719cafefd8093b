//! What the page shows of a course: everything but the answers.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::{
    Course, Exercise,
    ask::{Fault, step, values},
    task::{Body, Place, Worked},
    worlds::World,
};
use crate::{
    format::{
        files::RunSpec,
        fluent::Catalog,
        prose::{ProsePiece, pieces},
        tasks::{Pick, PlaceWord, Show, Unit},
    },
    run::StepKind,
    source::{Issue, SourceFile},
};

/// A step of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunPlace {
    /// The run: its scenario, and what is changed of it.
    pub run: CourseRun,
    /// The step.
    pub step: usize,
}

/// A run by what it is made from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CourseRun {
    /// The name of the scenario.
    pub scenario: String,
    /// What is changed of it, without what is not.
    pub patch: serde_json::Value,
}

impl From<&RunSpec> for CourseRun {
    fn from(spec: &RunSpec) -> Self {
        let mut patch = serde_json::to_value(spec.patch()).unwrap_or_default();
        if let Some(members) = patch.as_object_mut() {
            members.retain(|_, value| {
                !value.is_null() && value.as_array().is_none_or(|items| !items.is_empty())
            });
        }
        Self { scenario: spec.scenario.0.clone(), patch }
    }
}

impl RunPlace {
    pub(crate) fn of(world: &World, step: usize) -> Self {
        Self { run: CourseRun::from(&world.spec), step }
    }
}

impl From<&Place> for RunPlace {
    fn from(place: &Place) -> Self {
        Self::of(&place.world, place.step)
    }
}

/// A course as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CourseView {
    /// Its id.
    pub id: String,
    /// The tags of its languages.
    pub languages: Vec<&'static str>,
    /// Raw Fluent by language.
    pub texts: BTreeMap<&'static str, String>,
    /// What the texts can show.
    #[serde(serialize_with = "numbers")]
    pub values: BTreeMap<String, f64>,
    /// The sections, in order.
    pub sections: Vec<SectionView>,
    /// What a learner has to have done.
    pub criteria: Vec<CriterionView>,
}

/// A section as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SectionView {
    /// Its id.
    pub id: String,
    /// The run beside it.
    pub run: Option<CourseRun>,
    /// Where the player stands.
    pub step: Option<usize>,
    /// The ids of its exercises.
    pub exercises: Vec<String>,
    /// Its text by language.
    pub prose: BTreeMap<&'static str, Vec<ProsePiece>>,
}

/// A criterion as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CriterionView {
    /// Its id.
    pub id: String,
    /// The exercise whose passing ticks it.
    pub exercise: Option<String>,
}

/// An exercise as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExerciseView {
    /// Its id.
    pub id: String,
    /// Raw Fluent by language.
    pub texts: BTreeMap<&'static str, String>,
    /// What the texts can show: the values of the course, and its own.
    #[serde(serialize_with = "numbers")]
    pub values: BTreeMap<String, f64>,
    /// The tasks, in order.
    pub tasks: Vec<TaskView>,
}

/// A task as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TaskView {
    /// Its id.
    pub id: String,
    /// How many hints there are.
    pub hints: usize,
    /// Whether a text goes with the right answer.
    pub because: bool,
    /// The wrong answers and claims that have a text of their own.
    pub says: Vec<String>,
    /// The run, and where the player is to stand.
    pub at: Option<RunPlace>,
    /// Whether what lies behind is fogged.
    pub gated: bool,
    /// What is asked for.
    #[serde(flatten)]
    pub asked: Asked,
}

/// What a task asks for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Asked {
    /// A number.
    Number {
        /// What it counts.
        unit: Unit,
        /// How far it may be off.
        tolerance: f64,
    },
    /// One of some numbers.
    Choice {
        /// What they count.
        unit: Unit,
        /// In ascending order.
        #[serde(serialize_with = "list")]
        options: Vec<f64>,
    },
    /// Claims.
    Claims {
        /// How many are to be picked.
        pick: Pick,
        /// Their ids.
        options: Vec<String>,
    },
    /// An order.
    Order {
        /// In another order than the right one.
        items: Vec<StepKind>,
    },
    /// A line.
    PickLine {
        /// The program.
        code: String,
    },
    /// Messages.
    PickBlocks {
        /// Their ids.
        blocks: Vec<u32>,
        /// The later step.
        stay: usize,
    },
    /// Facts.
    Facts {
        /// The compaction.
        compaction: u32,
        /// The place.
        place: PlaceWord,
        /// The known facts.
        facts: Vec<u32>,
    },
    /// A setting.
    Dials {
        /// The dials.
        dials: Vec<DialView>,
        /// The ids of the goals.
        goals: Vec<String>,
        /// How they are shown.
        show: Show,
    },
    /// Code.
    Code {
        /// The program before the part that is written.
        before: String,
        /// What stands in that part at first.
        start: String,
        /// The program behind it.
        after: String,
        /// What it is tried on, in order.
        trials: Vec<TrialView>,
        /// The ids of the goals.
        goals: Vec<String>,
    },
    /// Words of the learner's own.
    Explain,
}

/// A run whose scenario a program is tried on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrialView {
    /// The run.
    pub run: CourseRun,
    /// Whether only the broken goal is told of it.
    pub held: bool,
}

/// A dial as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DialView {
    /// What it sets.
    pub key: crate::format::tasks::DialKey,
    /// Where it begins.
    #[serde(serialize_with = "number")]
    pub start: f64,
    /// The least.
    #[serde(serialize_with = "number")]
    pub min: f64,
    /// The most.
    #[serde(serialize_with = "number")]
    pub max: f64,
    /// One notch.
    #[serde(serialize_with = "number")]
    pub step: f64,
}

impl Course {
    /// The course as it is shown, or the faults of what it asks of its runs.
    pub fn view(&self) -> Result<CourseView, Vec<Issue>> {
        let scope = self.scope(None);
        let mut faults = Vec::new();
        let values = values(&scope, &self.file.values.0, &mut faults);
        let mut sections = Vec::new();
        for (place, section) in self.file.sections.iter().enumerate() {
            let pointer = format!("/sections/{place}");
            match self.standing(place, &pointer) {
                Ok(standing) => sections.push(SectionView {
                    id: section.id.0.clone(),
                    run: standing.as_ref().map(|place| CourseRun::from(&place.world.spec)),
                    step: standing.as_ref().map(|place| place.step),
                    exercises: section.exercises.iter().map(|id| id.0.clone()).collect(),
                    prose: self.by_language(
                        &format!("sections/{}/", section.id.0),
                        ".md",
                        |file| pieces(&file.text).into_iter().map(|(_, piece)| piece).collect(),
                    ),
                }),
                Err(fault) => faults.push(fault),
            }
        }
        if !faults.is_empty() {
            return Err(self.told(&self.document, faults));
        }
        Ok(CourseView {
            id: self.file.id.0.clone(),
            languages: self.file.languages.iter().map(|lang| lang.as_str()).collect(),
            texts: self.by_language("course/", ".ftl", |file| file.text.clone()),
            values,
            sections,
            criteria: self
                .file
                .criteria
                .iter()
                .map(|it| CriterionView {
                    id: it.id.0.clone(),
                    exercise: it.exercise.as_ref().map(|id| id.0.clone()),
                })
                .collect(),
        })
    }

    /// Where the player stands beside a section.
    pub(crate) fn standing(&self, place: usize, pointer: &str) -> Result<Option<Place>, Fault> {
        let section = &self.file.sections[place];
        let scope = self.scope(None);
        if section.run.is_none() && section.at.is_none() {
            return Ok(None);
        }
        let world = scope.world(section.run.as_deref(), pointer)?;
        let step = match &section.at {
            Some(at) => step(&world.run, at, &format!("{pointer}/at"))?,
            None => 0,
        };
        Ok(Some(Place { world, step }))
    }

    /// An exercise as it is shown, or its faults; none of that id is no fault, and nothing.
    pub fn exercise(&self, id: &str) -> Option<Result<ExerciseView, Vec<Issue>>> {
        self.find(id).map(|exercise| self.exercise_view(exercise))
    }

    fn exercise_view(&self, exercise: &Exercise) -> Result<ExerciseView, Vec<Issue>> {
        let mut faults = Vec::new();
        let mut all = values(&self.scope(None), &self.file.values.0, &mut faults);
        if !faults.is_empty() {
            return Err(self.told(&self.document, faults));
        }
        all.extend(values(&self.scope(Some(exercise)), &exercise.file.values.0, &mut faults));
        let folder = format!("exercises/{}/", exercise.id);
        let lang = self.file.languages.first().map_or("en", |lang| lang.as_str());
        let texts = self.source.find(&format!("{folder}{lang}.ftl")).map(Catalog::parse);
        let mut tasks = Vec::new();
        for place in 0..exercise.file.tasks.len() {
            match self.work(exercise, place) {
                Ok(worked) => tasks.push(task_view(&worked, texts.as_ref())),
                Err(found) => faults.extend(found),
            }
        }
        if !faults.is_empty() {
            return Err(self.told(&exercise.document, faults));
        }
        let texts = self.by_language(&folder, ".ftl", |file| file.text.clone());
        Ok(ExerciseView { id: exercise.id.clone(), texts, values: all, tasks })
    }

    fn by_language<T>(
        &self,
        folder: &str,
        end: &str,
        read: impl Fn(&SourceFile) -> T,
    ) -> BTreeMap<&'static str, T> {
        let languages = self.file.languages.iter().map(|lang| lang.as_str());
        let files = languages.filter_map(|lang| {
            let file = self.source.find(&format!("{folder}{lang}{end}"))?;
            Some((lang, read(file)))
        });
        files.collect()
    }
}

fn task_view(worked: &Worked, texts: Option<&Catalog<'_>>) -> TaskView {
    let message = texts.and_then(|texts| texts.messages.get(&worked.id));
    let has = |name: &str| message.is_some_and(|message| message.attributes.contains_key(name));
    let most = message.map_or(0, |message| message.attributes.len());
    let attributes = message.into_iter().flat_map(|message| message.attributes.keys());
    let says = attributes.filter_map(|name| name.strip_prefix("says-").map(str::to_owned));
    let at = worked.world.as_ref().map(|world| {
        let step = worked.gate.unwrap_or(match &worked.body {
            Body::Blocks { at, .. } | Body::Facts { at, .. } => *at,
            _ => 0,
        });
        RunPlace::of(world, step)
    });
    TaskView {
        id: worked.id.clone(),
        hints: (1..=most).take_while(|it| has(&format!("hint-{it}"))).count(),
        because: has("because"),
        says: says.collect(),
        at,
        gated: worked.gate.is_some(),
        asked: asked(&worked.body),
    }
}

fn asked(body: &Body) -> Asked {
    match body {
        Body::Number { unit, tolerance, .. } => {
            Asked::Number { unit: *unit, tolerance: *tolerance }
        }
        Body::Choice { unit, right, wrong } => {
            let mut options: Vec<f64> = wrong.iter().map(|wrong| wrong.answer).collect();
            options.push(*right);
            options.sort_by(f64::total_cmp);
            Asked::Choice { unit: *unit, options }
        }
        Body::Claims { pick, claims } => Asked::Claims {
            pick: *pick,
            options: claims.iter().map(|claim| claim.id.clone()).collect(),
        },
        Body::Order { shown, .. } => Asked::Order { items: shown.clone() },
        Body::Line { code, .. } => Asked::PickLine { code: code.clone() },
        Body::Blocks { blocks, stay, .. } => {
            Asked::PickBlocks { blocks: blocks.clone(), stay: *stay }
        }
        Body::Facts { compaction, place, known, .. } => {
            Asked::Facts { compaction: *compaction, place: *place, facts: known.clone() }
        }
        Body::Dials { dials, show } => Asked::Dials {
            dials: dials
                .specs
                .iter()
                .map(|dial| DialView {
                    key: dial.key,
                    start: dial.start,
                    min: dial.min,
                    max: dial.max,
                    step: dial.step,
                })
                .collect(),
            goals: dials.goals.iter().map(|goal| goal.id.0.clone()).collect(),
            show: *show,
        },
        Body::Code(code) => Asked::Code {
            before: code.before.clone(),
            start: code.start.clone(),
            after: code.after.clone(),
            trials: code
                .trials
                .iter()
                .map(|trial| TrialView { run: CourseRun::from(&trial.spec), held: trial.is_held })
                .collect(),
            goals: code.goals.iter().map(|goal| goal.id.0.clone()).collect(),
        },
        Body::Explain => Asked::Explain,
    }
}

/// Writes whole numbers as such, so that JSON says 1400 and not 1400.0.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
pub(crate) fn number<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    plain(*value).serialize(serializer)
}

fn numbers<S: Serializer>(
    values: &BTreeMap<String, f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, value)| (name, plain(*value))))
}

fn list<S: Serializer>(values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(|value| plain(*value)))
}

/// A number of JSON, whole where it is. Nothing that is read off a run is too large for it.
#[expect(clippy::cast_possible_truncation, reason = "only what is whole and small is cast")]
fn plain(value: f64) -> serde_json::Value {
    if value.fract().abs() < f64::EPSILON && value.abs() < 9e15 {
        (value as i64).into()
    } else {
        value.into()
    }
}
