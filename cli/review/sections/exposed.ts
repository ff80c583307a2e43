import { restOf, shortList, type Told } from "../../../access";
import { type Finding, type FindingRule, SEVERITIES, type Severity, subjectIn } from "../finding";
import { type AlikeExposures, alike, type Exposure, opens } from "../reach";

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
      ? findingsOf(group, "exposure-opens", "high", `${start}can newly be reached by ${whoIn(of)}`, compared)
      : findingsOf(
          group,
          "exposure-may-open",
          stakeOf(exposure, of),
          `${start}may newly be reached by ${whoIn(of)}`,
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
    const { opensCertainly, newcomers, openings, isInner } = exposure;
    const isOpen =
      opensCertainly &&
      !isInner &&
      (newcomers.some(({ who }) => who === "everybody") ||
        openings.some(({ isOfStrangers }) => isOfStrangers));
    const place = formerly.length > 0 ? `, takes the place of ${shortList(formerly, MOST_PLACES)}` : "";
    const message = `is new${place} and ${opensCertainly ? "can" : "may"} be reached by ${whoIn(exposure)}`;
    return findingsOf(group, "exposure-new", isOpen ? "high" : "medium", message, (one) => one);
  }
  if (!backend || exposure.is === "gone") return [];
  const message = `goes to ${backend.after ?? "nothing"} instead of ${backend.before ?? "nothing"}`;
  return findingsOf(group, "backend-changes", "low", message);
}

/** Rules that keep nobody out, by the words for what they do. */
const NO_GUARD =
  /^(?:(?:add|remove)-headers|set-vars|log|compress-response|url-rewrite|http-request)(?: if .*)?$/s;

/** Why an opening is only possible: what the preview hides may be another value. */
const MASKED =
  /preview hides|not shown|cannot be seen|same secret, key or token|value of a vault|not known yet/;

/** How bad a possible opening is: high where a guard is removed or weakened that the preview shows. */
function stakeOf(exposure: Exposure, { openings }: Opening): Severity {
  // What answers at a masked place is not known.
  if (exposure.isMasked) return "medium";
  const all = [...exposure.guards, ...(exposure.movedFrom?.guards ?? [])];
  // What has become of a policy that stays, its rules say; of a masked one, nothing does.
  if (all.some(({ after }) => after !== null && MASKED.test(after))) return "medium";
  const guards = all.filter(({ guard, after }) => guard !== "traffic policy" || after === null);
  const isGuard = (text: string | null) => text !== null && !NO_GUARD.test(text) && !MASKED.test(text);
  const isRemoved = guards.some(({ before, after }) => isGuard(before) && after === null);
  // Rules have other places where one is added in front of them.
  const isReordered = guards.every(({ before, after }) => before !== null && after !== null);
  const isChanged = guards.some(
    ({ before, after }) => isGuard(before) && (isReordered || after?.endsWith(`]: ${before}`) === false),
  );
  const isMasked = openings.every(({ because }) => because === null || MASKED.test(because));
  return isRemoved || (isChanged && !isMasked) ? "high" : "medium";
}

/** Who does not reach any more what another program manages; of the program's own, only openings are findings. */
function cutOff(group: AlikeExposures): readonly Finding[] {
  const { verdict, isCertain, ofOthers, displaces, lockedOut } = group.exposure;
  const closes = verdict === "closes" || verdict === "shifts";
  if (ofOthers.length === 0 || !(closes || displaces)) return [];
  const who = leastOf(lockedOut).join("; and by ") || "some of its clients";
  const said = [
    ...(displaces ? [`answers ${displaces} ${ofOthers.join(", ")}, which another program manages`] : []),
    ...(closes ? [`${isCertain ? "can" : "may"} no longer be reached by ${who}`] : []),
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
): readonly Finding[] =>
  all.map((one) => {
    const witness = shown?.(one).openings.find((opening) => opening.witness !== null)?.witness;
    return {
      rule,
      severity,
      subject: one.surface.label,
      message,
      ...(/\bmay (?:newly )?be reached by/.test(message) && { isPossible: true as const }),
      ...(witness && { witness }),
      urns: one.urns,
    };
  });

type Opening = Pick<Exposure, "opensCertainly" | "newcomers" | "openings" | "stillAsked">;

/** Former places that a finding names. */
const MOST_PLACES = 3;

/** Sentences that a finding has; the report's part about exposure has all. */
const MOST_NAMED = 2;

/** The first of several kinds of clients, and how many more there are. @param all - All that is told of. */
const leastOf = (told: readonly Told[], all = told): readonly string[] => {
  const rest = told.slice(MOST_NAMED);
  return [...told.slice(0, MOST_NAMED), ...(rest.length > 0 ? [restOf(rest, all)] : [])].map(
    ({ who }) => who,
  );
};

/** Who can newly reach something: the certain ones, if there are any. */
function whoIn({ newcomers, openings, stillAsked }: Opening): string {
  const asked = stillAsked.length > 0 ? `; still asked of them: ${stillAsked.join(", ")}` : "";
  const sure = newcomers.filter(({ isCertain }) => isCertain);
  const [doubt] = sure.length > 0 ? [] : openings.flatMap(({ because }) => because ?? []);
  const since = doubt === undefined ? "" : `; not certain, since ${doubt}`;
  return leastOf(sure.length > 0 ? sure : newcomers, newcomers).join("; and by ") + asked + since;
}
