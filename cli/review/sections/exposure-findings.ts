import { type ClientDescription, type GuardTransition, shortList, summarize } from "../../../access";
import { type Finding, type FindingRule, isAtLeast, type Severity, toSubject } from "../finding";
import { type Exposure, type ExposureGroup, type Exposures, groupExposures, opens } from "../reach";

/**
 * Findings about clients that gain access, and about clients that lose access to objects of other programs. An opening
 * of an internal endpoint is reported together with the openings through which clients reach it.
 */
export function exposureFindings(changed: readonly Exposure[]): Finding[] {
  const groups = groupExposures(changed).map((group) => ({ ...group, findings: openingFindings(group) }));
  const sorted = groups.filter(({ findings }) => findings.length > 0).sort(outermostFirst);
  const internalByGroup = new Map<ExposureGroup, readonly Finding[]>(
    sorted.map((group, n) => [group, internalOpenings(group, sorted.slice(n + 1))]),
  );
  const reported = new Set([...internalByGroup.values()].flat());
  return groups.flatMap((group) => {
    const inner = (internalByGroup.get(group) ?? []).map(toSubject);
    return [
      ...group.findings
        .filter((finding) => !reported.has(finding))
        .map((finding) => (inner.length === 0 ? finding : { ...finding, behind: inner })),
      ...lostAccessFindings(group),
    ];
  });
}

export const maskedFindings = (masked: Exposures["masked"]): readonly Finding[] =>
  masked.map(({ label, urn }) => ({
    rule: "exposure-may-open",
    severity: "medium",
    subject: label,
    message: "not judged: masked. The preview hides the address or path where it responds",
    isPossible: true,
    urns: [urn],
  }));

interface OpenedGroup extends ExposureGroup {
  /** One finding for each exposure of the group. */
  readonly findings: readonly Finding[];
}

/** Sorts endpoints that clients reach directly first, and internal endpoints before those that they forward to. */
const outermostFirst = ({ exposure: a }: OpenedGroup, { exposure: b }: OpenedGroup) =>
  Number(a.isInner) - Number(b.isInner) || b.behind.length - a.behind.length;

/** The openings of internal endpoints that an outer opening causes. */
function internalOpenings(
  { exposures, findings: [outer] }: OpenedGroup,
  candidates: readonly OpenedGroup[],
): readonly Finding[] {
  const behind = new Set(exposures.flatMap((exposure) => exposure.behind));
  const isCaused = ({ exposures: inner, exposure: { isInner }, findings: [own] }: OpenedGroup) =>
    isInner &&
    own !== undefined &&
    outer !== undefined &&
    isAtLeast(outer.severity, own.severity) &&
    (!outer.isPossible || own.isPossible) &&
    inner.every(({ urns }) => urns.some((urn) => behind.has(urn)));
  return candidates.filter(isCaused).flatMap(({ findings }) => findings);
}

function openingFindings(group: ExposureGroup): readonly Finding[] {
  const { previousLabels, exposure } = group;
  const { backend, movedFrom } = exposure;
  const findingsAbout = (gainsOf: (exposure: Exposure) => Gains, start = "") => {
    const gains = gainsOf(exposure);
    const clients = clientsText(gains);
    if (gains.opensCertainly)
      return findingsOf(group, "exposure-opens", "high", `${start}newly allows ${clients}`, { gainsOf });
    const message = `${start}may newly allow ${clients}`;
    return findingsOf(group, "exposure-may-open", possibleSeverity(exposure), message, { isPossible: true });
  };
  const isNew = exposure.is === "new";
  // Clients now reach the endpoint only through policies that forward to it. Those policies are judged instead.
  if (isNew && exposure.isInner && movedFrom?.verdict === "closes") return [];
  if (movedFrom && opens(movedFrom) && (isNew || movedFrom.isSameAddress || !opens(exposure)))
    return findingsAbout(
      (moved) => moved.movedFrom ?? moved,
      `takes the place of ${shortList(previousLabels, MAX_PLACES)} and `,
    );
  if (opens(exposure) && !isNew) return findingsAbout((opened) => opened);
  if (opens(exposure)) {
    const { opensCertainly, openings, isInner } = exposure;
    const isOpen = opensCertainly && !isInner && openings.some(({ isOpenToPublic }) => isOpenToPublic);
    const takeover =
      previousLabels.length > 0 ? `, takes the place of ${shortList(previousLabels, MAX_PLACES)}` : "";
    const message = `is new${takeover} and ${opensCertainly ? "allows" : "may allow"} ${clientsText(exposure)}`;
    const severity = isOpen ? "high" : "medium";
    const details = { gainsOf: (added: Exposure) => added, isPossible: !opensCertainly };
    return findingsOf(group, "exposure-new", severity, message, details);
  }
  if (!backend || exposure.is === "gone") return [];
  const message = `goes to ${backend.after ?? "nothing"} instead of ${backend.before ?? "nothing"}`;
  return findingsOf(group, "backend-changes", "low", message);
}

