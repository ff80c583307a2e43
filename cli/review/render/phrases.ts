import { type ClientDescription, type GuardChange, pluralize, shortList, summarize } from "../../../access";
import { type Finding, MAX_LISTED, type Severity, type Subject } from "../finding";
import type { Source } from "../preview";
import { type Exposure, type Moved, opens } from "../reach";
import type { Report } from "../report";
import { gapText } from "../sections/coverage-gaps";
import type { Deletion, Import, ObjectName } from "../sections/objects";

export const MARKS: Readonly<Record<Severity, string>> = {
  critical: "🟥 critical",
  high: "🟧 high",
  medium: "🟨 medium",
  low: "🟦 low",
};

/** Lists the gaps in the review's coverage; undefined if there are none. */
export function unreadText({ unread }: Report): string | undefined {
  return unread.length === 0 ? undefined : unread.map(gapText).join(", ");
}

export function noFindingText(report: Report): string {
  const unread = unreadText(report);
  return unread === undefined ? "Nothing to worry about." : `No finding; ${unread}.`;
}

/** The notes in the section of the findings: that there are none, or that uses outside the program weren't looked up. */
export function findingNotes(report: Report): readonly string[] {
  if (report.findings.length === 0) return [noFindingText(report)];
  const count = report.unread.find(({ kind }) => kind === "used outside")?.count;
  if (count === undefined) return [];
  const objects =
    count === 1
      ? "the changed object or respond at its address"
      : `${count} changed objects or respond at their addresses`;
  return [
    `Not looked up: objects of other programs that refer to ${objects}, because the account was not read.`,
  ];
}

const VERDICTS: Readonly<Record<Exposure["verdict"], string>> = {
  opens: "opens",
  closes: "closes",
  shifts: "opens and closes",
  same: "same clients",
};

/** Follows the new value of an adopted object's input that the program omits. */
export const DEFAULT_NOTE = ", its default, because the program omits it";

export const EXAMPLE = "for example";

/** Labels before clients whose access changes. */
export const ACCESS_LABELS = {
  can: "gains access",
  may: "may gain access",
  cannot: "loses access",
  "may not": "may lose access",
} as const;

export const limitList = (items: readonly string[]): readonly string[] =>
  items.length <= MAX_LISTED
    ? items
    : [...items.slice(0, MAX_LISTED), `and ${items.length - MAX_LISTED} more`];

export function subjectLines({ subject, subjects, behind = [] }: Finding): readonly string[] {
  const labelsOf = (all: readonly Subject[]) => limitList(all.map((item) => item.subject));
  return [
    ...(subjects ? labelsOf(subjects) : [subject]),
    ...labelsOf(behind).map((label, index) => (index === 0 ? `and behind it ${label}` : label)),
  ];
}

export function sourceLines(
  { source, subjects = [] }: Finding,
  textOf: (source: Source) => string,
): readonly string[] {
  const sources = [source, ...subjects.map((subject) => subject.source)];
  return limitList([...new Set(sources.flatMap((place) => (place ? [textOf(place)] : [])))]);
}

const MAX_LOCKED_OUT = 3;

export function limitClients(losesAccess: readonly ClientDescription[]): readonly ClientDescription[] {
  if (losesAccess.length <= MAX_LOCKED_OUT + 1) return losesAccess;
  return [...losesAccess.slice(0, MAX_LOCKED_OUT), summarize(losesAccess.slice(MAX_LOCKED_OUT))];
}

export const verdictText = ({ verdict, isCertain, is, openings }: Exposure): string => {
  const place = is === "there" ? "" : is === "new" ? "new, " : "gone, ";
  if (is === "gone" && verdict === "same") return "gone";
  if (isCertain || verdict === "same") return `${place}${VERDICTS[verdict]}`;
  const isOpened = verdict === "shifts" && openings.some((opening) => opening.isCertain);
  return isOpened ? `${place}opens, perhaps closes` : `${place}perhaps ${VERDICTS[verdict]}`;
};

