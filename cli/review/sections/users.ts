import {
  canonicalUrl,
  guardedBy,
  hasParts,
  mayBeUsed,
  type Question,
  type Read,
  type Used,
  type User,
  usersOf,
} from "../../../provider/inspect";
import {
  type AccountChange,
  type AccountObject,
  type AccountView,
  isAdoption,
  isHidden,
  isMade,
  type KnownChange,
  staysOnDelete,
} from "../account";
import { leavesObject } from "../preview";
import { changedInputs } from "./calls";
import { touchedSecrets, usesSecret } from "./policy-secrets";
import { isReadablePolicy } from "./unread";

/** Who has to do with what the change changes, outside the program. */
export interface OutsideUsers {
  /** Objects of the default account that the program does not manage. */
  readonly users: readonly User[];
  /** Hosts of which the account has told everything that serves them. */
  readonly hosts: readonly string[];
  /** How many of the changed objects nobody has asked about. */
  readonly unasked: number;
  /** How many of others have a traffic policy that cannot be read, so that it may name what changes. */
  readonly unreadable: number;
  /** Why the account was not read, or not whole. */
  readonly warnings: readonly string[];
}

/** Inputs that mean nothing to those who use an object. */
const NOTES: readonly string[] = ["description", "metadata", "deleteOnDestroy", "adoptId", "adopt"];

/** Inputs beside hosts that say whose requests come to an object. */
const MEETING: readonly string[] = ["bindings"];

/**
 * Asks the default account who has to do with what the change makes, updates, replaces or deletes: who names it by its id, who
 * else serves or uses its hosts, whose traffic policies name it.
 *
 * @param mayDiffer - Whether an adopted object that was read differs from the program, or may.
 * @param openAccount - Gives the configuration of the account; called only if the change concerns such an object.
 */
export async function outsideUsers(
  account: AccountChange,
  mayDiffer: (change: KnownChange) => boolean,
  openAccount: () => Promise<Read | undefined>,
): Promise<OutsideUsers> {
  const all = account.changes
    .filter((change) => !isAdoption(change) || mayDiffer(change))
    .flatMap((change) => concernsOf(account, change));
  const concerns = distinct(all, ({ about }) => about);
  const asked = all.filter((one) => one.account === undefined && one.question !== undefined);
  const named = namedElsewhere(account);
  const isAsked = ({ about }: Concern) => all.every((one) => one.about !== about || asked.includes(one));
  const config = asked.length + named.length > 0 ? await openAccount() : undefined;
  const unread = { users: [], hosts: [], unasked: concerns.length, unreadable: 0 };
  if (!config) return { ...unread, warnings: [] };
  try {
    const question = { ...joined(asked), named, isReadable: isReadablePolicy };
    const { users, unreadable, skipped } = await usersOf(question, config);
    const own = new Set([...account.before.objects, ...account.after.objects].map(({ id }) => id));
    return {
      users: users.filter(({ id }) => !own.has(id)),
      hosts: question.hosts,
      unreadable: unreadable.filter((id) => !own.has(id)).length,
      unasked: skipped.length > 0 ? concerns.length : concerns.filter((one) => !isAsked(one)).length,
      warnings: skipped.map(
        (className) => `${className} objects are not read, since too many others have them`,
      ),
    };
  } catch (error) {
    const warning = error instanceof Error ? error.message : String(error);
    return { ...unread, warnings: [warning] };
  }
}

/** Something of the change that others may have to do with. */
interface Concern {
  /** Identifies what it is about. */
  readonly about: string;
  readonly account: string | undefined;
  /** Undefined where it is not shown what to ask for. */
  readonly question: (Partial<Omit<Question, "used">> & { readonly used?: Used }) | undefined;
}

const keyOf = ({ className, id }: Used) => `${className} ${id}`;

const distinct = <T>(all: readonly T[], by: (one: T) => string): T[] => [
  ...new Map(all.map((one) => [by(one), one])).values(),
];

function joined(concerns: readonly Concern[]): Omit<Question, "named" | "isReadable"> {
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

/** What of others what changes names, or has named, and what is said by its parts: in the default account. */
function namedElsewhere({ before, after, changes }: AccountChange): Used[] {
  const found = changes
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
  return distinct(found, keyOf);
}

/** What others may have to do with, and what means something else to them after the change. */
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
  const secrets = touchedSecrets(account, change);
  const guarded = newlyGuarded(account, change);
  const concerns = [
    ...usedBy(account, change).map((used) =>
      about({ used }, used.id === object?.id ? urn : `${used.className} ${used.id}`),
    ),
    ...(hosts === undefined ? [about(undefined)] : hosts.length > 0 ? [about({ hosts })] : []),
    ...(released.length > 0 ? [about({ released })] : []),
    ...(guarded.length > 0 ? [about({ guarded })] : []),
    ...(secrets.length > 0 ? [about({ holds: usesSecret(secrets) })] : []),
    ...(isInside(account, change) ? [about({ holds: forwards })] : []),
  ];
  const wildcards =
    concerns.length > 0 || isForwarding(account, change) ? innerWildcards(account, object) : [];
  return wildcards.length > 0 ? [...concerns, about({ hosts: wildcards })] : concerns;
}

