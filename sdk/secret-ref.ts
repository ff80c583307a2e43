import * as pulumi from "@pulumi/pulumi";
import { secretText } from "./secret-text";

/** A Vault or Secret: the resource, the result of a lookup, or only its name. */
type NameSource = pulumi.Input<string | { readonly name: pulumi.Input<string> }>;

/**
 * Returns the interpolation by which a traffic policy uses a secret without containing it:
 * `${secrets.get('vault', 'name')}`. The output depends on the resources, so an endpoint with the policy is created after
 * them and deleted before them.
 *
 * @param vault - The Vault, or its name.
 * @param secret - The Secret, or its name.
 * @throws RunError, from the output, if one of them has no name.
 */
export function secretRef(vault: NameSource, secret: NameSource): pulumi.Output<string> {
  return pulumi
    .all([resolveName("vault", vault), resolveName("secret", secret)])
    .apply(([vaultName, secretName]) => secretText(vaultName, secretName));
}

const resolveName = (kind: string, named: NameSource): pulumi.Output<string> =>
  pulumi
    .output(named)
    .apply((source) => (typeof source === "string" ? source : source?.name))
    .apply((name) => requireName(kind, name));

/** @throws RunError if there is no name */
export function requireName(kind: string, name: unknown): string {
  if (typeof name === "string" && name !== "") return name;
  throw new pulumi.RunError(`secretRef: the ${kind} has no name: pass the ${kind} or its name`);
}
