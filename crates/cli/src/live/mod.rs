//! A scenario's task with a real model.
//!
//! A run is its recording: every answer is put behind the others, and the recording is played on,
//! so that what is printed is what it shows another day. Tools answer what the scenario
//! has prepared; nothing else is run on this machine.

mod call;
pub(crate) mod dollars;
mod drive;
mod open;
mod setup;
mod tools;

use std::{
    io::{self, IsTerminal, Write},
    path::PathBuf,
    process,
};

use clap::ArgMatches;
use secondwind_core::{Policy, Tokens, read, write};
use secondwind_course::{Args, ModelRequest, Patch, Pending, Recording, Run, stub_script};
use secondwind_wire::most;

pub(crate) use self::setup::keys;
use self::{
    call::Caller,
    drive::Drive,
    open::{Found, OpenRecording},
    setup::{Limits, Target},
    tools::Prepared,
};
use crate::{
    Failure, args, files, is_recording, report,
    show::Screen,
    words::{Lang, Words},
};

/// What Ctrl-C ends a program with.
const INTERRUPTED: i32 = 130;

/// Runs the scenario that the command line names.
pub(crate) fn run(matches: &ArgMatches, lang: Lang, words: &Words) -> Result<(), Failure> {
    let input = |fault| Failure::input(words, &fault);
    let path = args::path(matches, "file");
    if is_recording(path) {
        return Err(input(files::fault("error-live-recording", path)));
    }
    let file = matches.get_one::<PathBuf>("record").cloned();
    if let Some(file) = file.as_deref().filter(|file| !is_recording(file)) {
        let named = files::name(&file.with_extension("json"));
        let args = [("file", files::name(file).into()), ("named", named.into())];
        return Err(input(("error-live-record", Args::from(args))));
    }
    let source = files::read_scenario(path, lang).map_err(input)?;
    let faults = |issues: Vec<_>| Failure::Input(report("error-scenario", &issues, words));
    let scenario = Run::new(&source, &Patch::default()).map_err(faults)?;
    let script = stub_script(&source).map_err(faults)?;
    let prepared = Prepared::new(&script);

    let model = matches.get_one::<String>("model").map_or("", |model| model.trim());
    let target = Target::new(matches, model).map_err(input)?;
    let limits = Limits::new(matches);
    if limits.cost.is_some() && most(model, Tokens::ZERO, Tokens::ZERO).is_none() {
        return Err(input(("error-live-no-price", Args::from([("model", model.into())]))));
    }
    // The script's own policy is always whole.
    let policy = read::<_, Policy>(&script.policy, "policy").map_err(|error| {
        input(("issue-policy", Args::from([("detail", error.to_string().into())])))
    })?;
    let fresh = Recording {
        format: Recording::FORMAT.to_owned(),
        version: Recording::VERSION,
        title: scenario.summary().title.clone(),
        task: script.task,
        system: script.system,
        tools: prepared.tools().to_vec(),
        policy: write(&setup::policy(&policy, matches).map_err(input)?),
        dialect: write(&target.dialect()),
        max_tokens_field: target.max_tokens_field(),
        model: model.to_owned(),
        workspace: None,
        booked: 0,
        answers: Vec::new(),
    };
    let recording = choose(fresh, file.as_ref(), matches.get_flag("resume")).map_err(input)?;
    let open = OpenRecording::new(&recording, file)
        .map_err(|issues| Failure::Input(report("error-recording", &issues, words)))?;

    let (silence, variable) = (setup::silence(matches), target.variable);
    let caller = Caller::new(target.endpoint, target.key, silence);
    let screen = Screen::new(words, matches.get_flag("json"));
    let mut drive = Drive { open, caller, prepared, limits, screen, words, variable };
    let run = drive.ready()?;
    announce(&drive, &run)?;
    if !matches.get_flag("yes") {
        confirm(words)?;
    }
    drive.open.save().map_err(input)?;
    on_interrupt(&drive.open, words);
    drive.go(run)
}

