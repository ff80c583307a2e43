import {
  type InspectedClass,
  inspectClass,
  isRecord,
  UNKNOWN,
  type UsingObject,
  valueAt,
} from "../../provider/inspect";
import { replaceLeaves } from "../../traffic-policy/symbolic/policy-reader";
import {
  type Change,
  changesObject,
  fillMasked,
  isAdoption,
  NO_CHANGE,
  NO_OPTIONS,
  type Preview,
  type Props,
  SECRET,
  type Snapshot,
  staysOnDelete,
  touches,
} from "./preview";

export type Side = "before" | "after";

export type BothSides<T> = Readonly<Record<Side, T>>;

export type Target =
  | { readonly kind: "object"; readonly object: AccountObject }
  /** An object outside the program, and the classes it may belong to. */
  | { readonly kind: "elsewhere"; readonly id: string; readonly classNames: readonly string[] }
  /** A deleted object that is still referred to. */
  | { readonly kind: "gone"; readonly object: AccountObject }
  | { readonly kind: "unknown" };

/** An object of the account, before or after the change. */
export interface AccountObject {
  readonly urn: string;
  readonly name: string;
  readonly className: string;
  readonly id?: string;
  /** Name of the `Provider` resource of its account; undefined for the default account. */
  readonly account: string | undefined;
  readonly props: Props;
  /** Modules that are, or may be, set on the service although the program doesn't declare them; they stay unchanged. */
  readonly unmanagedModules: readonly string[];
  /** True if it exists before the change, but its content wasn't read. */
  readonly isUnread?: boolean;
  /** True if it is adopted, but wasn't read: its parts are unknown on both sides. */
  readonly isAdoptedUnread?: boolean;
  /** True if it stays on the service although its resource is removed from the program or gets another object. */
  readonly isLeftBehind?: boolean;
  /** True if it isn't part of the program. It was read because it is related to an object of the program. */
  readonly isOutsideProgram?: boolean;
  readonly change: Change;
}

/** The objects before or after the change: those that the program manages, and related ones that were read. */
export class AccountView {
  private readonly byClass: Map<string, AccountObject[]>;
  private readonly byUrn: ReadonlyMap<string, AccountObject>;
  /** By target. The key `undefined` is for targets that are unknown or weren't read. */
  private readonly referrals: ReadonlyMap<AccountObject | undefined, readonly Referral[]>;

  /** @param scope - Limits `of` to the objects of this account; all accounts if omitted. */
  constructor(
    readonly side: Side,
    readonly objects: readonly AccountObject[],
    private readonly references: ReadonlyMap<AccountObject, readonly ResolvedReference[]>,
    private readonly scope?: Pick<AccountObject, "account">,
  ) {
    this.byClass = Map.groupBy(objects, ({ className }) => className);
    this.byUrn = new Map(objects.map((object) => [object.urn, object]));
    const referrals = objects.flatMap((object) =>
      this.referencesOf(object).map((reference): Referral => ({ ...reference, object })),
    );
    this.referrals = Map.groupBy(referrals, ({ target }) => ("object" in target ? target.object : undefined));
  }

  of(className: string): readonly AccountObject[] {
    const objects = this.byClass.get(className) ?? [];
    const { scope } = this;
    return scope ? objects.filter(({ account }) => account === scope.account) : objects;
  }

  /** Limits `of` to one account. References may still lead to objects of other accounts. */
  within(account: string | undefined): AccountView {
    return new AccountView(this.side, this.objects, this.references, { account });
  }

  referencesOf(object: AccountObject | undefined): readonly ResolvedReference[] {
    return (object && this.references.get(object)) ?? [];
  }

  /** The targets of an input, including inputs nested in it. */
  targetsOf(object: AccountObject | undefined, ...path: readonly string[]): readonly Target[] {
    return this.referencesOf(object)
      .filter((reference) => path.every((key, n) => String(reference.path[n]) === key))
      .map(({ target }) => target);
  }