const isForwarding = ({ before, after, policiesOf }: AccountChange, { urn }: KnownChange): boolean =>
  [before.find(urn), after.find(urn)].some((object) => object && forwards(policiesOf(object)));

/** Internal wildcards of an object's account: another program or an agent may serve a name below. */
const innerWildcards = (
  { before, after, factsOf }: AccountChange,
  of: AccountObject | undefined,
): readonly string[] => [
  ...new Set(
    [...before.objects, ...after.objects]
      .filter(({ account }) => account === of?.account)
      .flatMap((object) => textsIn(object, factsOf(object.className).usedHosts) ?? [])
      .filter((text) => INSIDE.test(text) && text.includes("*")),
  ),
];

/** Hosts that something comes to or leaves, or that it shares with others; undefined where they are not shown. */
function movedHosts(
  { before, after, factsOf }: AccountChange,
  change: KnownChange,
): readonly string[] | undefined {
  const { urn, className, kind } = change;
  const { usedHosts } = factsOf(className);
  const sides = [before.find(urn), after.find(urn)];
  const [then, now] = sides.map((object) => textsIn(object, usedHosts));
  if (!then || !now) return undefined;
  const isShared = sides.some((object) => object?.props.poolingEnabled === true);
  if (kind === "update" && (isShared || changedInputs(change).some((input) => MEETING.includes(input))))
    return [...then, ...now];
  return [...then.filter((text) => !now.includes(text)), ...now.filter((text) => !then.includes(text))];
}

/** Classes of which what comes guards each object; what changes is found by its id. */
const newlyGuarded = ({ after }: AccountChange, { urn, className, kind }: KnownChange): readonly string[] =>
  kind === "create" || kind === "replace" ? guardedBy(className, after.find(urn)?.props ?? {}) : [];

/** Hosts that are reserved no more, those of them that are shown. */
function releasedHosts({ before, factsOf }: AccountChange, { urn, className, kind }: KnownChange) {
  const { reservedHosts } = factsOf(className);
  return kind === "update" ? [] : (textsIn(before.find(urn), reservedHosts) ?? []);
}

/** Undefined where one of them is hidden. */
function textsIn(object: AccountObject | undefined, keys: readonly string[]): readonly string[] | undefined {
  const values = keys.flatMap((key) => [object?.props[key]].flat()).filter((value) => value !== undefined);
  return values.some(isHidden) ? undefined : values.map((value) => String(canonicalUrl(value)));
}

const INSIDE = /\.internal\b/i;

/** Whether it answers what policies forward to it. */
const isInside = ({ before, after, factsOf }: AccountChange, { urn, className }: KnownChange): boolean =>
  [before.find(urn), after.find(urn)].some((object) =>
    textsIn(object, factsOf(className).usedHosts)?.some((text) => INSIDE.test(text)),
  );

const forwards = (policy: unknown): boolean => JSON.stringify(policy).includes("forward-internal");

/** The objects that others may name by their ids. */
function usedBy(account: AccountChange, change: KnownChange): Used[] {
  const { urn, kind, className } = change;
  const { before, after, factsOf } = account;
  const { partOf, placedIn, parts } = factsOf(className);
  const [was, is] = [before.find(urn), after.find(urn)];
  const own = was?.id !== undefined && mayBeUsed(className) ? [{ className, id: was.id }] : [];
  // What is beside a route answers where that one has left, and answered where it comes.
  const moves = kind !== "update" || changedInputs(change).some((input) => !(input in parts));
  // Who uses a policy notices its rules.
  const wholes = [...partOf, ...(moves ? placedIn : [])].flatMap(({ input, className: of }) =>
    [...wholesOf(before, was, input), ...wholesOf(after, is, input)].map((id) => ({
      className: of,
      id,
    })),
  );
  return [...own, ...wholes];
}

/** Ids of the objects that an object is part of, except those that the change makes. */
const wholesOf = (view: AccountView, object: AccountObject | undefined, input: string): string[] =>
  (object ? view.targetsOf(object, input) : []).flatMap((target) => {
    if (target.kind === "elsewhere") return [target.id];
    if (target.kind !== "object" || isMade(target.object)) return [];
    return target.object.id ?? [];
  });
