import { UNKNOWN } from "../../provider/inspect";
import { buildAccountChange, isAdoption } from "./account";
import { isRecord, type Preview, type Props } from "./preview";

/**
 * Fills in the ids of adopted objects where other resources refer to them. The program declares these ids, but the
 * engine treats the id of a resource that it is about to create as unknown.
 */
export async function withAdoptedIds(preview: Preview): Promise<Preview> {
  if (!preview.changes.some(isAdoption)) return preview;
  const { after } = await buildAccountChange(preview);
  const changes = preview.changes.map((change) => {
    const object = after.find(change.urn);
    if (!object || !change.after) return change;
    const inputs = after.referencesOf(object).reduce((values, { path, target }) => {
      if (target.kind !== "object" || !isAdoption(target.object.change)) return values;
      const { id } = target.object;
      return id === undefined ? values : (fillUnknownAt(values, path, id) as Props);
    }, change.after.inputs);
    return { ...change, after: { ...change.after, inputs } };
  });
  return { ...preview, changes };
}

/** Replaces the value at a path if it is unknown. */
function fillUnknownAt(value: unknown, [step, ...rest]: readonly (string | number)[], id: string): unknown {
  if (step === undefined) return value === UNKNOWN ? id : value;
  const fill = (item: unknown, key: string | number) =>
    String(key) === String(step) ? fillUnknownAt(item, rest, id) : item;
  if (Array.isArray(value)) return value.map(fill);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, key)]));
}
