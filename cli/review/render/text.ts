import { shortList } from "../../../access";
import { type Colors, plainText } from "../../common";
import { type Finding, MAX_LISTED, type Severity } from "../finding";
import { type ExposureGroup, groupExposures } from "../reach";
import type { Report } from "../report";
import { asSection, changes, consequences, dashed, exposureItems, type Style } from "./lists";
import {
  costText,
  differingGuards,
  EXAMPLE,
  findingNotes,
  limitList,
  sourceLines,
  subjectLines,
  summaryText,
  titleOf,
  unchangedText,
  verdictText,
} from "./phrases";

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
  const { changed, unchanged } = report.exposure;
  const unchangedNote = unchangedText(unchanged, changed.length);
  const exposure = [
    ...groupExposures(changed).flatMap((group) => exposureLines(group, colors, width)),
    ...(unchangedNote === "" ? [] : wrap(unchangedNote, width)),
  ];
  const listed = {
    ...report,
    changes: report.changes.map((change) => ({ ...change, paths: limitList(change.paths) })),
  };
  const sections = [
    { heading: "Findings", lines: findingLines(report, colors, width) },
    { heading: "Exposure", lines: exposure },
    ...[...consequences(report, PLAIN), changes(listed, PLAIN)]
      .map(asSection)
      .map(({ heading, lines }) => ({ heading, lines: listLines(lines, width) })),
  ].filter(({ lines }) => lines.length > 0);
  return [
    bold(plainText(titleOf(report))),
    ...wrap(plainText(`${summaryText(report)}. ${costText(report)}`), width + INDENT),
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
  return [
    ...(omitted > 1 ? items.slice(0, MAX_LINES) : items).flatMap((item) => {
      const [, indent = "", line = ""] = /^( *)(?:- )?(.*)$/s.exec(item) ?? [];
      if (line.startsWith(`${EXAMPLE} `)) return [indent + line];
      return wrap(line, width).map((part, index) => indent + (index === 0 ? "" : "  ") + part);
    }),
    ...(omitted > 1 ? [`and ${omitted} more lines (see --format markdown)`] : []),
  ];
}

/** Wraps text at a width; longer words stay whole. */
function wrap(line: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of line.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const findingLines = (report: Report, colors: Colors, width: number): string[] => [
  ...report.findings.flatMap((finding) => findingText(finding, colors, width)),
  ...findingNotes(report).flatMap((note) => wrap(note, width)),
];

function findingText(finding: Finding, colors: Colors, width: number): string[] {
  const { severity, message, witness } = finding;
  const { bold, cyan, dim } = colors;
  const [subject = "", ...subjects] = subjectLines(finding).map((line) => bold(plainText(line)));
  const below = [
    ...subjects,
    ...wrap(plainText(message), width),
    ...(witness === undefined ? [] : [`${EXAMPLE} ${cyan(plainText(witness))}`]),
    ...sourceLines(finding, ({ file, line }) => dim(plainText(`${file}:${line}`))),
  ];
  return [
    `${paintOf(severity, colors)(severity.padEnd(INDENT))}${subject}`,
    ...below.map((line) => " ".repeat(INDENT) + line),
    "",
  ];
}

const paintOf = (severity: Severity, { bold, red, yellow, dim }: Colors) =>
  ({ critical: (line: string) => bold(red(line)), high: red, medium: yellow, low: dim })[severity];

function exposureLines(group: ExposureGroup, { bold, dim }: Colors, width: number): string[] {
  const { labels, exposure } = group;
  const guards = differingGuards(exposure).map(({ guard, before, after }) =>
    plainText(`${guard}: ${before ?? "none"} -> ${after ?? "none"}`),
  );
  return [
    `${bold(shortList(labels.map(plainText), MAX_LISTED))}: ${verdictText(exposure)}`,
    ...listLines(dashed(exposureItems(group, PLAIN)), width).map((line) => `  ${line}`),
    ...listLines(guards, width).map((line) => `  ${dim(line)}`),
    "",
  ];
}
