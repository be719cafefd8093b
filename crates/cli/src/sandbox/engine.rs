//! Runs a program of somebody else's in QuickJS: with counted fuel, bounded memory, and nothing to
//! reach but what its trial answers. The page does the same with QuickJS in WebAssembly.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use rquickjs::{
    Context, Ctx, Error, Function, Module, Object, Promise, Runtime, Value,
    function::{Func, Opt},
    loader::{BuiltinLoader, ImportAttributes, Resolver},
    promise::PromiseState,
};
use secondwind_course::{TRIAL_ACTS, TRIAL_ENTRY, TRIAL_LIMITS, TrialEnd, TrialLimits};

/// The frames of a native stack are larger than those in WebAssembly.
const FRAME: usize = 4;

/// What runs before the program, and makes what JavaScript itself does not have.
const BASE: &str = include_str!("../../../../www/src/live/inside/base.js");
const INSPECT: &str = include_str!("../../../../www/src/live/inside/inspect.js");
const HOST: &str = "const host = globalThis['sandbox:host'];\n\
                    delete globalThis['sandbox:host'];\nexport default host;";

/// The program's own module.
const HARNESS: &str = "harness.js";

/// The modules of the sandbox itself.
const INNER: [&str; 3] = ["sandbox:host", "sandbox:inspect", "sandbox:base"];

/// What a program asks its trial for by a name and a text, and what it gets; with it whether that
/// was more than is recorded.
pub(super) type Ask = Box<dyn FnMut(&str, &str) -> (Option<String>, bool)>;

/// Runs the module `harness.js` with this text to its end or until its fuel is used up. Answers how
/// it ended, and what of its fuel it used.
pub(super) fn run(harness: &str, ask: Ask) -> (TrialEnd, f64) {
    let fuel = i64::from(TRIAL_LIMITS.fuel);
    let world = World {
        ask: RefCell::new(ask),
        end: RefCell::default(),
        tank: Cell::new(fuel),
        is_full: Cell::default(),
        is_ready: Cell::default(),
    };
    let world = Rc::new(world);
    let entered = enter(&world, harness);
    let left = world.tank.get();
    let end = match entered {
        Err(error) if !world.is_ready.get() => TrialEnd::Broken { message: error.to_string() },
        // What QuickJS cannot go on from, such as memory that is used up, is no end that was told.
        _ => world.end.take().filter(|_| left >= 0).unwrap_or(TrialEnd::Stopped),
    };
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    let share = (fuel - left) as f64 / fuel as f64;
    (end, share)
}

struct World {
    ask: RefCell<Ask>,
    end: RefCell<Option<TrialEnd>>,
    tank: Cell<i64>,
    /// Whether more was asked for than is recorded.
    is_full: Cell<bool>,
    /// Whether the sandbox stood before the program began.
    is_ready: Cell<bool>,
}

impl World {
    /// Takes fuel; true when there was less left.
    fn burn(&self, amount: u32) -> bool {
        self.tank.set(self.tank.get().saturating_sub(amount.into()));
        self.tank.get() < 0
    }

    /// What the program asks for. What goes on after the fuel is used up has no effect.
    fn act(&self, name: &str, text: &str) -> Option<String> {
        let cost = match name {
            _ if self.is_full.get() => u32::MAX,
            "create" => TRIAL_LIMITS.call,
            _ => 0,
        };
        if self.burn(cost) {
            return None;
        }
        let (answer, is_full) = (self.ask.borrow_mut())(name, &read(text));
        self.is_full.set(is_full);
        answer.and_then(|answer| serde_json::to_string(&answer).ok())
    }
}

/// A text that comes as JSON. The entry writes no other.
fn read(text: &str) -> String {
    serde_json::from_str(text).unwrap_or_default()
}

/// Finds modules. Those of the sandbox are for one another and for what enters the program: once
/// that asks for the program itself nobody gets at them any more, whatever name it comes by.
#[derive(Default)]
struct Modules {
    is_sealed: bool,
}

impl Resolver for Modules {
    fn resolve<'js>(
        &mut self,
        _: &Ctx<'js>,
        base: &str,
        name: &str,
        _: Option<ImportAttributes<'js>>,
    ) -> Result<String, Error> {
        let wanted = name.strip_prefix("./").unwrap_or(name);
        self.is_sealed |= wanted == HARNESS;
        if wanted == HARNESS || (INNER.contains(&wanted) && !self.is_sealed) {
            Ok(wanted.to_owned())
        } else {
            Err(Error::new_resolving(base, name))
        }
    }
}

