import { idsByName, planAdoption, UNKNOWN } from "../../../provider/inspect";
import { replaceLeaves } from "../../../traffic-policy/symbolic/policy-reader";
import {
  type AdoptedObject,
  buildAccountChange,
  hiddenAsUnknown,
  isCreatedByChange,
  isHidden,
  type KnownChange,
} from "../account";
import type { AccountReader } from "../account-reader";
import { type Change, isAdoption, type Preview, type Props, SECRET, type Snapshot } from "../preview";
import { type ObjectName, objectName } from "./objects";

export interface Adoption extends ObjectName {
  readonly id: string;
  /** False if the object wasn't read, so that the update is unknown. */
  readonly isRead: boolean;
  /** The required update; null if the object is equal or wasn't read, or if it is undecided whether it differs. */
  readonly update: {
    readonly method: "PATCH";
    readonly path: string;
    readonly parameters: readonly Parameter[];
  } | null;
  /** Inputs that only a replacement could change: the adoption will be refused. */
  readonly refused: readonly string[];
  /** True if there is no object with that id. */
  readonly isMissing: boolean;
  /** True if the object carries an ownership mark; the adoption is refused unless the mark is this resource's. */
  readonly isMarked: boolean;
  /** Paths of inputs that the service never returns; they are assumed to be equal. */
  readonly notCompared: readonly string[];
  /** Unknown inputs that only a replacement could change; the adoption is refused if they differ. */
  readonly unresolved: readonly string[];
  /** Inputs that the preview partly hides, so that an update may be needed for them. */
  readonly undecided: readonly string[];
}

const UNREAD = {
  isRead: false,
  update: null,
  refused: [],
  isMissing: false,
  isMarked: false,
  notCompared: [],
  unresolved: [],
  undecided: [],
} as const satisfies Partial<Adoption>;

export interface Parameter {
  readonly name: string;
  /** Values as JSON with secrets masked; null if the program's value is hidden, because the two may be equal. */
  readonly before: string | null;
  readonly after: string | null;
  /** Set if the program omits the input, so that `after` is its default. */
  readonly isDefault?: true;
}

/**
 * Resolves the option `adopt`: adds the input `adoptId` to resources with the name of an existing object. The input is
 * unknown if the lookup is inconclusive. References to adopted objects get their ids.
 */
export async function resolveAdopt(rawPreview: Preview, reader: AccountReader): Promise<Preview> {
  let preview = await withAdoptedIds(rawPreview);
  let pending = preview.changes.filter(
    ({ kind, after }) =>
      kind === "create" && after?.inputs.adopt !== undefined && after.inputs.adoptId === undefined,
  );
  const config = pending.length > 0 ? await reader.open() : undefined;
  const failures: unknown[] = [];
  /** The id of the object with the resource's name, or UNKNOWN; null if there is none, undefined if the name is unknown. */
  const lookUp = async ({ className = "", after }: Change): Promise<string | null | undefined> => {
    if (!config || after?.provider !== undefined) return UNKNOWN;
    try {
      const ids = await idsByName(className, hiddenAsUnknown(after?.inputs ?? {}), config);
      if (ids === undefined) return undefined;
      if (ids.length === 0) return null;
      return ids.length === 1 && !isHidden(after?.inputs.adopt) ? ids[0] : UNKNOWN;
    } catch (error) {
      failures.push(error);
      return UNKNOWN;
    }
  };
  // Because a name may depend on the id of another adopted object, repeat until nothing new is found.
  for (let countBefore = 0; pending.length > 0 && pending.length !== countBefore; ) {
    countBefore = pending.length;
    const entries = await Promise.all(
      pending.map(async (change) => [change.urn, await lookUp(change)] as const),
    );
    const ids = new Map(entries);
    preview = await withAdoptedIds(withAdoptId(preview, (urn) => ids.get(urn) ?? undefined));
    pending = preview.changes.filter(({ urn }) => ids.has(urn) && ids.get(urn) === undefined);
  }
  reader.warn(failures);
  const unnamed = new Set(pending.map(({ urn }) => urn));
  return withAdoptId(preview, (urn) => (unnamed.has(urn) ? UNKNOWN : undefined));
}

/**
 * Fills in the ids of adopted objects where other resources refer to them. The program declares these ids, but the
 * engine treats the id of a resource that it is about to create as unknown.
 */
