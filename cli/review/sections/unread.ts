import { readPolicy } from "../../../traffic-policy";
import { type AccountChange, type AccountObject, isHidden } from "../account";
import type { Exposures } from "../reach";
import type { Adoption } from "./adoptions";
import type { PolicySecret } from "./policy-secrets";
import { unjudged } from "./powers";

/**
 * Something of what changes that the review has not seen, so that the absence of findings says nothing of it:
 *
 * - `adopted object`: it was not read.
 * - `traffic policy`: the preview hides a part of it, or it is no policy that can be read.
 * - `object of others`: it is named and the program does not manage it.
 * - `unknown id`: the preview does not know which object is named.
 * - `secret`: nobody has looked for it.
 * - `policy of others`: a traffic policy of others that cannot be read, so that nobody knows what it names.
 * - `used outside`: the account was not asked who else uses it.
 * - `not judged`: a change of which the review doesn't say what it means, such as that of a new credential.
 * - `foreign`: a change of a resource of another package.
 * - `perhaps`: who can reach something depends on what is not seen.
 */
export type UnreadKind =
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

export interface Unread {
  readonly kind: UnreadKind;
  readonly count: number;
}

/**
 * What of a change the review has not seen, by kind; empty when it has seen everything.
 *
 * @param outside - How many changed objects others may use who were not looked for, how many policies of others cannot be
 * read, and how many resources of other packages change.
 */
export function unreadIn(
  account: AccountChange,
  adoptions: readonly Adoption[],
  secrets: readonly PolicySecret[],
  { changed }: Exposures,
  { unasked, unreadable, foreign }: Readonly<Record<"unasked" | "unreadable" | "foreign", number>>,
): Unread[] {
  const objects = account.after.objects.filter(({ change }) => change.kind !== "same");
  const targets = objects.flatMap((object) => account.after.targetsOf(object));
  const others = targets.flatMap((target) => (target.kind === "elsewhere" ? [target.id] : []));
  const counts: Readonly<Record<UnreadKind, number>> = {
    "adopted object": adoptions.filter(({ isRead, isMissing }) => !isRead && !isMissing).length,
    "traffic policy": objects.flatMap((object) => unreadPolicies(account, object)).length,
    "object of others": new Set(others).size,
    "unknown id": targets.filter(({ kind }) => kind === "unknown").length,
    secret: secrets.filter(({ is }) => is === "not looked up").length,
    "policy of others": unreadable,
    "used outside": unasked,
    "not judged": unjudged(account).length,
    foreign,
    perhaps: changed.filter(({ isCertain, verdict }) => !isCertain && verdict !== "same").length,
  };
  return (Object.keys(counts) as UnreadKind[])
    .map((kind) => ({ kind, count: counts[kind] }))
    .filter(({ count }) => count > 0);
}

const unreadPolicies = ({ policiesOf }: AccountChange, object: AccountObject) =>
  policiesOf(object).filter((policy) => isHidden(policy) || !isReadablePolicy(policy));

/** Whether a policy can be read; an empty text is none. */
export function isReadablePolicy(policy: unknown): boolean {
  const { tree, findings } = readPolicy(policy);
  return tree !== undefined || findings.length === 0;
}
