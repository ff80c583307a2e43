import { shortList } from "../../../access";
import { markdownCode as code, fitComment, markdownText, type Section } from "../../common";
import { MAX_LISTED } from "../finding";
import type { Source } from "../preview";
import { type ExposureGroup, groupExposures } from "../reach";
import type { Report } from "../report";
import { asSection, calls, changes, consequences, dashed, exposureItems, type Style } from "./lists";
import { mermaid } from "./mermaid";
import {
  costText,
  differingGuards,
  EXAMPLE,
  findingNotes,
  MARKS,
  sourceLines,
  subjectLines,
  summaryText,
  titleOf,
  unchangedText,
  verdictText,
} from "./phrases";

/**
 * Renders the report as a comment on a pull request, in the Markdown of GitHub and GitLab. What exceeds the size limit is
 * cut from the end, with a note.
 */
export function markdown(report: Report): string {
  const head = [
    `## ${markdownText(titleOf(report))}`,
    "",
    markdownText(`${summaryText(report)}. ${costText(report)}`),
    "",
  ].join("\n");
  return fitComment(head, sectionsOf(report));
}

function sectionsOf(report: Report): Section[] {
  return [
    findings(report),
    exposure(report),
    ...consequences(report, MARKDOWN).map(asSection),
    asSection(calls(report, MARKDOWN)),
    graph(report),
    asSection(changes(report, MARKDOWN)),
  ];
}

function findings(report: Report): Section {
  const rows = report.findings.map((finding) => {
    const { severity, message, witness } = finding;
    const subjects = subjectLines(finding).map(markdownText).join("<br>");
    const places = sourceLines(finding, placeOf).join("<br>");
    const example = witness === undefined ? "" : `<br>${EXAMPLE} ${code(witness)}`;
    return `| ${MARKS[severity]} | ${subjects} | ${markdownText(message)}${example} | ${places} |`;
  });
  const notes = findingNotes(report);
  const table = ["| | what | why | where |", "|---|---|---|---|", ...rows];
  return {
    heading: "Findings",
    lines: rows.length === 0 ? notes : [...table, ...notes.flatMap((note) => ["", note])],
  };
}

function exposure({ exposure: { changed, unchanged } }: Report): Section {
  const lines = groupExposures(changed).flatMap(exposureLines);
  const rest = unchangedText(unchanged, changed.length);
  return { heading: "Exposure", lines: rest === "" ? lines : [...lines, rest] };
}

function exposureLines(group: ExposureGroup): string[] {
  const { labels, exposure } = group;
  const rows = differingGuards(exposure).map(
    ({ guard, before, after }) =>
      `| ${markdownText(guard)} | ${markdownText(before ?? "none")} | ${markdownText(after ?? "none")} |`,
  );
  return [
    `${shortList(
      labels.map((label) => `**${code(label)}**`),
      MAX_LISTED,
    )}: ${verdictText(exposure)}`,
    // Without an empty line, some hosts treat the list as part of the paragraph.
    "",
    ...dashed(exposureItems(group, MARKDOWN)),
    ...(rows.length > 0 ? ["", "| guard | before | after |", "|---|---|---|", ...rows] : []),
    "",
  ];
}

const MARKDOWN: Style = { text: markdownText, code };

const placeOf = ({ file, line }: Source) => code(`${file}:${line}`);

function graph(report: Report): Section {
  const text = mermaid(report.graph);
  return {
    heading: "Picture",
    isCollapsed: true,
    isIndivisible: true,
    code: "mermaid",
    lines: text === "" ? [] : text.split("\n"),
  };
}
