import {
  type ClassFacts,
  type InspectedClass,
  inspectClass,
  UNKNOWN,
  type UniqueName,
  type User,
} from "../../provider/inspect";
import {
  type Change,
  isRecord,
  leavesObject,
  type Preview,
  type Props,
  SECRET,
  type Snapshot,
  unmasked,
} from "./preview";

/** What a reference in an object leads to. */
export type Target =
  | { readonly kind: "object"; readonly object: AccountObject }
  /** An object that the program does not manage, and the classes that it may be of. */
  | { readonly kind: "elsewhere"; readonly id: string; readonly classNames: readonly string[] }
  /** An object that is deleted although something still refers to it. */
  | { readonly kind: "gone"; readonly object: AccountObject }
  | { readonly kind: "unknown" };

/** One object of the account, before or after the change. */
export interface AccountObject {
  readonly urn: string;
  /** Name in the program. */
  readonly name: string;
  readonly className: string;
  readonly id?: string;
  /** Name of the `Provider` resource of its account; undefined for the default account. */
  readonly account: string | undefined;
  readonly props: Props;
  /** Modules that are, or may be, set on the server and that the program never declared: they stay unchanged. */
  readonly unmanagedModules: readonly string[];
  /** It exists before the change, but its content was not read. */
  readonly isUnread: boolean;
  /** It is adopted without having been read, so that its parts are unknown on both sides. */
  readonly isTakenUnread: boolean;
  /** It stays on the service unchanged while its resource leaves the program or gets another object. */
  readonly isLeft: boolean;
  /** The program does not manage it: it is shown because it uses what the program manages. */
  readonly isOthers: boolean;
  readonly change: Change;
}

/** The account before or after the change, as far as the program manages it; one account or all of them. */
export class AccountView {
  private readonly byClass: Map<string, AccountObject[]>;
  private readonly byUrn: ReadonlyMap<string, AccountObject>;
  /** Referrals by class and input, then by the object that they lead to, if they lead to one. */
  private readonly referring = new Map<string, ReadonlyMap<AccountObject | undefined, readonly Referral[]>>();

  /**
   * @param scope - The account whose objects `of` returns; all of them when omitted.
   */
  constructor(
    readonly side: "before" | "after",
    readonly objects: readonly AccountObject[],
    private readonly targets: ReadonlyMap<AccountObject, readonly ResolvedReference[]>,
    private readonly scope?: Pick<AccountObject, "account">,
  ) {
    this.byClass = Map.groupBy(objects, ({ className }) => className);
    this.byUrn = new Map(objects.map((object) => [object.urn, object]));
  }

  of(className: string): readonly AccountObject[] {
    const all = this.byClass.get(className) ?? [];
    const { scope } = this;
    return scope ? all.filter(({ account }) => account === scope.account) : all;
  }

  /** The part in one account. Its objects keep their references, wherever the program has the targets. */
  within(account: string | undefined): AccountView {
    return new AccountView(this.side, this.objects, this.targets, { account });
  }

  /** Everything that an object refers to, by path. */
  referencesOf(object: AccountObject): readonly ResolvedReference[] {
    return this.targets.get(object) ?? [];
  }

  /** What an input refers to, including what is at a path below it. */
  targetsOf(object: AccountObject, ...path: readonly string[]): readonly Target[] {
    return this.referencesOf(object)
      .filter((reference) => path.every((key, n) => String(reference.path[n]) === key))
      .map(({ target }) => target);
  }

  /** Objects whose input refers to an object. */
  referrers(to: AccountObject): readonly AccountObject[] {
    return this.objects.filter((object) =>
      this.referencesOf(object).some(
        ({ target }) => (target.kind === "object" || target.kind === "gone") && target.object === to,
      ),
    );
  }

  /** Objects of a class whose input refers to an object. */
  referringBy(className: string, input: string, to: AccountObject): readonly AccountObject[] {
    return (this.referrals(className, input).get(to) ?? []).map(({ object }) => object);
  }

  /** Objects of a class whose input refers to something that the program does not manage, or that is unknown. */
  straying(className: string, input: string): readonly Referral[] {
    return (this.referrals(className, input).get(undefined) ?? []).filter(
      ({ target }) => target.kind !== "gone",
    );
  }

