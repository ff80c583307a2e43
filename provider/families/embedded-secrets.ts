import { describePlainSecrets, embeddedSecretPaths } from "../family/secret-paths";
import { loadFamily } from "./load";

export { PLACEHOLDER } from "../family/secret-paths";

/** @param inputs - Plain values, without outputs and promises. */
export async function plainSecretsIn(
  className: string,
  inputs: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const family = await loadFamily(className);
  return describePlainSecrets(embeddedSecretPaths(family?.inputs ?? {}, inputs));
}
