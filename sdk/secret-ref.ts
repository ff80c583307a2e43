import * as pulumi from "@pulumi/pulumi";

/** Something with a name: a Vault, a Secret, or the name itself of one that another program manages. */
type Named = pulumi.Input<string> | { readonly name: pulumi.Output<string> };

/**
 * The text by which a traffic policy uses a secret without containing it: `${secrets.get('vault', 'name')}`. Refers to
 * the resources, so that an endpoint with the policy is created after them and deleted before them.
 *
 * @param vault - The Vault, or its name.
 * @param secret - The Secret, or its name.
 */
export function secretRef(vault: Named, secret: Named): pulumi.Output<string> {
  return pulumi
    .all([nameOf(vault), nameOf(secret)])
    .apply(([of, name]) => `\${secrets.get(${quoted(of)}, ${quoted(name)})}`);
}

const nameOf = (named: Named): pulumi.Input<string> =>
  typeof named === "object" && !pulumi.Output.isInstance(named) && "name" in named ? named.name : named;

/** A string literal of the expression. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, (letter) => `\\${letter}`)}'`;
