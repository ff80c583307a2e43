import * as pulumi from "@pulumi/pulumi";
import { internalsOf, type OutputInternals, outputInternals } from "./engine-internals";
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
  readonly resource: pulumi.CustomResource;
  readonly label: string;
  readonly isSingle: boolean;
}

/** By module, then by owner: its id or, before it has one, its resource. */
type Claims = Map<string, Map<unknown, Claim[]>>;

const programs = new WeakMap<object, Claims>();

export function recordModules(
  { name: className, module, modules = [] }: ManagedModules & { readonly name: string },
  resource: pulumi.CustomResource,
  name: string,
  args: Readonly<Record<string, unknown>>,
): void {
  const program = pulumi.runtime.getStackResource();
  if (!program || (!module && modules.length === 0)) return;
  const claims: Claims = programs.get(program) ?? new Map();
  programs.set(program, claims);
  const claim = { resource, label: `${className} "${name}"`, isSingle: module !== undefined };
  if (module) {
    const owner = outputInternals(args[module.at]);
    ignoreFailure(claimByOwner(claims, `${module.input} of the ${module.of}`, claim, owner));
  }
  for (const input of modules.filter((key) => args[key] !== undefined && args[key] !== null))
    ignoreFailure(claimAsOwner(claims, `${input} of the ${className}`, claim, args[input]));
}

/** Ignores failures: a failed input or id fails the resource itself. */
const ignoreFailure = (task: Promise<void>) => void task.catch(() => undefined);

async function claimAsOwner(claims: Claims, key: string, claim: Claim, input: unknown): Promise<void> {
  const module = await outputInternals(input).promise(true);
  if (module === undefined || module === null) return;
  add(ownersOf(claims, key), claim.resource, key, claim);
  await claimByOwner(claims, key, claim, internalsOf(claim.resource.id));
}

async function claimByOwner(
  claims: Claims,
  key: string,
  claim: Claim,
  owner: OutputInternals,
): Promise<void> {
  const byOwner = ownersOf(claims, key);
  const id = await owner.promise(true);
  if (await owner.isKnown) add(byOwner, id, key, claim);
  // The object doesn't exist yet: only its resource is known.
  else if (claim.isSingle) for (const source of owner.resources()) add(byOwner, source, key, claim);
}

function ownersOf(claims: Claims, key: string): Map<unknown, Claim[]> {
  const byOwner = claims.get(key) ?? new Map<unknown, Claim[]>();
  claims.set(key, byOwner);
  return byOwner;
}

function add(byOwner: Map<unknown, Claim[]>, owner: unknown, key: string, claim: Claim): void {
  const earlierClaims = byOwner.get(owner) ?? [];
  for (const earlier of earlierClaims)
    if (claim.isSingle || earlier.isSingle) warnOfConflict(key, claim, earlier);
  byOwner.set(owner, [...earlierClaims, claim]);
}

function warnOfConflict(key: string, claim: Claim, earlier: Claim): void {
  const [single, second] = claim.isSingle ? [claim, earlier] : [earlier, claim];
  const hint = second.isSingle
    ? ""
    : ` If a run fails after removing the module from ${second.label}, \`pulumi up --refresh\` lets ${single.label} set it again.`;
  void warn(
    `${single.label} and ${second.label} manage the same module, ${key}: each update of one would undo the other. Remove one of them; the module is kept.${hint}`,
  );
}