  referrers(to: AccountObject): readonly AccountObject[] {
    return [...new Set((this.referrals.get(to) ?? []).map(({ object }) => object))];
  }

  /** Objects of a class whose given input refers to an object. */
  referrersThrough(className: string, input: string, to: AccountObject): readonly AccountObject[] {
    return this.referralsThrough(className, input, to).map(({ object }) => object);
  }

  /** @param to - The target; undefined for those that are unknown or weren't read. */
  referralsThrough(className: string, input: string, to: AccountObject | undefined): readonly Referral[] {
    return (this.referrals.get(to) ?? []).filter(
      ({ object, path }) => object.className === className && path[0] === input,
    );
  }

  /** The object of a resource. If it has none anymore, the object that it left behind. */
  find(urn: string): AccountObject | undefined {
    return this.byUrn.get(urn);
  }
}

export interface ResolvedReference {
  readonly path: readonly (string | number)[];
  readonly target: Target;
}

interface Referral extends ResolvedReference {
  readonly object: AccountObject;
}

/** The account before and after a change, with facts about its classes. */
export type AccountChange = Awaited<ReturnType<typeof buildAccountChange>>;

/** A change of a class that this version supports. */
export type KnownChange = Change & { readonly className: string };

/** An object that the program adopts, as the service stores it now. */
export interface AdoptedObject {
  readonly props: Props;
  /** Modules of the object that the program doesn't declare; they stay unchanged. */
  readonly unmanaged: Props;
}

/**
 * @param adopted - By URN.
 * @param otherObjects - Objects of the default account outside the program; they stay unchanged.
 * @param searchedHosts - Hosts whose endpoints and edges were all read from the default account.
 */
export async function buildAccountChange(
  preview: Preview,
  adopted: ReadonlyMap<string, AdoptedObject> = new Map(),
  otherObjects: readonly UsingObject[] = [],
  searchedHosts: readonly string[] = [],
) {
  const classes = new Map<string, InspectedClass>();
  for (const { className = "" } of [...preview.changes, ...otherObjects]) {
    const inspected = classes.get(className) ?? (await inspectClass(className));
    if (inspected) classes.set(className, inspected);
  }
  const classOf = (name: string) => classes.get(name) as InspectedClass;
  const changes = preview.changes
    .filter((change): change is KnownChange => classes.has(change.className ?? ""))
    .map((change) => makeComparable(change, classOf(change.className)));
  const listObjects = (objectsOf: typeof objectsBefore) =>
    changes.flatMap((change) =>
      objectsOf(change, adopted.get(change.urn), Object.keys(classOf(change.className).facts.parts)),
    );
  const [earlier, later] = [listObjects(objectsBefore), listObjects(objectsAfter)];
  const unchanged = otherObjects.map(outsideObject);
  const before = buildView("before", [...earlier, ...unchanged], [], classOf);
  const after = buildView("after", [...later, ...unchanged], earlier, classOf);
  const providers = [...new Set([...earlier, ...later, ...unchanged].map(({ account }) => account))];
  return {
    changes,
    before,
    after,
    /** The sides of each account that has objects in the program. */
    accounts: providers.map((provider) => ({
      /** Name of its `Provider` resource; undefined for the default account. */
      provider,
      before: providers.length === 1 ? before : before.within(provider),
      after: providers.length === 1 ? after : after.within(provider),
      searchedHosts: provider === undefined ? searchedHosts : [],
    })),
    factsOf: (className: string) => classOf(className).facts,
    /** Names that must be unique in the account; omits unknown ones. */
    namesOf: (className: string, props: Props) => classOf(className).names(props),
    /** The traffic policies of an object, parsed or as text; UNKNOWN if the preview hides whether it has one. */
    policiesOf: ({ className, props }: AccountObject) => classOf(className).policies(props),
  };
}

