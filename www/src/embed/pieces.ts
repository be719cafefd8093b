/** What an address says of the frame stays in it while the place changes, and goes into no link. */
import { pick, words } from "../lib/i18n.svelte";
import { register } from "../lib/place";
import { prefs, themes } from "../lib/prefs.svelte";
import { asked, views } from "./asked";

/** One that holds as long as the page is open. */
function fixed(key: string, value: string | null, all: readonly string[]): void {
  register(key, {
    own: true,
    get: () => value,
    set(wanted) {
      if (wanted !== null && !all.includes(wanted)) throw new RangeError(`${key} is not ${wanted}`);
    },
  });
}

fixed("embed", asked.view, views);
fixed("state", asked.held ? "host" : null, ["host"]);
fixed("lti", asked.lti ? "on" : null, ["on"]);

/** Whether the address names the language and the theme: then it follows them. */
const named = { lang: false, theme: false };

register("lang", {
  own: true,
  get: () => (named.lang ? words.lang : null),
  set(value) {
    named.lang = value !== null;
    if (value !== null) words.lang = pick([value]);
  },
});

register("theme", {
  own: true,
  get: () => (named.theme ? prefs.theme : null),
  set(value) {
    const known = themes.find((one) => one === value);
    if (value !== null && known === undefined) throw new RangeError(`theme is not ${value}`);
    named.theme = known !== undefined;
    if (known !== undefined) prefs.theme = known;
  },
});
