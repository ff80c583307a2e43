import { isSentUnset, knownField } from "../../../family/field";
import type { ResourceFamily } from "../../../family/resource";
import { adoptsByName } from "../../plan/adoption";
import { adoptedId } from "../../plan/diff";
import { knownMark } from "../../plan/marks";
import type { Created, Creation, Run } from "../../run/lifecycle";
import { hostsReserved, isAboutName, namesFree } from "../../run/needs";
import { collectionOf } from "../../values/collection";
import type { Inputs } from "../../values/kinds";
import { namesOf, namesText, resourceText } from "../../values/names";
import { observe } from "../../values/response";
import { secretsIn } from "../../values/secrets";
import { compose, TAKEN_OVER } from "../../values/stored";
import { bodyOf } from "../../values/wire";
import { adopt, adoptFound, takeOver } from "../adopt";
import { withOurDefaults } from "../defaults";
import { findByName, findOrRequireWhole } from "../find";
import { explainIfGone, OR_WRONG_ID } from "../gone";
import { settled } from "../settle";
import { leftByReplacement, withNameAdvice } from "../taken-names";
import { type CreatedObject, createOnce } from "./once";
import { OwnObjects } from "./own-objects";

/** Creates the object of a resource, or takes the one that `adoptId` names or that an earlier run has left. */
export async function create(
  family: ResourceFamily,
  run: Run,
  { inputs, creator }: Creation,
): Promise<Created> {
  const existing = adoptedId(inputs);
  if (existing !== undefined && !run.ledger.objects.isReplaced(existing))
    return adopt(run, family, existing, { inputs, creator });
  const body = bodyOf(family.inputs, sentKeys(family, inputs), inputs);
  const request = {
    family,
    inputs,
    collection: collectionOf(family, inputs),
    body,
    secrets: secretsIn(family.inputs, inputs),
    creator,
  };
  const names = namesOf(family, inputs);
  const label =
    creator?.resource === undefined
      ? `${family.name} ${creator?.name ?? namesText(names)}`
      : resourceText(family.name, creator.resource);
  const { operations } = run.ledger;
  const needs = [namesFree(operations, { label, names }), hostsReserved(label, family, inputs)];
  const sender = { label, needs, report: run.report, limit: run.limit() };
  const finder = { family, inputs, ...(creator && { creator }) };
  const lookUp = adoptsByName(inputs) ? () => findOrRequireWhole(run, finder) : undefined;
  const { object, origin } = await operations
    .sendWhenPossible(sender, () => createOnce(new OwnObjects(run, request), lookUp))
    .catch(async (error: unknown): Promise<CreatedObject> => {
      const explained = await explainIfParentGone(error, family, run, inputs);
      const named = { family, inputs, names, creator, isNew: true } as const;
      const left = await leftByReplacement(explained, run, named, creator);
      if (!left) {
        // The name was taken since the look-up, or the filter of the service did not return its object.
        const taken = lookUp && isAboutName(explained, names);
        const object = taken ? await findByName(run, finder, "among all") : undefined;
        if (object) return { object, origin: "exists" };
        throw await withNameAdvice(explained, run, named);
      }
      run.report(
        `${family.name} ${left.id}, which a replacement of this resource has left in a run that failed, has this name: it is taken over`,
      );
      return { object: left.object, origin: "left" };
    });
  if (origin === "exists") return adoptFound(run, family, object, { inputs, creator });
  const id = String(object.id);
  if (origin === "left") {
    run.ledger.objects.take(id, "taken over");
    const recorded = { [TAKEN_OVER]: run.now() };
    return takeOver(run, family, { id, object, inputs, creator, how: "taken over", recorded });
  }
  const mark = knownMark(family, inputs, object, creator);
  const seen = observe(family, object, inputs);
  const made = compose(family, inputs, seen, mark);
  const keys = Object.keys(family.inputs);
  const state = await withOurDefaults(run, family, { id, inputs, state: made, seen, keys });
  return {
    id,
    state: await settled(run, family, { id, inputs, state, before: {}, isFresh: true }),
  };
}

/** The inputs that the program gives, and those that the API requires although they have a default. */
const sentKeys = (family: ResourceFamily, inputs: Inputs) =>
  family.bodyKeys.filter(
    (key) => inputs[key] !== undefined || isSentUnset(knownField(family.inputs, key), "at creation"),
  );

async function explainIfParentGone(
  error: unknown,
  family: ResourceFamily,
  run: Run,
  inputs: Inputs,
): Promise<unknown> {
  const [key] = family.pathKeys.slice(-1);
  if (key === undefined) return error;
  const { path } = collectionOf(family, inputs);
  const what = `the object of ${key} ${String(inputs[key])}`;
  return explainIfGone(error, run, {
    path: path.slice(0, path.lastIndexOf("/")),
    what,
    or: OR_WRONG_ID,
  });
}