fn enter(world: &Rc<World>, harness: &str) -> Result<(), Error> {
    let TrialLimits { memory, stack, steps, .. } = TRIAL_LIMITS;
    let runtime = Runtime::new()?;
    runtime.set_memory_limit(memory as usize);
    runtime.set_max_stack_size(FRAME * stack as usize);
    let tank = Rc::clone(world);
    runtime.set_interrupt_handler(Some(Box::new(move || tank.burn(steps))));
    let modules = INNER.into_iter().zip([HOST, INSPECT, BASE]).chain([(HARNESS, harness)]);
    let loader =
        modules.fold(BuiltinLoader::default(), |all, (name, text)| all.with_module(name, text));
    runtime.set_loader(Modules::default(), loader);
    let context = Context::full(&runtime)?;
    context.with(|ctx| {
        ctx.globals().set("sandbox:host", host(&ctx, world)?)?;
        let base = Module::evaluate(ctx.clone(), "base", "export * from 'sandbox:base';")?;
        pump(&ctx, world, &base, None)?;
        let fire: Object<'_> = Module::import(&ctx, "sandbox:base")?.finish()?;
        let fire: Function<'_> = fire.get("fire")?;
        world.is_ready.set(true);
        let entered = Module::evaluate(ctx.clone(), "entry.js", TRIAL_ENTRY)?;
        pump(&ctx, world, &entered, Some(&fire))
    })
}

/// Lets promise jobs and timers have their turns until this has ended.
fn pump<'js>(
    ctx: &Ctx<'js>,
    world: &World,
    entered: &Promise<'js>,
    fire: Option<&Function<'js>>,
) -> Result<(), Error> {
    loop {
        while ctx.execute_pending_job() {
            if world.burn(TRIAL_LIMITS.job) {
                return Ok(());
            }
        }
        if entered.state() != PromiseState::Pending || world.burn(TRIAL_LIMITS.timer) {
            return Ok(());
        }
        let Some(fire) = fire else { return Ok(()) };
        let fired: Value<'_> = fire.call(())?;
        if !fired.is_number() {
            return Ok(());
        }
    }
}

