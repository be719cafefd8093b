//! The files of oEmbed: what another site asks for to show the course, or an exercise of it, in a
//! frame of its own.

use std::collections::BTreeMap;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};
use secondwind_course::{Args, Course, Issue};
use serde_json::json;
use ureq::http::Uri;

use crate::files::Fault;

/// What a frame needs: to run, to keep the learner's work, to take an answer, to save a file, to
/// open a page beside. The element of the page sets the same.
const FRAME: [(&str, &str); 4] = [
    (
        "sandbox",
        "allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox",
    ),
    ("allow", "clipboard-write"),
    ("loading", "lazy"),
    ("referrerpolicy", "no-referrer"),
];

/// Pixels.
const WIDTH: u32 = 960;
const HEIGHT: u32 = 760;

/// How long a response may be kept, in seconds.
const CACHE_AGE: u32 = 86_400;

/// The address that a site will have; it ends with a slash.
pub(super) struct Address(String);

impl Address {
    /// Reads the address of a page: http or https, without a query or a fragment.
    pub(super) fn read(text: &str) -> Result<Self, Fault> {
        let uri = text.parse::<Uri>().ok().filter(|_| !text.contains(['?', '#', '@']));
        let is_web = |uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https"));
        match uri.filter(|uri| is_web(uri) && uri.host().is_some()) {
            Some(_) => Ok(Self(format!("{}/", text.trim_end_matches('/')))),
            None => Err(("error-address", Args::from([("address", text.into())]))),
        }
    }

    /// The link by which the page is found to have a response.
    pub(super) fn link(&self) -> String {
        discovery(&format!("{}oembed.json", self.0), "secondwind")
    }

    /// All files: `oembed.json` for the course, and for each exercise in each of its languages
    /// `embed/LANG/ID.json` with `embed/LANG/ID.html`, the address to paste, which leads on to the
    /// exercise.
    pub(super) fn files(&self, course: &Course) -> Result<BTreeMap<String, String>, Vec<Issue>> {
        let view = course.view()?;
        let first = view.languages.first().copied().unwrap_or_default();
        let title = title(&view.texts, &view.values, first);
        let mut files =
            BTreeMap::from([("oembed.json".to_owned(), self.response(&title, "embed=player"))]);
        for section in &view.sections {
            for id in &section.exercises {
                let Some(exercise) = course.exercise(id).transpose()? else { continue };
                for lang in &view.languages {
                    let title = self::title(&exercise.texts, &exercise.values, lang);
                    let place = format!("exercise={id}&lang={lang}");
                    let name = format!("embed/{lang}/{id}");
                    let to = format!("../../#v1//0?{place}&lesson={}", section.id);
                    let link = discovery(&format!("{}{name}.json", self.0), &title);
                    files.insert(format!("{name}.html"), leading(lang, &title, &to, &link));
                    let response = self.response(&title, &format!("embed=exercise&{place}"));
                    files.insert(format!("{name}.json"), response);
                }
            }
        }
        Ok(files)
    }

    /// A response as oEmbed 1.0 has it.
    fn response(&self, title: &str, place: &str) -> String {
        let frame = [
            ("src", format!("{}#v1//0?{place}", self.0)),
            ("title", title.to_owned()),
            ("width", WIDTH.to_string()),
            ("height", HEIGHT.to_string()),
            ("style", "border: 0; max-width: 100%".to_owned()),
        ];
        let frame = frame.into_iter().chain(FRAME.map(|(name, value)| (name, value.to_owned())));
        let written = frame.fold(String::new(), |written, (name, value)| {
            format!("{written} {name}=\"{}\"", escaped(&value))
        });
        let response = json!({
            "version": "1.0",
            "type": "rich",
            "title": title,
            "provider_name": "secondwind",
            "provider_url": self.0,
            "html": format!("<iframe{written}></iframe>"),
            "width": WIDTH,
            "height": HEIGHT,
            "cache_age": CACHE_AGE,
        });
        format!("{response:#}\n")
    }
}

/// The title in a language of a course, or of one of its exercises.
fn title(
    texts: &BTreeMap<&'static str, String>,
    values: &BTreeMap<String, f64>,
    lang: &str,
) -> String {
    let text = texts.get(lang).cloned().unwrap_or_default();
    let resource = FluentResource::try_new(text).unwrap_or_else(|(resource, _)| resource);
    let mut bundle = FluentBundle::new(vec![lang.parse().unwrap_or_default()]);
    bundle.set_use_isolating(false);
    bundle.add_resource_overriding(resource);
    let values: FluentArgs<'_> =
        values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let pattern = bundle.get_message("title").and_then(|message| message.value());
    let format = |pattern| bundle.format_pattern(pattern, Some(&values), &mut Vec::new()).into();
    pattern.map_or_else(String::new, format)
}

/// What an HTML page says about where its response is.
fn discovery(href: &str, title: &str) -> String {
    format!(
        "<link rel=\"alternate\" type=\"application/json+oembed\" href=\"{}\" title=\"{}\" />",
        escaped(href),
        escaped(title)
    )
}

/// A page that has the link to its response, and leads on to the exercise.
fn leading(lang: &str, title: &str, to: &str, link: &str) -> String {
    let (title, to) = (escaped(title), escaped(to));
    format!(
        "<!doctype html>
<html lang=\"{lang}\">
  <head>
    <meta charset=\"utf-8\" />
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />
    <meta http-equiv=\"refresh\" content=\"0; url={to}\" />
    <title>{title}</title>
    {link}
  </head>
  <body>
    <p><a href=\"{to}\">{title}</a></p>
  </body>
</html>
"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{Address, FRAME};

    #[test]
    fn an_address_is_that_of_a_page() {
        for (text, read) in [
            ("https://school.example", "https://school.example/"),
            ("http://127.0.0.1:8080/wind", "http://127.0.0.1:8080/wind/"),
            ("https://school.example/a/", "https://school.example/a/"),
        ] {
            assert_eq!(Address::read(text).map(|address| address.0), Ok(read.to_owned()));
        }
        for text in [
            "",
            "school.example",
            "/a/",
            "ftp://a.example/",
            "https://",
            "https://a b/",
            "https://a.example/?b",
            "https://a.example/#b",
            "https://user:word@a.example/",
        ] {
            let fault = Address::read(text).map(|address| address.0).unwrap_err();
            assert_eq!((fault.0, &fault.1["address"]), ("error-address", &text.into()));
        }
    }

    #[test]
    fn a_frame_is_what_the_element_makes() {
        let element = include_str!("../../../../www/src/embed/address.ts");
        for (name, value) in FRAME {
            assert!(element.contains(&format!("  {name}: \"{value}\",")), "{name}");
        }
    }
}
