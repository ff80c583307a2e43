import {
  canonicalUrl,
  guardedClasses,
  hasParts,
  mayBeUsed,
  type ObjectReference,
  type Read,
  type UsersQuery,
  type UsingObject,
  usersOf,
} from "../../../provider/inspect";
import {
  type AccountChange,
  type AccountObject,
  type AccountView,
  isAdoption,
  isCreatedByChange,
  isHidden,
  type KnownChange,
  staysOnDelete,
} from "../account";
import { leavesObject } from "../preview";
import { changedInputs } from "./calls";
import { isReadablePolicy } from "./coverage-gaps";
import { changedSecretNames, usesSecret } from "./policy-secrets";

/** The use of changed objects outside the program. */
export interface OutsideUsers {
  /** Objects of the default account outside the program. */
  readonly users: readonly UsingObject[];
  /** Hosts whose endpoints and edges were all read from the account. */
  readonly hosts: readonly string[];
  /** Number of changed objects whose uses weren't looked up. */
  readonly unasked: number;
  /** Number of objects outside the program with an unreadable traffic policy, which may name changed objects. */
  readonly unreadable: number;
  /** Reasons the account wasn't read, or wasn't read completely. */
  readonly warnings: readonly string[];
}

/** Inputs that don't affect the users of an object. */
const NOTES: readonly string[] = ["description", "metadata", "deleteOnDestroy", "adoptId", "adopt"];

/** Inputs other than hosts that determine which requests an object gets. */
const ROUTING_INPUTS: readonly string[] = ["bindings"];

/**
 * Searches the default account for objects affected by the change: those that refer to a changed object, serve or use
 * its hosts, or name it in their traffic policies.
 *
 * @param mayDiffer - True if an adopted object that was read differs from the program, or may differ.
 * @param openAccount - Opens the account; called only if there is something to look up.
 */
export async function outsideUsers(
  account: AccountChange,
  mayDiffer: (change: KnownChange) => boolean,
  openAccount: () => Promise<Read | undefined>,
): Promise<OutsideUsers> {
  const allConcerns = account.changes
    .filter((change) => !isAdoption(change) || mayDiffer(change))
    .flatMap((change) => concernsOf(account, change));
  const concerns = distinct(allConcerns, ({ about }) => about);
  const askable = allConcerns.filter((one) => one.account === undefined && one.question !== undefined);
  const referredTo = namedElsewhere(account);
  const isAsked = ({ about }: Concern) =>
    allConcerns.every((one) => one.about !== about || askable.includes(one));
  const config = askable.length + referredTo.length > 0 ? await openAccount() : undefined;
  const unread = { users: [], hosts: [], unasked: concerns.length, unreadable: 0 };
  if (!config) return { ...unread, warnings: [] };
  try {
    const question = { ...mergeQuestions(askable), wanted: referredTo, isReadable: isReadablePolicy };
    const { users, unreadable, skipped } = await usersOf(question, config);
    const ownIds = new Set([...account.before.objects, ...account.after.objects].map(({ id }) => id));
    return {
      users: users.filter(({ id }) => !ownIds.has(id)),
      hosts: question.hosts,
      unreadable: unreadable.filter((id) => !ownIds.has(id)).length,
      unasked: skipped.length > 0 ? concerns.length : concerns.filter((one) => !isAsked(one)).length,
      warnings: skipped.map(
        (className) => `${className} objects are not read, because too many other objects have them`,
      ),
    };
  } catch (error) {
    const warning = error instanceof Error ? error.message : String(error);
    return { ...unread, warnings: [warning] };
  }
}

/** A change that may affect objects outside the program. */
interface Concern {
  readonly about: string;
  readonly account: string | undefined;
  /** Undefined if the preview hides what to look up. */
  readonly question: (Partial<Omit<UsersQuery, "used">> & { readonly used?: ObjectReference }) | undefined;
}

