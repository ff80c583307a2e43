import {
  canonicalUrl,
  findUsers,
  guardedClasses,
  hasParts,
  mayBeUsed,
  type ObjectReference,
  type UsersQuery,
  type UsingObject,
} from "../../../provider/inspect";
import {
  type AccountChange,
  type AccountObject,
  type AccountView,
  isCreatedByChange,
  isHidden,
  type KnownChange,
} from "../account";
import type { AccountReader } from "../account-reader";
import { changesObject, isAdoption, staysOnDelete } from "../preview";
import { changedInputs, effectiveInputs } from "./calls";
import { isReadablePolicy } from "./coverage-gaps";
import { changedSecretNames, usesSecret } from "./policy-secrets";

/**
 * Searches the default account for objects that the change affects: they refer to a changed object, serve or use its
 * hosts, or name it in their traffic policies.
 *
 * @param mayDiffer - True if an adopted object was read, and differs or may differ from the program.
 */
export async function findOutsideUsers(
  account: AccountChange,
  mayDiffer: (change: KnownChange) => boolean,
  reader: AccountReader,
) {
  const concerns = account.changes
    .filter((change) => !isAdoption(change) || mayDiffer(change))
    .flatMap((change) => concernsOf(account, change));
  const countSubjects = (selected: readonly Concern[]) =>
    new Set(selected.map(({ subject }) => subject)).size;
  const queries = concerns.flatMap(({ query }) => query ?? []);
  const wanted = referencedObjects(account);
  const unread = {
    users: [] as readonly UsingObject[],
    /** Hosts whose endpoints and edges were all read from the account. */
    hosts: [] as readonly string[],
    /** Number of changed objects whose uses weren't looked up. */
    unsearched: countSubjects(concerns),
    /** Number of objects outside the program whose unreadable traffic policy may refer to changed objects. */
    unreadable: 0,
  };
  const config = queries.length + wanted.length > 0 ? await reader.open() : undefined;
  if (!config) return unread;
  const merge = (key: "hosts" | "released" | "guarded") => queries.flatMap((query) => query[key] ?? []);
  const predicates = queries.flatMap((query) => query.matchesPolicy ?? []);
  const hosts = merge("hosts");
  try {
    const { users, unreadable, skipped } = await findUsers(
      {
        used: queries.flatMap(({ used }) => used ?? []),
        hosts,
        released: merge("released"),
        guarded: merge("guarded"),
        ...(predicates.length > 0 && { matchesPolicy: (policy) => predicates.some((test) => test(policy)) }),
        wanted,
        isReadable: isReadablePolicy,
      },
      config,
    );
    for (const className of skipped)
      reader.warn([`${className} objects are not read, because they belong to too many other objects`]);
    const managed = new Set([...account.before.objects, ...account.after.objects].map(({ id }) => id));
    const unsearched = skipped.length > 0 ? concerns : concerns.filter(({ query }) => query === undefined);
    return {
      users: users.filter(({ id }) => !managed.has(id)),
      hosts,
      unreadable: unreadable.filter((id) => !managed.has(id)).length,
      unsearched: countSubjects(unsearched),
    };
  } catch (error) {
    reader.warn([error]);
    return unread;
  }
}

/** An aspect of a change that may affect objects outside the program. */
interface Concern {
  /** The changed object, or an object that contains it. */
  readonly subject: string;
  /** Undefined if the preview hides what to look up, or if the object belongs to another account. */
  readonly query: Partial<UsersQuery> | undefined;
}

/** Objects outside the program that changed objects refer to, if their class has parts, such as the rules of a policy. */
function referencedObjects({ before, after, changes }: AccountChange): ObjectReference[] {
  return changes
    .filter(({ kind }) => changesObject(kind))
    .flatMap(({ urn }) =>
      [before, after].flatMap((view) => {
        const object = view.find(urn);
        return object && object.account === undefined ? view.targetsOf(object) : [];
      }),
    )
    .flatMap((target) =>
      target.kind === "elsewhere"
        ? target.classNames.filter(hasParts).map((className) => ({ className, id: target.id }))
        : [],
    );
}

