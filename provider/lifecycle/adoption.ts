import type { Props, ResourceFamily } from "../family/resource";
import { change, place } from "./change";
import { collectionOf, itemOf } from "./collection";
import { changedKeys } from "./diff";
import { PartialFailure, UserError } from "./errors";
import type { Created, LifecycleContext } from "./lifecycle";
import { settled } from "./readiness";
import { compose, inputsNow, type Observation, observe, type TAKEN_OVER } from "./state";

/** What taking an existing object over comes to. */
export interface Adoption {
  /** The object as a state. */
  readonly existing: Record<string, unknown>;
  /** Inputs in which it differs and that one update can change. */
  readonly changes: readonly string[];
  /** Inputs in which it differs and that only a replacement could change: the object cannot be taken over. */
  readonly fixed: readonly string[];
}

/**
 * How an existing object differs from what a program wants of it: seen as if the program had always managed it. So what
 * the program does not name and the service may pick is no difference, nor is a part that it does not declare, and what
 * the service does not tell is trusted.
 */
export function adoptionOf(family: ResourceFamily, id: string, seen: Observation, inputs: Props): Adoption {
  const existing = {
    ...compose(family, inputsNow(family, inputs, seen), seen),
    adopted: true,
    adoptId: id,
  };
  const wanted = changedKeys(family, existing, inputs);
  return {
    existing,
    changes: wanted.filter((key) => family.update.includes(key)),
    fixed: wanted.filter((key) => family.replaceKeys.includes(key)),
  };
}

/** Takes the object that a program names in `adoptId` over. Equal: nothing is written. Different: one minimal update. */
export async function adopt(
  account: LifecycleContext,
  family: ResourceFamily,
  id: string,
  inputs: Props,
): Promise<Created> {
  const { name } = family;
  if (account.ledger.objects.isKept(id)) {
    throw new UserError(
      `adoptId: ${name} ${id} belongs to another resource of this program, which names it in adoptId too: only one resource can manage an object, so drop one of the two`,
    );
  }
  const response = await account.api.read(collectionOf(family, inputs), id);
  if (!response) {
    throw new UserError(
      `adoptId: there is no ${name} with the id ${id}: correct the id, or drop adoptId to create one`,
    );
  }
  const seen = observe(family, response, inputs);
  if (family.manages?.({ ...seen.inputs, ...seen.computed }) === false) {
    throw new UserError(`adoptId: ${id} exists but is not of the kind that ${name} manages`);
  }
  account.ledger.objects.take(id, "adopted");
  return takeOver(account, family, { id, seen, inputs, lasting: { adopted: true } });
}

interface TakeOver {
  readonly id: string;
  /** The object. */
  readonly seen: Observation;
  readonly inputs: Props;
  /** What the state says of it from then on. */
  readonly lasting: { readonly adopted?: true; readonly [TAKEN_OVER]?: number };
}

/** Makes an existing object what the program wants, with one update at the most. */
export async function takeOver(
  account: LifecycleContext,
  family: ResourceFamily,
  { id, seen, inputs, lasting }: TakeOver,
): Promise<Created> {
  const { existing, changes, fixed } = adoptionOf(family, id, seen, inputs);
  if (fixed.length > 0) {
    throw new UserError(
      `adoptId: ${family.name} ${id} differs in ${fixed.join(", ")}, which only a replacement could change: make the program equal to the object, or drop adoptId to create a new one; nothing was written`,
    );
  }
  const { adopted, adoptId, ...olds } = existing;
  const at = itemOf(family, inputs, id);
  const done = await change(account, { family, id, at, olds, news: inputs, changed: changes }).catch(
    (error: unknown) => {
      if (!(error instanceof PartialFailure)) throw error;
      throw new PartialFailure(id, { ...error.state, ...lasting }, error.reasons, { cause: error.cause });
    },
  );
  const declared = Object.keys(family.parts ?? {}).filter((key) => inputs[key] !== undefined);
  for (const key of declared) place(account, at, family, key);
  const state = { ...compose(family, inputs, done.seen ?? seen, done.state), ...lasting };
  return {
    id,
    state: await settled(account, family, { id, inputs, state, before: existing, isFresh: true }),
  };
}
