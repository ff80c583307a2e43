import * as pulumi from "@pulumi/pulumi";
import { type InnerOutput, innerOf, innerOutput } from "./engine-inner";
import { warn } from "./warn";

/**
 * Warns if a program manages one module both ways: as an input of its edge or route and by a class of its own. Each
 * update of one would undo the other.
 */

/** Facts about the modules that a class can manage. */
export interface ManagedModules {
  /** For a class that stands for one module: whose it is, under which input, and the input with the owner's id. */
  readonly module?: { readonly of: string; readonly input: string; readonly at: string };
  /** Inputs that are modules for which there are such classes. */
  readonly modules?: readonly string[];
}

/** A resource that manages a module. */
interface Claim {
  readonly resource: pulumi.CustomResource;
  /** Class and name. */
  readonly label: string;
  readonly isSingle: boolean;
}

/** Claims of one program by module and owner. The owner is known by its id or, before it has one, as a resource. */
type Claims = Map<string, Map<unknown, Claim[]>>;

const programs = new WeakMap<object, Claims>();

/** Notes which modules a new resource manages, and warns of those that another one manages already. */
export function noteModules(
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
    const owner = innerOutput(args[module.at]);
    unlessFailed(claimByOwner(claims, `${module.input} of the ${module.of}`, claim, owner));
  }
  for (const input of modules.filter((key) => args[key] !== undefined && args[key] !== null))
    unlessFailed(claimAsOwner(claims, `${input} of the ${className}`, claim, args[input]));
}

/** A failed input, or an id that never comes, fails the resource itself. */
const unlessFailed = (task: Promise<void>) => void task.catch(() => undefined);

async function claimAsOwner(claims: Claims, key: string, claim: Claim, input: unknown): Promise<void> {
  const given = await innerOutput(input).promise(true);
  if (given === undefined || given === null) return;
  add(ownersOf(claims, key), claim.resource, key, claim);
  await claimByOwner(claims, key, claim, innerOf(claim.resource.id));
}

async function claimByOwner(claims: Claims, key: string, claim: Claim, owner: InnerOutput): Promise<void> {
  const byOwner = ownersOf(claims, key);
  const id = await owner.promise(true);
  if (await owner.isKnown) add(byOwner, id, key, claim);
  // A reference to an object that does not exist yet: only its resource is known.
  else if (claim.isSingle) for (const source of owner.resources()) add(byOwner, source, key, claim);
}

function ownersOf(claims: Claims, key: string): Map<unknown, Claim[]> {
  const byOwner = claims.get(key) ?? new Map<unknown, Claim[]>();
  claims.set(key, byOwner);
  return byOwner;
}

function add(byOwner: Map<unknown, Claim[]>, owner: unknown, key: string, claim: Claim): void {
  const others = byOwner.get(owner) ?? [];
  for (const other of others) if (claim.isSingle || other.isSingle) warnOfBoth(key, claim, other);
  byOwner.set(owner, [...others, claim]);
}

function warnOfBoth(key: string, claim: Claim, other: Claim): void {
  const [single, rest] = claim.isSingle ? [claim, other] : [other, claim];
  const otherWay = rest.isSingle
    ? ""
    : ` Should a run fail after it has taken the module out of ${rest.label}, \`pulumi up --refresh\` has ${single.label} set it again.`;
  void warn(
    `${single.label} and ${rest.label} manage the same module, ${key}: each update of one would undo the other. Keep one of them: the module stays when the other one goes.${otherWay}`,
  );
}
