import { shortList } from "../../../access";
import { htmlText } from "../../common";
import { MAX_LISTED } from "../finding";
import type { Report } from "../report";
import { type Content, contentOf, type Item, type ItemList, type Style } from "./content";
import { svg } from "./svg";

/** Renders the report as a self-contained page without scripts, which browsers can open from build artifacts. */
export function html(report: Report): string {
  const content = contentOf(report, HTML);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${content.title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${content.title}</h1>
<p>${content.summary}</p>
${[
  findings(content),
  exposure(content),
  picture(report),
  ...[...content.lists, content.calls, content.changes].map(listSection),
]
  .filter(Boolean)
  .join("\n")}
</main>
</body>
</html>`;
}

const section = (heading: string, body: string) =>
  body === "" ? "" : `<section><h2>${heading}</h2>\n${body}</section>`;

const foldedSection = (heading: string, body: string) =>
  body === "" ? "" : `<details><summary>${heading}</summary>\n${body}</details>`;

const list = (items: readonly Item[]): string =>
  items.length === 0
    ? ""
    : `<ul>${items.map(({ text, below = [] }) => `<li>${text}${list(below.map((line) => ({ text: line })))}</li>`).join("\n")}</ul>`;

const listSection = ({ heading, items, note, isCollapsed }: ItemList) =>
  (isCollapsed ? foldedSection : section)(
    heading,
    list(items) + (note === undefined ? "" : `<p>${note}</p>`),
  );

const HTML: Style = {
  text: htmlText,
  code: (text) => `<code>${htmlText(text)}</code>`,
  strong: (text, effect) => `<b class="${effect}">${text}</b>`,
};

/** Renders a table. On narrow screens, each row becomes a block of lines, labeled by the attribute `data-head`. */
function table(heads: readonly string[], rows: readonly (readonly string[])[], name = ""): string {
  if (rows.length === 0) return "";
  const head = heads.map((text) => `<th>${text}</th>`).join("");
  const row = (cells: readonly string[]) =>
    `<tr>${cells.map((cell, n) => `<td data-head="${heads[n]}">${cell}</td>`).join("")}</tr>`;
  const body = rows.map(row).join("\n");
  return `<table${name && ` class="${name}"`}><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

function findings(content: Content): string {
  const rows = content.findings.map(({ severity, subjects, message, example, locations }) => [
    `<span class="badge ${severity}">${severity}</span>`,
    subjects.join("<br>"),
    message + (example === undefined ? "" : `<br>${example}`),
    locations.join("<br>"),
  ]);
  const notes = content.notes.map((note) => `<p>${note}</p>`);
  return section("Findings", table(["", "what", "why", "where"], rows, "findings") + notes.join(""));
}

function exposure({ exposures, unchanged }: Content): string {
  const articles = exposures.map(
    ({ effect, labels, verdict, items, guards }) =>
      `<article class="${effect}"><h3>${shortList(labels, MAX_LISTED)} <span class="badge ${effect}">${verdict}</span></h3>${list(items)}${table(["guard", "before", "after"], guards)}</article>`,
  );
  return section("Exposure", articles.join("\n") + (unchanged && `<p>${unchanged}</p>`));
}

const picture = ({ graph }: Report) => {
  const image = svg(graph);
  return section(
    "Picture",
    image &&
      `<div class="picture" tabindex="0" role="region" aria-label="Picture">${image}</div><p class="legend"><span class="create">created</span> <span class="import">imported</span> <span class="update">updated</span> <span class="replace">replaced</span> <span class="delete">deleted</span> <span class="opened">newly reachable</span></p>`,
  );
};

const STYLE = `
:root { color-scheme: light dark; --line: #d0d7de; --soft: #f6f8fa; --ink: #1f2328; --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --soft: #151b23; --ink: #f0f6fc; --paper: #0d1117; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 70rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .75rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 0 0 .5rem; }
code { font: 13px ui-monospace, monospace; background: var(--soft); padding: .1em .35em; border-radius: 4px; overflow-wrap: anywhere; }
table { border-collapse: collapse; table-layout: fixed; width: 100%; margin: .5rem 0; } th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { background: var(--soft); } article { border: 1px solid var(--line); border-left: 5px solid var(--line); border-radius: 6px; padding: .75rem 1rem; margin: .75rem 0; }
article.opens, article.shifts { border-left-color: #cf222e; } article.closes { border-left-color: #1a7f37; }
ul { margin: .25rem 0; padding-left: 1.25rem; } details { margin: 1rem 0; } summary { cursor: pointer; font-weight: 600; }
.badge { display: inline-block; white-space: nowrap; font: 600 12px system-ui, sans-serif; padding: .1em .6em; border-radius: 1em; background: #6e7781; color: #fff; }
.badge.critical { background: #a40e26; } .badge.high, .badge.opens, .badge.shifts { background: #bc4c00; } .badge.medium { background: #7d4e00; } .badge.low { background: #0969da; } .badge.closes { background: #1a7f37; }
.picture { overflow-x: auto; } svg text { font: 12px system-ui, sans-serif; text-anchor: middle; fill: #000; } svg .class { font-size: 10px; fill: #57606a; }
svg rect { fill: #f6f8fa; stroke: #8c959f; } svg .edge path { fill: none; stroke: #8c959f; } svg marker path { fill: #8c959f; } svg .edge text { font-size: 10px; fill: var(--ink); paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
svg .import rect, .legend .import { fill: #ddf4ff; stroke: #0969da; background: #ddf4ff; } svg .create rect, .legend .create { fill: #dafbe1; stroke: #1a7f37; background: #dafbe1; } svg .update rect, .legend .update { fill: #fff8c5; stroke: #9a6700; background: #fff8c5; }
svg .replace rect, .legend .replace { fill: #fbefff; stroke: #8250df; background: #fbefff; } svg .delete rect, .legend .delete { fill: #ffebe9; stroke: #cf222e; background: #ffebe9; }
svg .opened rect { stroke: #cf222e; stroke-width: 3; } svg .added path { stroke-width: 2.5; } svg .removed path { stroke-dasharray: 5 4; }
.legend span { color: #000; padding: .1em .6em; border-radius: 4px; margin-right: .25rem; } .legend .opened { border: 3px solid #cf222e; background: #fff; } .legend span { display: inline-block; margin-bottom: .25rem; }
h1, h3, li, p { overflow-wrap: anywhere; } th:first-child { width: 28%; }
.findings th:first-child { width: 6rem; } .findings th:nth-child(2) { width: 27%; } .findings th:nth-child(4) { width: 20%; }
@media (max-width: 40rem) {
  main { padding: 1rem .75rem; } thead { display: none; } td:empty { display: none; }
  tr { display: block; border: 1px solid var(--line); border-radius: 6px; padding: .5rem .75rem; margin: .5rem 0; }
  td { display: block; border: 0; padding: .15rem 0; font-size: 14px; } .findings td:nth-child(2) { font-weight: 600; }
  table:not(.findings) td:not(:first-child)::before { content: attr(data-head) ": "; font-weight: 600; }
}
`;
