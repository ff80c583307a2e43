import { shortList } from "../../../access";
import { markdownCode as code, fitComment, markdownText, type Section } from "../../common";
import { MAX_LISTED, type Severity } from "../finding";
import type { Report } from "../report";
import { bulletLines, type Content, contentOf, type Style, toSection } from "./content";
import { mermaid } from "./mermaid";

const MARKDOWN: Style = { text: markdownText, code };

const MARKS: Readonly<Record<Severity, string>> = {
  critical: "🟥 critical",
  high: "🟧 high",
  medium: "🟨 medium",
  low: "🟦 low",
};

/**
 * Renders the report as a comment on a pull request, in the Markdown of GitHub and GitLab. What exceeds the size limit is
 * cut from the end, with a note.
 */
export function markdown(report: Report): string {
  const content = contentOf(report, MARKDOWN);
  return fitComment(`## ${content.title}\n\n${content.summary}\n`, [
    findings(content),
    exposure(content),
    ...[...content.lists, content.calls].map(toSection),
    picture(report),
    toSection(content.changes),
  ]);
}

function findings({ findings, notes }: Content): Section {
  const rows = findings.map(
    ({ severity, subjects, message, example, locations }) =>
      `| ${MARKS[severity]} | ${subjects.join("<br>")} | ${message}${example === undefined ? "" : `<br>${example}`} | ${locations.join("<br>")} |`,
  );
  const table = ["| | what | why | where |", "|---|---|---|---|", ...rows];
  return {
    heading: "Findings",
    lines: rows.length === 0 ? notes : [...table, ...notes.flatMap((note) => ["", note])],
  };
}

function exposure({ exposures, unchanged }: Content): Section {
  const lines = exposures.flatMap(({ labels, verdict, items, guards }) => {
    const marked = labels.map((label) => `**${label}**`);
    const rows = guards.map((cells) => `| ${cells.join(" | ")} |`);
    return [
      `${shortList(marked, MAX_LISTED)}: ${verdict}`,
      // Without an empty line, some hosts treat the list as part of the paragraph.
      "",
      ...bulletLines(items),
      ...(rows.length > 0 ? ["", "| guard | before | after |", "|---|---|---|", ...rows] : []),
      "",
    ];
  });
  return { heading: "Exposure", lines: unchanged === "" ? lines : [...lines, unchanged] };
}

const picture = ({ graph }: Report): Section => ({
  heading: "Picture",
  isCollapsed: true,
  isIndivisible: true,
  code: "mermaid",
  lines: mermaid(graph).split("\n").filter(Boolean),
});
