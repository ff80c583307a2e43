import { embeddedPaths, plainSecrets } from "../family/embedded";
import { loadFamily } from "./load";

export { FILLED_IN } from "../family/embedded";

/** @param inputs - Plain values, without outputs and promises. */
export async function plainSecretsIn(
  className: string,
  inputs: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const family = await loadFamily(className);
  return plainSecrets(embeddedPaths(family?.inputs ?? {}, inputs));
}
