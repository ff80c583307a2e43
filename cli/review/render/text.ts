import { Help } from "commander";
import { shortList } from "../../../access";
import { type Colors, plainText } from "../../common";
import { MAX_LISTED, type Severity } from "../finding";
import type { Report } from "../report";
import { bulletLines, type Content, contentOf, EXAMPLE, limitList, type Style, toSection } from "./content";

const PLAIN: Style = { text: plainText, code: plainText };

/** Maximum number of lines of a list; the other formats have no such limit. */
const MAX_LINES = 30;

/** Width of the longest severity plus two spaces. */
const INDENT = 10;

/**
 * Renders the report for a terminal. Only the other formats contain the API calls and the diagram.
 *
 * @param columns - Width at which lines wrap, except example requests, so that they can be copied.
 */
export function text(report: Report, colors: Colors, columns = Number.POSITIVE_INFINITY): string {
  const { bold } = colors;
  const width = Math.max(columns - INDENT - 4, 40);
  const changes = report.changes.map((change) => ({ ...change, paths: limitList(change.paths) }));
  const content = contentOf({ ...report, changes }, PLAIN);
  const sections = [
    { heading: "Findings", lines: findingLines(content, colors, width) },
    { heading: "Exposure", lines: exposureLines(content, colors, width) },
    ...[...content.lists, content.changes]
      .map(toSection)
      .map(({ heading, lines }) => ({ heading, lines: listLines(lines, width) })),
  ].filter(({ lines }) => lines.length > 0);
  return [
    bold(content.title),
    ...wrap(content.summary, width + INDENT),
    ...sections.flatMap(({ heading, lines }) => [
      "",
      bold(heading),
      ...lines.map((line) => (line === "" ? "" : `  ${line}`)),
    ]),
  ]
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trimEnd();
}

/** Strips the dashes of list items and wraps them, except example requests. */
function listLines(items: readonly string[], width: number): string[] {
  const omitted = items.length - MAX_LINES;
  // If only one line is too many, it takes the place of the note about omitted lines.
  return [
    ...(omitted > 1 ? items.slice(0, MAX_LINES) : items).flatMap((item) => {
      const [, indent = "", line = ""] = /^( *)(?:- )?(.*)$/s.exec(item) ?? [];
      if (line.startsWith(`${EXAMPLE} `)) return [indent + line];
      return wrap(line, width).map((part, index) => indent + (index === 0 ? "" : "  ") + part);
    }),
    ...(omitted > 1 ? [`and ${omitted} more lines (see --format markdown)`] : []),
  ];
}

const wrap = (line: string, width: number): string[] => new Help().boxWrap(line, width).split("\n");

const findingLines = ({ findings, notes }: Content, colors: Colors, width: number): string[] => [
  ...findings.flatMap(({ severity, subjects, message, example, locations }) => {
    const [subject = "", ...otherSubjects] = subjects.map(colors.bold);
    const below = [
      ...otherSubjects,
      ...wrap(message, width),
      ...(example === undefined ? [] : [colors.cyan(example)]),
      ...locations.map(colors.dim),
    ];
    return [
      `${paintOf(severity, colors)(severity.padEnd(INDENT))}${subject}`,
      ...below.map((line) => " ".repeat(INDENT) + line),
      "",
    ];
  }),
  ...notes.flatMap((note) => wrap(note, width)),
];

const paintOf = (severity: Severity, { bold, red, yellow, dim }: Colors) =>
  ({ critical: (line: string) => bold(red(line)), high: red, medium: yellow, low: dim })[severity];

function exposureLines({ exposures, unchanged }: Content, { bold, dim }: Colors, width: number): string[] {
  return [
    ...exposures.flatMap(({ labels, verdict, items, guards }) => [
      `${bold(shortList(labels, MAX_LISTED))}: ${verdict}`,
      ...listLines(bulletLines(items), width).map((line) => `  ${line}`),
      ...listLines(
        guards.map(([guard, before, after]) => `${guard}: ${before} -> ${after}`),
        width,
      ).map((line) => `  ${dim(line)}`),
      "",
    ]),
    ...(unchanged === "" ? [] : wrap(unchanged, width)),
  ];
}
