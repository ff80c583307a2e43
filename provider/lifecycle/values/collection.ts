import { type Collection, fillPath, itemPath, segmentProblem } from "../../api";
import { idText } from "../../family/family-facts";
import { foreignIdReason } from "../../family/id-prefixes";
import type { LookupFamily } from "../../family/lookup";
import type { ModuleFamily } from "../../family/module";
import { lastSegment, type Props, type ResourceFamily } from "../../family/resource";
import { holdsUnknown } from "../../family/unknown";
import { isPresent } from "./compare";
import { UserError } from "./errors";

export function collectionOf(family: ResourceFamily | LookupFamily, pathInputs: Props): Collection {
  const { path, listKey } = family;
  return {
    path: fillPath(path, pathInputs),
    listKey,
    inParent: family.kind === "resource" && family.listedInParent,
  };
}

export const itemPathOf = (family: ResourceFamily, pathInputs: Props, id: string): string =>
  itemPath(collectionOf(family, pathInputs).path, id);

/** Returns the paths of the modules that an object with these inputs has; empty if they are unknown. */
export function modulePathsOf(
  family: ResourceFamily,
  id: string | undefined,
  inputs: Props,
): readonly string[] {
  const { moduleKeys, pathKeys, parts } = family;
  const isAddressable = [id, ...pathKeys.map((key) => inputs[key])].every(
    (value) => segmentProblem(value) === undefined && !holdsUnknown(value),
  );
  if (id === undefined || !isAddressable) return [];
  const declared = moduleKeys.filter((key) => isPresent(inputs[key]));
  return declared.map((key) => `${itemPathOf(family, inputs, id)}/${parts[key]?.segment}`);
}

export function moduleId(family: ModuleFamily, pathInputs: Props): string {
  return [...family.pathKeys.map((key) => pathInputs[key]), lastSegment(family.path)].join("/");
}

/** Splits the id of an import, in which the ids of a nested object's parents precede its own. Rejects the id of another class. */
export function splitId(family: ResourceFamily, fullId: string): { pathInputs: Props; id: string } {
  const { name, pathKeys } = family;
  const ids = fullId.split("/");
  const id = ids.pop() ?? "";
  if (ids.length !== pathKeys.length)
    throw new UserError(`the id of ${name} is ${idText(family)}, not ${JSON.stringify(fullId)}`);
  const foreign = foreignIdReason([name], id);
  if (foreign !== undefined) throw new UserError(`${id} ${foreign}`);
  return { pathInputs: Object.fromEntries(pathKeys.map((key, i) => [key, ids[i] ?? ""])), id };
}

export function idsInModuleId(family: ModuleFamily, id: string): Record<string, string> {
  const { name, pathKeys } = family;
  const segments = id.split("/");
  const ids = Object.fromEntries(pathKeys.map((key, i) => [key, segments[i] ?? ""]));
  if (moduleId(family, ids) === id) return ids;
  throw new UserError(`the id of ${name} is ${idText(family)}, not ${JSON.stringify(id)}`);
}
