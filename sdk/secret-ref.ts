import * as pulumi from "@pulumi/pulumi";
import { secretText } from "./secret-text";

/**
 * Something with a name: a Vault, a Secret, what a look-up gives, or the name itself of one that another program
 * manages.
 */
type NameSource = pulumi.Input<string | { readonly name: pulumi.Input<string> }>;

/**
 * The text by which a traffic policy uses a secret without containing it: `${secrets.get('vault', 'name')}`. Refers to
 * the resources, so that an endpoint with the policy is created after them and deleted before them.
 *
 * @param vault - The Vault, or its name.
 * @param secret - The Secret, or its name.
 * @throws RunError, as the output's error, when one of them has no name.
 */
export function secretRef(vault: NameSource, secret: NameSource): pulumi.Output<string> {
  return pulumi
    .all([nameOf("vault", vault), nameOf("secret", secret)])
    .apply(([of, name]) => secretText(of, name));
}

const nameOf = (what: string, named: NameSource): pulumi.Output<string> =>
  pulumi
    .output(named)
    .apply((found) => (typeof found === "string" ? found : found?.name))
    .apply((name) => nameIn(what, name));

/** @throws RunError when there is none. */
export function nameIn(what: string, name: unknown): string {
  if (typeof name === "string" && name !== "") return name;
  throw new pulumi.RunError(`secretRef: the ${what} has no name: give the ${what}, or its name as a string`);
}
