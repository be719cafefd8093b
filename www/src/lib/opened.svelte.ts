/** What the page does in every view of it: it opens the place of the address, and keeps the document and the address as it is. */
import { onMount } from "svelte";
import "../embed/pieces";
import { engine } from "./engine.svelte";
import { t, words } from "./i18n.svelte";
import { follow, listen, start } from "./keeping.svelte";
import { lesson } from "./lesson.svelte";
import "./pieces";
import { opening, reflect } from "./place";
import { prefs } from "./prefs.svelte";
import { session } from "./session.svelte";

/** To be called while the component of the view is made. */
export function openPage(): void {
  const first = opening();
  words.lang = first.lang;
  if (first.theme) prefs.theme = first.theme;
  start();

  $effect(() => {
    document.documentElement.lang = words.lang;
    const title = lesson.open ? lesson.title : session.run?.title;
    document.title = title ? t("document-title", { scenario: title }) : t("brand");
  });

  $effect(() => {
    if (prefs.theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = prefs.theme;
  });

  $effect(() => {
    if (!session.fault) follow();
  });

  $effect(() => reflect({ lang: words.lang, theme: prefs.theme }));

  // What drives the page by itself waits for this.
  $effect(() => {
    if (engine.api) document.documentElement.dataset["engine"] = "here";
  });

  onMount(listen);

  $effect(() => {
    if (!session.playing) return;
    // Every stop begins a new dwell, a line within a step as well.
    void session.line;
    const timer = setTimeout(() => session.advance(), session.pause);
    return () => clearTimeout(timer);
  });
}
