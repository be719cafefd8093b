//! `secondwind preview`: the site on this machine, which follows the files while they are written.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use clap::ArgMatches;
use secondwind_course::{Args, CourseSource, Issue};
use secondwind_serve::{Answer, Events, Site, Visitors, media_type};
use serde_json::{Value, json};

use super::{
    page::{INDEX, Page, WORKER},
    script, show,
};
use crate::{
    Failure, args,
    check::{self, Contents},
    folder,
    sandbox::QuickJs,
    words::Words,
};

/// How often the files are looked at. They are few and small.
const PACE: Duration = Duration::from_millis(200);

/// How often the page hears that there is nothing to hear, so that one that is gone is noticed.
const PULSE: Duration = Duration::from_secs(10);

/// Where the page asks for the course, and for what happens to it.
const COURSE: &str = "course.js";
const CHANGES: &str = "preview/changes";

/// The files as they were read, with the faults of those that could not be.
type Files = (CourseSource, Vec<Issue>);

/// What the page is told.
#[derive(Default)]
struct State {
    /// Counts what was told.
    turn: u64,
    change: String,
    /// The last version without faults.
    version: Option<u64>,
    script: Vec<u8>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, source: &CourseSource, issues: &[Issue]) {
        let mut state = self.state();
        if issues.is_empty() {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            // Two versions within a millisecond are two, too.
            let version = u64::try_from(now.as_millis()).unwrap_or_default();
            let version = version.max(state.version.map_or(0, |last| last + 1));
            state.script = script(source, Some(version)).into_bytes();
            state.version = Some(version);
        }
        let contents = Contents::new(source);
        let faults: Vec<_> = issues.iter().map(|issue| told(&contents, issue)).collect();
        state.change = json!({ "version": state.version, "faults": faults }).to_string();
        state.turn += 1;
        self.changed.notify_all();
    }

    /// Tells each change until the page is gone.
    fn events(self: &Arc<Self>) -> Events {
        let shared = Arc::clone(self);
        let mut heard = 0;
        Box::new(move |out| {
            write!(out, "retry: 500\n\n")?;
            loop {
                let state = shared.state();
                let is_old = |state: &mut State| state.turn == heard;
                let (state, _) = shared
                    .changed
                    .wait_timeout_while(state, PULSE, is_old)
                    .unwrap_or_else(PoisonError::into_inner);
                let text = if state.turn == heard {
                    ": \n\n".to_owned()
                } else {
                    format!("data: {}\n\n", state.change)
                };
                heard = state.turn;
                drop(state);
                out.write_all(text.as_bytes())?;
                out.flush()?;
            }
        })
    }
}

/// A fault as the page shows it, with the line that it stands in.
fn told(contents: &Contents<'_>, issue: &Issue) -> Value {
    let mut told = json!(issue);
    told["text"] = contents.line(issue).unwrap_or_default().into();
    told
}

pub(crate) fn run(matches: &ArgMatches, words: &Words) -> Result<(), Failure> {
    let course = args::path(matches, "folder");
    let page = matches.get_one::<PathBuf>("page").map(PathBuf::as_path);
    let mut page = Page::read(page).map_err(|fault| Failure::input(words, &fault))?;
    let mut files = folder::read(course).map_err(|fault| Failure::input(words, &fault))?;
    show(&mut page, COURSE, &files.0);
    page.tell("preview", CHANGES);
    let shared = Arc::new(Shared::default());
    follow(&shared, course, &files, words)?;

    let first = matches.get_one::<u16>("port").copied().unwrap_or_default();
    let answers = Arc::clone(&shared);
    let site = Site::start(first, Visitors::Own, move |path| answer(&page, &answers, path));
    let site = site.map_err(|error| {
        let args =
            [("port", u32::from(first).to_string().into()), ("reason", error.to_string().into())];
        Failure::Input(words.get("error-port", &Args::from(args)))
    })?;
    writeln!(io::stdout(), "{}", words.get("preview-at", &Args::from([("url", site.url.into())])))?;
    loop {
        let now = settled(course, &files);
        follow(&shared, course, &now, words)?;
        files = now;
    }
}

/// Waits until the files have changed, and stay as they are for a moment: editors write in steps.
fn settled(course: &Path, known: &Files) -> Files {
    let mut last = None;
    loop {
        thread::sleep(PACE);
        // Of a folder that is gone the check says what is missing.
        let now = folder::read(course).unwrap_or_default();
        if last.as_ref() == Some(&now) {
            return now;
        }
        last = (now != *known).then_some(now);
    }
}

/// Checks the files, tells the page, and says on the terminal what was found.
fn follow(shared: &Shared, course: &Path, files: &Files, words: &Words) -> io::Result<()> {
    let (source, unread) = files;
    let issues = check::faults(source, unread.clone(), &QuickJs::default());
    shared.take(source, &issues);
    if issues.is_empty() {
        writeln!(io::stdout(), "{}", words.plain("check-whole"))
    } else {
        writeln!(io::stderr(), "{}", check::report(course, source, &issues, words))
    }
}

fn answer(page: &Page, shared: &Arc<Shared>, path: &str) -> Answer {
    let name = match path.trim_start_matches('/') {
        "" => INDEX,
        // What is being written is not to be kept.
        WORKER => return Answer::Missing,
        CHANGES => return Answer::Events(shared.events()),
        COURSE => {
            let script = shared.state().script.clone();
            let media = media_type(COURSE);
            return if script.is_empty() {
                Answer::Missing
            } else {
                Answer::File { media, bytes: script.into() }
            };
        }
        name => name,
    };
    page.files.get(name).map_or(Answer::Missing, |bytes| Answer::File {
        media: media_type(name),
        bytes: bytes.clone(),
    })
}
