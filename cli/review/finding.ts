import { shortList } from "../../access";
import type { Source } from "./preview";

export const SEVERITIES = ["critical", "high", "medium", "low"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a finding is about. */
export interface Subject {
  /** In the program's words. */
  readonly subject: string;
  /** A request that shows it, in one line. */
  readonly witness?: string;
  readonly urns: readonly string[];
  /** The line of the program that causes it. */
  readonly source?: Source;
}

/** Something that a reviewer has to know before approving. Its own subject names the first of several. */
export interface Finding extends Subject {
  /** What kind of finding it is: stable, for filters and for SARIF. */
  readonly rule: FindingRule;
  readonly severity: Severity;
  readonly message: string;
  /** It is an opening that is possible, and not definite. */
  readonly isPossible?: true;
  /** Each of several that it is about. */
  readonly subjects?: readonly Subject[];
  /** Internal endpoints that the same clients newly get to, since policies forward them. */
  readonly behind?: readonly Subject[];
}

export const subjectIn = ({ subject, witness, urns, source }: Subject): Subject => ({
  subject,
  ...(witness !== undefined && { witness }),
  urns,
  ...(source && { source }),
});

/** A finding about one object. @param others - URNs of other objects that have to do with it. */
export const findingAbout = (
  { className, name, urn }: { readonly className: string; readonly name: string; readonly urn: string },
  rule: FindingRule,
  severity: Severity,
  message: string,
  others: readonly string[] = [],
): Finding => ({ rule, severity, subject: `${className} ${name}`, message, urns: [urn, ...others] });

/** Every rule and its general meaning. */
export const FINDING_RULES = {
  "exposure-opens": "Clients gain access to something.",
  "exposure-may-open": "Clients may gain access to something; the preview leaves it undecided.",
  "exposure-new": "Something new is exposed.",
  "power-gained": "A credential, member or event destination may do more than before.",
  "others-cut-off":
    "Clients lose access to what another program manages: they are blocked, or something of this program answers there.",
  "backend-changes": "The same clients reach another backend.",
  "edge-ipp-deleted-in-use":
    "An IP policy is deleted while something refers to it, which then treats it as a policy without rules.",
  "deleted-in-use":
    "An object is deleted while something refers to it by its id, or uses the host that it reserves.",
  "edge-ipr-staged":
    "A new IP restriction of the API or the dashboard is enforced at once, so that a mistake in it locks out those who could mend it.",
  "name-released": "A reserved name or address is released, and others can reserve it.",
  "replacement-gap": "An object is deleted before its replacement exists.",
  "secret-missing": "A traffic policy names a secret that neither the program nor the account has.",
  "secret-deleted": "A traffic policy names a secret that the change deletes, renames or moves.",
  "secret-renamed": "A traffic policy names a secret by its old name until the change comes to the policy.",
  "secret-changes": "A secret that a traffic policy names, or may name, gets another value.",
  "deletion-limit": "More objects are deleted than the review allows.",
  refused: "The update will fail halfway.",
  policy: "A policy of a policy pack is violated.",
  "preview-partial": "The preview omits unchanged resources, so guards may be missed.",
  "unknown-step": "The engine plans a step that this version does not know, so the review is incomplete.",
  "preview-failed": "The preview failed, so the review is incomplete.",
} as const satisfies Record<string, string>;

export type FindingRule = keyof typeof FINDING_RULES;

/** The most severe first, and definite ones before those that are only possible. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (one, other) =>
      SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
      Number(one.isPossible ?? false) - Number(other.isPossible ?? false) ||
      (one.subject < other.subject ? -1 : 1),
  );
}

/** Maximum subjects that a text names. */
export const MOST_NAMED = 5;

/** One finding in place of several that say the same, about all that these are about. */
export function merged(findings: readonly Finding[]): Finding[] {
  const groups = Map.groupBy(findings, ({ rule, message }) => `${rule} ${message}`);
  return [...groups.values()].map((same) => {
    const sorted = sortFindings(same);
    const [first] = sorted as [Finding];
    const behind = bySubject(sorted.flatMap((one) => one.behind ?? []));
    const subjects = bySubject(sorted.map(subjectIn));
    const source = sorted.find((one) => one.source)?.source;
    return {
      ...first,
      subject: subjectsText(subjects),
      urns: [...new Set(subjects.flatMap(({ urns }) => urns))],
      ...(source && { source }),
      ...(subjects.length > 1 && { subjects }),
      ...(behind.length > 0 && { behind }),
    };
  });
}

export const subjectsText = (subjects: readonly Subject[]): string =>
  shortList(
    subjects.map(({ subject }) => subject),
    MOST_NAMED,
  );

const bySubject = (all: readonly Subject[]): readonly Subject[] => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
];

/** Whether a finding is at least as severe as a threshold. */
export const isAtLeast = (severity: Severity, threshold: Severity) =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(threshold);