/** The severity of a possible opening: high if a guard is removed, weakened, or replaced; otherwise medium. */
const possibleSeverity = ({ guards, movedFrom }: Exposure): Severity =>
  [...guards, ...(movedFrom?.guards ?? [])].some(({ transition }) => SEVERE_TRANSITIONS.includes(transition))
    ? "high"
    : "medium";

const SEVERE_TRANSITIONS: readonly GuardTransition[] = ["removed", "changed", "reordered"];

/** Findings about clients that lose access to objects of other programs. For own objects, only openings are findings. */
function lostAccessFindings(group: ExposureGroup): readonly Finding[] {
  const { verdict, isCertain, ofOthers, displaces, losesAccess } = group.exposure;
  const closes = verdict === "closes" || verdict === "shifts";
  if (ofOthers.length === 0 || !(closes || displaces)) return [];
  const clients = losesAccess.length === 0 ? "some of its clients" : firstClients(losesAccess);
  const effects = [
    ...(displaces ? [`responds ${displaces} ${ofOthers.join(", ")}, which another program manages`] : []),
    ...(closes ? [`${isCertain ? "no longer allows" : "may no longer allow"} ${clients}`] : []),
  ];
  const message = `${displaces ? "" : "affects another program: "}${effects.join("; ")}`;
  return findingsOf(group, "others-cut-off", isCertain ? "medium" : "low", message);
}

interface FindingDetails {
  /** Selects the comparison whose example request demonstrates the finding; without it, there is no example. */
  readonly gainsOf?: (exposure: Exposure) => Gains;
  readonly isPossible?: boolean;
}

const findingsOf = (
  { exposures }: ExposureGroup,
  rule: FindingRule,
  severity: Severity,
  message: string,
  { gainsOf, isPossible }: FindingDetails = {},
): readonly Finding[] =>
  exposures.map((exposure) => {
    const witness = gainsOf?.(exposure).openings.find((opening) => opening.witness !== null)?.witness;
    return {
      rule,
      severity,
      subject: exposure.surface.label,
      message,
      ...(isPossible && { isPossible }),
      witness: witness ?? undefined,
      urns: exposure.urns,
    };
  });

/** The clients that gain access, at the current place or compared with the previous one. */
type Gains = Pick<Exposure, "opensCertainly" | "gainsAccess" | "openings">;

const MAX_PLACES = 3;

/** Describes the first client and counts the others. `all` has all clients that the report describes. */
function firstClients(clients: readonly ClientDescription[], all = clients): string {
  const [first, ...rest] = clients;
  const summary = rest.length === 0 ? [] : [`and ${summarize(rest, all).who}`];
  return [first?.who ?? "nobody", ...summary].join("; ");
}

/** Describes who gains access; prefers definite openings. */
function clientsText({ gainsAccess, openings }: Gains): string {
  const definite = gainsAccess.filter(({ isCertain }) => isCertain);
  if (definite.length > 0) return firstClients(definite, gainsAccess);
  const [reason] = openings.flatMap(({ because }) => because ?? []);
  return `${firstClients(gainsAccess)}${reason === undefined ? "" : `. Undecided: ${reason}`}`;
}
