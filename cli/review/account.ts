import {
  type ClassFacts,
  type InspectedClass,
  inspectClass,
  UNKNOWN,
} from "../../provider/host/inspect/facts";
import { grouped } from "../common";
import { type Change, type Preview, type Props, SECRET, type Snapshot } from "./preview";

/** What a reference in an object leads to. */
export type Target =
  | { readonly kind: "object"; readonly object: AccountObject }
  /** An object that the program does not hold. */
  | { readonly kind: "elsewhere"; readonly id: string }
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
  readonly props: Props;
  /** Modules that are set on the server and that the program never declared. */
  readonly unmanagedModules: readonly string[];
  /** It exists before the change, but what it holds was not read. */
  readonly isUnread: boolean;
  readonly change: Change;
}

/** The account before or after the change, as far as the program manages it. */
export class AccountView {
  private readonly byClass: Map<string, AccountObject[]>;
  private readonly byUrn: ReadonlyMap<string, AccountObject>;
  /** Objects by what an input of theirs refers to, by class and input. */
  private readonly referring = new Map<string, Map<string, AccountObject[]>>();

  constructor(
    readonly side: "before" | "after",
    readonly objects: readonly AccountObject[],
    private readonly targets: ReadonlyMap<string, readonly ResolvedReference[]>,
  ) {
    this.byClass = grouped(objects, ({ className }) => className);
    this.byUrn = new Map(objects.map((object) => [object.urn, object]));
  }

  of(className: string): readonly AccountObject[] {
    return this.byClass.get(className) ?? [];
  }

  /** What an input refers to, or what lies at a path below it. */
  targetsOf(object: AccountObject, ...path: readonly string[]): readonly Target[] {
    const all = this.targets.get(object.urn) ?? [];
    return all
      .filter((reference) => path.every((key, n) => String(reference.path[n]) === key))
      .map(({ target }) => target);
  }

  /** Objects whose input refers to an object. */
  referrers(to: AccountObject): readonly AccountObject[] {
    return this.objects.filter(({ urn }) =>
      (this.targets.get(urn) ?? []).some(
        ({ target }) => (target.kind === "object" || target.kind === "gone") && target.object.urn === to.urn,
      ),
    );
  }

  /** Objects of a class whose input refers to an object. */
  referringBy(className: string, input: string, to: AccountObject): readonly AccountObject[] {
    const key = `${className} ${input}`;
    let index = this.referring.get(key);
    if (!index) {
      const pairs = this.of(className).flatMap((object) =>
        this.targetsOf(object, input).flatMap((target) =>
          target.kind === "object" ? [{ object, urn: target.object.urn }] : [],
        ),
      );
      const groups = grouped(pairs, ({ urn }) => urn);
      index = new Map([...groups].map(([urn, found]) => [urn, found.map(({ object }) => object)]));
      this.referring.set(key, index);
    }
    return index.get(to.urn) ?? [];
  }

  find(urn: string): AccountObject | undefined {
    return this.byUrn.get(urn);
  }
}

interface ResolvedReference {
  readonly path: readonly (string | number)[];
  readonly target: Target;
}

/** The account on both sides of a change, and what is known of the classes in it. */
export interface AccountChange {
  readonly before: AccountView;
  readonly after: AccountView;
  readonly changes: readonly KnownChange[];
  readonly factsOf: (className: string) => ClassFacts;
  readonly canonical: (className: string, input: string, value: unknown) => unknown;
}

/** A change of a class that this version knows. */
export type KnownChange = Change & { readonly className: string };

/** Objects that the program adopts, as the service holds them now, by URN. */
export type Adopted = ReadonlyMap<string, Props>;

export async function accountChange(preview: Preview, adopted: Adopted = new Map()): Promise<AccountChange> {
  const names = [...new Set(preview.changes.flatMap(({ className }) => className ?? []))];
  const loaded = await Promise.all(names.map(async (name) => [name, await inspectClass(name)] as const));
  const classes = new Map<string, InspectedClass>();
  for (const [name, found] of loaded) if (found) classes.set(name, found);
  const changes = preview.changes.filter(
    (change): change is KnownChange => change.className !== undefined && classes.has(change.className),
  );
  const classOf = (name: string) => classes.get(name) as InspectedClass;
  const before = changes.flatMap((change) => objectBefore(change, adopted.get(change.urn)));
  const after = changes.flatMap(objectAfter);
  return {
    changes,
    before: view("before", before, [], classOf),
    after: view("after", after, before, classOf),
    factsOf: (className) => classOf(className).facts,
    canonical: (className, input, value) => classOf(className).canonical(input, value),
  };
}

/** Whether deleting the resource leaves its object in place. */
export function staysOnDelete({ before }: Change): boolean {
  const state = before ? { ...before.inputs, ...before.outputs } : {};
  return state.adopted === true ? state.deleteOnDestroy !== true : state.deleteOnDestroy === false;
}

