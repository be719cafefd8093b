//! Programs of somebody else's run in a process of their own. Fuel ends every loop, but QuickJS asks
//! nobody within an operation of its own, such as `Array.prototype.reverse` of a list that is said
//! to be endless: the process ends itself when its time is up, and all that it did is known.

mod engine;

use std::{
    env,
    io::{self, BufRead, BufReader, Write},
    process::{self, Command, Stdio},
    thread,
    time::Duration,
};

use secondwind_course::{Sandbox, Trial, TrialEnd, Tried};
use serde::{Deserialize, Serialize};

/// The argument that makes this program the process of a sandbox. It is for no person.
const INSIDE: &str = "sandbox:inside";

/// The exit code of a process whose time was up.
const LATE: i32 = 3;

/// The sandbox of the command line.
pub(crate) struct QuickJs {
    /// How long a program may take, on all of a trial. Unit: seconds.
    pub(crate) timeout: u32,
}

impl Default for QuickJs {
    fn default() -> Self {
        Self { timeout: 60 }
    }
}

/// What the process is given, on one line.
#[derive(Deserialize, Serialize)]
struct Order {
    program: String,
    timeout: u32,
}

/// What it says, a line each: what the program asks for, to be answered by a text or none and
/// whether that was more than is recorded; or how it ended.
#[derive(Deserialize, Serialize)]
enum Said {
    Act(String, String),
    End(TrialEnd, f64),
}

impl Sandbox for QuickJs {
    fn run(&self, program: &str, trial: Trial) -> Tried {
        let mut trial = trial;
        let order = Order { program: program.to_owned(), timeout: self.timeout };
        let broken = |error: io::Error| (TrialEnd::Broken { message: error.to_string() }, 0.0);
        let (end, fuel) = follow(&order, &mut trial).unwrap_or_else(broken);
        trial.end(&end);
        Tried { run: trial.run(), end, fuel }
    }
}

/// Starts a process, and answers what its program asks for until it ends.
fn follow(order: &Order, trial: &mut Trial) -> io::Result<(TrialEnd, f64)> {
    // The zone of the machine would show in the dates of a program, and its keys are no business of
    // anybody's here.
    let kept = env::var_os("SystemRoot").map(|root| ("SystemRoot", root));
    let mut child = Command::new(env::current_exe()?)
        .arg(INSIDE)
        .env_clear()
        .envs(kept)
        .env("TZ", "UTC")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let (mut input, output) = input.zip(output).ok_or(io::ErrorKind::BrokenPipe)?;
    let mut told = None;
    if line(&mut input, order).is_ok() {
        for said in BufReader::new(output).lines() {
            match serde_json::from_str(&said?)? {
                Said::Act(name, text) => {
                    let answer = (trial.act(&name, &text), trial.is_full());
                    // One that is gone has said why, or is told below.
                    if line(&mut input, &answer).is_err() {
                        break;
                    }
                }
                Said::End(end, fuel) => told = Some((end, fuel)),
            }
        }
    }
    drop(input);
    let status = child.wait()?;
    Ok(told.unwrap_or_else(|| match status.code() {
        Some(LATE) => (TrialEnd::Stuck, 1.0),
        // The engine itself gave way, such as under a stack that is too deep.
        _ => (TrialEnd::Stopped, 1.0),
    }))
}

/// Whether this program was started as the process of a sandbox.
pub(crate) fn is_inside() -> bool {
    env::args_os().nth(1).is_some_and(|arg| arg == INSIDE)
}

/// What the process does.
pub(crate) fn inside() -> io::Result<()> {
    let mut order = String::new();
    io::stdin().read_line(&mut order)?;
    let Order { program, timeout } = serde_json::from_str(&order)?;
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(timeout.into()));
        process::exit(LATE);
    });
    let ask = |name: &str, text: &str| {
        // Without anybody to answer, nobody waits for an end either.
        answered(name, text).unwrap_or_else(|_| process::exit(1))
    };
    let (end, fuel) = engine::run(&program, Box::new(ask));
    line(&mut io::stdout(), &Said::End(end, fuel))
}

fn answered(name: &str, text: &str) -> io::Result<(Option<String>, bool)> {
    line(&mut io::stdout(), &Said::Act(name.to_owned(), text.to_owned()))?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(serde_json::from_str(&answer)?)
}

/// Writes a value as a line of JSON.
fn line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(value)?;
    text.push(b'\n');
    out.write_all(&text)?;
    out.flush()
}
