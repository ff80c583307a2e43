import { counted, restOf, shortList, type Told } from "../../../access";
import { type Finding, MOST_NAMED, type Severity } from "../finding";
import type { Source } from "../preview";
import { type Exposure, type GuardChange, type Moved, opens } from "../reach";
import type { Report } from "../report";
import type { Deletion, Import, Named } from "../sections/objects";
import type { PolicySecret } from "../sections/policy-secrets";
import type { UnreadKind } from "../sections/unread";

/** Headings and marks that the renderers share. */
export const MARKS: Readonly<Record<Severity, string>> = {
  critical: "🟥 critical",
  high: "🟧 high",
  medium: "🟨 medium",
  low: "🟦 low",
};

export const SECRET_STATES: Readonly<Record<PolicySecret["is"], string>> = {
  missing: "neither the program nor the account has it",
  deleted: "this change deletes it",
  renamed: "this change renames or moves it",
  "renamed first": "this change renames or moves it before the policy follows",
  changed: "may get another value in this change",
  "perhaps changed":
    "may get another value in this change, and the policy, which is hidden in part, may name it",
  "not looked up": "not looked up: the program does not have it, and the account was not read",
};

/** For one, and for several. */
const UNREAD: Readonly<Record<UnreadKind, readonly [string, string]>> = {
  "adopted object": ["adopted object was not read", "adopted objects were not read"],
  "traffic policy": ["traffic policy was not read whole", "traffic policies were not read whole"],
  "object of others": ["object that others manage is used", "objects that others manage are used"],
  "unknown id": ["id is not known yet", "ids are not known yet"],
  secret: ["secret was not looked up", "secrets were not looked up"],
  "policy of others": [
    "traffic policy of others could not be read",
    "traffic policies of others could not be read",
  ],
  "used outside": [
    "changed object was not looked for in other programs",
    "changed objects were not looked for in other programs",
  ],
  "not judged": ["change was not judged", "changes were not judged"],
  foreign: ["change of another package was not judged", "changes of other packages were not judged"],
  perhaps: ["verdict is undecided", "verdicts are undecided"],
};

/** What the review has not seen; undefined where it has seen everything. */
export function unreadText({ unread }: Report): string | undefined {
  const counts = unread.map(({ kind, count }) => `${count} ${UNREAD[kind][count === 1 ? 0 : 1]}`);
  return counts.length === 0 ? undefined : counts.join(", ");
}

/** What a report without findings says. */
export function noFindingText(report: Report): string {
  const unread = unreadText(report);
  return unread === undefined ? "Nothing to worry about." : `No finding; ${unread}.`;
}

/** Where there are findings, they say nothing of those who manage other objects: this does. */
export function unaskedText({ unread, findings }: Report): string | undefined {
  const count = unread.find(({ kind }) => kind === "used outside")?.count;
  if (count === undefined || findings.length === 0) return undefined;
  const objects =
    count === 1
      ? "the changed object or answers at its address"
      : `${count} changed objects or answers at their addresses`;
  return `Not looked up: what of other programs names ${objects}. The account was not read.`;
}

const VERDICTS: Readonly<Record<Exposure["verdict"], string>> = {
  opens: "opens",
  closes: "closes",
  shifts: "opens and closes",
  same: "same clients",
};

/** Stands behind what an input becomes that the program of an adopted object leaves out. */
export const LEFT_OUT = ", its default, since the program leaves it out";

/** What stands before a request that shows who gets in. */
export const EXAMPLE = "for example";

/** What stands before those for whom something changes. */
export const REACHES = {
  can: "gains access",
  may: "may gain access",
  cannot: "loses access",
  "may not": "may lose access",
} as const;

/** The first ones of a list, and how many more there are. */
export const firstOf = (all: readonly string[]): readonly string[] =>
  all.length <= MOST_NAMED ? all : [...all.slice(0, MOST_NAMED), `and ${all.length - MOST_NAMED} more`];

/** What a finding is about, in lines: the first ones, and what lies behind them. */
export function subjectLines({ subject, subjects, behind = [] }: Finding): readonly string[] {
  const inner = firstOf(behind.map((one) => one.subject));
  return [
    ...firstOf(subjects?.map((one) => one.subject) ?? [subject]),
    ...inner.map((text, at) => (at === 0 ? `and behind it ${text}` : text)),
  ];
}

/** Where the program causes a finding, in lines. */
export function placeLines(
  { source, subjects = [] }: Finding,
  textOf: (source: Source) => string,
): readonly string[] {
  const all = [source, ...subjects.map((one) => one.source)];
  return firstOf([...new Set(all.flatMap((one) => (one ? [textOf(one)] : [])))]);
}

/** Kinds of clients that are locked out, of which nobody needs to know all. */
const MOST_LOCKED_OUT = 3;

export function fewer(lockedOut: readonly Told[]): readonly Told[] {
  if (lockedOut.length <= MOST_LOCKED_OUT + 1) return lockedOut;
  return [...lockedOut.slice(0, MOST_LOCKED_OUT), restOf(lockedOut.slice(MOST_LOCKED_OUT))];
}

