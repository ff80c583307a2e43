import type { ResourceFamily } from "../../family/resource";
import { adoptionOf } from "../plan/adoption";
import { fixedText } from "../plan/diff";
import { knownMark } from "../plan/marks";
import type { Creator } from "../plan/results";
import type { Created, Run } from "../run/lifecycle";
import { collectionOf, itemOf } from "../values/collection";
import { PartialFailure, UserError } from "../values/errors";
import type { Inputs, Wire } from "../values/kinds";
import { observe } from "../values/response";
import { compose, type TAKEN_OVER } from "../values/stored";
import { change, recordModule } from "./change";
import { claiming, refuseMarked } from "./marking";
import { settled } from "./settle";

/**
 * Adopts the object that a program names in `adoptId`. Writes nothing when it is equal, else sends one minimal
 * update.
 */
export async function adopt(
  run: Run,
  family: ResourceFamily,
  id: string,
  inputs: Inputs,
  creator?: Creator,
): Promise<Created> {
  const { name } = family;
  if (run.ledger.objects.isKept(id)) {
    throw new UserError(
      `adoptId: ${name} ${id} belongs to another resource of this program, which names it in adoptId too: only one resource can manage an object, so drop one of the two`,
    );
  }
  const response = await run.api.read(collectionOf(family, inputs), id);
  if (!response) {
    throw new UserError(
      `adoptId: there is no ${name} with the id ${id}: correct the id, or drop adoptId to create one`,
    );
  }
  const seen = observe(family, response, inputs);
  if (family.manages?.({ ...seen.inputs, ...seen.computed }) === false) {
    throw new UserError(`adoptId: ${id} exists but is not of the kind that ${name} manages`);
  }
  refuseMarked(run, { family, inputs, creator }, id, response);
  run.ledger.objects.take(id, "adopted");
  return takeOver(run, family, {
    id,
    object: response,
    inputs,
    creator,
    how: "adopted",
    lasting: { adopted: true },
  });
}

interface TakeOver {
  readonly id: string;
  /** The object as a response shows it. */
  readonly object: Wire;
  readonly inputs: Inputs;
  /** The resource that takes it over, where known. */
  readonly creator: Creator | undefined;
  readonly how: "adopted" | "taken over";
  /** What the state records about the adoption from then on. */
  readonly lasting: { readonly adopted?: true; readonly [TAKEN_OVER]?: number };
}

/** Makes an existing object match the program with at most one update. */
export async function takeOver(
  run: Run,
  family: ResourceFamily,
  { id, object, inputs, creator, how, lasting: given }: TakeOver,
): Promise<Created> {
  const seen = observe(family, object, inputs);
  const { existing, changes, fixed } = adoptionOf(family, id, seen, inputs);
  if (fixed.length > 0) {
    throw new UserError(
      `adoptId: ${family.name} ${id} differs in ${fixedText(family, fixed)}, which only a replacement could change: make the program equal to the object, or drop adoptId to create a new one; nothing was written`,
    );
  }
  const { adopted, adoptId, ...state } = existing;
  const at = itemOf(family, inputs, id);
  const marking = claiming(run, { family, inputs, creator }, object, { how, changed: changes });
  const lasting = { ...given, ...(marking?.known ?? knownMark(family, inputs, object, creator)) };
  const { metadata } = marking ?? {};
  const wanted = { family, id, at, state, inputs, changed: changes, metadata };
  const done = await change(run, wanted).catch((error: unknown) => {
    if (!(error instanceof PartialFailure)) throw error;
    throw new PartialFailure(id, { ...error.state, ...lasting }, error.reasons, { cause: error.cause });
  });
  const declared = Object.keys(family.parts ?? {}).filter((key) => inputs[key] !== undefined);
  for (const key of declared) recordModule(run, at, family, key);
  const composed = { ...compose(family, inputs, done.seen ?? seen, done.state), ...lasting };
  return {
    id,
    state: await settled(run, family, { id, inputs, state: composed, before: existing, isFresh: true }),
  };
}
