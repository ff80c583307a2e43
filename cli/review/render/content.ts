import { type ClientDescription, pluralize, shortList, summarize } from "../../../access";
import type { Section } from "../../common";
import { type Finding, MAX_LISTED, type Subject } from "../finding";
import { type Exposure, groupExposures, type Move, opens } from "../reach";
import type { Report } from "../report";
import type { Adoption } from "../sections/adoptions";
import { gapText } from "../sections/coverage-gaps";
import type { ObjectName } from "../sections/objects";
import { groupPolicies } from "../sections/policies";
import { SECRET_USES } from "../sections/policy-secrets";

/** How a format renders untrusted text and names. */
export interface Style {
  readonly text: (text: string) => string;
  readonly code: (text: string) => string;
  /** Emphasizes an effect on clients. */
  readonly strong?: (text: string, effect: "opens" | "closes") => string;
}

export interface Item {
  readonly text: string;
  readonly below?: readonly string[];
}

export interface ItemList {
  readonly heading: string;
  readonly items: readonly Item[];
  readonly note?: string;
  readonly isCollapsed?: true;
}

/** The parts of a report in one format. Notes and `unchanged` contain no untrusted text, so they need no escaping. */
export const contentOf = (report: Report, style: Style) => ({
  title: style.text(titleOf(report)),
  summary: style.text(`${summaryText(report)}. ${costText(report)}`),
  findings: findingRows(report, style),
  notes: findingNotes(report),
  exposures: exposureBlocks(report, style),
  unchanged: unchangedText(report),
  lists: consequenceLists(report, style),
  calls: calls(report, style),
  changes: changes(report, style),
});

export type Content = ReturnType<typeof contentOf>;

export const bulletLines = (items: readonly Item[]): string[] =>
  items.flatMap(({ text, below = [] }) => [`- ${text}`, ...below.map((line) => `  - ${line}`)]);

export const toSection = ({ heading, items, note, isCollapsed }: ItemList): Section => ({
  heading,
  isCollapsed,
  lines: [...bulletLines(items), ...(note === undefined ? [] : ["", note])],
});

export const EXAMPLE = "for example";

const hasFailed = ({ findings }: Report): boolean => findings.some(({ rule }) => rule === "preview-failed");

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

export const titleOf = ({ project, stack }: Report): string =>
  project === null ? "Review of the edge account" : `Review of ${project}/${stack}`;

export function summaryText(report: Report): string {
  const listed = Object.entries(OPERATIONS)
    .flatMap(([kind, text]) => (report.summary[kind] ? [`${report.summary[kind]} ${text}`] : []))
    .join(", ");
  if (hasFailed(report)) return `The preview failed${listed === "" ? "" : ` after planning ${listed}`}`;
  return listed || "Nothing to do";
}

function costText(report: Report): string {
  if (hasFailed(report)) return "This report is incomplete.";
  const { total, possible, requestsPerMinute, minutes, waiting } = report.cost;
  const more = possible > 0 ? ` and up to ${possible} more for adopted objects` : "";
  const time = minutes === 0 ? "within a minute" : `at least ${pluralize(minutes, "minute")}`;
  const waits =
    waiting.length > 0
      ? `; ${shortList(waiting, MAX_LISTED)} also ${waiting.length === 1 ? "waits" : "wait"} for a certificate`
      : "";
  return `${pluralize(total, "API call")}${more}, ${time} at ${pluralize(requestsPerMinute, "request")} a minute${waits}.`;
}

/** Lists the gaps in the review's coverage; undefined if there are none. */
export const unreadText = ({ unread }: Report): string | undefined =>
  unread.length === 0 ? undefined : unread.map(gapText).join(", ");

export function noFindingText(report: Report): string {
  const unread = unreadText(report);
  return unread === undefined ? "Nothing to worry about." : `No findings; ${unread}.`;
}

