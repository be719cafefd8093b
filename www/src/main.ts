import { mount } from "svelte";
import "./style/tokens.css";
import "./style/base.css";
import "./style/print.css";
import App from "./App.svelte";
import { asked } from "./embed/asked";
import Embed from "./embed/Embed.svelte";
import { engine, patience } from "./lib/engine.svelte";
import { kit } from "./lib/coursekit.svelte";
import { isOther } from "./lib/coursesource";
import { needOf } from "./lib/lessonplace";
import { lesson } from "./lib/lesson.svelte";
import { opensAlone } from "./lib/first.svelte";
import { t, words } from "./lib/i18n.svelte";
import { opening } from "./lib/place";
import { prefs } from "./lib/prefs.svelte";
import { session } from "./lib/session.svelte";

// Before anything is drawn, so that a chosen theme does not flash the other one first.
if (prefs.theme !== "system") document.documentElement.dataset["theme"] = prefs.theme;

async function open(target: HTMLElement): Promise<void> {
  const { lang } = opening();
  const alone = opensAlone(location.hash.slice(1), lang);
  if (!alone) {
    document.documentElement.lang = words.lang = lang;
    const wait = document.createElement("p");
    wait.className = "wait";
    wait.setAttribute("role", "status");
    wait.textContent = t("engine-loading");
    const timer = setTimeout(() => target.replaceChildren(wait), patience);
    // Without it the page opens all the same.
    await (isOther ? kit.need() : needOf(location.hash)).catch(() => {});
    clearTimeout(timer);
  }
  target.replaceChildren();
  mount(asked.view === null ? App : Embed, { target });
  // Who opens another course comes for the course.
  if (isOther && location.hash.length < 2) lesson.begin();
  // Where the first run is shown without what was asked for beside it, that is told. A fault tells it itself.
  if (!alone && !session.fault) engine.with(() => {});
}

const target = document.getElementById("page");
if (target) void open(target);
