import { type AccountObject, valueAt } from "../../provider/inspect";
import { type VaultSecret, vaultSecrets } from "../../traffic-policy";
import type { Declaration } from "./declaration";
import type { SecretFinder, SecretIds } from "./mentioned-objects";
import { secretsIn } from "./secrets";

const keyOf = ({ vault, secret }: VaultSecret) => JSON.stringify([vault, secret]);

export function secretFinder(objects: readonly AccountObject[]): SecretFinder {
  const ofClass = (className: string) => objects.filter(({ family }) => family.name === className);
  const vaults = new Map(ofClass("Vault").map(({ id, inputs }) => [id, inputs.name]));
  const found = new Map<string, SecretIds>();
  for (const { id, inputs } of ofClass("Secret")) {
    const [vault, secret] = [vaults.get(String(inputs.vaultId)), inputs.name];
    if (typeof vault === "string" && typeof secret === "string")
      found.set(keyOf({ vault, secret }), { vault: String(inputs.vaultId), secret: id });
  }
  return (named) => found.get(keyOf(named));
}

/**
 * Ids of the secrets that an object's policies name, but its code doesn't, because the program reads the policy from its
 * configuration.
 */
export const hiddenSecretUses = ({ object, inputs }: Declaration, secretOf: SecretFinder): string[] =>
  secretsIn(inputs)
    .flatMap(({ path, of }) => {
      const value = of && valueAt(object.inputs, path);
      // A part is wrapped in a list, because a bare string would be parsed as a whole policy.
      return of === undefined ? [] : vaultSecrets(of === "part" ? [value] : value);
    })
    .flatMap((named) => secretOf(named)?.secret ?? []);
