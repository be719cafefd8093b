//! `secondwind build` over a page that is as small as one can be.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::{fs, path::Path};

use serde_json::Value;
use tempfile::TempDir;

use common::{refused, said};

/// A folder with a course and a page.
fn workshop() -> TempDir {
    let dir = TempDir::new().unwrap();
    let page = dir.path().join("page");
    fs::create_dir_all(page.join("assets")).unwrap();
    for (name, text) in [
        ("index.html", "<html><head></head></html>"),
        ("sw.js", "const files = {};\nself.addEventListener();\n"),
        ("page-1.js", "document.querySelector(`meta[name=\"secondwind-${x}\"]`)"),
        ("course-1.js", "the page's own"),
        ("assets/style.css", "a {}"),
    ] {
        fs::write(page.join(name), text).unwrap();
    }
    said(dir.path(), &["new", "course", "c"]);
    dir
}

/// The files that the service worker of a site keeps, with their hashes.
fn kept(site: &Path) -> Value {
    let worker = fs::read_to_string(site.join("sw.js")).unwrap();
    let (list, code) = worker.strip_prefix("const files = ").unwrap().split_once(";\n").unwrap();
    assert_eq!(code, "self.addEventListener();\n");
    serde_json::from_str(list).unwrap()
}

#[test]
fn a_site_is_the_page_with_the_course_in_the_place_of_its_own() {
    let dir = workshop();
    let build = || said(dir.path(), &["build", "c", "--page", "page"]);
    build();
    let site = dir.path().join("site");
    let first = kept(&site);
    let names: Vec<_> = first.as_object().unwrap().keys().cloned().collect();
    let course = names.iter().find(|name| name.starts_with("course-")).unwrap();
    assert_eq!(names.len(), 4);
    let index = fs::read_to_string(site.join("index.html")).unwrap();
    assert!(
        index.contains(&format!("<meta name=\"secondwind-course\" content=\"{course}\" />")),
        "{index}"
    );
    assert!(index.contains("<meta name=\"secondwind-course-id\" content=\"c\" />"), "{index}");
    let script = fs::read_to_string(site.join(course)).unwrap();
    let files = script.strip_prefix("globalThis.secondwind_course = { source: ").unwrap();
    let files: Value = serde_json::from_str(files.strip_suffix(" };\n").unwrap()).unwrap();
    assert!(
        files["files"]
            .as_array()
            .unwrap()
            .iter()
            .any(|file| file["name"] == "scenarios/first/ko.toml")
    );
    // The same course is the same site, so that nobody is offered what has not changed.
    build();
    assert_eq!(kept(&site), first);

    fs::write(site.join("notes.txt"), "the author's own").unwrap();
    let words = dir.path().join("c/course/en.ftl");
    let changed = fs::read_to_string(&words).unwrap().replace("A first run", "Another run");
    fs::write(&words, changed).unwrap();
    build();
    assert!(!site.join(course).exists(), "the script of the course before is gone");
    assert!(site.join("notes.txt").exists());
    assert_ne!(kept(&site)["index.html"], first["index.html"]);
}

#[test]
fn a_site_whose_address_is_known_has_a_response_of_oembed_for_each_exercise() {
    let dir = workshop();
    for (lang, title) in [
        ("en", "The \"fresh\" & <new> { $window }"),
        ("pt-BR", "Nova: { $window }"),
        ("ko", "새 창 { $window }"),
    ] {
        let words = dir.path().join(format!("c/exercises/counter/{lang}.ftl"));
        let text = fs::read_to_string(&words).unwrap();
        let (_, rest) =
            text.split_once('\n').filter(|(line, _)| line.starts_with("title = ")).unwrap();
        fs::write(&words, format!("title = {title}\n{rest}")).unwrap();
    }
    let address = "https://school.example/windows";
    let build =
        |more: &[&str]| said(dir.path(), &[&["build", "c", "--page", "page"], more].concat());
    build(&["--address", address]);
    let read = |name: &str| fs::read_to_string(dir.path().join("site").join(name)).unwrap();
    let response = |name: &str| serde_json::from_str::<Value>(&read(name)).unwrap();
    let course = response("oembed.json");
    assert_eq!(course["provider_url"], format!("{address}/"));
    let frame = format!("<iframe src=\"{address}/#v1//0?embed=player\" title=");
    assert!(course["html"].as_str().unwrap().starts_with(&frame), "{course}");
    let exercise = response("embed/en/counter.json");
    assert_eq!(exercise["title"], "The \"fresh\" & <new> 1000");
    let frame = exercise["html"].as_str().unwrap();
    let begins = format!(
        "<iframe src=\"{address}/#v1//0?embed=exercise&amp;exercise=counter&amp;lang=en\" title=\"The &quot;fresh&quot; &amp; &lt;new&gt; 1000\" width=\"960\" height=\"760\" "
    );
    assert!(frame.starts_with(&begins), "{frame}");
    assert!(frame.ends_with(" referrerpolicy=\"no-referrer\"></iframe>"), "{frame}");
    assert_eq!(response("embed/ko/counter.json")["title"], "새 창 1000");
    let page = read("embed/en/counter.html");
    for part in [
        format!("href=\"{address}/embed/en/counter.json\""),
        "href=\"../../#v1//0?exercise=counter&amp;lang=en&amp;lesson=first\"".to_owned(),
        "<title>The &quot;fresh&quot; &amp; &lt;new&gt; 1000</title>".to_owned(),
    ] {
        assert!(page.contains(&part), "{part} in {page}");
    }
    assert!(read("index.html").contains(&format!("href=\"{address}/oembed.json\"")));
    assert!(kept(&dir.path().join("site")).get("oembed.json").is_none());
    // Without the address there are none, and those of the build before are gone.
    build(&[]);
    assert!(!dir.path().join("site/oembed.json").exists());
    assert!(!dir.path().join("site/embed/en/counter.html").exists());
}

#[test]
fn what_cannot_be_built_says_why_and_what_helps() {
    let dir = workshop();
    let refused = |args: &[&str]| refused(dir.path(), args);
    if cfg!(not(feature = "page")) {
        assert!(refused(&["build", "c"]).contains("--page"));
    }
    assert!(refused(&["build", "c", "--page", "c"]).starts_with("c holds no page"));
    assert!(refused(&["build", "c", "--page", "nowhere"]).starts_with("nowhere cannot be read"));
    assert!(refused(&["build", "nowhere", "--page", "page"]).contains("nowhere/course.toml"));
    assert!(
        refused(&["build", "c", "--page", "page", "--out", "c"]).starts_with("c holds something")
    );
    let own = ["build", "c", "--page", "page", "--address", "school.example"];
    assert!(refused(&own).starts_with("school.example is no address of a page"));
    assert!(refused(&["preview", "c", "--port", "0"]).contains("a port from 1 to 65535"));
    fs::write(dir.path().join("page/page-1.js"), "").unwrap();
    assert!(refused(&["build", "c", "--page", "page"]).contains("of another version"));
    assert!(!dir.path().join("site").exists());
}
