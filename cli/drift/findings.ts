import { camelCase } from "es-toolkit/string";
import {
  type AccountObject,
  type DescribedObject,
  describeInputs,
  driftOf,
  inspectClass,
  inventory,
  type PropertyDrift,
} from "../../provider/account";
import { laidOut, quoted, raw } from "../export/code";
import { expression } from "../export/expressions";
import { namesOf, UniqueTexts } from "../export/names";
import { secretsOf } from "../export/secrets";
import type { StackState, StateResource } from "./state";

/** How one resource stands. */
export interface ResourceFinding {
  readonly urn: string;
  readonly class: string;
  readonly name: string;
  readonly id: string;
  /** `gone`: the object was deleted on the service. `drifted`: the next update would change something back. */
  readonly verdict: "same" | "drifted" | "gone";
  readonly properties: readonly PropertyDrift[];
}

/** An object of the account that no resource of the stack stands for. */
export interface UnmanagedFinding {
  readonly class: string;
  readonly id: string;
  /** Name of the `Provider` resource of its account; null for the default account. */
  readonly provider: string | null;
  /** A declaration that adopts it, to be pasted into a program. */
  readonly declaration: string;
}

/** What a report may show. */
export interface DriftOptions {
  /** Header values and traffic policies, save those that look like a secret or that the program declares one. */
  readonly showValues?: boolean;
}

/** Compares every resource of a stack with its object. Commands stand for no object and are left out. */
export async function compareResources(
  stack: StackState,
  options: DriftOptions = {},
): Promise<ResourceFinding[]> {
  const single = await singleModules(stack);
  const findings = await Promise.all(
    stack.resources.map((resource) => compare(resource, stack, single, options)),
  );
  return findings.filter((finding) => finding !== undefined);
}

/** Modules that have a resource of their own: the object that they are in does not miss them. */
async function singleModules({ resources }: StackState): Promise<ReadonlySet<string>> {
  const modules = resources.map(async ({ className, outputs }) => {
    const facts = (await inspectClass(className))?.facts.moduleOf;
    const owner = facts && outputs[facts.at.at(-1) ?? ""];
    return facts ? moduleKey(facts.className, String(owner), facts.input) : "";
  });
  return new Set(await Promise.all(modules));
}

const moduleKey = (className: string, id: string, input: string) => `${className} ${id} ${input}`;

async function compare(
  resource: StateResource,
  stack: StackState,
  single: ReadonlySet<string>,
  options: DriftOptions,
): Promise<ResourceFinding | undefined> {
  const { urn, className, name, id, outputs, secrets, provider } = resource;
  const config = stack.accounts.get(provider);
  const drift = config && (await driftOf(className, id, outputs, config, { secrets, ...options }));
  if (!drift) return undefined;
  const about = { urn, class: className, name, id };
  if (!drift.found) return { ...about, verdict: "gone", properties: [] };
  const properties = drift.properties.filter(
    ({ kind, path }) => kind !== "unmanaged" || !single.has(moduleKey(className, id, path)),
  );
  const isDrifted = properties.some(({ kind }) => kind === "changed");
  return { ...about, verdict: isDrifted ? "drifted" : "same", properties };
}

/** The objects of the stack's accounts that it does not manage. */
export async function findUnmanaged(
  stack: StackState,
  options: DriftOptions = {},
): Promise<UnmanagedFinding[]> {
  const used = new Set(stack.resources.map(({ provider }) => provider));
  // A stack without resources is about the account that its configuration names.
  if (used.size === 0) used.add(undefined);
  const accounts = [...stack.accounts].filter(([provider]) => used.has(provider));
  const found = await Promise.all(
    accounts.map(async ([provider, config]) => {
      const own = stack.resources.filter((resource) => resource.provider === provider);
      const known = new Set(own.map(({ className, id }) => `${className} ${id}`));
      const objects = await inventory(config);
      const unknownObjects = objects.filter(
        ({ family, id, manageable }) => manageable && !known.has(`${family.name} ${id}`),
      );
      return declarations(unknownObjects, provider, options);
    }),
  );
  return found.flat();
}

function declarations(
  objects: readonly AccountObject[],
  provider: string | undefined,
  { showValues }: DriftOptions,
): UnmanagedFinding[] {
  const taken = new UniqueTexts();
  return [...namesOf(objects)].map(([object, name]) => {
    const { inputs: shape, rules } = object.family;
    const inputs = adoptable(describeInputs(shape, object.inputs, { rules, showValues }));
    const secrets = secretsOf({ ...object, ...name }, inputs, taken);
    const keys = new Map(secrets.map(({ path, key }) => [JSON.stringify(path), key]));
    const code = expression(inputs, {
      // Whether the program has a variable for another object is not known here: ids stay ids.
      variableOf: () => undefined,
      secret: (path) => `config.requireSecret(${quoted(keys.get(JSON.stringify(path)) ?? "")})`,
      usesEngine: () => undefined,
    });
    const entries = code.kind === "object" ? code.entries : [];
    const start = `new edge.${object.family.name}(${quoted(name.resource)}, `;
    const given = { kind: "object", entries: [["adoptId", raw(quoted(object.id))], ...entries] } as const;
    const options = provider === undefined ? "" : `, { provider: ${variableOf(provider)} }`;
    return {
      class: object.family.name,
      id: object.id,
      provider: provider ?? null,
      declaration: `${start}${laidOut(given, "", start.length + 2 + options.length)}${options});`,
    };
  });
}

/** What an adopted object does without is left out: secrets that the service never tells. */
function adoptable(object: DescribedObject): DescribedObject {
  const entries = object.entries.flatMap(([key, value]) => {
    if (value.kind === "secret" && (value.knowledge === "trusted" || value.knowledge === "possible"))
      return [];
    return [[key, value.kind === "object" ? adoptable(value) : value] as const];
  });
  return { ...object, entries };
}

/** What a program may call the `Provider` resource of a name. */
function variableOf(provider: string): string {
  const words = camelCase(provider);
  return /^[a-z]/.test(words) && words !== "default" ? words : camelCase(`provider ${provider}`);
}
