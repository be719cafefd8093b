/** What oEmbed consumers find: for the page, and for each exercise a small page that leads to it. */
import { format } from "../lib/fragment.ts";
import { frameAddress, frameAttributes, type Wanted } from "./address.ts";

/** A response as oEmbed 1.0 has it. */
export interface OEmbed {
  version: "1.0";
  type: "rich";
  title: string;
  provider_name: string;
  provider_url: string;
  html: string;
  width: number;
  height: number;
  /** In seconds. */
  cache_age: number;
}

export interface Subject extends Wanted {
  title: string;
}

export interface ExerciseSubject {
  exercise: string;
  /** The section of the course that it is of. */
  lesson: string;
  lang: string;
  title: string;
}

const width = 960;
const height = 760;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The response for something of the page at an address. */
export function oEmbed(page: string, { title, ...wanted }: Subject): OEmbed {
  const attributes = { src: frameAddress(page, wanted), title, width: String(width), height: String(height), style: "border: 0; max-width: 100%", ...frameAttributes };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`);
  return {
    version: "1.0",
    type: "rich",
    title,
    provider_name: "secondwind",
    provider_url: page,
    html: `<iframe ${written.join(" ")}></iframe>`,
    width,
    height,
    cache_age: 86_400,
  };
}

/** What an HTML page says about where its response is. */
export const discovery = (href: string, title: string): string =>
  `<link rel="alternate" type="application/json+oembed" href="${escaped(href)}" title="${escaped(title)}" />`;

/**
 * All files for a page at an address: `oembed.json`, and for each exercise and language `embed/LANG/ID.json` with
 * `embed/LANG/ID.html`, the address to paste where oEmbed is understood, which leads on to the exercise.
 */
export function oEmbedFiles(page: string, title: string, exercises: readonly ExerciseSubject[]): { name: string; text: string }[] {
  const json = (subject: Subject): string => `${JSON.stringify(oEmbed(page, subject), null, 2)}\n`;
  return [
    { name: "oembed.json", text: json({ title }) },
    ...exercises.flatMap(({ exercise, lesson, lang, title: own }) => {
      const name = `embed/${lang}/${exercise}`;
      const to = `../../#${format({ scenario: "", step: 0, pieces: { lesson, exercise, lang } })}`;
      const html = `<!doctype html>
<html lang="${escaped(lang)}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="refresh" content="0; url=${escaped(to)}" />
    <title>${escaped(own)}</title>
    ${discovery(`${page}${name}.json`, own)}
  </head>
  <body>
    <p><a href="${escaped(to)}">${escaped(own)}</a></p>
  </body>
</html>
`;
      return [
        { name: `${name}.json`, text: json({ title: own, exercise, lang }) },
        { name: `${name}.html`, text: html },
      ];
    }),
  ];
}