/** Makes both states of a change comparable: removes what the program doesn't manage, and fills in masked values. */
function makeComparable(change: KnownChange, inspected: InspectedClass): KnownChange {
  const { before, after } = change;
  const withoutUnmanaged = (snapshot: Snapshot): Snapshot => {
    const outputs = inspected.comparable(snapshot.outputs, before?.inputs ?? {}, after?.inputs);
    if (outputs === snapshot.outputs) return snapshot;
    const inputs = { ...snapshot.inputs };
    for (const key of stringsIn(outputs.unmanagedModules)) delete inputs[key];
    return { ...snapshot, inputs, outputs };
  };
  const fill = (earlier: Props) => withLaterValues(change, earlier, after?.inputs);
  return {
    ...change,
    before:
      before && withoutUnmanaged({ ...before, inputs: fill(before.inputs), outputs: fill(before.outputs) }),
    after: after && withoutUnmanaged(after),
  };
}

/**
 * Replaces earlier values with later ones if the engine found them equal but masks one of them, for example because the
 * change marks an input as secret.
 */
function withLaterValues(
  change: Change,
  earlier: Props,
  later: Props = {},
  path: readonly string[] = [],
): Props {
  if (!change.isCompared || change.before?.isUnfinished) return earlier;
  const entries = Object.entries(earlier).map(([key, value]): [string, unknown] => {
    const [childPath, laterValue] = [[...path, key], later[key]];
    if (laterValue === undefined || !(isHidden(value) || isHidden(laterValue))) return [key, value];
    if (!touches(change, ...childPath)) return [key, laterValue];
    // Lists are compared as a whole, because the order of their items may differ.
    if (!isRecord(value) || !isRecord(laterValue)) return [key, value];
    return [key, withLaterValues(change, value, laterValue, childPath)];
  });
  return Object.fromEntries(entries);
}

/** The id of the object that a change adopts, if known. */
function adoptedIdOf(change: Change): string | undefined {
  const adoptId = isAdoption(change) ? visibleString(change.after?.inputs.adoptId) : undefined;
  // The id of a nested object follows that of its container: `<edge>/<route>`.
  return adoptId?.slice(adoptId.lastIndexOf("/") + 1);
}

/** True if the change itself creates the object, so that unchanged resources can't refer to its id. */
export const isCreatedByChange = ({ change }: AccountObject): boolean =>
  (change.kind === "create" || change.kind === "replace") && !isAdoption(change) && !change.takesExisting;

/** True if a value, or anything in it, is unknown or a masked secret. */
export function isHidden(value: unknown): boolean {
  if (value === UNKNOWN || value === SECRET) return true;
  return value !== null && typeof value === "object" && Object.values(value).some(isHidden);
}

export const visibleString = (value: unknown): string | undefined =>
  typeof value === "string" && !isHidden(value) ? value : undefined;

/** Replaces inputs that are completely or partly hidden with UNKNOWN. */
export const hiddenAsUnknown = (inputs: Props): Props =>
  Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, isHidden(value) ? UNKNOWN : value]));

/**
 * @param adopted - The adopted object as it is stored, if it was read.
 * @param parts - Inputs that stay unchanged on the service if the program doesn't set them.
 */
function objectsBefore(
  change: KnownChange,
  adopted: AdoptedObject | undefined,
  parts: readonly string[],
): AccountObject[] {
  const { before, after } = change;
  if (before) return [previousObject(change, before, parts)];
  if (!after || !isAdoption(change)) return [];
  const isUnread = adopted === undefined;
  const props = adopted ? { ...adopted.props, ...adopted.unmanaged } : after.inputs;
  const modules = adopted ? Object.keys(adopted.unmanaged) : undeclaredIn(after, parts);
  const snapshot = { ...after, id: adoptedIdOf(change) };
  return [objectOf(change, snapshot, props, modules, { isUnread, isAdoptedUnread: isUnread })];
}