  private referrals(className: string, input: string) {
    const key = `${className} ${input}`;
    const known = this.referring.get(key);
    if (known) return known;
    const all = (this.byClass.get(className) ?? []).flatMap((object) =>
      this.targetsOf(object, input).map((target): Referral => ({ object, target })),
    );
    const found = Map.groupBy(all, ({ target }) => (target.kind === "object" ? target.object : undefined));
    this.referring.set(key, found);
    return found;
  }

  /** The object of a resource; not one that it has left behind. */
  find(urn: string): AccountObject | undefined {
    return this.byUrn.get(urn);
  }
}

/** An object and what its input refers to. */
export interface Referral {
  readonly object: AccountObject;
  readonly target: Target;
}

export interface ResolvedReference {
  readonly path: readonly (string | number)[];
  readonly target: Target;
}

interface Sides {
  readonly before: AccountView;
  readonly after: AccountView;
}

/** The account on both sides of a change, and what is known of its classes. */
export interface AccountChange extends Sides {
  /** The same by account, one for each account that has objects in the program. */
  readonly accounts: readonly (Sides & {
    /** Name of its `Provider` resource; undefined for the default account. */
    readonly provider: string | undefined;
    /** Hosts of which the account has told everything that serves them. */
    readonly askedHosts: readonly string[];
  })[];
  readonly changes: readonly KnownChange[];
  readonly factsOf: (className: string) => ClassFacts;
  readonly canonical: (className: string, input: string, value: unknown) => unknown;
  /** Names that only one object of the account can have; none where one is not known. */
  readonly namesOf: (className: string, props: Props) => readonly UniqueName[];
  /** The traffic policies of an object, objects or text; UNKNOWN for one that may be there. */
  readonly policiesOf: (object: AccountObject) => unknown[];
}

/** A change of a class that this version knows. */
export type KnownChange = Change & { readonly className: string };

/** Objects that the program adopts, as the service currently holds them, by URN. */
export type Adopted = ReadonlyMap<string, AdoptedObject>;

export interface AdoptedObject {
  readonly props: Props;
  /** Its modules that the program does not declare and that stay unchanged. */
  readonly unmanaged: Props;
}

/**
 * @param others - Objects of the default account that the program does not manage: they stay as they are.
 * @param askedHosts - Hosts of which the default account has told everything that serves them.
 */
export async function accountChange(
  preview: Preview,
  adopted: Adopted = new Map(),
  others: readonly User[] = [],
  askedHosts: readonly string[] = [],
): Promise<AccountChange> {
  const all = [...preview.changes, ...others];
  const names = [...new Set(all.flatMap(({ className }) => className ?? []))];
  const loaded = await Promise.all(names.map(async (name) => [name, await inspectClass(name)] as const));
  const classes = new Map<string, InspectedClass>();
  for (const [name, found] of loaded) if (found) classes.set(name, found);
  const classOf = (name: string) => classes.get(name) as InspectedClass;
  const changes = preview.changes
    .filter(
      (change): change is KnownChange => change.className !== undefined && classes.has(change.className),
    )
    .map((change) => comparable(change, classOf(change.className)));
  const partsOf = ({ className }: KnownChange) => Object.keys(classOf(className).facts.parts);
  const earlier = changes.flatMap((change) => objectBefore(change, adopted.get(change.urn), partsOf(change)));
  const later = changes.flatMap((change) => objectAfter(change, adopted.get(change.urn), partsOf(change)));
  const unchanged = others.map(objectOfOthers);
  const before = view("before", [...earlier, ...unchanged], [], classOf);
  const after = view("after", [...later, ...unchanged], earlier, classOf);
  const providers = [...new Set([...earlier, ...later, ...unchanged].map(({ account }) => account))];
  return {
    changes,
    before,
    after,
    accounts: providers.map((provider) => ({
      provider,
      before: providers.length === 1 ? before : before.within(provider),
      after: providers.length === 1 ? after : after.within(provider),
      askedHosts: provider === undefined ? askedHosts : [],
    })),
    factsOf: (className) => classOf(className).facts,
    canonical: (className, input, value) => classOf(className).canonical(input, value),
    namesOf: (className, props) => classOf(className).names(props),
    policiesOf: ({ className, props }) => classOf(className).policies(props),
  };
}

