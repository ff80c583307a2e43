import { version } from "../../../provider/manifest";
import { jsonText, sarifText } from "../../common";
import { FINDING_RULES, type Finding, type Severity, type Subject, subjectsText } from "../finding";
import type { Source } from "../preview";
import type { Report } from "../report";
import { EXAMPLE, unreadText } from "./content";

/** The level of a finding, and the score from 0 to 10 by which code hosts rank findings. */
const RATINGS: Readonly<Record<Severity, { level: "error" | "warning" | "note"; score: string }>> = {
  critical: { level: "error", score: "9.5" },
  high: { level: "error", score: "8.0" },
  medium: { level: "warning", score: "5.0" },
  low: { level: "note", score: "2.0" },
};

/**
 * Renders the findings as SARIF 2.1.0, which code hosts show next to the lines of the program.
 *
 * @param folder - The program's folder in its repository.
 */
export function sarif(report: Report, folder = ""): string {
  // SARIF allows one score per rule: that of its first finding, which is the most severe.
  const severityOf = (id: string) => report.findings.find(({ rule }) => rule === id)?.severity ?? "low";
  const rules = [...new Set(report.findings.map(({ rule }) => rule))];
  const unread = unreadText(report);
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "tunnel-edge review",
            version,
            rules: rules.map((id) => ({
              id,
              shortDescription: { text: FINDING_RULES[id] },
              properties: { "security-severity": RATINGS[severityOf(id)].score },
            })),
          },
        },
        results: report.findings.map((finding) => resultOf(finding, rules, folder)),
        // Without a notification, an empty result would look as if nothing were wrong.
        ...(unread !== undefined && {
          invocations: [
            {
              executionSuccessful: true,
              toolExecutionNotifications: [
                { level: "note", message: { text: sarifText(`Not covered: ${unread}.`) } },
              ],
            },
          ],
        }),
      },
    ],
  };
  return jsonText(log);
}

/** Converts a finding to a result at its first subject. Its other subjects become related locations. */
function resultOf(finding: Finding, rules: readonly string[], folder: string) {
  const { rule, severity, subject, message, witness, subjects = [], behind = [] } = finding;
  const [first = finding, ...others] = subjects;
  const example = witness === undefined ? "" : `; ${EXAMPLE} ${witness}`;
  const inner = behind.length === 0 ? "" : `, and behind it ${subjectsText(behind)},`;
  const related = [...others, ...behind];
  return {
    ruleId: rule,
    ruleIndex: rules.indexOf(rule),
    level: RATINGS[severity].level,
    message: { text: sarifText(`${subject}${inner} ${message}${example}`) },
    locations: [locationOf({ ...first, source: first.source ?? finding.source }, folder)],
    ...(related.length > 0 && {
      relatedLocations: related.map((location, index) => ({
        id: index + 1,
        message: { text: sarifText(location.subject) },
        ...locationOf(location, folder),
      })),
    }),
    partialFingerprints: { "finding/v1": [rule, first.subject, ...first.urns].join(" ") },
  };
}

function locationOf(
  { source, urns: [urn] }: Pick<Subject, "urns"> & { readonly source?: Source | undefined },
  folder: string,
) {
  return {
    // Code hosts require a file location for every finding.
    physicalLocation: {
      artifactLocation: { uri: uriOf(folder, source?.file ?? "Pulumi.yaml"), uriBaseId: "%SRCROOT%" },
      region: { startLine: source?.line ?? 1 },
    },
    ...(urn !== undefined && { logicalLocations: [{ fullyQualifiedName: urn, kind: "resource" }] }),
  };
}

const uriOf = (...path: readonly string[]) =>
  path
    .flatMap((part) => part.split(/[/\\]/))
    .filter((part) => part !== "" && part !== ".")
    .map(encodeURIComponent)
    .join("/");