const keyOf = ({ className, id }: ObjectReference) => `${className} ${id}`;

const distinct = <T>(all: readonly T[], by: (one: T) => string): T[] => [
  ...new Map(all.map((one) => [by(one), one])).values(),
];

function mergeQuestions(concerns: readonly Concern[]): Omit<UsersQuery, "wanted" | "isReadable"> {
  const questions = concerns.flatMap(({ question }) => question ?? []);
  const holds = questions.flatMap((one) => one.holds ?? []);
  const used = questions.flatMap((one) => one.used ?? []);
  return {
    used: distinct(used, keyOf),
    hosts: [...new Set(questions.flatMap(({ hosts = [] }) => hosts))],
    released: [...new Set(questions.flatMap(({ released = [] }) => released))],
    guarded: [...new Set(questions.flatMap(({ guarded = [] }) => guarded))],
    ...(holds.length > 0 && { holds: (policy) => holds.some((test) => test(policy)) }),
  };
}

/** Objects outside the program that changed objects refer to and that have parts, which matter as well. */
function namedElsewhere({ before, after, changes }: AccountChange): ObjectReference[] {
  const targets = changes
    .filter(({ kind }) => !leavesObject(kind))
    .flatMap(({ urn }) => [before, after].map((view) => ({ view, object: view.find(urn) })))
    .flatMap(({ view, object }) => {
      if (object?.account !== undefined || object === undefined) return [];
      return view
        .targetsOf(object)
        .flatMap((target) =>
          target.kind === "elsewhere"
            ? target.classNames.filter(hasParts).map((className) => ({ className, id: target.id }))
            : [],
        );
    });
  return distinct(targets, keyOf);
}

/** The aspects of a change that may affect objects outside the program. */
function concernsOf(account: AccountChange, change: KnownChange): Concern[] {
  const { urn, kind, paths, isCompared } = change;
  if (leavesObject(kind) || (kind === "delete" && staysOnDelete(change))) return [];
  if (kind === "update" && isCompared && paths.every((path) => NOTES.includes(path))) return [];
  const object = account.before.find(urn) ?? account.after.find(urn);
  const about = (question: Concern["question"], key = urn): Concern => ({
    about: key,
    account: object?.account,
    question,
  });
  const hosts = movedHosts(account, change);
  const released = releasedHosts(account, change);
  const secrets = changedSecretNames(account, change);
  const guarded = newlyGuarded(account, change);
  const concerns = [
    ...usedBy(account, change).map((used) =>
      about({ used }, used.id === object?.id ? urn : `${used.className} ${used.id}`),
    ),
    ...(hosts === undefined ? [about(undefined)] : hosts.length > 0 ? [about({ hosts })] : []),
    ...(released.length > 0 ? [about({ released })] : []),
    ...(guarded.length > 0 ? [about({ guarded })] : []),
    ...(secrets.length > 0 ? [about({ holds: usesSecret(secrets) })] : []),
    ...(isInternal(account, change) ? [about({ holds: forwardsInternally })] : []),
  ];
  const wildcards =
    concerns.length > 0 || isForwarding(account, change) ? internalWildcards(account, object) : [];
  return wildcards.length > 0 ? [...concerns, about({ hosts: wildcards })] : concerns;
}

const isForwarding = ({ before, after, policiesOf }: AccountChange, { urn }: KnownChange): boolean =>
  [before.find(urn), after.find(urn)].some((object) => object && forwardsInternally(policiesOf(object)));

/** Internal wildcards of an object's account: another program or an agent may serve a host below them. */
const internalWildcards = (
  { before, after, factsOf }: AccountChange,
  owner: AccountObject | undefined,
): readonly string[] => [
  ...new Set(
    [...before.objects, ...after.objects]
      .filter(({ account }) => account === owner?.account)
      .flatMap((object) => textsIn(object, factsOf(object.className).usedHosts) ?? [])
      .filter((text) => INTERNAL_HOST.test(text) && text.includes("*")),
  ),
];