/** A change whose states say of an imported object what the program manages of it. */
function comparable(change: KnownChange, of: InspectedClass): KnownChange {
  const { before, after } = change;
  const side = (snapshot: Snapshot): Snapshot => {
    const outputs = of.comparable(snapshot.outputs, before?.inputs ?? {}, after?.inputs);
    if (outputs === snapshot.outputs) return snapshot;
    const managed = Object.entries(snapshot.inputs).filter(
      ([key]) => !textsIn(outputs.unmanagedModules).includes(key),
    );
    return { ...snapshot, inputs: Object.fromEntries(managed), outputs };
  };
  const equal = (earlier: Props) => asLater(change, earlier, after?.inputs);
  return {
    ...change,
    ...(before && {
      before: side({ ...before, inputs: equal(before.inputs), outputs: equal(before.outputs) }),
    }),
    ...(after && { after: side(after) }),
  };
}

/**
 * Earlier values, as the later ones have them where the engine has found them equal and one side masks them: what is no longer
 * a secret is shown, and what is one now is not.
 */
function asLater(change: Change, earlier: Props, later: Props = {}, path: readonly string[] = []): Props {
  if (!change.isCompared || change.before?.isUnfinished) return earlier;
  const entries = Object.entries(earlier).map(([key, value]): [string, unknown] => {
    const [at, now] = [[...path, key], later[key]];
    if (now === undefined || !(isHidden(value) || isHidden(now))) return [key, value];
    // A list or map is equal as a whole: its order may differ.
    if (!touches(change, ...at)) return [key, now];
    return [key, isRecord(value) && isRecord(now) ? asLater(change, value, now, at) : value];
  });
  return Object.fromEntries(entries);
}

/**
 * Whether deleting the resource leaves its object in place: the program sets that option, the object was adopted, or the
 * program has only read it.
 */
export function staysOnDelete({ before }: Change): boolean {
  if (before?.isRetained || before?.isExternal) return true;
  const state = before ? { ...before.inputs, ...before.outputs } : {};
  return state.adopted === true ? state.deleteOnDestroy !== true : state.deleteOnDestroy === false;
}

/** Whether a change adopts an existing object instead of creating one. */
export const isAdoption = ({ kind, after, replaceReasons }: Change): boolean =>
  after?.inputs.adoptId !== undefined &&
  (kind === "create" || (kind === "replace" && replaceReasons.includes("adoptId")));

/** The id of the object that a change adopts, if known. */
function adoptedId(change: Change): string | undefined {
  const adoptId = change.after?.inputs.adoptId;
  if (!isAdoption(change) || typeof adoptId !== "string" || isHidden(adoptId)) return undefined;
  return adoptId.slice(adoptId.lastIndexOf("/") + 1);
}

/** Whether an object exists only once the change has made it: what is not changed itself does not name it by its id. */
export const isMade = ({ change }: AccountObject): boolean =>
  (change.kind === "create" || change.kind === "replace") && !isAdoption(change) && !change.takesExisting;

/** Whether a value, or anything in it, is not known yet or is a secret that the engine masks. */
export function isHidden(value: unknown): boolean {
  if (value === UNKNOWN || value === SECRET) return true;
  if (Array.isArray(value)) return value.some(isHidden);
  if (value !== null && typeof value === "object") return Object.values(value).some(isHidden);
  return false;
}

/**
 * Whether a path, or something above or below it, is among those that change; also where the engine does not say what
 * changes in an object.
 */
export const touches = ({ kind, paths, isCompared }: Change, ...path: readonly string[]) =>
  (!isCompared && (kind === "update" || kind === "replace")) ||
  paths.some((changed) => {
    const parts = stepsOf(changed);
    return path.every((key, n) => parts[n] === undefined || parts[n] === key);
  });

/** The steps of a path in the engine's syntax, such as `headers["x.y"][0].name`. */
const stepsOf = (path: string): string[] =>
  [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g)].map(
    ([step, quoted]) => quoted?.replace(/\\(.)/g, "$1") ?? step,
  );

/**
 * @param adopted - The adopted object as the service holds it, if it was read.
 * @param parts - Inputs that stay unchanged on the service when the program does not set them.
 */
function objectBefore(
  change: KnownChange,
  adopted: AdoptedObject | undefined,
  parts: readonly string[],
): AccountObject[] {
  const { before, after } = change;
  if (before) return asItWas(change, parts);
  if (!after || !isAdoption(change)) return [];
  const snapshot = { ...after, id: adoptedId(change) };
  if (!adopted)
    return [objectOf(change, snapshot, after.inputs, missingIn(after, parts), { isUnread: true })];
  const { props, unmanaged } = adopted;
  return [objectOf(change, snapshot, { ...props, ...unmanaged }, Object.keys(unmanaged))];
}

