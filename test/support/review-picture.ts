import { htmlText } from "../../cli/common";
import { summaryText, titleOf } from "../../cli/review/render/content";
import type { Report } from "../../cli/review/report";

/** A line of the picture with its style class. */
type Line = readonly [text: string, style: keyof typeof HEIGHTS];

/** As narrow as a phone, which would shrink a wider picture until it is unreadable. */
const WIDTH = 440;
const MARGIN = 20;
/** Characters of running text that fit into a line, even in a wide font. */
const CHARACTERS = 46;
const HEIGHTS = { title: 34, head: 34, finding: 24, text: 23, code: 23, before: 23, after: 23 } as const;

/** Draws the top of a report for the README: findings with examples of allowed requests, and changed guards. */
export function reviewPicture(report: Report): string {
  const content: Line[] = [
    [titleOf(report), "title"],
    [`${summaryText(report)}.`, "text"],
    ["Findings", "head"],
    ...report.findings.flatMap(({ severity, subject, message, witness }): Line[] => [
      [`${severity}: ${subject}`, "finding"],
      ...lines(message, "text"),
      ...(witness === undefined ? [] : lines(`for example ${witness}`, "code")),
    ]),
    ["What changes", "head"],
    ...report.exposure.changed.flatMap(({ guards }) =>
      guards.flatMap(({ guard, before, after }) => [
        ...lines(`− ${guard}: ${before ?? "none"}`, "before"),
        ...lines(`+ ${guard}: ${after ?? "none"}`, "after"),
      ]),
    ),
  ];
  let y = MARGIN - 8;
  const texts = content.map(([text, style]) => {
    y += HEIGHTS[style];
    return `<text x="${MARGIN}" y="${y}" class="${style}">${htmlText(text)}</text>`;
  });
  const height = y + MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title">
<title id="title">${htmlText(titleOf(report))}</title>
<style>${STYLE}</style>
<rect x="1" y="1" width="${WIDTH - 2}" height="${height - 2}" rx="8" class="page"/>
${texts.join("\n")}
</svg>
`;
}

function lines(text: string, style: Line[1]): Line[] {
  const wrapped = [""];
  for (const word of text.split(" ")) {
    const last = wrapped.at(-1) ?? "";
    if (last.length + word.length >= CHARACTERS) wrapped.push(word);
    else wrapped[wrapped.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return wrapped.map((line) => [line, style]);
}

const STYLE = `
.page { fill: #ffffff; stroke: #d0d7de }
text { font: 15px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328; white-space: pre }
.title { font-size: 22px; font-weight: 600 }
.head { font-size: 17px; font-weight: 600 }
.finding { font-weight: 600; fill: #bc4c00 }
.before { fill: #b3261e }
.after { fill: #116329 }
.code { font: 14px ui-monospace, "DejaVu Sans Mono", monospace; fill: #0a53be }
@media (prefers-color-scheme: dark) {
  .page { fill: #0d1117; stroke: #3d444d }
  text { fill: #e6edf3 }
  .code { fill: #79c0ff }
  .finding { fill: #ffa657 }
  .before { fill: #ff9492 }
  .after { fill: #7ee787 }
}
`;
