import { planAdoption } from "../../../provider/host/inspect/adoption";
import type { AccountChange, Adopted, KnownChange } from "../account";
import { isHidden } from "../account";
import { type Preview, type Props, SECRET } from "../preview";
import { isAdoption } from "./calls";
import { type Named, named } from "./objects";

/** How an adopted object stands against the program. */
export interface Adoption extends Named {
  readonly id: string;
  /** Whether the object was read: only then the update is known. */
  readonly isRead: boolean;
  /** The update that would make it equal; null when it is equal or was not read. */
  readonly update: {
    readonly method: "PATCH";
    readonly path: string;
    readonly parameters: readonly Parameter[];
  } | null;
  /** Inputs that only a replacement could change: the adoption will be refused. */
  readonly refused: readonly string[];
  /** There is no object of that id. */
  readonly isMissing: boolean;
}

export interface Parameter {
  readonly name: string;
  /** Values as JSON; null where they are hidden. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Configuration of the account by full key. */
type Read = (key: string) => unknown;

export interface ReadAdoptions {
  readonly adoptions: readonly Adoption[];
  /** The objects as they are now, for the exposure. */
  readonly adopted: Adopted;
}

/**
 * What becomes of the objects that the program adopts.
 *
 * @param config - The account to read them from; without it nothing is read.
 */
export async function readAdoptions(preview: Preview, config: Read | undefined): Promise<ReadAdoptions> {
  const adopted = new Map<string, Props>();
  const wanted = preview.changes.filter(
    (change): change is KnownChange => change.className !== undefined && isAdoption(change as KnownChange),
  );
  const adoptions = await Promise.all(
    wanted.map(async (change): Promise<Adoption> => {
      const inputs = change.after?.inputs ?? {};
      const id = String(inputs.adoptId);
      const unread = { ...named(change), id, isRead: false, update: null, refused: [], isMissing: false };
      const isModule = id.includes("/") && change.className.match(/^(TlsEdge|TcpEdge)[A-Z]|RouteBackend$/);
      if (!config || isModule) return unread;
      const plan = await planAdoption(change.className, inputs, config, SECRET);
      if (!plan) return { ...unread, isMissing: true };
      adopted.set(change.urn, plan.existing);
      const { update, refused, existing } = plan;
      return {
        ...unread,
        isRead: true,
        refused,
        update: update
          ? {
              method: "PATCH",
              path: update.path,
              parameters: update.inputs.map((input, n) => ({
                name: update.parameters[n] as string,
                before: shown(existing[input], change, input),
                after: shown(inputs[input], change, input),
              })),
            }
          : null,
      };
    }),
  );
  return { adoptions, adopted };
}

/** A value of an input, unless the program holds a secret anywhere in it. */
function shown(value: unknown, change: KnownChange, input: string): string | null {
  if (isHidden(change.after?.inputs[input])) return null;
  return value === undefined || value === null ? "not set" : JSON.stringify(value);
}

/** Whether an adopted object differs from the program; undefined where it was not read. */
export const adoptionDiffers =
  (adoptions: readonly Adoption[]) => (change: AccountChange["changes"][number]) => {
    const adoption = adoptions.find(({ urn }) => urn === change.urn);
    return adoption?.isRead ? adoption.update !== null : undefined;
  };
