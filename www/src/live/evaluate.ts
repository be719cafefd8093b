import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from "quickjs-emscripten-core";
import base from "./inside/base.js?raw";
import inspect from "./inside/inspect.js?raw";
import { newQuickJs, type Clock } from "./quickjs";
import { resolver } from "./resolve";

export interface Limits {
  /** How far it may run, counted and never timed: the same program ends at the same place on every machine. */
  fuel: number;
  /** All memory of the engine, at least 16 MB. Unit: bytes. */
  memory: number;
  /** Unit: bytes of QuickJS's own stack. The browser's stack is used as well, and overflows first with much more. */
  stack: number;
}

export const limits: Limits = { fuel: 150_000, memory: 48 << 20, stack: 128 << 10 };

export interface Program {
  /** The text of the module that is run. */
  entry: string;
  /** Modules by the name under which they are imported. They alone may import `sandbox:host`. */
  modules: Readonly<Record<string, string>>;
  /** Modules by path, which import each other relatively. */
  files: ReadonlyMap<string, string>;
  /** All that the program can reach outside: functions from texts to a text. */
  host: Readonly<Record<string, (...texts: string[]) => string | undefined>>;
  /** What a call of such a function costs in fuel, where it is much work outside. */
  costs?: Readonly<Record<string, number>>;
  limits?: Partial<Limits>;
}

export interface Thrown {
  name: string;
  message: string;
  stack: string;
}

/**
 * How a program ended. `waiting`: it awaits something that nothing is left to bring about. `crashed`: the engine itself
 * ran out of stack or memory.
 */
export type End =
  | { kind: "finished" }
  | { kind: "threw"; error: Thrown }
  | { kind: "fuel" }
  | { kind: "waiting" }
  | { kind: "crashed" };

/** Where the clock inside stands when a program starts. */
const start = Date.UTC(2026, 0, 1);

/** Runs a program to its end. It answers for every program, except where a single native operation never returns. */
export async function evaluate(program: Program): Promise<End> {
  const clock: Clock = { now: start };
  const { fuel, memory, stack } = { ...limits, ...program.limits };
  const quickjs = await newQuickJs(clock, memory);
  const runtime = quickjs.newRuntime({ maxStackSizeBytes: stack });
  const tank = new Tank(fuel);
  runtime.setInterruptHandler(() => tank.burn(cost.steps));
  try {
    return new Evaluation(runtime, tank, clock, program).run();
  } catch {
    // What a browser says of it is its own business, and would differ.
    return { kind: tank.isEmpty ? "fuel" : "crashed" };
  }
}

/** What each costs in fuel: QuickJS asks once in ten thousand steps whether it shall stop. */
const cost = { steps: 100, timer: 10, job: 3 };

class Tank {
  #left: number;

  constructor(fuel: number) {
    this.#left = fuel;
  }

  /** True when there was less left. */
  burn(amount: number): boolean {
    this.#left -= amount;
    return this.isEmpty;
  }

  get isEmpty(): boolean {
    return this.#left < 0;
  }
}

/** How many promise jobs run before the fuel is looked at. */
const batch = 100;

class Evaluation {
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #tank: Tank;
  readonly #clock: Clock;
  readonly #program: Program;

  constructor(runtime: QuickJSRuntime, tank: Tank, clock: Clock, program: Program) {
    this.#runtime = runtime;
    this.#context = runtime.newContext();
    this.#tank = tank;
    this.#clock = clock;
    this.#program = program;
  }

  run(): End {
    const { load, resolve } = resolver(this.#program.files, {
      ...this.#program.modules,
      "sandbox:host": 'const host = globalThis["sandbox:host"];\ndelete globalThis["sandbox:host"];\nexport default host;',
      "sandbox:inspect": inspect,
      "sandbox:base": base,
    });
    this.#runtime.setModuleLoader(load, resolve);
    this.#openHost();
    const prepared = this.#evalModule(base, "sandbox:base");
    if ("kind" in prepared) return prepared;
    const fire = this.#context.getProp(prepared.value, "fire");
    const entered = this.#evalModule(this.#program.entry, "sandbox:entry");
    return "kind" in entered ? entered : this.#pump(entered.value, fire);
  }

  #openHost(): void {
    const context = this.#context;
    const host = context.newObject();
    const functions: Program["host"] = {
      ...this.#program.host,
      advance: (milliseconds = "0") => {
        this.#clock.now += Number(milliseconds);
        return undefined;
      },
    };
    for (const [name, act] of Object.entries(functions)) {
      const handle = context.newFunction(name, (...given) => {
        this.#tank.burn(this.#program.costs?.[name] ?? 0);
        // An async function that was interrupted looks like one that failed. What goes on after that has no effect.
        if (this.#tank.isEmpty) return context.undefined;
        const answer = act(...given.map((one) => context.getString(one)));
        return answer === undefined ? context.undefined : context.newString(answer);
      });
      context.setProp(host, name, handle);
    }
    context.setProp(context.global, "sandbox:host", host);
  }

  #evalModule(code: string, name: string): { value: QuickJSHandle } | End {
    const result = this.#context.evalCode(code, name, { type: "module" });
    return result.error ? this.#failed(result.error) : { value: result.value };
  }

  /** Lets promise jobs and timers have their turns until the entry has ended. */
  #pump(entry: QuickJSHandle, fire: QuickJSHandle): End {
    for (;;) {
      while (this.#runtime.hasPendingJob()) {
        const result = this.#runtime.executePendingJobs(batch);
        if (result.error) return this.#failed(result.error);
        this.#tank.burn(result.value * cost.job);
        if (this.#tank.isEmpty) break;
      }
      if (this.#tank.isEmpty) return { kind: "fuel" };
      const state = this.#context.getPromiseState(entry);
      if (state.type === "fulfilled") return { kind: "finished" };
      if (state.type === "rejected") return this.#failed(state.error);
      if (this.#tank.burn(cost.timer)) return { kind: "fuel" };
      const fired = this.#context.callFunction(fire, this.#context.undefined);
      if (fired.error) return this.#failed(fired.error);
      if (this.#context.typeof(fired.value) !== "number") return { kind: "waiting" };
    }
  }

  #failed(error: QuickJSHandle): End {
    const thrown = { name: this.#text(error, "name"), message: this.#text(error, "message"), stack: this.#text(error, "stack") };
    return this.#tank.isEmpty ? { kind: "fuel" } : { kind: "threw", error: thrown };
  }

  #text(error: QuickJSHandle, name: keyof Thrown): string {
    try {
      const value = this.#context.getProp(error, name);
      return this.#context.typeof(value) === "string" ? this.#context.getString(value) : "";
    } catch {
      // A getter that throws.
      return "";
    }
  }
}
