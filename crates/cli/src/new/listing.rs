//! course.toml, read for what it lists and changed by as little as possible: comments and layout
//! are the author's.

use std::ops::Range;

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// What course.toml says of its runs and sections.
pub(crate) struct Listing {
    /// Each run with its scenario, those that change nothing of it first.
    pub(crate) runs: Vec<(String, String)>,
    pub(crate) languages: Vec<String>,
    /// Whether a section has something else than a list in the place of one.
    pub(crate) is_broken: bool,
    sections: Vec<Section>,
}

struct Section {
    id: String,
    exercises: Vec<String>,
    /// Where the next exercise goes, and what stands around it there.
    at: usize,
    before: &'static str,
    after: &'static str,
}

impl Listing {
    /// Reads it; `None` where it is no TOML.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let table = DeTable::parse(text).ok()?;
        let table = table.get_ref();
        let member = |name| table.get(name).map(Spanned::get_ref);
        let runs = member("runs").and_then(DeValue::as_table);
        let mut runs: Vec<_> = runs
            .into_iter()
            .flat_map(DeTable::iter)
            .filter_map(|(name, run)| {
                let run = run.get_ref().as_table()?;
                let scenario = run.get("scenario")?.get_ref().as_str()?;
                Some((run.len() > 1, (name.get_ref().to_string(), scenario.to_owned())))
            })
            .collect();
        runs.sort_by_key(|(is_changed, _)| *is_changed);
        let languages = member("languages").and_then(DeValue::as_array);
        let languages = languages.into_iter().flat_map(|all| all.iter());
        let sections = member("sections").and_then(DeValue::as_array);
        let sections: Vec<_> =
            sections.into_iter().flat_map(|all| all.iter()).map(|it| place(text, it)).collect();
        Some(Self {
            runs: runs.into_iter().map(|(_, run)| run).collect(),
            languages: languages
                .filter_map(|it| it.get_ref().as_str().map(str::to_owned))
                .collect(),
            is_broken: sections.iter().any(Option::is_none),
            sections: sections.into_iter().flatten().collect(),
        })
    }

    /// The ids of the sections.
    pub(crate) fn sections(&self) -> Vec<String> {
        self.sections.iter().map(|section| section.id.clone()).collect()
    }

    /// The text with an exercise more in a section, or in the last one; and the section. What is
    /// listed already stays where it is. `None` where there is no such section.
    pub(crate) fn with(
        &self,
        text: &str,
        section: Option<&str>,
        id: &str,
    ) -> Option<(String, String)> {
        let section = match section {
            Some(name) => self.sections.iter().find(|section| section.id == name)?,
            None => self.sections.last()?,
        };
        let lists = |section: &&Section| section.exercises.iter().any(|listed| listed == id);
        if let Some(section) = self.sections.iter().find(lists) {
            return Some((text.to_owned(), section.id.clone()));
        }
        let (start, end) = text.split_at_checked(section.at)?;
        let Section { before, after, .. } = section;
        Some((format!("{start}{before}\"{id}\"{after}{end}"), section.id.clone()))
    }
}

/// Where the next exercise of a section goes; `None` where it has no id, or no list where one
/// belongs.
fn place(text: &str, section: &Spanned<DeValue<'_>>) -> Option<Section> {
    let table = section.get_ref().as_table()?;
    let name = table.get("id")?;
    let id = name.get_ref().as_str()?.to_owned();
    if let Some(listed) = table.get("exercises") {
        let all = listed.get_ref().as_array()?;
        let exercises =
            all.iter().filter_map(|it| it.get_ref().as_str().map(str::to_owned)).collect();
        let (at, before) = match all.iter().last() {
            Some(last) => (last.span().end, ", "),
            None => (listed.span().start + 1, ""),
        };
        return Some(Section { id, exercises, at, before, after: "" });
    }
    // Beside the id, which stands in the section itself: what follows may be in a table of it.
    let found = |at, before| Some(Section { id, exercises: Vec::new(), at, before, after: "]" });
    let Range { end, .. } = name.span();
    if text[section.span().start..].starts_with('{') {
        return found(end, ", exercises = [");
    }
    // Behind the line, so that a comment stays with what it is about.
    let line = text[end..].find('\n').map_or(text.len(), |rest| end + rest);
    if text[..line].ends_with('\r') {
        found(line - 1, "\r\nexercises = [")
    } else {
        found(line, "\nexercises = [")
    }
}

#[cfg(test)]
mod tests {
    use super::Listing;

    fn with(text: &str, section: Option<&str>) -> Option<String> {
        let listing = Listing::read(text)?;
        listing.with(text, section, "new").map(|(text, _)| text)
    }

