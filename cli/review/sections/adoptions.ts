import { idsByName, planAdoption, type Read, UNKNOWN } from "../../../provider/inspect";
import {
  type AccountChange,
  type Adopted,
  type AdoptedObject,
  accountChange,
  isAdoption,
  isHidden,
  isMade,
  type KnownChange,
} from "../account";
import { withAdoptedIds } from "../adopted-ids";
import { type Change, type Preview, type Props, SECRET } from "../preview";
import { type Named, named } from "./objects";

/** How an adopted object compares with the program. */
export interface Adoption extends Named {
  readonly id: string;
  /** Whether the object was read: only then is the update known. */
  readonly isRead: boolean;
  /** The update that would make it equal; null when it is equal, was not read, or nobody can tell. */
  readonly update: {
    readonly method: "PATCH";
    readonly path: string;
    readonly parameters: readonly Parameter[];
  } | null;
  /** Inputs that only a replacement could change: the adoption will be refused. */
  readonly refused: readonly string[];
  /** There is no object with that id. */
  readonly isMissing: boolean;
  /** It carries the ownership mark of a resource: unless that is this one, the adoption will be refused. */
  readonly isMarked: boolean;
  /** Paths of inputs that the service never returns: the program's are taken for what the object has. */
  readonly notCompared: readonly string[];
  /** Inputs that are not known yet and that only a replacement could change: if they differ, the adoption is refused. */
  readonly notKnown: readonly string[];
  /** Inputs of which the preview hides what decides whether they differ: an update may be sent for them. */
  readonly open: readonly string[];
}

/** What is said of an adoption that surely sends nothing, or of which nobody can tell. */
export function equalText(
  { notCompared, notKnown, open }: Pick<Adoption, "notCompared" | "notKnown" | "open">,
  code: (text: string) => string,
): string {
  const list = (inputs: readonly string[]) => inputs.map(code).join(", ");
  const apart = [
    ...(notCompared.length > 0
      ? [`${list(notCompared)}, which cannot be read and is taken as the program gives it`]
      : []),
    ...(notKnown.length > 0 ? [`${list(notKnown)}, which is not known yet`] : []),
    ...(open.length > 0 ? [`${list(open)}, of which the preview does not show all`] : []),
  ];
  if (apart.length === 0) return "equal, nothing is sent";
  const sent = open.length > 0 ? "an update may be sent" : "nothing is sent";
  return `equal but for ${apart.join(", and for ")}; ${sent}`;
}

export interface Parameter {
  readonly name: string;
  /** Values as JSON, secrets masked; null where the program's value is hidden, since the other may be the same. */
  readonly before: string | null;
  readonly after: string | null;
  /** The program leaves the input out: what comes is its default. */
  readonly isDefault?: true;
}

export interface ReadAdoptions {
  readonly adoptions: readonly Adoption[];
  /** The current objects, for the exposure. */
  readonly adopted: Adopted;
  /** Why objects were not read, one line for each kind of reason. */
  readonly warnings: readonly string[];
}

/**
 * A preview whose resources that take over what has their name say in `adoptId` what that is; the others create. Where it
 * is not known, `adoptId` is unknown. What refers to adopted objects has their ids.
 */
export async function withFound(
  given: Preview,
  openAccount: () => Promise<Read | undefined>,
): Promise<{ readonly preview: Preview; readonly warnings: readonly string[] }> {
  const asks = ({ kind, after }: Change) =>
    kind === "create" && after?.inputs.adopt !== undefined && after.inputs.adoptId === undefined;
  let preview = await withAdoptedIds(given);
  let open = preview.changes.filter(asks);
  const config = open.length > 0 ? await openAccount() : undefined;
  const failures: string[] = [];
  /** None without an object of the name; undefined while the name is not known. */
  const lookUp = async ({ className = "", after }: Change): Promise<readonly string[] | undefined> => {
    if (!config || after?.provider !== undefined) return [UNKNOWN];
    try {
      const ids = await idsByName(className, withUnknown(after?.inputs ?? {}), config);
      const isCertain =
        ids === undefined || ids.length === 0 || (ids.length === 1 && !isHidden(after?.inputs.adopt));
      return isCertain ? ids : [UNKNOWN];
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
      return [UNKNOWN];
    }
  };
  // What has its name in another object can be looked up once that one is found.
  for (let isProgress = true; isProgress && open.length > 0; ) {
    const found = await Promise.all(open.map(async (change) => [change.urn, await lookUp(change)] as const));
    const known = new Map(found.filter(([, ids]) => ids !== undefined));
    isProgress = known.size > 0;
    preview = await withAdoptedIds(withAdoptId(preview, (urn) => known.get(urn)?.[0]));
    const left = new Set(open.map(({ urn }) => urn).filter((urn) => !known.has(urn)));
    open = preview.changes.filter(({ urn }) => left.has(urn));
  }
  const unnamed = new Set(open.map(({ urn }) => urn));
  return {
    preview: withAdoptId(preview, (urn) => (unnamed.has(urn) ? UNKNOWN : undefined)),
    warnings: warningsOf([], failures),
  };
}