/** Whether a value, or anything in it, is not known yet or is a secret that the engine does not show. */
export function isHidden(value: unknown): boolean {
  if (value === UNKNOWN || value === SECRET) return true;
  if (Array.isArray(value)) return value.some(isHidden);
  if (value !== null && typeof value === "object") return Object.values(value).some(isHidden);
  return false;
}

/** Whether a path, or something above or below it, is among those that change. */
export const touches = ({ paths }: Change, ...path: readonly string[]) =>
  paths.some((changed) => {
    const parts = changed.split(/[.[\]]+/);
    return path.every((key, n) => parts[n] === undefined || parts[n] === "" || parts[n] === key);
  });

function objectBefore(change: KnownChange, adopted: Props | undefined): AccountObject[] {
  const { before, after, kind } = change;
  if (before) {
    const props = { ...before.inputs, ...before.outputs };
    return [objectOf(change, before, props, textsIn(props.unmanagedModules), false)];
  }
  const adoptId = after?.inputs.adoptId;
  if (kind !== "create" || typeof adoptId !== "string" || !after) return [];
  const snapshot = { ...after, id: adoptId.slice(adoptId.lastIndexOf("/") + 1) };
  if (!adopted) return [objectOf(change, snapshot, after.inputs, [], true)];
  return [objectOf(change, snapshot, adopted, [], false)];
}

function objectAfter(change: KnownChange): AccountObject[] {
  const { kind, before, after } = change;
  if (kind === "delete") {
    if (!before || !staysOnDelete(change)) return [];
    const props = { ...before.inputs, ...before.outputs };
    return [objectOf(change, before, props, textsIn(props.unmanagedModules), false)];
  }
  if (!after) return [];
  const old = before?.outputs ?? {};
  // A replacement starts without what others have set on the object.
  const lasting = kind === "replace" ? [] : textsIn(old.unmanagedModules);
  const unmanaged = lasting.filter((module) => after.inputs[module] === undefined);
  const props =
    kind === "read" || kind === "same" ? { ...after.inputs, ...old, ...after.outputs } : after.inputs;
  const id = kind === "replace" || kind === "create" ? undefined : (after.id ?? before?.id);
  return [objectOf(change, { ...after, id }, props, unmanaged, false)];
}

function objectOf(
  change: KnownChange,
  { id }: Pick<Snapshot, "id">,
  props: Props,
  unmanagedModules: readonly string[],
  isUnread: boolean,
): AccountObject {
  const { urn, name, className } = change;
  return { urn, name, className, props, unmanagedModules, isUnread, change, ...(id !== undefined && { id }) };
}

function view(
  side: "before" | "after",
  objects: readonly AccountObject[],
  earlier: readonly AccountObject[],
  classOf: (name: string) => InspectedClass,
): AccountView {
  const byId = new Map(objects.flatMap((object) => (object.id === undefined ? [] : [[object.id, object]])));
  const byUrn = new Map(objects.map((object) => [object.urn, object]));
  const goneById = new Map(
    earlier.flatMap((object) => (object.id === undefined ? [] : [[object.id, object]])),
  );
  const targets = objects.map((object) => {
    const snapshot = object.change[side] ?? object.change.before;
    const references = classOf(object.className).references(object.props);
    const knownUrns = new Set(references.flatMap(({ id }) => byId.get(String(id))?.urn ?? []));
    const resolved = references.map(({ path, id, refersTo }): ResolvedReference => {
      if (id !== UNKNOWN && id !== SECRET) {
        const found = byId.get(String(id));
        if (found) return { path, target: { kind: "object", object: found } };
        const gone = goneById.get(String(id));
        return {
          path,
          target: gone ? { kind: "gone", object: gone } : { kind: "elsewhere", id: String(id) },
        };
      }
      return { path, target: { kind: "unknown", ...candidates(path, refersTo) } };
    });
    return [object.urn, settleUnknown(resolved)] as const;

    /** Resources that the unknown value was made of, save those whose ids are known. */
    function candidates(path: readonly (string | number)[], refersTo: readonly string[]) {
      const urns = snapshot?.dependencies[String(path[0])] ?? [];
      const among = urns.flatMap((urn) => byUrn.get(urn) ?? []);
      return {
        among: among.filter(({ urn, className }) => refersTo.includes(className) && !knownUrns.has(urn)),
      };
    }
  });
  return new AccountView(side, objects, new Map(targets));
}

type Unsettled = Target & { readonly among?: readonly AccountObject[] };

/** Unknown ids below one input are settled when there are as many as resources that they can be of. */
function settleUnknown(
  references: readonly { readonly path: readonly (string | number)[]; readonly target: Unsettled }[],
): ResolvedReference[] {
  const open = grouped(
    references.filter(({ target }) => target.kind === "unknown"),
    ({ path }) => path[0],
  );
  return references.map(({ path, target }) => {
    if (target.kind !== "unknown") return { path, target };
    const siblings = open.get(path[0]) ?? [];
    const among = target.among ?? [];
    const object = among[siblings.findIndex((sibling) => sibling.path === path)];
    return object && among.length === siblings.length
      ? { path, target: { kind: "object", object } }
      : { path, target: { kind: "unknown" } };
  });
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
