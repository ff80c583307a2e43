import { readPolicy } from "../../../traffic-policy";
import { type AccountChange, type AccountObject, isHidden } from "../account";
import type { Exposures } from "../reach";
import type { Adoption } from "./adoptions";
import type { PolicySecret } from "./policy-secrets";
import { findUnjudged } from "./powers";

/** Kinds of gaps in the review's coverage, with their singular and plural texts. */
const GAP_TEXTS = {
  "adopted object": ["adopted object was not read", "adopted objects were not read"],
  "traffic policy": ["traffic policy was not read completely", "traffic policies were not read completely"],
  "object of others": ["object outside the program is used", "objects outside the program are used"],
  "unknown id": ["id is unknown", "ids are unknown"],
  secret: ["secret was not looked up", "secrets were not looked up"],
  "policy of others": [
    "traffic policy outside the program could not be read",
    "traffic policies outside the program could not be read",
  ],
  "used outside": [
    "changed object was not looked up in other programs",
    "changed objects were not looked up in other programs",
  ],
  "not judged": ["change was not judged", "changes were not judged"],
  foreign: ["change of another package was not judged", "changes of other packages were not judged"],
  perhaps: ["verdict is undecided", "verdicts are undecided"],
} as const;

type CoverageGapKind = keyof typeof GAP_TEXTS;

export const gapText = ({ kind, count }: CoverageGap): string =>
  `${count} ${GAP_TEXTS[kind][count === 1 ? 0 : 1]}`;

export type CoverageGap = ReturnType<typeof countCoverageGaps>[number];

/**
 * Counts what the review doesn't cover, by kind; empty if it covers everything.
 *
 * @param outside - The number of changed objects whose uses weren't looked up, of unreadable policies outside the program,
 * and of changed resources of other packages.
 */
export function countCoverageGaps(
  account: AccountChange,
  adoptions: readonly Adoption[],
  secrets: readonly PolicySecret[],
  { changed }: Exposures,
  { unsearched, unreadable, foreign }: Readonly<Record<"unsearched" | "unreadable" | "foreign", number>>,
) {
  const objects = account.after.objects.filter(({ change }) => change.kind !== "same");
  const targets = objects.flatMap((object) => account.after.targetsOf(object));
  const outsideIds = targets.flatMap((target) => (target.kind === "elsewhere" ? [target.id] : []));
  const counts: Readonly<Record<CoverageGapKind, number>> = {
    "adopted object": adoptions.filter(({ isRead, isMissing }) => !isRead && !isMissing).length,
    "traffic policy": objects.flatMap((object) => unreadPolicies(account, object)).length,
    "object of others": new Set(outsideIds).size,
    "unknown id": targets.filter(({ kind }) => kind === "unknown").length,
    secret: secrets.filter(({ is }) => is === "not looked up").length,
    "policy of others": unreadable,
    "used outside": unsearched,
    "not judged": findUnjudged(account).length,
    foreign,
    perhaps: changed.filter(({ isCertain, verdict }) => !isCertain && verdict !== "same").length,
  };
  return (Object.keys(counts) as CoverageGapKind[])
    .map((kind) => ({ kind, count: counts[kind] }))
    .filter(({ count }) => count > 0);
}

const unreadPolicies = ({ policiesOf }: AccountChange, object: AccountObject) =>
  policiesOf(object).filter((policy) => isHidden(policy) || !isReadablePolicy(policy));

/** True if a policy can be parsed. An empty string counts as no policy, and is readable. */
export function isReadablePolicy(policy: unknown): boolean {
  const { tree, findings } = readPolicy(policy);
  return tree !== undefined || findings.length === 0;
}