/// What the program can reach outside: functions from texts to a text, on a trial that goes on
/// whatever they are called with.
fn host<'js>(ctx: &Ctx<'js>, world: &Rc<World>) -> Result<Object<'js>, Error> {
    let host = Object::new(ctx.clone())?;
    for name in TRIAL_ACTS {
        let world = Rc::clone(world);
        let act = move |text: Opt<String>| world.act(name, &text.0.unwrap_or_default());
        host.set(name, Func::from(act))?;
    }
    let ended = Rc::clone(world);
    let end = move |kind: String, text: String, message: String, line: String| {
        let [text, message, line] = [text, message, line].map(|it| read(&it));
        let told = match read(&kind).as_str() {
            "returned" => TrialEnd::Returned { answer: text },
            _ => TrialEnd::Threw { name: text, message, line: line.parse().ok() },
        };
        // A program ends once.
        ended.end.borrow_mut().get_or_insert(told);
    };
    host.set("end", Func::from(end))?;
    // Nobody waits for a timer and nobody reads what is printed.
    for name in ["advance", "print"] {
        host.set(name, Func::from(|| ()))?;
    }
    Ok(host)
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, rc::Rc};

    use secondwind_course::{Patch, ScenarioSource, SourceFile, Trial, TrialEnd, Tried};

    const HARNESS: &str = include_str!("../../../../course/lesson-6/harness/harness.js");

    const PROGRAMS: &str = include_str!("../../../../tests/courses/programs.json");

    /// A program and how it ends.
    #[derive(serde::Deserialize)]
    struct Program {
        what: String,
        text: String,
        end: String,
        calls: u32,
    }

    fn trial(scenario: &str) -> Trial {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../course/lesson-6/scenarios");
        let file = |name: String| SourceFile {
            text: std::fs::read_to_string(format!("{root}/{name}")).unwrap(),
            name,
        };
        let source = ScenarioSource {
            scenario: file(format!("{scenario}.toml")),
            texts: vec![
                file(format!("{scenario}/en.toml")),
                file(format!("{scenario}/common.toml")),
            ],
        };
        Trial::new(&source, &Patch::default()).unwrap()
    }

    /// Runs a program on a trial in this process.
    fn run(program: &str, trial: Trial) -> Tried {
        let trial = Rc::new(RefCell::new(trial));
        let asked = Rc::clone(&trial);
        let ask = move |name: &str, text: &str| {
            let mut trial = asked.borrow_mut();
            (trial.act(name, text), trial.is_full())
        };
        let (end, fuel) = super::run(program, Box::new(ask));
        let mut trial = trial.borrow().clone();
        trial.end(&end);
        Tried { run: trial.run(), end, fuel }
    }

    fn figures(tried: &Tried) -> (u32, u32, u32) {
        let run = tried.run.summary();
        (run.calls, run.compaction_calls, run.compactions)
    }

    #[test]
    fn the_shown_harness_makes_the_reference_run() {
        let tried = run(HARNESS, trial("order-race"));
        assert_eq!(figures(&tried), (6, 1, 1));
        assert!(
            matches!(&tried.end, TrialEnd::Returned { answer } if answer.contains("`version`"))
        );
        assert!(tried.fuel > 0.0 && tried.fuel < 0.1, "{}", tried.fuel);
    }

    #[test]
    fn an_endless_loop_is_stopped_by_its_count_and_never_by_a_clock() {
        for program in [
            "export async function runAgent() { for (;;); }",
            "export async function runAgent() { for (;;) await null; }",
            "export const runAgent = () => new Promise((go) => setInterval(() => {}, 1));",
            "for (;;);",
        ] {
            let [one, other] = [0, 1].map(|_| run(program, trial("order-race")));
            assert_eq!(one.end, TrialEnd::Stopped, "{program}");
            assert!(one.fuel > 1.0, "{program}: {}", one.fuel);
            assert!((one.fuel - other.fuel).abs() < f64::EPSILON, "{program}");
        }
    }

    #[test]
    fn what_never_settles_is_stopped_at_once() {
        let program = "export const runAgent = () => new Promise(() => {});";
        let tried = run(program, trial("order-race"));
        assert_eq!(tried.end, TrialEnd::Stopped);
        assert!(tried.fuel < 0.01);
    }

    #[test]
    fn a_program_that_cannot_run_names_its_line() {
        let wrong = HARNESS.replace("let tokensUsed = 0;", "let tokensUsed = zero;");
        let Tried { end, .. } = run(&wrong, trial("order-race"));
        let TrialEnd::Threw { name, line, .. } = end else { panic!("{end:?}") };
        let at = wrong.lines().position(|line| line.contains("zero")).unwrap() + 1;
        assert_eq!((name.as_str(), line), ("ReferenceError", Some(u32::try_from(at).unwrap())));
        let wrong = HARNESS.replace("let tokensUsed = 0;", "let tokensUsed = ;");
        let Tried { end, .. } = run(&wrong, trial("order-race"));
        let TrialEnd::Threw { name, .. } = end else { panic!("{end:?}") };
        assert_eq!(name, "SyntaxError");
    }

    #[test]
    fn a_program_reaches_nothing_but_its_trial() {
        for reach in [
            "fetch",
            "process",
            "require",
            "std",
            "os",
            "XMLHttpRequest",
            "scriptArgs",
            "WebAssembly",
        ] {
            let program = format!("export const runAgent = async () => typeof {reach};");
            let Tried { end, .. } = run(&program, trial("order-race"));
            assert_eq!(end, TrialEnd::Returned { answer: "undefined".to_owned() }, "{reach}");
        }
    }

    #[test]
    fn the_modules_of_the_sandbox_are_not_the_programs() {
        for name in
            ["sandbox:host", "sandbox:base", "sandbox:inspect", "./sandbox:host", "entry.js", "fs"]
        {
            let program = format!(
                "export const runAgent = () => import('{name}').then(() => 'reached', () => 'refused');"
            );
            let Tried { end, .. } = run(&program, trial("order-race"));
            assert_eq!(end, TrialEnd::Returned { answer: "refused".to_owned() }, "{name}");
            let program = format!("import '{name}';\nexport const runAgent = () => 'reached';");
            let Tried { end, .. } = run(&program, trial("order-race"));
            assert!(matches!(end, TrialEnd::Threw { .. }), "{name}: {end:?}");
        }
    }

    /// The page runs the same list, so that both come to the same end.
    #[test]
    fn programs_come_to_the_ends_that_they_have_in_the_page() {
        let programs: Vec<Program> = serde_json::from_str(PROGRAMS).unwrap();
        assert!(programs.len() > 40);
        let ended = |Program { text, .. }: &Program| {
            let tried = run(text, trial("order-race"));
            let told = match &tried.end {
                TrialEnd::Returned { answer } => format!("returned {answer}"),
                TrialEnd::Threw { name, .. } => format!("threw {name}"),
                TrialEnd::Stopped => "stopped".to_owned(),
                TrialEnd::Stuck => "stuck".to_owned(),
                TrialEnd::Broken { message } => format!("broken {message}"),
            };
            (told, tried.run.summary().calls)
        };
        let found: Vec<_> = programs.iter().map(|it| (it.what.as_str(), ended(it))).collect();
        let wanted = programs.iter().map(|it| (it.what.as_str(), (it.end.clone(), it.calls)));
        assert_eq!(found, wanted.collect::<Vec<_>>());
    }

    #[test]
    fn much_memory_or_a_deep_stack_ends_the_program_and_nothing_else() {
        for program in [
            "export async function runAgent() { const all = []; for (;;) all.push(new Array(1e6).fill(1)); }",
            "export async function runAgent() { const down = () => down() + 1; return down(); }",
            "export async function runAgent() { return 'x'.repeat(2 ** 29).repeat(8); }",
        ] {
            let Tried { end, .. } = run(program, trial("order-race"));
            assert!(!matches!(end, TrialEnd::Returned { .. }), "{program}: {end:?}");
        }
    }
}