function concernsOf(account: AccountChange, change: KnownChange): Concern[] {
  const { urn, className, kind, isCompared } = change;
  if (!changesObject(kind) || (kind === "delete" && staysOnDelete(change))) return [];
  if (kind === "update" && isCompared && effectiveInputs(account, change).length === 0) return [];
  const { usedHosts, reservedHosts } = account.factsOf(className);
  const [objectBefore, objectAfter] = [account.before.find(urn), account.after.find(urn)];
  const sides = [objectBefore, objectAfter];
  const object = objectBefore ?? objectAfter;
  const toConcern = (query: Concern["query"], subject = urn): Concern => ({
    subject,
    query: object?.account === undefined ? query : undefined,
  });
  const hosts = movedHosts(change, sides, usedHosts);
  const released = kind === "update" ? [] : (textsIn(objectBefore, reservedHosts) ?? []);
  const secrets = changedSecretNames(account, change);
  // The users of an existing guard are found by its id.
  const isNew = kind === "create" || kind === "replace";
  const guarded = isNew ? guardedClasses(className, objectAfter?.props ?? {}) : [];
  const isInternal = sides.some((side) => textsIn(side, usedHosts)?.some(isInternalHost));
  const concerns = [
    ...referableObjects(account, change).map((used) =>
      toConcern({ used: [used] }, used.id === object?.id ? urn : `${used.className} ${used.id}`),
    ),
    ...(hosts === undefined ? [toConcern(undefined)] : hosts.length > 0 ? [toConcern({ hosts })] : []),
    ...(released.length > 0 ? [toConcern({ released })] : []),
    ...(guarded.length > 0 ? [toConcern({ guarded })] : []),
    ...(secrets.length > 0 ? [toConcern({ matchesPolicy: usesSecret(secrets) })] : []),
    ...(isInternal ? [toConcern({ matchesPolicy: forwardsInternally })] : []),
  ];
  const isForwarding = sides.some((side) => side && forwardsInternally(account.policiesOf(side)));
  const wildcards = concerns.length > 0 || isForwarding ? internalWildcards(account, object) : [];
  return wildcards.length > 0 ? [...concerns, toConcern({ hosts: wildcards })] : concerns;
}

/** Internal wildcards in an object's account. Another program or an agent may serve more specific hosts. */
const internalWildcards = (
  { before, after, factsOf }: AccountChange,
  owner: AccountObject | undefined,
): readonly string[] =>
  [...before.objects, ...after.objects]
    .filter(({ account }) => account === owner?.account)
    .flatMap((object) => textsIn(object, factsOf(object.className).usedHosts) ?? [])
    .filter((text) => isInternalHost(text) && text.includes("*"));

/** Hosts that an object starts or stops serving, or shares with others; undefined if hidden. */
function movedHosts(
  change: KnownChange,
  sides: readonly (AccountObject | undefined)[],
  usedHosts: readonly string[],
): readonly string[] | undefined {
  const [hostsBefore, hostsAfter] = sides.map((object) => textsIn(object, usedHosts));
  if (!hostsBefore || !hostsAfter) return undefined;
  const isShared = sides.some((object) => object?.props.poolingEnabled === true);
  const changesBindings = changedInputs(change).includes("bindings");
  if (change.kind === "update" && (isShared || changesBindings)) return [...hostsBefore, ...hostsAfter];
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

const isInternalHost = (text: string): boolean => /\.internal\b/i.test(text);

const forwardsInternally = (policy: unknown): boolean => JSON.stringify(policy).includes("forward-internal");

/** Objects that the change affects and that objects outside the program may refer to by id. */
function referableObjects(account: AccountChange, change: KnownChange): ObjectReference[] {
  const { kind, className, urn } = change;
  const { partOf, containedIn, parts } = account.factsOf(className);
  const id = account.before.find(urn)?.id;
  // A route that is created, deleted, or moved affects its sibling routes.
  const affectsSiblings = kind !== "update" || changedInputs(change).some((input) => !(input in parts));
  // A changed rule affects the users of its policy.
  const containers = [...partOf, ...(affectsSiblings ? containedIn : [])].flatMap((container) =>
    [account.before, account.after]
      .flatMap((view) => containersOf(view, urn, container.input))
      .map((containerId) => ({ className: container.className, id: containerId })),
  );
  return [...(id !== undefined && mayBeUsed(className) ? [{ className, id }] : []), ...containers];
}

/** Ids of the objects that an object is part of, except those that the change creates. */
function containersOf(view: AccountView, urn: string, input: string): string[] {
  return view.targetsOf(view.find(urn), input).flatMap((target) => {
    if (target.kind === "elsewhere") return [target.id];
    if (target.kind !== "object" || isCreatedByChange(target.object)) return [];
    return target.object.id ?? [];
  });
}
