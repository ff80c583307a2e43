import { type Step, walkShape } from "../family/field";
import { loadFamily } from "./load";

/**
 * Where inputs of a class say secrets within a value that is none as a whole, such as the password of a traffic policy.
 *
 * @param inputs - Without outputs and promises.
 */
export async function embeddedSecretPaths(
  className: string,
  inputs: Readonly<Record<string, unknown>>,
): Promise<readonly (readonly Step[])[]> {
  const family = await loadFamily(className);
  const found: (readonly Step[])[] = [];
  walkShape(family?.inputs ?? {}, inputs, ({ meta }, value, path) => {
    if (meta.embedded && value !== undefined && value !== null)
      found.push(...meta.embedded.paths(value).map((below) => [...path, ...below]));
    return meta.embedded === undefined;
  });
  return found;
}
