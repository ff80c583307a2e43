import { type ClientDescription, type GuardTransition, shortList, summarize } from "../../../access";
import { type Finding, type FindingRule, SEVERITIES, type Severity, subjectIn } from "../finding";
import { type AlikeExposures, alike, type Exposure, type Exposures, opens } from "../reach";

/**
 * Who can newly reach what, and who no longer reaches what another program manages. An internal endpoint is told with the
 * endpoints by way of which clients newly get to it.
 */
export function exposureFindings(changed: readonly Exposure[]): Finding[] {
  const all = alike(changed).map((group) => ({ ...group, found: openingIn(group) }));
  const sorted = all.filter(({ found }) => found.length > 0).sort(outermostFirst);
  const behind = new Map(sorted.map((one, at) => [one.found, innerOf(one, sorted.slice(at + 1))]));
  const told = new Set([...behind.values()].flat());
  return all.flatMap((one) => [
    ...one.found
      .filter((finding) => !told.has(finding))
      .map((finding) => withInner(finding, behind.get(one.found) ?? [])),
    ...cutOff(one),
  ]);
}

/** Objects whose place the preview masks: what changes there is not judged. */
export const maskedFindings = (masked: Exposures["masked"]): readonly Finding[] =>
  masked.map(({ label, urn }) => ({
    rule: "exposure-may-open",
    severity: "medium",
    subject: label,
    message: "not judged: masked. The preview hides where it answers",
    isPossible: true,
    urns: [urn],
  }));

interface Opened extends AlikeExposures {
  /** One for each of its exposures. */
  readonly found: readonly Finding[];
}

/** What clients reach by themselves goes before internal endpoints, and these before those that they forward to. */
const outermostFirst = ({ exposure: one }: Opened, { exposure: other }: Opened) =>
  Number(one.isInner) - Number(other.isInner) || other.behind.length - one.behind.length;

/** The openings of internal endpoints that an opening tells: whoever gets there gets there by way of it. */
function innerOf({ all, found: [outer] }: Opened, others: readonly Opened[]): readonly Finding[] {
  const behind = new Set(all.flatMap((one) => one.behind));
  return others
    .filter(({ all: inner, exposure: { isInner }, found: [own] }) => {
      const isAsSevere =
        own && outer && SEVERITIES.indexOf(outer.severity) <= SEVERITIES.indexOf(own.severity);
      const isAsCertain = outer?.isPossible !== true || own?.isPossible === true;
      return (
        isInner && isAsSevere && isAsCertain && inner.every(({ urns }) => urns.some((urn) => behind.has(urn)))
      );
    })
    .flatMap(({ found }) => found);
}

const withInner = (finding: Finding, inner: readonly Finding[]): Finding =>
  inner.length === 0 ? finding : { ...finding, behind: inner.map(subjectIn) };

function openingIn(group: AlikeExposures): readonly Finding[] {
  const { formerly, exposure } = group;
  const { backend, movedFrom } = exposure;
  const opening = (compared: (one: Exposure) => Opening, start = "") => {
    const of = compared(exposure);
    return of.opensCertainly
      ? findingsOf(group, "exposure-opens", "high", `${start}newly allows ${whoIn(of)}`, compared)
      : findingsOf(
          group,
          "exposure-may-open",
          stakeOf(exposure),
          `${start}may newly allow ${whoIn(of)}`,
          undefined,
          true,
        );
  };
  const isNew = exposure.is === "new";
  // Only policies lead there now: those say who gets there.
  if (isNew && exposure.isInner && movedFrom?.verdict === "closes") return [];
  if (movedFrom && opens(movedFrom) && (isNew || movedFrom.isSameAddress || !opens(exposure)))
    return opening(
      (one) => one.movedFrom ?? one,
      `takes the place of ${shortList(formerly, MOST_PLACES)} and `,
    );
  if (opens(exposure) && !isNew) return opening((one) => one);
  if (opens(exposure)) {
    const { opensCertainly, openings, isInner } = exposure;
    const isOpen = opensCertainly && !isInner && openings.some(({ isOfStrangers }) => isOfStrangers);
    const place = formerly.length > 0 ? `, takes the place of ${shortList(formerly, MOST_PLACES)}` : "";
    const message = `is new${place} and ${opensCertainly ? "allows" : "may allow"} ${whoIn(exposure)}`;
    const severity = isOpen ? "high" : "medium";
    return findingsOf(group, "exposure-new", severity, message, (one) => one, !opensCertainly);
  }
  if (!backend || exposure.is === "gone") return [];
  const message = `goes to ${backend.after ?? "nothing"} instead of ${backend.before ?? "nothing"}`;
  return findingsOf(group, "backend-changes", "low", message);
}

/** The severity of a possible opening: high if a guard is removed, weakened or replaced, and medium if values are masked. */
function stakeOf({ guards, movedFrom }: Exposure): Severity {
  const all = [...guards, ...(movedFrom?.guards ?? [])];
  return all.some(({ transition }) => AT_STAKE.includes(transition)) ? "high" : "medium";
}

const AT_STAKE: readonly GuardTransition[] = ["removed", "changed", "reordered"];

/** Who does not reach any more what another program manages; of the program's own, only openings are findings. */
function cutOff(group: AlikeExposures): readonly Finding[] {
  const { verdict, isCertain, ofOthers, displaces, lockedOut } = group.exposure;
  const closes = verdict === "closes" || verdict === "shifts";
  if (ofOthers.length === 0 || !(closes || displaces)) return [];
  const who = lockedOut.length === 0 ? "some of its clients" : firstOf(lockedOut);
  const said = [
    ...(displaces ? [`answers ${displaces} ${ofOthers.join(", ")}, which another program manages`] : []),
    ...(closes ? [`${isCertain ? "no longer allows" : "may no longer allow"} ${who}`] : []),
  ];
  const message = displaces ? said.join("; ") : `concerns another program: ${said.join()}`;
  return findingsOf(group, "others-cut-off", isCertain ? "medium" : "low", message);
}

/** @param shown - The comparison whose witness shows it. */
const findingsOf = (
  { all }: AlikeExposures,
  rule: FindingRule,
  severity: Severity,
  message: string,
  shown?: (one: Exposure) => Opening,
  isPossible = false,
): readonly Finding[] =>
  all.map((one) => {
    const witness = shown?.(one).openings.find((opening) => opening.witness !== null)?.witness;
    return {
      rule,
      severity,
      subject: one.surface.label,
      message,
      ...(isPossible && { isPossible }),
      ...(witness && { witness }),
      urns: one.urns,
    };
  });

type Opening = Pick<Exposure, "opensCertainly" | "newcomers" | "openings">;

/** Former places that a finding names. */
const MOST_PLACES = 3;

/** The first of several kinds of clients, and how many others there are. @param all - All that the report describes. */
function firstOf(told: readonly ClientDescription[], all = told): string {
  const [first, ...rest] = told;
  const more = rest.length === 0 ? [] : [`and ${summarize(rest, all).who}`];
  return [first?.who ?? "nobody", ...more].join("; ");
}

/** Who gains access: the definite ones, if there are any. */
function whoIn({ newcomers, openings }: Opening): string {
  const sure = newcomers.filter(({ isCertain }) => isCertain);
  const [why] = sure.length > 0 ? [] : openings.flatMap(({ because }) => because ?? []);
  const undecided = why === undefined ? "" : `. Undecided: ${why}`;
  return `${firstOf(sure.length > 0 ? sure : newcomers, newcomers)}${undecided}`;
}
