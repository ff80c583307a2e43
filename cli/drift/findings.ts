import {
  type AccountObject,
  type DescribedObject,
  describeInputs,
  driftOf,
  findDanglingReferences,
  inspectClass,
  inventory,
  isMarked,
  type PropertyDrift,
  settingsOf,
} from "../../provider/inspect";
import { camelCase } from "../common";
import { formatCode, raw, stringLiteral } from "../export/code";
import { codeOf } from "../export/expressions";
import { nameObjects, UniqueTexts } from "../export/names";
import { secretsOf } from "../export/secrets";
import { managedKey, type Sibling, type StackState, type StateResource } from "./state";

export interface ResourceFinding {
  readonly urn: string;
  readonly class: string;
  readonly name: string;
  readonly id: string;
  /**
   * `gone`: the object was deleted on the service. `drifted`: the next update would revert a change, or the
   * resource refers to an object that the account doesn't have.
   */
  readonly verdict: "same" | "drifted" | "gone";
  readonly properties: readonly PropertyDrift[];
}

/** An object of the account that no resource of the stack manages. */
export type UnmanagedFinding = ReturnType<typeof describeUnmanaged>[number];

/** The number of objects in the stack's accounts that a sibling (another stack of the account) manages. */
export type SiblingCount = Awaited<ReturnType<typeof findUnmanaged>>["siblings"][number];

export interface DriftOptions {
  /** Shows header values and traffic policies, except those that look secret or that the program declares secret. */
  readonly showValues?: boolean;
}

/** Compares every resource of a stack with its object. Skips commands, which have none. */
export async function compareResources(
  stack: Omit<StackState, "identity">,
  options: DriftOptions = {},
): Promise<ResourceFinding[]> {
  const separateModules = await findSeparateModules(stack.resources);
  const findings = await Promise.all(
    stack.resources.map((resource) => compare(resource, separateModules, options)),
  );
  const existing = stack.resources.filter((_, n) => findings[n] && findings[n].verdict !== "gone");
  const danglingReferences = new Map<StateResource, readonly PropertyDrift[]>();
  await Promise.all(
    byAccount(existing).map(async ({ account, members }) => {
      const references = await findDanglingReferences(members, account.config);
      for (const [n, resource] of members.entries()) danglingReferences.set(resource, references[n] ?? []);
    }),
  );
  return stack.resources.flatMap((resource, n): ResourceFinding[] => {
    const finding = findings[n];
    if (!finding) return [];
    const references = danglingReferences.get(resource) ?? [];
    if (references.length === 0) return [finding];
    return [{ ...finding, verdict: "drifted", properties: [...finding.properties, ...references] }];
  });
}

/** Returns the keys of modules with a resource of their own, which their edge must not report as unmanaged. */
async function findSeparateModules(resources: readonly StateResource[]) {
  const modules = resources.map(async ({ className, outputs }) => {
    const module = (await inspectClass(className))?.facts.moduleOf;
    // The last id is the one of the module's edge or route.
    return module && moduleKey(module.className, String(outputs[module.idInputs.at(-1) ?? ""]), module.input);
  });
  return new Set(await Promise.all(modules));
}

const moduleKey = (className: string, id: string, input: string) => `${className} ${id} ${input}`;

async function compare(
  resource: StateResource,
  separateModules: ReadonlySet<string | undefined>,
  { showValues }: DriftOptions,
): Promise<ResourceFinding | undefined> {
  const { urn, className, name, id, inputs, outputs, secrets, ignoreChanges, account } = resource;
  const comparison = { inputs, secrets, ignoreChanges, showValues };
  const drift = await driftOf(className, id, outputs, account.config, comparison);
  if (!drift) return undefined;
  const identity = { urn, class: className, name, id };
  if (!drift.found) return { ...identity, verdict: "gone", properties: [] };
  const properties = drift.properties.filter(
    ({ kind, path }) => kind !== "unmanaged" || !separateModules.has(moduleKey(className, id, path)),
  );
  const isDrifted = properties.some(({ kind }) => kind === "changed");
  return { ...identity, verdict: isDrifted ? "drifted" : "same", properties };
}