/** A preview in which some resources adopt an object by its id. */
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

/** Inputs in which what the engine masks is not known. */
const withUnknown = (inputs: Props): Props =>
  Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, isHidden(value) ? UNKNOWN : value]));

/**
 * The outcome for the objects that the program adopts.
 *
 * @param openAccount - Gives the configuration of the default account, from which they are read; undefined if nothing is
 * to be read. Called only if the program adopts something.
 */
export async function readAdoptions(
  preview: Preview,
  openAccount: () => Promise<Read | undefined>,
): Promise<ReadAdoptions> {
  const adopted = new Map<string, AdoptedObject>();
  const elsewhere = new Set<string>();
  const failures: string[] = [];
  const wanted = preview.changes.filter(
    (change): change is KnownChange => change.className !== undefined && isAdoption(change),
  );
  const config = wanted.length > 0 ? await openAccount() : undefined;
  const { after, factsOf } = await accountChange({
    ...preview,
    changes: wanted.length > 0 ? preview.changes : [],
  });
  /** Whether an input that is not known yet names an object that the change makes, in which nothing can be adopted. */
  const namesNew = ({ urn }: KnownChange) => {
    const object = after.find(urn);
    return (input: string) =>
      object !== undefined &&
      after.targetsOf(object, input).some((target) => target.kind === "object" && isMade(target.object));
  };
  const adoptions = await Promise.all(
    wanted.map(async (change): Promise<Adoption> => {
      const inputs = change.after?.inputs ?? {};
      const id = isHidden(inputs.adoptId) ? "an object that is not known yet" : String(inputs.adoptId);
      const nothing = {
        isRead: false,
        update: null,
        refused: [],
        isMissing: false,
        isMarked: false,
        notCompared: [],
        notKnown: [],
        open: [],
      };
      const unread = { ...named(change), id, ...nothing };
      const isModule = id.includes("/") && change.className.match(/^(TlsEdge|TcpEdge)[A-Z]|RouteBackend$/);
      if (!config || isModule || isHidden(inputs.adoptId)) return unread;
      const { provider } = change.after ?? {};
      if (provider !== undefined) {
        elsewhere.add(provider);
        return unread;
      }
      const plan = await planAdoption(change.className, inputs, config, SECRET).catch((error: unknown) => {
        failures.push(error instanceof Error ? error.message : String(error));
        return null;
      });
      const isNew = namesNew(change);
      if (plan === null) {
        const isMissing = factsOf(change.className).placedIn.some(({ input }) => isNew(input));
        return { ...unread, isMissing };
      }
      if (!plan) return { ...unread, isMissing: true };
      const { update, existing, unmanaged, isMarked, notCompared, open } = plan;
      adopted.set(change.urn, { props: existing, unmanaged });
      return {
        ...unread,
        isRead: true,
        isMarked,
        notCompared,
        open,
        refused: [...plan.refused, ...plan.notKnown.filter(isNew)],
        notKnown: plan.notKnown.filter((input) => !isNew(input)),
        update: update
          ? {
              method: "PATCH",
              path: update.path,
              parameters: update.inputs.map((input, n) => ({
                name: update.parameters[n] as string,
                before: visibleValue(existing[input], change, input),
                ...(input in update.defaults
                  ? { after: visibleValue(update.defaults[input], change, input), isDefault: true }
                  : { after: visibleValue(inputs[input], change, input) }),
              })),
            }
          : null,
      };
    }),
  );
  return { adoptions, adopted, warnings: warningsOf([...elsewhere], failures) };
}

function warningsOf(elsewhere: readonly string[], [first, ...more]: readonly string[]): string[] {
  const others = more.length > 0 ? ` (and ${more.length} more)` : "";
  return [
    ...(elsewhere.length > 0
      ? [
          `objects of ${elsewhere.join(", ")} are not read, since a preview does not hold that account's token`,
        ]
      : []),
    ...(first === undefined ? [] : [`${first}${others}`]),
  ];
}

/** A value of an input, unless the program hides part of it. */
function visibleValue(value: unknown, change: KnownChange, input: string): string | null {
  if (isHidden(change.after?.inputs[input])) return null;
  return value === undefined || value === null ? "not set" : JSON.stringify(value);
}

/** Whether an adopted object differs from the program; undefined if it was not read, or where nobody can tell. */
export const adoptionDiffers =
  (adoptions: readonly Adoption[]) => (change: AccountChange["changes"][number]) => {
    const adoption = adoptions.find(({ urn }) => urn === change.urn);
    if (!adoption?.isRead) return undefined;
    return adoption.update !== null || (adoption.open.length > 0 ? undefined : false);
  };

/** Whether an adopted object that was read differs from the program, or may. */
export const adoptionMayDiffer =
  (adoptions: readonly Adoption[]) =>
  (change: AccountChange["changes"][number]): boolean =>
    adoptions.some(({ urn, update, open }) => urn === change.urn && (update !== null || open.length > 0));