async function withAdoptedIds(preview: Preview): Promise<Preview> {
  if (!preview.changes.some(isAdoption)) return preview;
  const { after } = await buildAccountChange(preview);
  const changes = preview.changes.map((change) => {
    const object = after.find(change.urn);
    if (!object || !change.after) return change;
    const adoptedIds = after
      .referencesOf(object)
      .flatMap(({ path, target }) =>
        target.kind === "object" && isAdoption(target.object.change)
          ? [[JSON.stringify(path.map(String)), target.object.id] as const]
          : [],
      );
    const idByPath = new Map(adoptedIds);
    const inputs = replaceLeaves(change.after.inputs, (leaf, path) =>
      leaf === UNKNOWN ? (idByPath.get(JSON.stringify(path)) ?? leaf) : leaf,
    );
    return { ...change, after: { ...change.after, inputs: inputs as Props } };
  });
  return { ...preview, changes };
}

/** Adds `adoptId` to the resources for which `idOf` returns one. */
const withAdoptId = (preview: Preview, idOf: (urn: string) => string | undefined): Preview => ({
  ...preview,
  changes: preview.changes.map((change) => {
    const { after, urn } = change;
    const adoptId = idOf(urn);
    return after && adoptId !== undefined
      ? { ...change, after: { ...after, inputs: { ...after.inputs, adoptId } } }
      : change;
  }),
});

/** Compares the objects that the program adopts with the program. */
export async function readAdoptions(preview: Preview, reader: AccountReader) {
  const adopted = new Map<string, AdoptedObject>();
  if (!preview.changes.some(isAdoption)) return { adoptions: [], adopted };
  const otherAccounts = new Set<string>();
  const failures: unknown[] = [];
  const config = await reader.open();
  const { after, changes, factsOf } = await buildAccountChange(preview);
  const adoptions = await Promise.all(
    changes.filter(isAdoption).map(async (change): Promise<Adoption> => {
      const { inputs, provider } = change.after as Snapshot;
      const id = isHidden(inputs.adoptId) ? "an unknown object" : String(inputs.adoptId);
      const unread = { ...UNREAD, ...objectName(change), id };
      const { kind, containedIn } = factsOf(change.className);
      // A module is part of an edge or route, so it can't be read by its id.
      if (!config || kind === "module" || isHidden(inputs.adoptId)) return unread;
      if (provider !== undefined) {
        otherAccounts.add(provider);
        return unread;
      }
      const plan = await planAdoption(change.className, inputs, config, SECRET).catch((error: unknown) => {
        failures.push(error);
        return null;
      });
      /** True if an input refers to a new object, to which no existing object can belong. */
      const refersToNew = (input: string) =>
        after
          .targetsOf(after.find(change.urn), input)
          .some((target) => target.kind === "object" && isCreatedByChange(target.object));
      if (plan === null) return { ...unread, isMissing: containedIn.some(({ input }) => refersToNew(input)) };
      if (!plan) return { ...unread, isMissing: true };
      const { update, existing, unmanaged, isMarked, notCompared, undecided } = plan;
      adopted.set(change.urn, { props: existing, unmanaged });
      const parameters = update?.inputs.map((input, n): Parameter => {
        const isDefault = input in update.defaults;
        // The two may be equal if the preview hides the program's value, even in part.
        const valueText = (value: unknown) => (isHidden(inputs[input]) ? null : textOf(value));
        return {
          name: update.parameters[n] as string,
          before: valueText(existing[input]),
          after: valueText(isDefault ? update.defaults[input] : inputs[input]),
          ...(isDefault && { isDefault }),
        };
      });
      return {
        ...unread,
        isRead: true,
        isMarked,
        notCompared,
        undecided,
        refused: [...plan.refused, ...plan.unresolved.filter(refersToNew)],
        unresolved: plan.unresolved.filter((input) => !refersToNew(input)),
        update: update && parameters ? { method: "PATCH", path: update.path, parameters } : null,
      };
    }),
  );
  if (otherAccounts.size > 0)
    reader.warn([
      `objects of ${[...otherAccounts].join(", ")} are not read, because a preview does not contain that account's token`,
    ]);
  reader.warn(failures);
  return { adoptions, adopted };
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? "not set" : JSON.stringify(value);

/** Returns a predicate: true if an adopted object differs from the program; undefined if unread or undecided. */
export const adoptionDiffers = (adoptions: readonly Adoption[]) => (change: KnownChange) => {
  const adoption = adoptions.find(({ urn }) => urn === change.urn);
  if (!adoption?.isRead) return undefined;
  return adoption.update !== null || (adoption.undecided.length > 0 ? undefined : false);
};
