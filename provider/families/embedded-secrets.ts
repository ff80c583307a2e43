import { embeddedPaths, plainSecrets } from "../family/embedded";
import { loadFamily } from "./load";

export { FILLED_IN } from "../family/embedded";

/**
 * Returns the warning about plaintext secrets in the inputs of a class; undefined if there are none.
 *
 * @param inputs - Plain values, without outputs and promises.
 */
export async function plainSecretsIn(
  className: string,
  inputs: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const family = await loadFamily(className);
  return plainSecrets(embeddedPaths(family?.inputs ?? {}, inputs));
}
