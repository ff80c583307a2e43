import * as pulumi from "@pulumi/pulumi";
import { hostIn, plainHost, reservesHost } from "../provider/family/hosts";
import { innerOutput, parentOf, providerOf } from "./engine-inner";
import { warn } from "./warn";

/**
 * Warns of hostnames that a program writes as text although it reserves them: the engine then does not order the domain
 * and its users.
 */

/** Facts about hostnames in the inputs of a class. */
export interface HostNames {
  /** Inputs that reserve a hostname, or all below a wildcard. */
  readonly reserves?: readonly string[];
  /** Inputs whose texts name hostnames that have to be reserved. */
  readonly uses?: readonly string[];
}

interface Given {
  readonly args: Readonly<Record<string, unknown>>;
  readonly opts: pulumi.CustomResourceOptions;
}

/** A resource of which an input names hosts. */
interface Naming {
  readonly resource: pulumi.CustomResource;
  /** Class and name. */
  readonly label: string;
  readonly input: string;
  /** Hostnames with their place in the input. */
  readonly hosts: readonly { readonly at: string; readonly host: string }[];
}

/** The names in a program so far. */
interface Program {
  /** Reservations whose hostnames are still to come, or have come. */
  readonly pending: Promise<unknown>[];
  readonly reserved: Naming[];
  readonly used: Naming[];
  readonly warned: Set<pulumi.Resource>;
}

const programs = new WeakMap<object, Program>();
const given = new WeakMap<pulumi.Resource, Given>();

/** Records the hostnames of a new resource, and warns of conflicts. */
export function noteHosts(
  { name: className, reserves = [], uses = [] }: HostNames & { readonly name: string },
  resource: pulumi.CustomResource,
  name: string,
  { args, opts }: Given,
): void {
  given.set(resource, { args, opts });
  const stack = pulumi.runtime.getStackResource();
  if (!stack || (reserves.length === 0 && uses.length === 0)) return;
  const program = programs.get(stack) ?? { pending: [], reserved: [], used: [], warned: new Set() };
  programs.set(stack, program);
  const naming = async (input: string): Promise<Naming> => ({
    resource,
    label: `${className} "${name}"`,
    input,
    hosts: await readHosts(args[input], input),
  });
  for (const input of reserves) program.pending.push(unlessFailed(noteReserved(program, naming(input))));
  for (const input of uses) void unlessFailed(noteUsed(program, naming(input)));
}

/** A failed input fails the resource itself. */
const unlessFailed = (task: Promise<void>) => task.catch(() => undefined);

async function noteReserved(program: Program, coming: Promise<Naming>): Promise<void> {
  const naming = await coming;
  if (naming.hosts.length === 0) return;
  program.reserved.push(naming);
  for (const use of program.used) await compare(program, use);
}

async function noteUsed(program: Program, coming: Promise<Naming>): Promise<void> {
  const naming = await coming;
  if (naming.hosts.length === 0) return;
  await Promise.all(program.pending);
  program.used.push(naming);
  await compare(program, naming);
}

async function compare(program: Program, use: Naming): Promise<void> {
  for (const { at, host } of use.hosts) {
    const covering = program.reserved.filter(
      (reservation) =>
        isSameAccount(reservation, use) &&
        reservation.hosts.some((reserved) => reservesHost(reserved.host, host)),
    );
    const [first] = covering;
    if (!first || program.warned.has(use.resource)) continue;
    const before = await findDependencies(use.resource);
    if (!before || covering.some(({ resource }) => before.has(resource))) continue;
    if (program.warned.has(use.resource)) return;
    program.warned.add(use.resource);
    const isExact = first.hosts.some((reserved) => reserved.host === host);
    const fix = isExact
      ? `use the output ${first.input} of ${first.label} in it, or give dependsOn`
      : `give dependsOn with ${first.label}, which is a wildcard that covers it`;
    void warn(
      `${use.label}: ${at} names a hostname as text that ${first.label} of this program reserves. The engine knows of no order between the two: ${use.label} may be created before it is reserved, and it may be released before ${use.label} is deleted; the service refuses both. To mend that, ${fix}.`,
    );
  }
}

/** The known hostnames in the texts of an input. */
async function readHosts(value: unknown, input: string): Promise<{ at: string; host: string }[]> {
  const known = await innerOutput(value).promise(true);
  const texts = Array.isArray(known)
    ? known.map((item, at) => ({ at: `${input}[${at}]`, text: item as unknown }))
    : [{ at: input, text: known }];
  return texts.flatMap(({ at, text }) => {
    const host = typeof text === "string" ? plainHost(hostIn(text) ?? "") : "";
    return host.includes(".") ? [{ at, host }] : [];
  });
}

/** Two resources of one `Provider`, or of the default account. */
const isSameAccount = (a: Naming, b: Naming) => providerOf(a.resource) === providerOf(b.resource);

/**
 * The resources that another one depends on, through classes of this package. Undefined if other resources are in
 * between, whose dependencies are unknown here.
 */
async function findDependencies(
  resource: pulumi.Resource,
): Promise<ReadonlySet<pulumi.Resource> | undefined> {
  const found = new Set<pulumi.Resource>();
  const open = [resource];
  for (let next = open.pop(); next; next = open.pop()) {
    const known = given.get(next);
    if (!known) return undefined;
    for (const dependency of await directDependencies(next, known)) {
      if (found.has(dependency)) continue;
      found.add(dependency);
      open.push(dependency);
    }
  }
  return found;
}

async function directDependencies(
  resource: pulumi.Resource,
  { args, opts }: Given,
): Promise<pulumi.Resource[]> {
  const inputs = Object.values(args).map((value) => innerOutput(value).allResources());
  const explicit = await innerOutput(opts.dependsOn).promise(true);
  const parents: pulumi.Resource[] = [];
  // Of the parents only this package's own are objects; a component or the stack comes before nothing.
  for (let at = parentOf(resource); at; at = parentOf(at)) if (given.has(at)) parents.push(at);
  const listed = [explicit].flat().filter((item) => pulumi.Resource.isInstance(item)) as pulumi.Resource[];
  return [...(await Promise.all(inputs)).flatMap((some) => [...some]), ...listed, ...parents];
}
