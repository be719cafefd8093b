import { mount } from "svelte";
import "./style/tokens.css";
import "./style/base.css";
import "./style/print.css";
import App from "./App.svelte";
import { engine, patience } from "./lib/engine.svelte";
import { opensAlone } from "./lib/first";
import { t, words } from "./lib/i18n.svelte";
import { opening } from "./lib/place";
import { prefs } from "./lib/prefs.svelte";

// Before anything is drawn, so that a chosen theme does not flash the other one first.
if (prefs.theme !== "system") document.documentElement.dataset["theme"] = prefs.theme;

async function open(target: HTMLElement): Promise<void> {
  const { lang } = opening();
  if (!opensAlone(location.hash.slice(1), lang)) {
    document.documentElement.lang = words.lang = lang;
    const wait = document.createElement("p");
    wait.className = "wait";
    wait.setAttribute("role", "status");
    wait.textContent = t("engine-loading");
    const timer = setTimeout(() => target.replaceChildren(wait), patience);
    // Without it the page opens all the same, and says what is missing.
    await engine.need().catch(() => {});
    clearTimeout(timer);
  }
  target.replaceChildren();
  mount(App, { target });
}

const target = document.getElementById("page");
if (target) void open(target);
