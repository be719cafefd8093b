//! The files of a course as instructors write them. What stands here as a comment is shown in their
//! editor: the schemas are made from these types.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};

#[cfg(feature = "schema")]
use schemars::JsonSchema;

use super::{
    queries::{Moment, Query},
    tasks::Task,
};
use crate::patch::{Bug, PatchStrategy};

/// The version of the format that this crate reads.
pub(crate) const FORMAT: u32 = 1;

/// The order of a course: course.toml. All words that learners read are in files of their own,
/// one for each language.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct CourseFile {
    /// The version of this format: 1.
    #[expect(dead_code, reason = "compared before the rest is read")]
    pub(crate) format: u32,
    /// What the course is called in links and in what learners keep. Never changed once published.
    pub(crate) id: Name,
    /// The languages that every text is there in.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub(crate) languages: Vec<LangTag>,
    /// Runs by name, for every section and exercise.
    #[serde(default)]
    pub(crate) runs: Named<RunSpec>,
    /// Numbers by name, which every text of the course can show as `{ $name }`.
    #[serde(default)]
    pub(crate) values: Named<Query>,
    /// The sections, in order.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub(crate) sections: Vec<Section>,
    /// What a learner has to have done at the end.
    #[serde(default)]
    pub(crate) criteria: Vec<Criterion>,
}

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub enum LangTag {
    /// English.
    #[serde(rename = "en")]
    En,
    /// Portuguese of Brazil.
    #[serde(rename = "pt-BR")]
    PtBr,
    /// Korean.
    #[serde(rename = "ko")]
    Ko,
}

impl LangTag {
    /// The tag, as file names have it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::PtBr => "pt-BR",
            Self::Ko => "ko",
        }
    }

    /// The plural categories that a choice by number must have, of those that CLDR gives the
    /// language; `many` of Portuguese is for numbers such as 1 000 000 in compact form.
    pub(crate) const fn plurals(self) -> &'static [&'static str] {
        match self {
            Self::En | Self::PtBr => &["one", "other"],
            Self::Ko => &["other"],
        }
    }
}

/// A run: a scenario, and what is changed of it. A key that is left out changes nothing.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunSpec {
    /// The name of a file in the folder `scenarios`, without its ending.
    pub(crate) scenario: Name,
    /// Mistakes of the harness, one for each line of it at most.
    #[serde(default)]
    pub(crate) bugs: Vec<Bug>,
    /// Size of the window, in tokens.
    pub(crate) window: Option<u32>,
    /// The threshold's part of the window, above 0 and below 1.
    pub(crate) ratio: Option<f64>,
    /// The meter that is compared with the threshold.
    pub(crate) meter: Option<MeterWord>,
    /// Room kept free for the next reply, in tokens.
    pub(crate) output_reserve: Option<u32>,
    /// How long each handover summary is, in tokens.
    pub(crate) summary_tokens: Option<u32>,
    /// The most that all calls together may spend, in tokens.
    pub(crate) token_budget: Option<u32>,
    /// What a compaction does with the history. With `bugs` it is `restart` alone.
    pub(crate) strategy: Option<PatchStrategy>,
}

/// A meter that can be compared with the threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) enum MeterWord {
    /// The lesson's counter.
    Accumulated,
    /// How full the window is.
    Occupancy,
}

/// A section: prose in `sections/ID`, and the exercises after it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct Section {
    /// The name of its folder, and of the message that holds its title.
    pub(crate) id: Name,
    /// The run that the player shows beside it.
    pub(crate) run: Option<String>,
    /// Where the player stands. Default: at the beginning.
    pub(crate) at: Option<Moment>,
    /// The exercises, in order, by the names of their files.
    #[serde(default)]
    pub(crate) exercises: Vec<Name>,
}

/// What a learner has to have done; its words are the message `criterion-ID`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct Criterion {
    /// Names its message.
    pub(crate) id: Name,
    /// The exercise whose passing ticks it. Without one the learner ticks it.
    pub(crate) exercise: Option<Name>,
}

/// An exercise: what is asked of which run. Its words are in the folder of the same name.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct ExerciseFile {
    /// The version of this format: 1.
    #[expect(dead_code, reason = "compared before the rest is read")]
    pub(crate) format: u32,
    /// Runs by name. The first is the one that is asked where nothing else is said.
    #[serde(default)]
    pub(crate) runs: Named<RunSpec>,
    /// Numbers by name, which every text of the exercise can show as `{ $name }`.
    #[serde(default)]
    pub(crate) values: Named<Query>,
    /// The tasks, in order.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub(crate) tasks: Vec<Task>,
}

/// What an entry is called: letters of English, digits and `-`; a letter first.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub(crate) struct Name(
    #[cfg_attr(feature = "schema", schemars(regex(pattern = super::shape::NAME)))] pub(crate) String,
);

/// A table whose keys are the author's own names, in their order.
#[derive(Clone, Debug)]
pub(crate) struct Named<T>(pub(crate) Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Named<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a table")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Named(entries))
            }
        }
        deserializer.deserialize_map(Entries(std::marker::PhantomData))
    }
}

#[cfg(feature = "schema")]
impl<T: JsonSchema> JsonSchema for Named<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Named{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "propertyNames": { "pattern": super::shape::NAME },
            "additionalProperties": generator.subschema_for::<T>(),
        })
    }
}