function objectAfter(
  change: KnownChange,
  adopted: AdoptedObject | undefined,
  parts: readonly string[],
): AccountObject[] {
  const { kind, before, after } = change;
  const leavesProgram = kind === "delete" || kind === "replace";
  const isLeft = kind === "forget" || (leavesProgram && staysOnDelete(change));
  const left = isLeft ? asItWas(change, parts, true) : [];
  if (kind === "delete" || !after) return left;
  const old = before?.outputs ?? {};
  const isTakenUnread = kind === "create" && isAdoption(change) && !adopted;
  // A replacement starts without what others have set on the object; an adopted object keeps it.
  const lasting = isTakenUnread
    ? parts
    : adopted
      ? Object.keys(adopted.unmanaged)
      : unmanagedIn(kind === "replace" ? {} : old, parts);
  const unmanaged = missingIn(after, lasting);
  const props = leavesObject(kind)
    ? shownOf(after, { ...old, ...after.outputs })
    : { ...adopted?.unmanaged, ...after.inputs };
  const isNew = (kind === "replace" || kind === "create") && !change.takesExisting;
  const id = isNew ? adoptedId(change) : (after.id ?? before?.id);
  return [...left, objectOf(change, { ...after, id }, props, unmanaged, { isTakenUnread })];
}

function asItWas(change: KnownChange, parts: readonly string[], isLeft = false): AccountObject[] {
  const { before } = change;
  if (!before) return [];
  const props = shownOf(before, before.outputs);
  return [objectOf(change, before, props, missingIn(before, unmanagedIn(props, parts)), { isLeft })];
}

/**
 * Inputs and outputs of an object. The engine masks the outputs more coarsely: all of a list for one secret in it, which
 * the inputs then show. Those of an unfinished object say what was wanted, not what is there.
 */
const shownOf = ({ inputs, isUnfinished }: Snapshot, outputs: Props): Props => ({
  ...inputs,
  ...(isUnfinished ? outputs : (unmasked(outputs, inputs) as Props)),
});

/** Where they are hidden, it may be any part. */
const unmanagedIn = ({ unmanagedModules }: Props, parts: readonly string[]): readonly string[] =>
  isHidden(unmanagedModules) ? parts : textsIn(unmanagedModules);

const missingIn = ({ inputs }: Snapshot, keys: readonly string[]) =>
  keys.filter((key) => inputs[key] === undefined);

function objectOf(
  change: KnownChange,
  { id, provider }: { readonly id?: string | undefined; readonly provider?: string },
  props: Props,
  unmanagedModules: readonly string[],
  is: {
    readonly isUnread?: boolean;
    readonly isTakenUnread?: boolean;
    readonly isLeft?: boolean;
    readonly isOthers?: boolean;
  } = {},
): AccountObject {
  const { isUnread = false, isTakenUnread = isUnread, isLeft = false, isOthers = false } = is;
  const { urn, name, className } = change;
  return {
    urn,
    name,
    className,
    account: provider,
    props,
    unmanagedModules,
    isUnread,
    isTakenUnread,
    isLeft,
    isOthers,
    change,
    ...(id !== undefined && { id }),
  };
}

/** An object of the account as one that the change leaves as it is. */
function objectOfOthers({ className, id, props }: User): AccountObject {
  const snapshot: Snapshot = {
    id,
    inputs: props,
    outputs: props,
    isRetained: false,
    isExternal: true,
    dependencies: {},
    isUnfinished: false,
  };
  const title = titleOf(props);
  const change: KnownChange = {
    urn: `others::${className}::${id}`,
    name: title === "" ? id : `${title} (${id})`,
    type: className,
    className,
    kind: "same",
    isImported: false,
    takesExisting: false,
    isInState: true,
    before: snapshot,
    after: snapshot,
    paths: [],
    isCompared: true,
    replaceReasons: [],
    isProtected: false,
  };
  return objectOf(change, snapshot, props, [], { isOthers: true });
}

