import { mount } from "svelte";
import "./style/tokens.css";
import "./style/base.css";
import "./style/print.css";
import App from "./App.svelte";
import { prefs } from "./lib/prefs.svelte";

// Before anything is drawn, so that a chosen theme does not flash the other one first.
if (prefs.theme !== "system") document.documentElement.dataset["theme"] = prefs.theme;

const target = document.getElementById("page");
if (target) mount(App, { target });
