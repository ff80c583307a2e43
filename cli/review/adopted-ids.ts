import { UNKNOWN } from "../../provider/inspect";
import { accountChange, isAdoption } from "./account";
import type { Preview, Props } from "./preview";

/**
 * A preview in which what refers to an adopted object has its id. The program says that id, and yet the engine does not
 * know it of a resource that it is to create.
 */
export async function withAdoptedIds(preview: Preview): Promise<Preview> {
  if (!preview.changes.some(isAdoption)) return preview;
  const { after } = await accountChange(preview);
  const changes = preview.changes.map((change) => {
    const object = after.find(change.urn);
    if (!object || !change.after) return change;
    const inputs = after.referencesOf(object).reduce((values, { path, target }) => {
      if (target.kind !== "object" || !isAdoption(target.object.change)) return values;
      const { id } = target.object;
      return id === undefined ? values : (knownAt(values, path, id) as Props);
    }, change.after.inputs);
    return { ...change, after: { ...change.after, inputs } };
  });
  return { ...preview, changes };
}

/** Values in which the one at a path is known. */
function knownAt(values: unknown, [step, ...rest]: readonly (string | number)[], known: string): unknown {
  if (step === undefined) return values === UNKNOWN ? known : values;
  if (Array.isArray(values))
    return values.map((item, n) => (String(n) === String(step) ? knownAt(item, rest, known) : item));
  if (values === null || typeof values !== "object") return values;
  return Object.fromEntries(
    Object.entries(values).map(([key, item]) => [
      key,
      key === String(step) ? knownAt(item, rest, known) : item,
    ]),
  );
}
