import type * as pulumi from "@pulumi/pulumi";
import { internalsOf, internalsOfInput, type OutputInternals } from "./engine-internals";
import { oncePerProgram } from "./once-per-program";
import { ignoreFailure, warn } from "./warn";

/*
 * Warns if a program manages a module twice: as an input of its edge or route, and with a class of its own. Each update of
 * one would undo the other.
 */

export interface ManagedModules {
  /** For the class of a single module: the class of its edge or route, the module's input there, and the input with the id. */
  readonly module?: { readonly ownerClass: string; readonly input: string; readonly ownerIdInput: string };
  /** Inputs that are modules with a class of their own. */
  readonly modules?: readonly string[];
}

/** A module that a resource of the program manages. */
interface Claim {
  /** Such as "mutualTls of the TlsEdge". */
  readonly module: string;
  readonly resource: pulumi.CustomResource;
  readonly label: string;
  /** True for a class of a single module, false for an edge or route. */
  readonly isModuleResource: boolean;
}

/** Claims, keyed by the edge or route that has the module: its id or, before it has one, its resource. */
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
    isModuleResource: module !== undefined,
  });
  if (module) {
    const claim = claimOf(module.input, module.ownerClass);
    void ignoreFailure(addForOwner(claims, claim, internalsOfInput(args[module.ownerIdInput])));
  }
  for (const input of modules.filter((key) => args[key] !== undefined && args[key] !== null))
    void ignoreFailure(addForInput(claims, claimOf(input, className), args[input]));
}

async function addForInput(claims: Claims, claim: Claim, input: unknown): Promise<void> {
  const module = await internalsOfInput(input).promise(true);
  if (module === undefined || module === null) return;
  addClaim(claims, claim.resource, claim);
  await addForOwner(claims, claim, internalsOf(claim.resource.id));
}

async function addForOwner(claims: Claims, claim: Claim, ownerId: OutputInternals): Promise<void> {
  const id = await ownerId.promise(true);
  if (await ownerId.isKnown) addClaim(claims, id, claim);
  // The object doesn't exist yet: only its resource is known.
  else if (claim.isModuleResource) for (const source of ownerId.resources()) addClaim(claims, source, claim);
}

function addClaim(claims: Claims, owner: unknown, claim: Claim): void {
  const ownerClaims = claims.get(owner) ?? [];
  for (const earlier of ownerClaims)
    if (earlier.module === claim.module && (claim.isModuleResource || earlier.isModuleResource))
      warnOfConflict(claim, earlier);
  claims.set(owner, [...ownerClaims, claim]);
}

function warnOfConflict(claim: Claim, earlier: Claim): void {
  const [moduleClaim, second] = claim.isModuleResource ? [claim, earlier] : [earlier, claim];
  const hint = second.isModuleResource
    ? ""
    : ` If a run fails after removing the module from ${second.label}, \`pulumi up --refresh\` lets ${moduleClaim.label} set it again.`;
  void warn(
    `${moduleClaim.label} and ${second.label} manage the same module, ${claim.module}: each update of one would undo the other. Remove one of them; the module is kept.${hint}`,
  );
}