/** Says that there are no findings, or that uses outside the program weren't looked up. */
function findingNotes(report: Report): readonly string[] {
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

export const limitList = (items: readonly string[]): readonly string[] =>
  items.length <= MAX_LISTED
    ? items
    : [...items.slice(0, MAX_LISTED), `and ${items.length - MAX_LISTED} more`];

const findingRows = ({ findings }: Report, { text, code }: Style) =>
  findings.map((finding) => ({
    severity: finding.severity,
    subjects: subjectLines(finding).map(text),
    message: text(finding.message),
    example: finding.witness === undefined ? undefined : `${EXAMPLE} ${code(finding.witness)}`,
    locations: locationsOf(finding, code),
  }));

function subjectLines({ subject, subjects, behind = [] }: Finding): readonly string[] {
  const labelsOf = (listed: readonly Subject[]) => limitList(listed.map((item) => item.subject));
  return [
    ...(subjects ? labelsOf(subjects) : [subject]),
    ...labelsOf(behind).map((label, index) => (index === 0 ? `and behind it ${label}` : label)),
  ];
}

function locationsOf({ source, subjects = [] }: Finding, code: Style["code"]): readonly string[] {
  const sources = [source, ...subjects.map((subject) => subject.source)].flatMap((item) => item ?? []);
  return limitList([...new Set(sources.map(({ file, line }) => code(`${file}:${line}`)))]);
}

const VERDICTS: Readonly<Record<Exposure["verdict"], string>> = {
  opens: "opens",
  closes: "closes",
  shifts: "opens and closes",
  same: "same clients",
};

/** The changed exposures. Those on which the change has the same effect are grouped. */
const exposureBlocks = ({ exposure: { changed } }: Report, style: Style) =>
  groupExposures(changed).map(({ labels, previousLabels, exposure }) => ({
    effect: exposure.verdict,
    labels: labels.map(style.code),
    verdict: verdictText(exposure),
    items: exposureItems(exposure, previousLabels, style),
    guards: differingGuards(exposure).map(({ guard, before, after }) => [
      style.text(guard),
      style.text(before ?? "none"),
      style.text(after ?? "none"),
    ]),
  }));

function verdictText({ verdict, isCertain, is, openings }: Exposure): string {
  if (is === "gone" && verdict === "same") return "gone";
  const prefix = is === "there" ? "" : `${is}, `;
  if (isCertain || verdict === "same") return `${prefix}${VERDICTS[verdict]}`;
  const isOpened = verdict === "shifts" && openings.some((opening) => opening.isCertain);
  return isOpened ? `${prefix}opens, perhaps closes` : `${prefix}perhaps ${VERDICTS[verdict]}`;
}

function exposureItems(
  { gainsAccess, stillRequired, losesAccess, movedFrom }: Exposure,
  previousLabels: readonly string[],
  style: Style,
): Item[] {
  const { text, code, strong = (label) => label } = style;
  const previousPlaces = shortList(previousLabels.map(code), MAX_LISTED);
  return [
    ...(movedFrom ? [{ text: `moved from ${previousPlaces}, ${text(movedText(movedFrom))}` }] : []),
    ...gainsAccess.map(({ who, isCertain, witness }) => ({
      text: `${strong(isCertain ? "gains access:" : "may gain access:", "opens")} ${text(who)}`,
      below: witness === null ? [] : [`${EXAMPLE} ${code(witness)}`],
    })),
    ...(stillRequired.length > 0 ? [{ text: `still required: ${text(stillRequired.join(", "))}` }] : []),
    ...limitClients(losesAccess).map(({ who, isCertain }) => ({
      text: `${strong(isCertain ? "loses access:" : "may lose access:", "closes")} ${text(who)}`,
    })),
  ];
}

const MAX_LOSING_ACCESS = 3;

const limitClients = (clients: readonly ClientDescription[]): readonly ClientDescription[] =>
  clients.length <= MAX_LOSING_ACCESS + 1
    ? clients
    : [...clients.slice(0, MAX_LOSING_ACCESS), summarize(clients.slice(MAX_LOSING_ACCESS))];

function movedText(moved: Move): string {
  const { gainsAccess, verdict } = moved;
  const isOpening = opens(moved);
  const isCertain = isOpening ? moved.opensCertainly : moved.isCertain;
  const allows = isCertain ? "allows" : "allow";
  const may = isCertain ? "" : "may ";
  if (!isOpening) return `and ${may}${allows} ${verdict === "same" ? "the same" : "fewer"} clients`;
  const clients = gainsAccess.map((client) =>
    client.isCertain || may ? client.who : `perhaps ${client.who}`,
  );
  return `and ${may}newly ${allows} ${clients.join("; ")}`;
}

/** The guards and the backend that a report shows; for a moved resource, compared with its previous place. */
function differingGuards({ is, guards, backend, movedFrom }: Exposure) {
  const comparison = is === "new" && movedFrom ? movedFrom : { guards, backend };
  const rows = [
    ...comparison.guards,
    ...(comparison.backend ? [{ guard: "backend", ...comparison.backend }] : []),
  ];
  // A policy whose text doesn't change is omitted, because the rows of its rules show the difference.
  const differing = rows.filter(({ before, after }) => before !== after);
  return differing.length > 0 ? differing : rows;
}

function unchangedText({ exposure: { changed, unchanged } }: Report): string {
  if (unchanged === 0) return "";
  const other = changed.length === 0 ? "" : "other ";
  return `${pluralize(unchanged, `${other}place allows`, `${other}places allow`)} the same clients as before.`;
}

const consequenceLists = (report: Report, style: Style): ItemList[] => {
  const { text, code } = style;
  const nameOf = ({ className, name }: ObjectName) => `${className} ${code(name)}`;
  return [
    list(
      "Certificates and keys",
      report.credentials.map((object) => `${nameOf(object)}: ${text(object.what)}`),
    ),
    list(
      "Replacements",
      report.replacements.map((object) => {
        const { reasons, breaks, referrers } = object;
        const causes = reasons.map(code).join(", ") || "the engine's own reasons";
        const used = referrers.length > 0 ? ` Used by ${referrers.map(nameOf).join(", ")}.` : "";
        return `${nameOf(object)} because of ${causes}: ${text(breaks)}.${used}`;
      }),
    ),
    deletions(report, style, nameOf),
    list(
      "Removed parts",
      report.detaches.map((object) => `${nameOf(object)}: ${code(object.what)} (${code(object.call)})`),
    ),
    {
      heading: "Adoptions",
      items: report.adoptions.map((adoption) => adoptionItem(adoption, style, nameOf)),
    },
    list(
      "Imports",
      report.imports.map(
        (object) =>
          `${nameOf(object)} takes ownership of ${object.id === null ? "an object" : code(object.id)}: ${code("pulumi destroy")}, or removing the resource from the program, deletes it. To keep it, use ${code("adoptId")} instead of the option ${code("import")}, or set ${code("deleteOnDestroy: false")}`,
      ),
    ),
    list(
      "Policies",
      groupPolicies(report.policies).map(({ policy, level, message, subjects }) => {
        const target = subjects === "" ? "" : ` on ${text(subjects)}`;
        return `${text(level)} ${code(policy)}${target}: ${text(message)}`;
      }),
    ),
    list(
      "Secrets in traffic policies",
      report.policySecrets.map(
        (use) =>
          `${nameOf(use)}: ${code(use.secret)} of the vault ${code(use.vault)}: ${SECRET_USES[use.is].text}`,
      ),
    ),
  ];
};

const list = (heading: string, texts: readonly string[]): ItemList => ({
  heading,
  items: texts.map((text) => ({ text })),
});

function deletions(
  { deletions, maxDeletions }: Report,
  { text, code }: Style,
  nameOf: (object: ObjectName) => string,
): ItemList {
  const items = deletions.map((deletion) => {
    const { detail, stays, usedBy, undeclared } = deletion;
    const object = `${nameOf(deletion)}${detail === "" ? "" : ` (${text(detail)})`}`;
    if (stays) return `${object}: leaves the program, but stays in place`;
    const notes = [
      ...(usedBy.length > 0 ? [`still used by ${usedBy.map(nameOf).join(", ")}`] : []),
      ...(undeclared.length > 0
        ? [`also deletes undeclared modules: ${undeclared.map(code).join(", ")}`]
        : []),
    ];
    return notes.length === 0 ? object : `${object}: ${notes.join("; ")}`;
  });
  const isLimited = maxDeletions !== null && items.length > 0;
  const note = isLimited ? `${pluralize(maxDeletions, "deletion is", "deletions are")} allowed.` : undefined;
  return { ...list("Deletions", items), note };
}

function adoptionItem(adoption: Adoption, { code }: Style, nameOf: (object: ObjectName) => string): Item {
  const { id, isRead, isMissing, update } = adoption;
  const start = `${nameOf(adoption)} adopts ${code(id)}`;
  if (isMissing) return { text: `${start}, which does not exist` };
  if (!isRead) return { text: `${start}: not read, so it is unknown whether an update is sent` };
  if (!update) return { text: `${start}: ${equalAdoptionText(adoption, code)}` };
  const below = update.parameters.map(({ name, before, after, isDefault }) => {
    if (before === null || after === null)
      return `${code(name)} (not shown, because it contains a secret or is unknown)`;
    const note = isDefault ? ", its default, because the program omits it" : "";
    return `${code(name)}: ${code(before)} → ${code(after)}${note}`;
  });
  return { text: `${start}: one ${code(`${update.method} ${update.path}`)}`, below };
}

/** Describes an adoption that sends nothing, or that the preview leaves undecided. */
function equalAdoptionText({ notCompared, unresolved, undecided }: Adoption, code: Style["code"]): string {
  const namesOf = (inputs: readonly string[]) => inputs.map(code).join(", ");
  const exceptions = [
    ...(notCompared.length > 0
      ? [`${namesOf(notCompared)}, which cannot be read and is assumed to match the program`]
      : []),
    ...(unresolved.length > 0 ? [`${namesOf(unresolved)}, which is unknown`] : []),
    ...(undecided.length > 0 ? [`${namesOf(undecided)}, which the preview does not show completely`] : []),
  ];
  if (exceptions.length === 0) return "equal, nothing is sent";
  const sent = undecided.length > 0 ? "an update may be sent" : "nothing is sent";
  return `equal except for ${exceptions.join(", and for ")}; ${sent}`;
}

const calls = ({ cost }: Report, { code }: Style): ItemList => ({
  heading: "API calls",
  isCollapsed: true,
  items: cost.calls.map(({ count, method, path }) => ({ text: `${count} × ${code(`${method} ${path}`)}` })),
});

const changes = ({ changes }: Report, { text, code }: Style): ItemList => ({
  heading: "Every change",
  isCollapsed: true,
  items: changes.map(({ kind, type, name, paths }) => ({
    text: `${kind} ${text(type)} ${code(name)}${paths.length > 0 ? `: ${paths.map(code).join(", ")}` : ""}`,
  })),
});