/** The object of the resource, and the previous object if that stays on the service. */
function objectsAfter(
  change: KnownChange,
  adopted: AdoptedObject | undefined,
  parts: readonly string[],
): AccountObject[] {
  const { kind, before, after } = change;
  const isDeleted = kind === "delete" || kind === "replace";
  const isLeft = kind === "forget" || (isDeleted && staysOnDelete(change));
  const leftBehind = isLeft && before ? [previousObject(change, before, parts, { isLeftBehind: true })] : [];
  if (kind === "delete" || !after) return leftBehind;
  const outputsBefore = before?.outputs ?? {};
  const isAdoptedUnread = kind === "create" && isAdoption(change) && !adopted;
  // A replacement starts without undeclared modules; an adopted object keeps them.
  const keptModules = isAdoptedUnread
    ? parts
    : adopted
      ? Object.keys(adopted.unmanaged)
      : unmanagedIn(kind === "replace" ? {} : outputsBefore, parts);
  const unmanaged = undeclaredIn(after, keptModules);
  const props = changesObject(kind)
    ? { ...adopted?.unmanaged, ...after.inputs }
    : visibleProps(after, { ...outputsBefore, ...after.outputs });
  const isNew = (kind === "replace" || kind === "create") && !change.takesExisting;
  const id = isNew ? adoptedIdOf(change) : (after.id ?? before?.id);
  return [...leftBehind, objectOf(change, { ...after, id }, props, unmanaged, { isAdoptedUnread })];
}

function previousObject(
  change: KnownChange,
  before: Snapshot,
  parts: readonly string[],
  flags?: Pick<AccountObject, "isLeftBehind">,
): AccountObject {
  const props = visibleProps(before, before.outputs);
  const modules = undeclaredIn(before, unmanagedIn(props, parts));
  return objectOf(change, before, props, modules, flags);
}

/**
 * Inputs and outputs of an object. Inputs fill in masked outputs, because the engine masks a whole list for one secret in
 * it. Masked outputs of an unfinished object stay masked, because they may differ from its inputs.
 */
const visibleProps = ({ inputs, isUnfinished }: Snapshot, outputs: Props): Props => ({
  ...inputs,
  ...(isUnfinished ? outputs : (fillMasked(outputs, inputs) as Props)),
});

/** The unmanaged modules that the state lists; all parts if it hides the list. */
const unmanagedIn = ({ unmanagedModules }: Props, parts: readonly string[]): readonly string[] =>
  isHidden(unmanagedModules) ? parts : stringsIn(unmanagedModules);

const undeclaredIn = ({ inputs }: Snapshot, keys: readonly string[]) =>
  keys.filter((key) => inputs[key] === undefined);

const objectOf = (
  change: KnownChange,
  { id, provider }: Pick<Snapshot, "id" | "provider">,
  props: Props,
  unmanagedModules: readonly string[],
  flags: Partial<AccountObject> = {},
): AccountObject => ({
  urn: change.urn,
  name: change.name,
  className: change.className,
  id,
  account: provider,
  props,
  unmanagedModules,
  change,
  ...flags,
});

/** Represents an object outside the program as an unchanged resource. */
function outsideObject({ className, id, props }: UsingObject): AccountObject {
  const snapshot: Snapshot = { ...NO_OPTIONS, id, inputs: props, outputs: props, isExternal: true };
  const title = titleOf(props);
  const change: KnownChange = {
    ...NO_CHANGE,
    urn: `others::${className}::${id}`,
    name: title === "" ? id : `${title} (${id})`,
    type: className,
    className,
    before: snapshot,
    after: snapshot,
  };
  return objectOf(change, snapshot, props, [], { isOutsideProgram: true });
}

const TITLE_KEYS = ["domain", "addr", "url", "cidr", "match", "hostports", "name", "address", "description"];

/** The name by which clients know an object, or its description. */
export const titleOf = (props: Props): string =>
  TITLE_KEYS.flatMap((key) => props[key]).find(
    (value): value is string => typeof value === "string" && value !== "" && value !== SECRET,
  ) ?? "";

