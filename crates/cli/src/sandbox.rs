//! Runs a program of somebody else's in QuickJS, on a trial: with counted fuel, bounded memory, and
//! nothing to reach but the trial. The page does the same with QuickJS in WebAssembly.

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
use secondwind_course::{
    Sandbox, TRIAL_ACTS, TRIAL_ENTRY, TRIAL_LIMITS, Trial, TrialEnd, TrialLimits, Tried,
};

/// The frames of a native stack are larger than those in WebAssembly.
const FRAME: usize = 4;

/// What runs before the program, and makes what JavaScript itself does not have.
const BASE: &str = include_str!("../../../www/src/live/inside/base.js");
const INSPECT: &str = include_str!("../../../www/src/live/inside/inspect.js");
const HOST: &str = "const host = globalThis['sandbox:host'];\n\
                    delete globalThis['sandbox:host'];\nexport default host;";

/// The program's own module.
const HARNESS: &str = "harness.js";

/// The modules of the sandbox itself.
const INNER: [&str; 3] = ["sandbox:host", "sandbox:inspect", "sandbox:base"];

/// The sandbox of the command line.
pub(crate) struct QuickJs;

impl Sandbox for QuickJs {
    fn run(&self, program: &str, trial: Trial) -> Tried {
        run(program, trial)
    }
}

/// Runs the module `harness.js` with this text on a trial, to its end or until its fuel is used up.
fn run(harness: &str, trial: Trial) -> Tried {
    let fuel = i64::from(TRIAL_LIMITS.fuel);
    let world = World {
        trial: RefCell::new(trial),
        end: RefCell::default(),
        tank: Cell::new(fuel),
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
    // The sandbox is gone, and with it all who could reach the trial.
    let mut trial = match Rc::try_unwrap(world) {
        Ok(world) => world.trial.into_inner(),
        Err(world) => world.trial.borrow().clone(),
    };
    trial.end(&end);
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    let share = (fuel - left) as f64 / fuel as f64;
    Tried { run: trial.run(), end, fuel: share }
}

struct World {
    trial: RefCell<Trial>,
    end: RefCell<Option<TrialEnd>>,
    tank: Cell<i64>,
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
        let is_full = self.trial.borrow().is_full();
        let cost = match name {
            _ if is_full => u32::MAX,
            "create" => TRIAL_LIMITS.call,
            _ => 0,
        };
        if self.burn(cost) {
            return None;
        }
        self.trial.borrow_mut().act(name, text)
    }
}

/// Finds modules. Those of the sandbox are for one another, and for what enters the program.
struct Modules;

impl Resolver for Modules {
    fn resolve<'js>(
        &mut self,
        _: &Ctx<'js>,
        base: &str,
        name: &str,
        _: Option<ImportAttributes<'js>>,
    ) -> Result<String, Error> {
        let wanted = name.strip_prefix("./").unwrap_or(name);
        let is_inner = INNER.contains(&wanted) && base != HARNESS;
        if is_inner || wanted == HARNESS {
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
    runtime.set_loader(Modules, loader);
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
    let end = move |text: String| *ended.end.borrow_mut() = serde_json::from_str(&text).ok();
    host.set("end", Func::from(end))?;
    // Nobody waits for a timer and nobody reads what is printed.
    for name in ["advance", "print"] {
        host.set(name, Func::from(|| ()))?;
    }
    Ok(host)
}

#[cfg(test)]
mod tests {
    use secondwind_course::{Patch, ScenarioSource, SourceFile, Trial, TrialEnd};

    use super::{Tried, run};

    const HARNESS: &str = include_str!("../../../course/lesson-6/harness/harness.js");

    const PROGRAMS: &str = include_str!("../../../tests/courses/programs.json");

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
        assert!(programs.len() > 8);
        for Program { what, text, end, calls } in programs {
            let tried = run(&text, trial("order-race"));
            let told = match &tried.end {
                TrialEnd::Returned { answer } => format!("returned {answer}"),
                TrialEnd::Threw { name, .. } => format!("threw {name}"),
                TrialEnd::Stopped => "stopped".to_owned(),
                TrialEnd::Broken { message } => format!("broken {message}"),
            };
            assert_eq!((told, tried.run.summary().calls), (end, calls), "{what}");
        }
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
