import { shortList } from "../../../access";
import { markdownCode as code, fitted, markdownText, type Section } from "../../common";
import { MOST_NAMED } from "../finding";
import type { Source } from "../preview";
import { type AlikeExposures, alike } from "../reach";
import type { Report } from "../report";
import { asSection, calls, changes, consequences, dashed, exposureItems, type Style } from "./lists";
import { mermaid } from "./mermaid";
import {
  compared,
  costText,
  EXAMPLE,
  MARKS,
  noFindingText,
  placeLines,
  subjectLines,
  summaryText,
  titleOf,
  unaskedText,
  unchangedText,
  verdictOf,
} from "./words";

/**
 * The report as a comment on a pull request: GitHub's and GitLab's Markdown, the most severe first. The part that does
 * not fit is cut from the end, and the report says so.
 */
export function markdown(report: Report): string {
  const head = [
    `## ${markdownText(titleOf(report))}`,
    "",
    markdownText(`${summaryText(report)}. ${costText(report)}`),
    "",
  ].join("\n");
  return fitted(head, sectionsOf(report));
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
    const what = subjectLines(finding).map(markdownText).join("<br>");
    const where = placeLines(finding, placeOf).join("<br>");
    const shown = witness === undefined ? "" : `<br>${EXAMPLE} ${code(witness)}`;
    return `| ${MARKS[severity]} | ${what} | ${markdownText(message)}${shown} | ${where} |`;
  });
  const lines =
    rows.length > 0 ? ["| | what | why | where |", "|---|---|---|---|", ...rows] : [noFindingText(report)];
  const unasked = unaskedText(report);
  return { heading: "Findings", lines: unasked === undefined ? lines : [...lines, "", unasked] };
}

function exposure({ exposure: { changed, unchanged } }: Report): Section {
  const lines = alike(changed).flatMap(exposureLines);
  const rest = unchangedText(unchanged, changed.length);
  return { heading: "Exposure", lines: rest === "" ? lines : [...lines, rest] };
}

function exposureLines(group: AlikeExposures): string[] {
  const { labels, exposure } = group;
  const rows = compared(exposure).map(
    ({ guard, before, after }) =>
      `| ${markdownText(guard)} | ${markdownText(before ?? "none")} | ${markdownText(after ?? "none")} |`,
  );
  return [
    `${shortList(
      labels.map((label) => `**${code(label)}**`),
      MOST_NAMED,
    )}: ${verdictOf(exposure)}`,
    // Without this line, some hosts treat the list as part of the paragraph.
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
    isFolded: true,
    isWhole: true,
    code: "mermaid",
    lines: text === "" ? [] : text.split("\n"),
  };
}