/** Hosts that an object starts or stops serving, or shares with others; undefined if hidden. */
function movedHosts(
  { before, after, factsOf }: AccountChange,
  change: KnownChange,
): readonly string[] | undefined {
  const { urn, className, kind } = change;
  const { usedHosts } = factsOf(className);
  const sides = [before.find(urn), after.find(urn)];
  const [hostsBefore, hostsAfter] = sides.map((object) => textsIn(object, usedHosts));
  if (!hostsBefore || !hostsAfter) return undefined;
  const isShared = sides.some((object) => object?.props.poolingEnabled === true);
  if (
    kind === "update" &&
    (isShared || changedInputs(change).some((input) => ROUTING_INPUTS.includes(input)))
  )
    return [...hostsBefore, ...hostsAfter];
  return [
    ...hostsBefore.filter((text) => !hostsAfter.includes(text)),
    ...hostsAfter.filter((text) => !hostsBefore.includes(text)),
  ];
}

/** Classes whose objects a new guard applies to; users of a changed guard are found by its id. */
const newlyGuarded = ({ after }: AccountChange, { urn, className, kind }: KnownChange): readonly string[] =>
  kind === "create" || kind === "replace" ? guardedClasses(className, after.find(urn)?.props ?? {}) : [];

/** Reserved hosts that are released and that the preview shows. */
function releasedHosts({ before, factsOf }: AccountChange, { urn, className, kind }: KnownChange) {
  const { reservedHosts } = factsOf(className);
  return kind === "update" ? [] : (textsIn(before.find(urn), reservedHosts) ?? []);
}

/** Undefined if a value is hidden. */
function textsIn(object: AccountObject | undefined, keys: readonly string[]): readonly string[] | undefined {
  const values = keys.flatMap((key) => [object?.props[key]].flat()).filter((value) => value !== undefined);
  return values.some(isHidden) ? undefined : values.map((value) => String(canonicalUrl(value)));
}

const INTERNAL_HOST = /\.internal\b/i;

/** True if it serves requests that policies forward. */
const isInternal = ({ before, after, factsOf }: AccountChange, { urn, className }: KnownChange): boolean =>
  [before.find(urn), after.find(urn)].some((object) =>
    textsIn(object, factsOf(className).usedHosts)?.some((text) => INTERNAL_HOST.test(text)),
  );

const forwardsInternally = (policy: unknown): boolean => JSON.stringify(policy).includes("forward-internal");

/** Objects that may be referred to by id outside the program. */
function usedBy(account: AccountChange, change: KnownChange): ObjectReference[] {
  const { urn, kind, className } = change;
  const { before, after, factsOf } = account;
  const { partOf, placedIn, parts } = factsOf(className);
  const [objectBefore, objectAfter] = [before.find(urn), after.find(urn)];
  const ownReference =
    objectBefore?.id !== undefined && mayBeUsed(className) ? [{ className, id: objectBefore.id }] : [];
  // A route that appears or disappears affects its sibling routes.
  const moves = kind !== "update" || changedInputs(change).some((input) => !(input in parts));
  // A changed rule affects the users of its policy.
  const containers = [...partOf, ...(moves ? placedIn : [])].flatMap(({ input, className: of }) =>
    [...containersOf(before, objectBefore, input), ...containersOf(after, objectAfter, input)].map((id) => ({
      className: of,
      id,
    })),
  );
  return [...ownReference, ...containers];
}

/** Ids of the objects that an object is part of, except those that the change makes. */
const containersOf = (view: AccountView, object: AccountObject | undefined, input: string): string[] =>
  (object ? view.targetsOf(object, input) : []).flatMap((target) => {
    if (target.kind === "elsewhere") return [target.id];
    if (target.kind !== "object" || isCreatedByChange(target.object)) return [];
    return target.object.id ?? [];
  });