/** Finds the objects of the stack's accounts that neither the stack nor one of its siblings manages. */
export async function findUnmanaged(
  stack: Omit<StackState, "identity">,
  options: DriftOptions = {},
  siblings: readonly Pick<Sibling, "stack" | "managedKeys">[] = [],
) {
  // A stack without resources uses the account of its configuration.
  const isEmpty = stack.resources.length === 0;
  const accounts = isEmpty ? [{ account: stack.defaultAccount, members: [] }] : byAccount(stack.resources);
  const objectsByAccount = await Promise.all(
    accounts.map(async ({ account: { provider, config }, members }) => {
      const managedKeys = new Set(members.map(({ className, id }) => managedKey(className, id)));
      const objects = (await inventory(config)).filter(
        ({ isManageable, ...object }) => isManageable && !managedKeys.has(keyOf(object)),
      );
      const unmanaged = objects.filter((object) => !siblings.some((sibling) => isManaged(object, sibling)));
      return { objects, unmanaged: describeUnmanaged(unmanaged, provider, options) };
    }),
  );
  return {
    unmanaged: objectsByAccount.flatMap(({ unmanaged }) => unmanaged),
    siblings: siblings.map((sibling) => {
      const objects = objectsByAccount.flatMap((account) => account.objects);
      return { stack: sibling.stack, objects: objects.filter((object) => isManaged(object, sibling)).length };
    }),
  };
}

const keyOf = ({ family, id }: Pick<AccountObject, "family" | "id">) => managedKey(family.name, id);

/** Ignores the account of the sibling, because ids are unique across accounts. */
const isManaged = (object: AccountObject, { managedKeys }: Pick<Sibling, "managedKeys">) =>
  managedKeys.has(keyOf(object));

/** Groups resources by account. Several Providers may use one, for example while a stack moves to native classes. */
function byAccount(resources: readonly StateResource[]) {
  const groups = Map.groupBy(resources, ({ account }) => {
    const { baseUrl, token } = settingsOf(account.config);
    return JSON.stringify([baseUrl, token]);
  });
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    return first ? [{ account: first.account, members }] : [];
  });
}

function describeUnmanaged(
  objects: readonly AccountObject[],
  provider: string | undefined,
  { showValues }: DriftOptions,
) {
  const configKeys = new UniqueTexts();
  return nameObjects(objects).map((object) => {
    const { inputs: shape, rules } = object.family;
    const inputs = withoutOptionalSecrets(describeInputs(shape, object.inputs, { rules, showValues }));
    const secrets = secretsOf(object, inputs, configKeys);
    const keys = new Map(secrets.map(({ path, key }) => [JSON.stringify(path), key]));
    const code = codeOf(inputs, {
      // Ids stay literals: the names of the program's variables are unknown here.
      variableOf: () => undefined,
      secret: (path) => `config.requireSecret(${stringLiteral(keys.get(JSON.stringify(path)) ?? "")})`,
      // The declaration is pasted into a program, so its imports don't matter.
      usesEngine: () => undefined,
    });
    const entries = code.kind === "object" ? code.entries : [];
    const start = `new edge.${object.family.name}(${stringLiteral(object.resource)}, `;
    const argument = {
      kind: "object",
      entries: [["adoptId", raw(stringLiteral(object.id))], ...entries],
    } as const;
    const end = `${provider === undefined ? "" : `, { provider: ${guessVariable(provider)} }`});`;
    return {
      class: object.family.name,
      id: object.id,
      /** Name of the `Provider` resource of its account; null for the default account. */
      provider: provider ?? null,
      /** True if it has an ownership mark, left by another stack or by an interrupted run of this one. */
      isMarked: isMarked(object),
      /** Code that adopts it, to paste into a program. Leaves room for `end` on its line. */
      declaration: `${start}${formatCode(argument, "", start.length + end.length)}${end}`,
    };
  });
}

/** Omits secrets that the service doesn't return, except those without which adoption fails. */
function withoutOptionalSecrets(object: DescribedObject): DescribedObject {
  const entries = object.entries.flatMap(([key, value]) => {
    if (value.kind === "secret" && (value.knowledge === "trusted" || value.knowledge === "possible"))
      return [];
    return [[key, value.kind === "object" ? withoutOptionalSecrets(value) : value] as const];
  });
  return { ...object, entries };
}

/** Guesses the variable of a Provider from its resource name. */
function guessVariable(provider: string): string {
  const words = camelCase(provider);
  return /^[a-z]/.test(words) && words !== "default" ? words : camelCase(`provider ${provider}`);
}