function buildView(
  side: Side,
  objects: readonly AccountObject[],
  earlier: readonly AccountObject[],
  classOf: (name: string) => InspectedClass,
): AccountView {
  const findById = indexById(objects);
  const byUrn = new Map(objects.map((object) => [object.urn, object]));
  const findEarlierById = indexById(earlier);
  const resolvedReferences = objects.map((object) => {
    // A masked id may be any id, so it counts as unknown.
    const props = replaceLeaves(object.props, (leaf) => (leaf === SECRET ? UNKNOWN : leaf)) as Props;
    const references = classOf(object.className).references(props);
    const knownUrns = new Set(references.flatMap(({ id }) => findById(id, object)?.urn ?? []));
    const resolved = references.map(({ path, id, refersTo, isList }): ReferenceCandidates => {
      if (id === UNKNOWN) {
        // The number of ids in a masked list is unknown, and a secret id can be any.
        const candidates = isList || isMasked(object.props, path) ? [] : candidatesFor(path, refersTo);
        return { path, target: { kind: "unknown" }, candidates };
      }
      const existing = findById(id, object);
      if (existing) return { path, target: { kind: "object", object: existing } };
      const deleted = findEarlierById(id, object);
      if (deleted) return { path, target: { kind: "gone", object: deleted } };
      return { path, target: { kind: "elsewhere", id: String(id), classNames: refersTo } };
    });
    return [object, resolveUnknownIds(resolved)] as const;

    /** Resources that an unknown id may belong to, by the dependencies of the input. */
    function candidatesFor(path: readonly (string | number)[], refersTo: readonly string[]): AccountObject[] {
      // An adopted object has no earlier state; if it wasn't read, the planned state is used.
      const snapshot = object.change[side] ?? object.change.before ?? object.change.after;
      const urns = snapshot?.dependencies[String(path[0])] ?? [];
      return urns
        .flatMap((urn) => byUrn.get(urn) ?? [])
        .filter(({ className, urn, id, change: { kind } }) => {
          const getsId = id === undefined || kind === "create" || kind === "replace";
          return getsId && refersTo.includes(className) && !knownUrns.has(urn);
        });
    }
  });
  return new AccountView(side, objects, new Map(resolvedReferences));
}

/** True if the value at a path is, or is in, a secret. */
const isMasked = (props: Props, path: readonly (string | number)[]): boolean =>
  path.some((_, n) => valueAt(props, path.slice(0, n + 1)) === SECRET);

/** Returns a lookup of objects by id that prefers the account of the referring object. */
function indexById(objects: readonly AccountObject[]) {
  const key = (account: string | undefined, id: unknown) => JSON.stringify([account ?? null, id]);
  const withIds = objects.filter(({ id }) => id !== undefined);
  const inAnyAccount = new Map(withIds.map((object) => [object.id, object]));
  const byAccount = new Map(withIds.map((object) => [key(object.account, object.id), object]));
  return (id: unknown, { account }: AccountObject) =>
    byAccount.get(key(account, String(id))) ?? inAnyAccount.get(String(id));
}

interface ReferenceCandidates extends ResolvedReference {
  readonly candidates?: readonly AccountObject[];
}

/** Resolves the unknown ids in an input if there are as many candidates as ids. */
function resolveUnknownIds(references: readonly ReferenceCandidates[]): ResolvedReference[] {
  const unknownByInput = Map.groupBy(
    references.filter(({ target }) => target.kind === "unknown"),
    ({ path }) => path[0],
  );
  return references.map(({ path, target, candidates = [] }) => {
    const siblings = unknownByInput.get(path[0]) ?? [];
    const object = candidates[siblings.findIndex((sibling) => sibling.path === path)];
    const isResolved = object !== undefined && candidates.length === siblings.length;
    return { path, target: isResolved ? { kind: "object", object } : target };
  });
}

export const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