/// The recording to go on with: a new one, or the one in the file if that is wished for.
fn choose(
    fresh: Recording,
    file: Option<&PathBuf>,
    resumes: bool,
) -> Result<Recording, files::Fault> {
    let Some(file) = file else { return Ok(fresh) };
    let fault = |key| files::fault(key, file);
    match (open::look(file)?, resumes) {
        (Found::Nothing, true) if !file.exists() => Err(fault("error-not-found")),
        (Found::Nothing, _) => Ok(fresh),
        (Found::Open(_), false) => Err(fault("error-live-open")),
        (Found::Open(found), true) => {
            // What was settled when it began stays so; all else is to be the same.
            let Recording { policy, booked, answers, .. } = found.as_ref();
            let (policy, booked, answers) = (policy.clone(), *booked, answers.clone());
            if (Recording { policy, booked, answers, ..fresh }) == *found {
                Ok(*found)
            } else {
                Err(fault("error-live-other-run"))
            }
        }
    }
}

/// Says what is about to happen, and what it may cost.
fn announce(drive: &Drive<'_>, run: &Run) -> io::Result<()> {
    let words = drive.words;
    let Drive { open, caller, limits, .. } = drive;
    let summary = run.summary();
    let mut lines = vec![words.get(
        "cli-model",
        &Args::from([
            ("model", open.recording().model.as_str().into()),
            ("address", caller.endpoint.base.to_string().into()),
        ]),
    )];
    lines.push(words.get(
        "cli-window",
        &Args::from([
            ("window", summary.window.get().into()),
            ("threshold", summary.threshold.get().into()),
            ("meter", summary.meter.as_str().into()),
        ]),
    ));
    let recorded = open.recording().answers.len();
    if recorded > 0 {
        lines.push(words.get("cli-recorded", &Args::from([("count", recorded.into())])));
    }
    if let Some(Pending::Call { request }) = run.pending() {
        lines.extend(next_call(drive, &request, summary.threshold));
    }
    let cap = limits.cost.map(dollars::shown);
    let args = [("calls", limits.calls.into()), ("cap", cap.as_deref().unwrap_or("none").into())];
    lines.push(words.get("cli-cap", &Args::from(args)));
    writeln!(io::stderr(), "{}", lines.join("\n"))
}

/// What the next call may come to.
fn next_call(drive: &Drive<'_>, request: &ModelRequest, threshold: Tokens) -> Vec<String> {
    let words = drive.words;
    let size = ("tokens", request.tokens.get().into());
    let mut lines = vec![match drive.quote(request) {
        Some(most) => words
            .get("cli-most", &Args::from([size.clone(), ("most", dollars::shown(most).into())])),
        None => words.get("cli-no-price", &Args::from([size.clone()])),
    }];
    // A real model's replies and results need room below the threshold, too.
    if request.call == 1 && request.tokens.get().saturating_mul(2) >= threshold.get() {
        lines.push(words.get("cli-narrow", &Args::from([size])));
    }
    lines
}

/// Asks whether to go on, where somebody can be asked.
fn confirm(words: &Words) -> Result<(), Failure> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Err(Failure::Input(words.plain("error-live-yes")));
    }
    write!(io::stderr(), "{} ", words.plain("cli-ask"))?;
    io::stderr().flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    let answer = answer.trim().to_lowercase();
    // In each of the languages.
    if ["y", "yes", "s", "sim", "예", "네"].contains(&answer.as_str()) {
        Ok(())
    } else {
        Err(Failure::Ended(words.plain("cli-declined")))
    }
}

/// On Ctrl-C the program ends, once the file is whole, and says how to go on.
fn on_interrupt(open: &OpenRecording, words: &Words) {
    let writing = open.writing.clone();
    let message = format!("\n{}\n{}", words.plain("cli-interrupted"), drive::kept(open, words));
    // Where no handler can be set, Ctrl-C ends the program all the same.
    let _ = ctrlc::set_handler(move || {
        let _held = writing.hold();
        let _ = writeln!(io::stderr(), "{message}");
        process::exit(INTERRUPTED);
    });
}