/** The name by which clients know an object, or its description. */
export const titleOf = (props: Props): string =>
  [
    ...[props.domain, props.addr, props.url, props.cidr, props.match, props.hostports],
    ...[props.name, props.address, props.description],
  ]
    .flat()
    .find((value): value is string => typeof value === "string" && value !== "" && value !== SECRET) ?? "";

function view(
  side: "before" | "after",
  objects: readonly AccountObject[],
  earlier: readonly AccountObject[],
  classOf: (name: string) => InspectedClass,
): AccountView {
  const byId = indexed(objects);
  const byUrn = new Map(objects.map((object) => [object.urn, object]));
  const goneById = indexed(earlier);
  const targets = objects.map((object) => {
    // What is adopted has no state before: where it was not read, the program says what it is taken for.
    const snapshot = object.change[side] ?? object.change.before ?? object.change.after;
    const references = classOf(object.className).references(asUnknown(object.props) as Props);
    const knownUrns = new Set(references.flatMap(({ id }) => byId(id, object)?.urn ?? []));
    const resolved = references.map(({ path, id, refersTo, isList }): Unsettled => {
      if (id !== UNKNOWN) {
        const found = byId(id, object);
        if (found) return { path, target: { kind: "object", object: found } };
        const gone = goneById(id, object);
        return {
          path,
          target: gone
            ? { kind: "gone", object: gone }
            : { kind: "elsewhere", id: String(id), classNames: refersTo },
        };
      }
      // The number and origin of ids in a masked list are unknown, and a secret id may be any.
      const isSettled = !isList && !isMasked(object.props, path);
      return { path, target: { kind: "unknown" }, among: isSettled ? candidates(path, refersTo) : [] };
    });
    return [object, settleUnknown(resolved)] as const;

    /** Resources that the unknown value was made of, except those whose ids are known: these would be known here too. */
    function candidates(path: readonly (string | number)[], refersTo: readonly string[]): AccountObject[] {
      const urns = snapshot?.dependencies[String(path[0])] ?? [];
      const among = urns.flatMap((urn) => byUrn.get(urn) ?? []);
      return among.filter(
        (one) => refersTo.includes(one.className) && !knownUrns.has(one.urn) && getsId(one),
      );
    }
  });
  return new AccountView(side, objects, new Map(targets));
}

/** Whether the change gives an object its id. */
const getsId = ({ id, change: { kind } }: AccountObject) =>
  id === undefined || kind === "create" || kind === "replace";

/** Whether what stands at a path is a secret, or within one. */
function isMasked(value: unknown, [step, ...rest]: readonly (string | number)[]): boolean {
  if (value === SECRET || step === undefined || value === null || typeof value !== "object")
    return value === SECRET;
  return isMasked(Object.entries(value).find(([key]) => key === String(step))?.[1], rest);
}

/** A value in which a mask may stand for as much as a value that is not known yet. */
function asUnknown(value: unknown): unknown {
  if (value === SECRET) return UNKNOWN;
  if (Array.isArray(value)) return value.map(asUnknown);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asUnknown(item)]));
}

/** Finds an object by the id in a reference: first in the account of the referring object. */
function indexed(objects: readonly AccountObject[]) {
  const key = (account: string | undefined, id: unknown) => JSON.stringify([account ?? null, id]);
  const withIds = objects.filter(({ id }) => id !== undefined);
  const anywhere = new Map(withIds.map((object) => [object.id, object]));
  const byAccount = new Map(withIds.map((object) => [key(object.account, object.id), object]));
  return (id: unknown, { account }: AccountObject) =>
    byAccount.get(key(account, String(id))) ?? anywhere.get(String(id));
}

interface Unsettled extends ResolvedReference {
  /** Objects that it may lead to. */
  readonly among?: readonly AccountObject[];
}

/** Unknown ids below one input are resolved when their number equals that of the resources they can come from. */
function settleUnknown(references: readonly Unsettled[]): ResolvedReference[] {
  const open = Map.groupBy(
    references.filter(({ target }) => target.kind === "unknown"),
    ({ path }) => path[0],
  );
  return references.map(({ path, target, among = [] }) => {
    if (target.kind !== "unknown") return { path, target };
    const siblings = open.get(path[0]) ?? [];
    const object = among[siblings.findIndex((sibling) => sibling.path === path)];
    return object && among.length === siblings.length
      ? { path, target: { kind: "object", object } }
      : { path, target };
  });
}

/** The items of a list that are texts. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
