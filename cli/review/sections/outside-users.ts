import {
  canonicalUrl,
  guardedClasses,
  hasParts,
  mayBeUsed,
  type ObjectReference,
  type ReadSetting,
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
import { messageOf } from "./objects";
import { changedSecretNames, usesSecret } from "./policy-secrets";

export interface OutsideUsers {
  readonly users: readonly UsingObject[];
  /** Hosts whose endpoints and edges were all read from the account. */
  readonly hosts: readonly string[];
  /** Number of changed objects whose uses weren't looked up. */
  readonly unsearched: number;
  /** Number of objects outside the program whose unreadable traffic policy may refer to changed objects. */
  readonly unreadable: number;
  /** Reasons why the account wasn't read, or wasn't read completely. */
  readonly warnings: readonly string[];
}

/** Inputs that don't affect users of the object. */
const NOTES: readonly string[] = ["description", "metadata", "deleteOnDestroy", "adoptId", "adopt"];

/** Inputs other than hosts that determine which requests an object gets. */
const ROUTING_INPUTS: readonly string[] = ["bindings"];

/**
 * Searches the default account for objects that the change affects: they refer to a changed object, serve or use its
 * hosts, or name it in their traffic policies.
 *
 * @param mayDiffer - True if an adopted object was read and differs, or may differ, from the program.
 * @param openAccount - Opens the account; called only if there is something to look up.
 */
export async function outsideUsers(
  account: AccountChange,
  mayDiffer: (change: KnownChange) => boolean,
  openAccount: () => Promise<ReadSetting | undefined>,
): Promise<OutsideUsers> {
  const allConcerns = account.changes
    .filter((change) => !isAdoption(change) || mayDiffer(change))
    .flatMap((change) => concernsOf(account, change));
  const concerns = distinct(allConcerns, ({ subject }) => subject);
  const answerable = allConcerns.filter(({ account, query }) => account === undefined && query !== undefined);
  const wanted = referencedObjects(account);
  const isAnswerable = ({ subject }: Concern) =>
    allConcerns.every((concern) => concern.subject !== subject || answerable.includes(concern));
  const config = answerable.length + wanted.length > 0 ? await openAccount() : undefined;
  const unread = { users: [], hosts: [], unsearched: concerns.length, unreadable: 0 };
  if (!config) return { ...unread, warnings: [] };
  try {
    const query = { ...mergeQueries(answerable), wanted, isReadable: isReadablePolicy };
    const { users, unreadable, skipped } = await usersOf(query, config);
    const ownIds = new Set([...account.before.objects, ...account.after.objects].map(({ id }) => id));
    return {
      users: users.filter(({ id }) => !ownIds.has(id)),
      hosts: query.hosts,
      unreadable: unreadable.filter((id) => !ownIds.has(id)).length,
      unsearched:
        skipped.length > 0 ? concerns.length : concerns.filter((concern) => !isAnswerable(concern)).length,
      warnings: skipped.map(
        (className) => `${className} objects are not read, because they belong to too many other objects`,
      ),
    };
  } catch (error) {
    return { ...unread, warnings: [messageOf(error)] };
  }
}

/** An aspect of a change that may affect objects outside the program. */
interface Concern {
  readonly subject: string;
  readonly account: string | undefined;
  /** Undefined if the preview hides what to look up. */
  readonly query: (Partial<Omit<UsersQuery, "used">> & { readonly used?: ObjectReference }) | undefined;
}

const keyOf = ({ className, id }: ObjectReference) => `${className} ${id}`;

const distinct = <T>(items: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

function mergeQueries(concerns: readonly Concern[]): Omit<UsersQuery, "wanted" | "isReadable"> {
  const queries = concerns.flatMap(({ query }) => query ?? []);
  const predicates = queries.flatMap((query) => query.matchesPolicy ?? []);
  const merge = (key: "hosts" | "released" | "guarded") => [
    ...new Set(queries.flatMap((query) => query[key] ?? [])),
  ];
  return {
    used: distinct(
      queries.flatMap(({ used }) => used ?? []),
      keyOf,
    ),
    hosts: merge("hosts"),
    released: merge("released"),
    guarded: merge("guarded"),
    ...(predicates.length > 0 && { matchesPolicy: (policy) => predicates.some((test) => test(policy)) }),
  };
}

/** Objects outside the program that changed objects refer to and whose parts matter. */
function referencedObjects({ before, after, changes }: AccountChange): ObjectReference[] {
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
  const { urn, className, kind, paths, isCompared } = change;
  if (leavesObject(kind) || (kind === "delete" && staysOnDelete(change))) return [];
  if (kind === "update" && isCompared && paths.every((path) => NOTES.includes(path))) return [];
  const [objectBefore, objectAfter] = [account.before.find(urn), account.after.find(urn)];
  const object = objectBefore ?? objectAfter;
  const concern = (query: Concern["query"], subject = urn): Concern => ({
    subject,
    account: object?.account,
    query,
  });
  const hosts = movedHosts(account, change);
  const released =
    kind === "update" ? [] : (textsIn(objectBefore, account.factsOf(className).reservedHosts) ?? []);
  const secrets = changedSecretNames(account, change);
  // The users of an existing guard are found by its id.
  const isNew = kind === "create" || kind === "replace";
  const guarded = isNew ? guardedClasses(className, objectAfter?.props ?? {}) : [];
  const concerns = [
    ...referableObjects(account, change).map((used) =>
      concern({ used }, used.id === object?.id ? urn : `${used.className} ${used.id}`),
    ),
    ...(hosts === undefined ? [concern(undefined)] : hosts.length > 0 ? [concern({ hosts })] : []),
    ...(released.length > 0 ? [concern({ released })] : []),
    ...(guarded.length > 0 ? [concern({ guarded })] : []),
    ...(secrets.length > 0 ? [concern({ matchesPolicy: usesSecret(secrets) })] : []),
    ...(isInternal(account, change) ? [concern({ matchesPolicy: forwardsInternally })] : []),
  ];
  const wildcards =
    concerns.length > 0 || isForwarding(account, change) ? internalWildcards(account, object) : [];
  return wildcards.length > 0 ? [...concerns, concern({ hosts: wildcards })] : concerns;
}

const isForwarding = ({ before, after, policiesOf }: AccountChange, { urn }: KnownChange): boolean =>
  [before.find(urn), after.find(urn)].some((object) => object && forwardsInternally(policiesOf(object)));

/** Internal wildcards in an object's account. Another program or an agent may serve more specific hosts. */
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

/** The canonical values of inputs; undefined if one of them is hidden. */
function textsIn(object: AccountObject | undefined, keys: readonly string[]): readonly string[] | undefined {
  const values = keys.flatMap((key) => [object?.props[key]].flat()).filter((value) => value !== undefined);
  return values.some(isHidden) ? undefined : values.map((value) => String(canonicalUrl(value)));
}

const INTERNAL_HOST = /\.internal\b/i;

/** True if the object serves requests that policies forward. */
const isInternal = ({ before, after, factsOf }: AccountChange, { urn, className }: KnownChange): boolean =>
  [before.find(urn), after.find(urn)].some((object) =>
    textsIn(object, factsOf(className).usedHosts)?.some((text) => INTERNAL_HOST.test(text)),
  );

const forwardsInternally = (policy: unknown): boolean => JSON.stringify(policy).includes("forward-internal");

/** Objects that the change affects and that objects outside the program may refer to by id. */
function referableObjects(account: AccountChange, change: KnownChange): ObjectReference[] {
  const { urn, kind, className } = change;
  const { before, after, factsOf } = account;
  const { partOf, placedIn, parts } = factsOf(className);
  const [objectBefore, objectAfter] = [before.find(urn), after.find(urn)];
  const ownReference =
    objectBefore?.id !== undefined && mayBeUsed(className) ? [{ className, id: objectBefore.id }] : [];
  // A route that appears or disappears affects its sibling routes.
  const moves = kind !== "update" || changedInputs(change).some((input) => !(input in parts));
  // A changed rule affects the users of its policy.
  const containers = [...partOf, ...(moves ? placedIn : [])].flatMap((container) =>
    [
      ...containersOf(before, objectBefore, container.input),
      ...containersOf(after, objectAfter, container.input),
    ].map((id) => ({ className: container.className, id })),
  );
  return [...ownReference, ...containers];
}

/** Ids of the objects that an object is part of, except those that the change creates. */
const containersOf = (view: AccountView, object: AccountObject | undefined, input: string): string[] =>
  (object ? view.targetsOf(object, input) : []).flatMap((target) => {
    if (target.kind === "elsewhere") return [target.id];
    if (target.kind !== "object" || isCreatedByChange(target.object)) return [];
    return target.object.id ?? [];
  });
