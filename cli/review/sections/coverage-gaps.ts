import { readPolicy } from "../../../traffic-policy";
import { type AccountChange, type AccountObject, isHidden } from "../account";
import type { Exposures } from "../reach";
import type { Adoption } from "./adoptions";
import type { PolicySecret } from "./policy-secrets";
import { unjudged } from "./powers";

/**
 * Something that the review doesn't cover, so that it can't rule out findings there:
 *
 * - `adopted object`: it wasn't read.
 * - `traffic policy`: the preview hides a part of it, or it is not a valid policy.
 * - `object of others`: it is referred to but outside the program.
 * - `unknown id`: the preview doesn't know which object is referred to.
 * - `secret`: it wasn't looked up.
 * - `policy of others`: a traffic policy outside the program that can't be read, so the names in it are unknown.
 * - `used outside`: the account wasn't searched for other uses.
 * - `not judged`: a change that the review doesn't judge, such as a new credential.
 * - `foreign`: a change of another package's resource.
 * - `perhaps`: who has access depends on hidden values.
 */
export type CoverageGapKind =
  | "adopted object"
  | "traffic policy"
  | "object of others"
  | "unknown id"
  | "secret"
  | "policy of others"
  | "used outside"
  | "not judged"
  | "foreign"
  | "perhaps";

export interface CoverageGap {
  readonly kind: CoverageGapKind;
  readonly count: number;
}

/**
 * Counts what the review doesn't cover, by kind; empty if it covers everything.
 *
 * @param outside - Number of changed objects that weren't searched for elsewhere, of unreadable policies outside the
 * program, and of changed resources of other packages.
 */
export function coverageGaps(
  account: AccountChange,
  adoptions: readonly Adoption[],
  secrets: readonly PolicySecret[],
  { changed }: Exposures,
  { unasked, unreadable, foreign }: Readonly<Record<"unasked" | "unreadable" | "foreign", number>>,
): CoverageGap[] {
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
    "used outside": unasked,
    "not judged": unjudged(account).length,
    foreign,
    perhaps: changed.filter(({ isCertain, verdict }) => !isCertain && verdict !== "same").length,
  };
  return (Object.keys(counts) as CoverageGapKind[])
    .map((kind) => ({ kind, count: counts[kind] }))
    .filter(({ count }) => count > 0);
}

const unreadPolicies = ({ policiesOf }: AccountChange, object: AccountObject) =>
  policiesOf(object).filter((policy) => isHidden(policy) || !isReadablePolicy(policy));

/** True if a policy can be read; an empty string is no policy and counts as read. */
export function isReadablePolicy(policy: unknown): boolean {
  const { tree, findings } = readPolicy(policy);
  return tree !== undefined || findings.length === 0;
}