    #[test]
    fn an_exercise_is_added_and_all_else_stays_as_it_was_written() {
        for (before, after) in [
            (
                "[[sections]] # one\nid = \"a\"\nexercises = [\"x\"] # kept\n",
                "[[sections]] # one\nid = \"a\"\nexercises = [\"x\", \"new\"] # kept\n",
            ),
            (
                "[[sections]]\nid = \"a\"\nexercises = [\n  \"x\", # the first\n]\n",
                "[[sections]]\nid = \"a\"\nexercises = [\n  \"x\", \"new\", # the first\n]\n",
            ),
            (
                "[[sections]]\nid = \"a\"\nexercises = [ ]\n",
                "[[sections]]\nid = \"a\"\nexercises = [\"new\" ]\n",
            ),
            (
                "[[sections]]\nat = { step = 0 }\nid = \"a\" # last\n\n[[criteria]]\nid = \"c\"\n",
                "[[sections]]\nat = { step = 0 }\nid = \"a\" # last\nexercises = [\"new\"]\n\n[[criteria]]\nid = \"c\"\n",
            ),
            (
                "[[sections]]\nid = \"a\"\n[sections.at]\nstep = 0\n",
                "[[sections]]\nid = \"a\"\nexercises = [\"new\"]\n[sections.at]\nstep = 0\n",
            ),
            (
                "[[sections]]\nid = \"a\"\nat.step = 0\nrun = \"r\"",
                "[[sections]]\nid = \"a\"\nexercises = [\"new\"]\nat.step = 0\nrun = \"r\"",
            ),
            (
                "sections = [{ id = \"a\", at.step = 0 }]",
                "sections = [{ id = \"a\", exercises = [\"new\"], at.step = 0 }]",
            ),
            (
                "[[sections]]\r\nid = \"a\"\r\nrun = \"r\"\r\n",
                "[[sections]]\r\nid = \"a\"\r\nexercises = [\"new\"]\r\nrun = \"r\"\r\n",
            ),
            (
                "[[sections]]\nid = \"\"\"\na\"\"\"",
                "[[sections]]\nid = \"\"\"\na\"\"\"\nexercises = [\"new\"]",
            ),
            ("sections = [{ id = \"a\" }]", "sections = [{ id = \"a\", exercises = [\"new\"] }]"),
            (
                "[[sections]]\r\nid = \"é\"\r\nexercises = ['x']\r\n",
                "[[sections]]\r\nid = \"é\"\r\nexercises = ['x', \"new\"]\r\n",
            ),
        ] {
            assert_eq!(with(before, None).as_deref(), Some(after));
        }
    }

    #[test]
    fn the_section_is_the_one_that_is_named_or_the_last() {
        let text =
            "[[sections]]\nid = \"a\"\nexercises = []\n[[sections]]\nid = \"b\"\nexercises = []\n";
        let at = |section| with(text, section).and_then(|text| text.find("new"));
        assert!(at(Some("a")) < at(None));
        assert_eq!(at(Some("b")), at(None));
        assert_eq!(at(Some("c")), None);
        assert_eq!(with("[runs]", None), None);
        assert_eq!(with("[[sections", None), None);
    }

    #[test]
    fn what_is_listed_already_is_not_listed_twice() {
        let text = "[[sections]]\nid = \"a\"\nexercises = [\"new\"]\n[[sections]]\nid = \"b\"\n";
        for section in [None, Some("a"), Some("b")] {
            let added = Listing::read(text).and_then(|it| it.with(text, section, "new"));
            assert_eq!(added, Some((text.to_owned(), "a".to_owned())));
        }
    }

    #[test]
    fn a_section_without_a_list_is_told_apart_from_none() {
        let is_broken = |text| Listing::read(text).is_some_and(|listing| listing.is_broken);
        assert!(is_broken("[[sections]]\nid = \"a\"\nexercises = \"x\""));
        assert!(is_broken("[[sections]]\nid = 1"));
        assert!(!is_broken("sections = []") && !is_broken("[[sections]]\nid = \"a\""));
    }

    #[test]
    fn runs_that_change_nothing_come_first() {
        let listing = Listing::read(
            "languages = [\"ko\"]\n[runs.b]\nscenario = \"s\"\nwindow = 1\n[runs.a]\nscenario = \"t\"\n",
        );
        let listing = listing.expect("it is TOML");
        assert_eq!(listing.runs, [("a".into(), "t".into()), ("b".into(), "s".into())]);
        assert_eq!(listing.languages, ["ko"]);
    }
}
