import * as pulumi from "@pulumi/pulumi";
import { hostIn, plainHost, reservesHost } from "../provider/family/hosts";
import { internalsOfInput, parentOf, providerOf } from "./engine-internals";
import { oncePerProgram } from "./once-per-program";
import { ignoreFailure, warn } from "./warn";

/*
 * Warns if a program reserves a hostname, and repeats it as a string in another resource. Without a reference between the
 * two resources, the engine doesn't order them.
 */

export interface HostNames {
  /** Inputs that reserve a hostname or a wildcard. */
  readonly reserves?: readonly string[];
  /** Inputs with hostnames that must be reserved. */
  readonly uses?: readonly string[];
}

interface Registration {
  readonly args: Readonly<Record<string, unknown>>;
  readonly opts: pulumi.CustomResourceOptions;
}

interface HostReference {
  readonly resource: pulumi.CustomResource;
  readonly label: string;
  readonly input: string;
  readonly hosts: readonly { readonly path: string; readonly host: string }[];
}

interface Program {
  /** One promise per reservation; it resolves when its hostnames are known. */
  readonly pending: Promise<unknown>[];
  readonly reserved: HostReference[];
  readonly uses: HostReference[];
  readonly warned: Set<pulumi.Resource>;
}

const currentProgram = oncePerProgram(
  (): Program => ({ pending: [], reserved: [], uses: [], warned: new Set() }),
);
const registrations = new WeakMap<pulumi.Resource, Registration>();

export function recordHosts(
  { name: className, reserves = [], uses = [] }: HostNames & { readonly name: string },
  resource: pulumi.CustomResource,
  name: string,
  { args, opts }: Registration,
): void {
  registrations.set(resource, { args, opts });
  const program = currentProgram();
  if (!program || (reserves.length === 0 && uses.length === 0)) return;
  const readReference = async (input: string): Promise<HostReference> => ({
    resource,
    label: `${className} "${name}"`,
    input,
    hosts: await readHosts(args[input], input),
  });
  for (const input of reserves)
    program.pending.push(ignoreFailure(recordReservation(program, readReference(input))));
  for (const input of uses) void ignoreFailure(recordUse(program, readReference(input)));
}

async function recordReservation(program: Program, pending: Promise<HostReference>): Promise<void> {
  const reference = await pending;
  if (reference.hosts.length === 0) return;
  program.reserved.push(reference);
  for (const use of program.uses) await warnIfUnordered(program, use);
}

async function recordUse(program: Program, pending: Promise<HostReference>): Promise<void> {
  const reference = await pending;
  if (reference.hosts.length === 0) return;
  await Promise.all(program.pending);
  program.uses.push(reference);
  await warnIfUnordered(program, reference);
}

async function warnIfUnordered(program: Program, use: HostReference): Promise<void> {
  for (const { path, host } of use.hosts) {
    const covering = program.reserved.filter(
      (reservation) =>
        isSameAccount(reservation, use) &&
        reservation.hosts.some((reserved) => reservesHost(reserved.host, host)),
    );
    const [first] = covering;
    if (!first) continue;
    const dependencies = await findDependencies(use.resource);
    if (!dependencies || covering.some(({ resource }) => dependencies.has(resource))) continue;
    // One warning is enough, and another reservation may have caused it in the meantime.
    if (program.warned.has(use.resource)) return;
    program.warned.add(use.resource);
    const isExact = first.hosts.some((reserved) => reserved.host === host);
    const fix = isExact
      ? `use the output ${first.input} of ${first.label}, or set dependsOn`
      : `set dependsOn to ${first.label}, the wildcard that covers it`;
    void warn(
      `${use.label}: ${path} names a hostname that ${first.label} of this program reserves, but ${use.label} doesn't depend on it. It may be created before the reservation or deleted after the release, both of which the service rejects. To fix this, ${fix}.`,
    );
  }
}

async function readHosts(value: unknown, input: string): Promise<HostReference["hosts"]> {
  const resolved = await internalsOfInput(value).promise(true);
  return [resolved].flat().flatMap((text: unknown, n) => {
    const host = typeof text === "string" ? plainHost(hostIn(text) ?? "") : "";
    const path = Array.isArray(resolved) ? `${input}[${n}]` : input;
    return host.includes(".") ? [{ path, host }] : [];
  });
}

/** True if two resources have the same `Provider`, or both use the default account. */
const isSameAccount = (a: HostReference, b: HostReference) =>
  providerOf(a.resource) === providerOf(b.resource);

/**
 * Returns a resource with its direct and indirect dependencies; undefined if one of them is not of this package, because
 * its dependencies are unknown here.
 */
async function findDependencies(
  resource: pulumi.Resource,
): Promise<ReadonlySet<pulumi.Resource> | undefined> {
  const dependencies = new Set([resource]);
  // The loop also visits the resources that it adds.
  for (const next of dependencies) {
    const registration = registrations.get(next);
    if (!registration) return undefined;
    for (const dependency of await directDependencies(next, registration)) dependencies.add(dependency);
  }
  return dependencies;
}

async function directDependencies(
  resource: pulumi.Resource,
  { args, opts }: Registration,
): Promise<pulumi.Resource[]> {
  const inputs = Object.values(args).map((value) => internalsOfInput(value).allResources());
  const explicit = await internalsOfInput(opts.dependsOn).promise(true);
  const parents: pulumi.Resource[] = [];
  // Only parents of this package are dependencies: a component or the stack has no object on the service.
  for (let parent = parentOf(resource); parent; parent = parentOf(parent))
    if (registrations.has(parent)) parents.push(parent);
  const listed = [explicit].flat().filter((item) => pulumi.Resource.isInstance(item)) as pulumi.Resource[];
  return [...(await Promise.all(inputs)).flatMap((resources) => [...resources]), ...listed, ...parents];
}
