import type * as pulumi from "@pulumi/pulumi";
import { internalsOf, type OutputInternals, outputInternals } from "./engine-internals";
import { oncePerProgram } from "./once-per-program";
import { warn } from "./warn";

/**
 * Warns if a program manages a module twice: as an input of its edge or route and with a class of its own. Each
 * update of one would undo the other.
 */

export interface ManagedModules {
  /** For the class of a single module: the owner's class, the corresponding input there, and the input with the owner's id. */
  readonly module?: { readonly of: string; readonly input: string; readonly at: string };
  /** Inputs that are modules with a class of their own. */
  readonly modules?: readonly string[];
}

interface Claim {
  /** Such as "mutualTls of the TlsEdge". */
  readonly module: string;
  readonly resource: pulumi.CustomResource;
  readonly label: string;
  /** True for a class of a single module, false for an edge or route. */
  readonly isSingle: boolean;
}

/** By the edge or route that has the module: its id or, before it has one, its resource. */
type Claims = Map<unknown, Claim[]>;

const currentClaims = oncePerProgram((): Claims => new Map());

export function recordModules(
  { name: className, module, modules = [] }: ManagedModules & { readonly name: string },
  resource: pulumi.CustomResource,
  name: string,
  args: Readonly<Record<string, unknown>>,
): void {
  const claims = currentClaims();
  if (!claims || (!module && modules.length === 0)) return;
  const claimOf = (input: string, owner: string): Claim => ({
    module: `${input} of the ${owner}`,
    resource,
    label: `${className} "${name}"`,
    isSingle: module !== undefined,
  });
  if (module) {
    const claim = claimOf(module.input, module.of);
    ignoreFailure(claimByOwner(claims, claim, outputInternals(args[module.at])));
  }
  for (const input of modules.filter((key) => args[key] !== undefined && args[key] !== null))
    ignoreFailure(claimAsOwner(claims, claimOf(input, className), args[input]));
}

/** Ignores failures: a failed input or id fails the resource itself. */
const ignoreFailure = (task: Promise<void>) => void task.catch(() => undefined);

async function claimAsOwner(claims: Claims, claim: Claim, input: unknown): Promise<void> {
  const module = await outputInternals(input).promise(true);
  if (module === undefined || module === null) return;
  record(claims, claim.resource, claim);
  await claimByOwner(claims, claim, internalsOf(claim.resource.id));
}

async function claimByOwner(claims: Claims, claim: Claim, owner: OutputInternals): Promise<void> {
  const id = await owner.promise(true);
  if (await owner.isKnown) record(claims, id, claim);
  // The object doesn't exist yet: only its resource is known.
  else if (claim.isSingle) for (const source of owner.resources()) record(claims, source, claim);
}

function record(claims: Claims, owner: unknown, claim: Claim): void {
  const ownerClaims = claims.get(owner) ?? [];
  for (const earlier of ownerClaims)
    if (earlier.module === claim.module && (claim.isSingle || earlier.isSingle))
      warnOfConflict(claim, earlier);
  claims.set(owner, [...ownerClaims, claim]);
}

function warnOfConflict(claim: Claim, earlier: Claim): void {
  const [single, second] = claim.isSingle ? [claim, earlier] : [earlier, claim];
  const hint = second.isSingle
    ? ""
    : ` If a run fails after removing the module from ${second.label}, \`pulumi up --refresh\` lets ${single.label} set it again.`;
  void warn(
    `${single.label} and ${second.label} manage the same module, ${claim.module}: each update of one would undo the other. Remove one of them; the module is kept.${hint}`,
  );
}
