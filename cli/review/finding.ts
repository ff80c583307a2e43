import { shortList } from "../../access";
import type { Source } from "./preview";

export const SEVERITIES = ["critical", "high", "medium", "low"] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Subject {
  /** For example `Endpoint app`, or a URL. */
  readonly subject: string;
  readonly witness?: string;
  readonly urns: readonly string[];
  readonly source?: Source;
}

/** Something that a reviewer must know before approving the change. */
export interface Finding extends Subject {
  /** Stable id, for filters and SARIF. */
  readonly rule: FindingRule;
  readonly severity: Severity;
  readonly message: string;
  readonly isPossible?: true;
  /** Set if there are several subjects; `subject` then lists the first ones. */
  readonly subjects?: readonly Subject[];
  /** Internal endpoints that the same clients gain access to through forwarding policies. */
  readonly behind?: readonly Subject[];
}

export const toSubject = ({ subject, witness, urns, source }: Subject): Subject => ({
  subject,
  witness,
  urns,
  source,
});

/** @param otherUrns - URNs of the other objects involved. */
export const findingAbout = (
  { className, name, urn }: { readonly className: string; readonly name: string; readonly urn: string },
  rule: FindingRule,
  severity: Severity,
  message: string,
  otherUrns: readonly string[] = [],
): Finding => ({ rule, severity, subject: `${className} ${name}`, message, urns: [urn, ...otherUrns] });

export const FINDING_RULES = {
  "exposure-opens": "Clients gain access to something.",
  "exposure-may-open": "Clients may gain access to something; the preview leaves it undecided.",
  "exposure-new": "Something new is exposed.",
  "power-gained": "A credential, a service or bot user, or an event destination may do more than before.",
  "others-cut-off":
    "Clients lose access to an object that another program manages, because they are blocked or an object of this program responds there.",
  "backend-changes": "The same clients reach a different backend.",
  "edge-ipp-deleted-in-use":
    "An IP policy is deleted while something refers to it: from then on, it counts there as a policy without rules.",
  "deleted-in-use":
    "An object is deleted while something refers to it by its id, or uses the host that it reserves.",
  "edge-ipr-staged":
    "A new IP restriction of the API or the dashboard is enforced immediately, so that a mistake in it locks out the people who could fix it.",
  "name-released": "A reserved name or address is released, and others can reserve it.",
  "replacement-gap": "An object is deleted before its replacement exists.",
  "secret-missing": "A traffic policy names a secret that neither the program nor the account has.",
  "secret-deleted": "A traffic policy names a secret that the change deletes, renames or moves.",
  "secret-renamed": "A traffic policy names a secret by its old name until the change updates the policy.",
  "secret-changes": "A secret that a traffic policy names, or may name, gets a different value.",
  "deletion-limit": "More objects are deleted than the review allows.",
  refused: "The update will fail halfway.",
  policy: "A policy of a policy pack is violated.",
  "preview-partial": "The preview omits unchanged resources, so guards may be missed.",
  "unknown-step": "The engine plans a step that this version doesn't support, so the review is incomplete.",
  "preview-failed": "The preview failed, so the review is incomplete.",
} as const satisfies Record<string, string>;

export type FindingRule = keyof typeof FINDING_RULES;

/** Sorts by severity; within a severity, definite findings come before possible ones. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      Number(a.isPossible ?? false) - Number(b.isPossible ?? false) ||
      (a.subject < b.subject ? -1 : 1),
  );
}

export const MAX_LISTED = 5;

export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const groups = Map.groupBy(findings, ({ rule, message }) => `${rule} ${message}`);
  return [...groups.values()].map((group) => {
    const sorted = sortFindings(group);
    const [first] = sorted as [Finding];
    const behind = distinctSubjects(sorted.flatMap((finding) => finding.behind ?? []));
    const subjects = distinctSubjects(sorted.map(toSubject));
    return {
      ...first,
      subject: subjectsText(subjects),
      urns: [...new Set(subjects.flatMap(({ urns }) => urns))],
      source: sorted.find((finding) => finding.source)?.source,
      subjects: subjects.length > 1 ? subjects : undefined,
      behind: behind.length > 0 ? behind : undefined,
    };
  });
}

export const subjectsText = (subjects: readonly Subject[]): string =>
  shortList(
    subjects.map(({ subject }) => subject),
    MAX_LISTED,
  );

const distinctSubjects = (subjects: readonly Subject[]): readonly Subject[] => [
  ...new Map(subjects.map((subject) => [JSON.stringify(subject), subject])).values(),
];

export const isAtLeast = (severity: Severity, threshold: Severity) =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(threshold);