export const verdictOf = ({ verdict, isCertain, is, openings }: Exposure): string => {
  const place = is === "there" ? "" : is === "new" ? "new, " : "gone, ";
  if (is === "gone" && verdict === "same") return "gone";
  if (isCertain || verdict === "same") return `${place}${VERDICTS[verdict]}`;
  const isOpened = verdict === "shifts" && openings.some((one) => one.isCertain);
  return isOpened ? `${place}opens, perhaps closes` : `${place}perhaps ${VERDICTS[verdict]}`;
};

/** The guards and the backend to show: for something in a new place, compared with its old place. */
export function compared({
  is,
  guards,
  backend,
  movedFrom,
}: Exposure): readonly Omit<GuardChange, "transition">[] {
  const between = is === "new" && movedFrom ? movedFrom : { guards, backend };
  const rows = [...between.guards, ...(between.backend ? [{ guard: "backend", ...between.backend }] : [])];
  // Its rules tell what differs.
  const differing = rows.filter(({ before, after }) => before !== after);
  return differing.length > 0 ? differing : rows;
}

/** What stands below the places where something changes, of which there are `changed`; empty where these are all. */
export function unchangedText(unchanged: number, changed: number): string {
  if (unchanged === 0) return "";
  const other = changed === 0 ? "" : "other ";
  return `${counted(unchanged, `${other}place allows`, `${other}places allow`)} the same clients as before.`;
}

/** What a move means for who can reach it. */
export function movedText({ newcomers, verdict, isCertain, opensCertainly }: Moved): string {
  const isOpening = opens({ verdict });
  const [allows, may] = (isOpening ? opensCertainly : isCertain) ? ["allows", ""] : ["allow", "may "];
  return isOpening
    ? `and ${may}newly ${allows} ${newcomers.map(({ who, isCertain }) => (isCertain || may ? who : `perhaps ${who}`)).join("; ")}`
    : `and ${may}${allows} ${verdict === "same" ? "the same" : "fewer"} clients`;
}

const ORDER = [
  "create",
  "adopt",
  "import",
  "replace",
  "update",
  "delete",
  "read",
  "refresh",
  "forget",
  "same",
];
const PARTICIPLES: Readonly<Record<string, string>> = {
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

/** How many deletions are no finding. */
export const allowedText = (maxDeletions: number): string =>
  `${counted(maxDeletions, "deletion is", "deletions are")} allowed`;

export function summaryText({ summary, findings }: Report): string {
  const parts = ORDER.flatMap((kind) => (summary[kind] ? [`${summary[kind]} ${PARTICIPLES[kind]}`] : []));
  const listed = parts.join(", ");
  if (findings.some(({ rule }) => rule === "preview-failed"))
    return `The preview failed${listed === "" ? "" : `, having come to ${listed}`}`;
  return listed || "Nothing to do";
}

export const titleOf = ({ project, stack }: Report): string =>
  project === null ? "Review of the edge account" : `Review of ${project}/${stack}`;

/** The calls of the update; none for a failed preview. */
export function costText({ cost, findings }: Report): string {
  if (findings.some(({ rule }) => rule === "preview-failed")) return "Nothing below is whole.";
  const { total, possible, requestsPerMinute, minutes, waiting } = cost;
  const calls = `${counted(total, "API call")}${possible > 0 ? ` and up to ${possible} more for adopted objects` : ""}`;
  const rate = `${counted(requestsPerMinute, "request")} a minute`;
  const time =
    minutes === 0 ? `within a minute at ${rate}` : `at least ${counted(minutes, "minute")} at ${rate}`;
  const waits =
    waiting.length > 0
      ? `; besides, ${shortList(waiting, MOST_NAMED)} ${waiting.length === 1 ? "waits" : "wait"} for a certificate`
      : "";
  return `${calls}, ${time}${waits}.`;
}

/** What an import means for the object. @param code - How the format writes code. */
export const importText = ({ className, name, id }: Import, code: (text: string) => string): string =>
  `${className} ${code(name)} takes over ${id === null ? "an object" : code(id)} as its own: ${code("pulumi destroy")}, or taking the resource out of the program, deletes it. ${code("adoptId")} in place of the option ${code("import")}, or ${code("deleteOnDestroy: false")}, leaves it in place`;

/** What a deletion means besides the deletion, for the report. */
export const deletionNotes = (
  { usedBy, undeclared }: Deletion,
  shown: { readonly user: (user: Named) => string; readonly module: (key: string) => string },
): string =>
  [
    usedBy.length > 0 ? `still used by ${usedBy.map(shown.user).join(", ")}` : "",
    undeclared.length > 0
      ? `with it goes what its resource does not declare: ${undeclared.map(shown.module).join(", ")}`
      : "",
  ]
    .filter((note) => note !== "")
    .join("; ");
