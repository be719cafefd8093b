//! Running other programs: their output goes to the terminal, and their failure is an error that names the command.

use anyhow::{Context, Result, bail};
use std::{
    env, fmt,
    io::{self, IsTerminal, Read, Write},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Does one long step: says so before, and says how long it took after.
pub(crate) fn step<T>(what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    eprintln!("[xtask] {what} ...");
    let begin = Instant::now();
    let done = work().with_context(|| what.to_string())?;
    eprintln!("[xtask] {what}: {:.1} s", begin.elapsed().as_secs_f64());
    Ok(done)
}

/// A command as a person would type it.
struct Shown<'a>(&'a Command);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.get_program().display())?;
        self.0.get_args().try_for_each(|arg| write!(f, " {}", arg.display()))
    }
}

/// Starts the command without a standard input, so that nothing can wait for an answer.
fn start(command: &mut Command) -> Result<Child> {
    if !io::stdout().is_terminal() {
        // Some tools colour what they print wherever they think that a CI reads it.
        command.env("NO_COLOR", "1");
    }
    command
        .stdin(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start `{}`", Shown(command)))
}

/// An error for a status that is not success.
fn check(command: &Command, status: ExitStatus) -> Result<()> {
    if !status.success() {
        bail!("`{}` failed ({status})", Shown(command));
    }
    Ok(())
}

/// Runs the command and waits for its status.
pub(crate) fn status(command: &mut Command) -> Result<ExitStatus> {
    Ok(start(command)?.wait()?)
}

/// Runs the command; anything but success is an error.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = status(command)?;
    check(command, status)
}

/// What the command prints, without the white space around it; `None` if it cannot be started or fails.
pub(crate) fn ask(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// Runs the command quietly for at most `limit`, and tells whether it succeeded in that time.
pub(crate) fn succeeds_within(command: &mut Command, limit: Duration) -> bool {
    let Ok(mut child) = start(command.stdout(Stdio::null()).stderr(Stdio::null())) else {
        return false;
    };
    let end = Instant::now() + limit;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(50)),
            _ => {
                // A child that is gone already needs no end, and there is nothing to do about one that will not go.
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

/// What a command printed while it ran, without colours.
pub(crate) struct Heard {
    /// What it printed on standard output.
    pub(crate) out: String,
    /// What it printed on standard error.
    pub(crate) err: String,
    /// An error if it did not succeed.
    pub(crate) result: Result<()>,
}

/// Runs the command, passes what it prints on to the terminal, and keeps it too.
pub(crate) fn hear(command: &mut Command) -> Result<Heard> {
    if io::stdout().is_terminal() && env::var_os("NO_COLOR").is_none() {
        command.env("FORCE_COLOR", "1").env("CARGO_TERM_COLOR", "always");
    }
    let mut child = start(command.stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (out, err) = thread::scope(|scope| {
        let err = scope.spawn(|| tee(stderr, io::stderr()));
        let out = tee(stdout, io::stdout());
        (out, err.join().unwrap_or_default())
    });
    let status = child.wait()?;
    Ok(Heard { out, err, result: check(command, status) })
}

/// Copies a stream to the terminal piece by piece and gives its text back at the end.
fn tee(from: Option<impl Read>, mut to: impl Write) -> String {
    let Some(mut from) = from else {
        return String::new();
    };
    let (mut text, mut piece) = (Vec::new(), [0; 8192]);
    while let Ok(read @ 1..) = from.read(&mut piece) {
        text.extend_from_slice(&piece[..read]);
        // A terminal that is gone is no reason to lose what the command says.
        let _ = to.write_all(&piece[..read]).and_then(|()| to.flush());
    }
    without_colours(&String::from_utf8_lossy(&text))
}

/// Removes the escape sequences that colour a text (`ESC [ ... m`) or move the cursor.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        plain.push_str(
            part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';' || c == '?')
                .get(1..)
                .unwrap_or_default(),
        );
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_removed() {
        assert_eq!(without_colours("\u{1b}[32m✓\u{1b}[39m a \u{1b}[1;2m3\u{1b}[0m"), "✓ a 3");
        assert_eq!(without_colours("plain [1m text"), "plain [1m text");
        assert_eq!(without_colours(""), "");
    }

    #[test]
    fn what_is_heard_is_what_was_said() {
        let heard = hear(Command::new("sh").args(["-c", "echo said; echo moaned >&2; exit 3"]))
            .expect("sh runs");
        assert_eq!((heard.out.as_str(), heard.err.as_str()), ("said\n", "moaned\n"));
        let error = heard.result.expect_err("3 is no success").to_string();
        assert!(error.contains("sh -c") && error.contains('3'), "{error}");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = run(Command::new("no-such-program").arg("--now")).expect_err("not there");
        assert_eq!(error.to_string(), "cannot start `no-such-program --now`");
    }

    #[test]
    fn what_takes_too_long_is_ended() {
        let limit = Duration::from_millis(10);
        assert!(!succeeds_within(Command::new("sleep").arg("600"), limit));
        let limit = Duration::from_mins(10);
        assert!(succeeds_within(&mut Command::new("true"), limit));
        assert!(!succeeds_within(&mut Command::new("false"), limit));
        assert!(!succeeds_within(&mut Command::new("no-such-program"), limit));
    }
}
