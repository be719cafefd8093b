//! Runs a program of somebody else's in QuickJS, on a trial: with counted fuel, bounded memory, and
//! nothing to reach but the trial. The page does the same with QuickJS in WebAssembly.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use rquickjs::{
    Context, Ctx, Function, Module, Object, Promise, Runtime, Value,
    function::{Func, Opt},
    loader::{BuiltinLoader, BuiltinResolver},
    promise::PromiseState,
};
use secondwind_course::{Sandbox, TRIAL_ENTRY, Trial, TrialEnd, Tried};

/// How far a program may run. QuickJS asks once in 10,000 steps whether it shall stop, which costs
/// 100; a promise job costs 3, a timer 10. The same as on the page, and never a time.
const FUEL: i64 = 150_000;
const STEPS: i64 = 100;
const JOB: i64 = 3;
const TIMER: i64 = 10;

/// A model call is much work outside the sandbox.
const CALL: i64 = 500;

/// All memory of a program, and its stack. Unit: bytes.
const MEMORY: usize = 48 << 20;
const STACK: usize = 512 << 10;

/// What runs before the program, and makes what JavaScript itself does not have.
const BASE: &str = include_str!("../../../www/src/live/inside/base.js");
const INSPECT: &str = include_str!("../../../www/src/live/inside/inspect.js");
const HOST: &str = "const host = globalThis['sandbox:host'];\n\
                    delete globalThis['sandbox:host'];\nexport default host;";

/// The sandbox of the command line.
pub(crate) struct QuickJs;

impl Sandbox for QuickJs {
    fn run(&self, program: &str, trial: Trial) -> Tried {
        run(program, trial)
    }
}

/// Runs the module `harness.js` with this text on a trial, to its end or until its fuel is used up.
fn run(harness: &str, trial: Trial) -> Tried {
    let world =
        World { trial: RefCell::new(trial), end: RefCell::default(), tank: Cell::new(FUEL) };
    let world = Rc::new(world);
    // What QuickJS cannot go on from, such as memory that is used up, is no end that was told.
    let _ = enter(&world, harness);
    let left = world.tank.get();
    let told = world.end.take().filter(|_| left >= 0);
    let end = told.unwrap_or(TrialEnd::Stopped);
    let mut trial = world.trial.borrow().clone();
    trial.end(&end);
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    let fuel = (FUEL - left) as f64 / FUEL as f64;
    Tried { run: trial.run(), end, fuel }
}

struct World {
    trial: RefCell<Trial>,
    end: RefCell<Option<TrialEnd>>,
    tank: Cell<i64>,
}

impl World {
    /// Takes fuel; true when there was less left.
    fn burn(&self, amount: i64) -> bool {
        self.tank.set(self.tank.get() - amount);
        self.tank.get() < 0
    }
}

fn enter(world: &Rc<World>, harness: &str) -> Result<(), rquickjs::Error> {
    let runtime = Runtime::new()?;
    runtime.set_memory_limit(MEMORY);
    runtime.set_max_stack_size(STACK);
    let tank = Rc::clone(world);
    runtime.set_interrupt_handler(Some(Box::new(move || tank.burn(STEPS))));
    let names = ["sandbox:host", "sandbox:inspect", "sandbox:base", "harness.js"];
    let resolver =
        names.iter().fold(BuiltinResolver::default(), |all, name| all.with_module(*name));
    let sources = [HOST, INSPECT, BASE, harness];
    let modules = names.iter().zip(sources);
    let loader =
        modules.fold(BuiltinLoader::default(), |all, (name, text)| all.with_module(*name, text));
    runtime.set_loader(resolver, loader);
    let context = Context::full(&runtime)?;
    context.with(|ctx| {
        ctx.globals().set("sandbox:host", host(&ctx, world)?)?;
        let base = Module::evaluate(ctx.clone(), "base", "export * from 'sandbox:base';")?;
        pump(&ctx, world, &base, None)?;
        let fire: Object<'_> = Module::import(&ctx, "sandbox:base")?.finish()?;
        let fire: Function<'_> = fire.get("fire")?;
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
) -> Result<(), rquickjs::Error> {
    loop {
        while ctx.execute_pending_job() {
            if world.burn(JOB) {
                return Ok(());
            }
        }
        if entered.state() != PromiseState::Pending || world.burn(TIMER) {
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
fn host<'js>(ctx: &Ctx<'js>, world: &Rc<World>) -> Result<Object<'js>, rquickjs::Error> {
    let host = Object::new(ctx.clone())?;
    let with = |act: fn(&World, String) -> Option<String>| {
        let world = Rc::clone(world);
        // What goes on after the fuel is used up has no effect.
        Func::from(move |text: Opt<String>| {
            if world.tank.get() < 0 { None } else { act(&world, text.0.unwrap_or_default()) }
        })
    };
    host.set("input", with(|world, _| Some(json(&world.trial.borrow().input()))))?;
    host.set(
        "create",
        with(|world, text| {
            world.burn(CALL);
            Some(create(&world.trial, &text))
        }),
    )?;
    host.set("runTool", with(|world, call| Some(json(&world.trial.borrow_mut().run_tool(&call)))))?;
    host.set("readNotes", with(|world, _| world.trial.borrow_mut().read_notes()))?;
    host.set(
        "writeNotes",
        with(|world, text| {
            world.trial.borrow_mut().write_notes(&text);
            None
        }),
    )?;
    host.set(
        "tell",
        with(|world, text| {
            if let Ok(tokens) = text.parse() {
                world.trial.borrow_mut().tell(tokens);
            }
            None
        }),
    )?;
    host.set(
        "tellCompaction",
        with(|world, text| {
            // A counter that is none did not go back either.
            world.trial.borrow_mut().tell_compaction(text.parse().unwrap_or(u64::MAX));
            None
        }),
    )?;
    host.set(
        "end",
        with(|world, text| {
            *world.end.borrow_mut() = serde_json::from_str(&text).ok();
            None
        }),
    )?;
    // Nobody waits for a timer and nobody reads what is printed.
    host.set("advance", with(|_, _| None))?;
    host.set("print", with(|_, _| None))?;
    Ok(host)
}

fn create(trial: &RefCell<Trial>, request: &str) -> String {
    // What is no JSON is refused as a request without messages is.
    let request = serde_json::from_str(request).unwrap_or_default();
    match trial.borrow_mut().create(&request) {
        Ok(reply) => json(&serde_json::json!({ "reply": reply })),
        Err(refusal) => json(&serde_json::json!({ "refusal": refusal })),
    }
}

fn json(value: &impl serde::Serialize) -> String {
    // These have no member that JSON cannot say.
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use secondwind_course::{Patch, ScenarioSource, SourceFile, Trial, TrialEnd};

    use super::{Tried, run};

    const HARNESS: &str = include_str!("../../../course/lesson-6/harness/harness.js");

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