/** The guards and the backend that a report shows; for a moved resource, compared with its previous place. */
export function differingGuards({
  is,
  guards,
  backend,
  movedFrom,
}: Exposure): readonly Omit<GuardChange, "transition">[] {
  const comparison = is === "new" && movedFrom ? movedFrom : { guards, backend };
  const backendRow = comparison.backend ? [{ guard: "backend", ...comparison.backend }] : [];
  const rows = [...comparison.guards, ...backendRow];
  // A policy whose text doesn't change is omitted, because the rows of its rules show the difference.
  const differing = rows.filter(({ before, after }) => before !== after);
  return differing.length > 0 ? differing : rows;
}

/** Counts the places that don't change; empty if there are none. @param changed - Number of changed places. */
export function unchangedText(unchanged: number, changed: number): string {
  if (unchanged === 0) return "";
  const other = changed === 0 ? "" : "other ";
  return `${pluralize(unchanged, `${other}place allows`, `${other}places allow`)} the same clients as before.`;
}

export function movedText({ gainsAccess, verdict, isCertain, opensCertainly }: Moved): string {
  const isOpening = opens({ verdict });
  const [allows, may] = (isOpening ? opensCertainly : isCertain) ? ["allows", ""] : ["allow", "may "];
  return isOpening
    ? `and ${may}newly ${allows} ${gainsAccess.map(({ who, isCertain }) => (isCertain || may ? who : `perhaps ${who}`)).join("; ")}`
    : `and ${may}${allows} ${verdict === "same" ? "the same" : "fewer"} clients`;
}

/** The kinds of change in the order of the summary. */
const OPERATIONS: Readonly<Record<string, string>> = {
  create: "to create",
  adopt: "to adopt",
  import: "to import",
  replace: "to replace",
  update: "to update",
  delete: "to delete",
  read: "to read",
  refresh: "to refresh in the state",
  forget: "to drop from the state",
  same: "unchanged",
};

/** States the number of deletions without a finding. */
export const allowedText = (maxDeletions: number): string =>
  `${pluralize(maxDeletions, "deletion is", "deletions are")} allowed`;

export function summaryText({ summary, findings }: Report): string {
  const parts = Object.entries(OPERATIONS).flatMap(([kind, text]) =>
    summary[kind] ? [`${summary[kind]} ${text}`] : [],
  );
  const listed = parts.join(", ");
  if (findings.some(({ rule }) => rule === "preview-failed"))
    return `The preview failed${listed === "" ? "" : ` after planning ${listed}`}`;
  return listed || "Nothing to do";
}

export const titleOf = ({ project, stack }: Report): string =>
  project === null ? "Review of the edge account" : `Review of ${project}/${stack}`;

/** Describes the API calls of the update; for a failed preview, says that the report is incomplete. */
export function costText({ cost, findings }: Report): string {
  if (findings.some(({ rule }) => rule === "preview-failed")) return "This report is incomplete.";
  const { total, possible, requestsPerMinute, minutes, waiting } = cost;
  const calls = `${pluralize(total, "API call")}${possible > 0 ? ` and up to ${possible} more for adopted objects` : ""}`;
  const rate = `${pluralize(requestsPerMinute, "request")} a minute`;
  const time =
    minutes === 0 ? `within a minute at ${rate}` : `at least ${pluralize(minutes, "minute")} at ${rate}`;
  const waits =
    waiting.length > 0
      ? `; ${shortList(waiting, MAX_LISTED)} also ${waiting.length === 1 ? "waits" : "wait"} for a certificate`
      : "";
  return `${calls}, ${time}${waits}.`;
}

export const importText = ({ className, name, id }: Import, code: (text: string) => string): string =>
  `${className} ${code(name)} takes ownership of ${id === null ? "an object" : code(id)}: ${code("pulumi destroy")}, or removing the resource from the program, deletes it. To keep it, use ${code("adoptId")} instead of the option ${code("import")}, or set ${code("deleteOnDestroy: false")}`;

export const deletionNotes = (
  { usedBy, undeclared }: Deletion,
  render: { readonly user: (user: ObjectName) => string; readonly module: (key: string) => string },
): string =>
  [
    usedBy.length > 0 ? `still used by ${usedBy.map(render.user).join(", ")}` : "",
    undeclared.length > 0
      ? `also deletes undeclared modules: ${undeclared.map(render.module).join(", ")}`
      : "",
  ]
    .filter((note) => note !== "")
    .join("; ");
