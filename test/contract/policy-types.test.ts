import type { PolicyResource, ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import { beforeAll, describe, expect, test } from "vitest";
import type { Emulator } from "../../emulator";
import { edgePolicies, RULES } from "../../policy";
import { dynamicType, nativeType } from "../../provider/engine/native/tokens";
import { AFTER_UP, CASES, COMMON, type Declare } from "../engine/policy-cases";
import { type PolicyValues, policyValues } from "../engine/policy-values";
import { hostFor } from "../support/hosted";
import { plain } from "../support/secrets";

/** Every rule binds to the resources of both providers: the programs of the rules' cases, judged in this process. */

type Props = Record<string, unknown>;

/** A value of another resource, which a program may build on. */
class Output {
  constructor(
    readonly value: unknown,
    readonly of: readonly string[],
  ) {}

  apply(build: (value: unknown) => unknown): Output {
    return new Output(build(this.value), this.of);
  }
}

interface Declared {
  readonly className: string;
  readonly name: string;
  readonly args: Props;
  readonly protect: boolean;
}

/** The resources that functions declare, each in order. */
function declaredBy(declares: readonly Declare[], values: PolicyValues): Declared[] {
  const declared: Declared[] = [];
  const edge = new Proxy(
    {},
    {
      get: (_, className: string) =>
        class {
          readonly id: Output;

          constructor(name: string, args: Props = {}, opts: { protect?: boolean } = {}) {
            this.id = new Output(idOf(name), [name]);
            declared.push({ className, name, args, protect: opts.protect === true });
          }
        },
    },
  );
  for (const declare of [COMMON, ...declares]) declare(edge as never, values);
  return declared;
}

const idOf = (name: string) => `id_of_${name.replaceAll("-", "_")}`;

/** A value without outputs; the names of the resources that it was made of go to `from`. */
function resolved(value: unknown, from: Set<string>): unknown {
  if (value instanceof Output) {
    for (const name of value.of) from.add(name);
    return resolved(value.value, from);
  }
  if (Array.isArray(value)) return value.map((item) => resolved(item, from));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, from)]));
}

// Nothing is sent: check works without a network.
const host = hostFor({ url: "http://127.0.0.1:9", token: "t" } as Emulator);

/** The resources of a program as the policy library shows them. */
async function resourcesOf(
  declares: readonly Declare[],
  values: PolicyValues,
  typeOf: (name: string) => string,
) {
  const byName = new Map<string, PolicyResource>();
  for (const { className, name, args, protect } of declaredBy(declares, values)) {
    const from = new Set<string>();
    const propertyDependencies: Record<string, PolicyResource[]> = {};
    const given: Props = {};
    for (const [key, value] of Object.entries(args)) {
      const own = new Set<string>();
      given[key] = resolved(value, own);
      propertyDependencies[key] = [...own].flatMap((other) => byName.get(other) ?? []);
      for (const other of own) from.add(other);
    }
    const { inputs, failures = [] } = await host.of(className).check({}, given);
    if (failures.length > 0) throw new Error(`${name}: ${JSON.stringify(failures)}`);
    const type = typeOf(className);
    const urn = `urn:pulumi:test::tunnel-edge-test::${type}::${name}`;
    const props = { ...(plain(inputs) as Props), uri: `https://api.example.com/${idOf(name)}` };
    byName.set(name, {
      ...{ type, name, urn, props, propertyDependencies, dependencies: [], opts: { protect } },
      // The policy library knows the classes of the dynamic provider alone.
      isType: () => {
        throw new Error("asks for the type itself");
      },
    } as unknown as PolicyResource);
  }
  return [...byName.values()];
}

class NotApplicable extends Error {}

/** Everything that the pack finds in resources, as `<rule> <name>`, without a secret in its messages. */
function violations(
  resources: readonly PolicyResource[],
  config: Readonly<Record<string, object>>,
): string[] {
  const found: string[] = [];
  const add = (message: string, violation: string) => {
    expect(message).not.toMatch(/very-private|hunter2|AKIA|BEGIN/);
    found.push(violation);
  };
  for (const policy of edgePolicies()) {
    const getConfig = () => config[policy.name] ?? {};
    const notApplicable = () => {
      throw new NotApplicable();
    };
    const { validateStack } = policy as StackValidationPolicy;
    const nameOf = (urn?: string) => resources.find((one) => one.urn === urn)?.name ?? "(stack)";
    if (validateStack)
      validateStack({ resources, getConfig, notApplicable } as never, (message, urn) =>
        add(message, `${policy.name} ${nameOf(urn)}`),
      );
    const { validateResource = [] } = policy as ResourceValidationPolicy;
    for (const validate of [validateResource].flat())
      for (const resource of resources) {
        try {
          validate({ ...resource, getConfig, notApplicable } as never, (message) =>
            add(message, `${policy.name} ${resource.name}`),
          );
        } catch (error) {
          if (!(error instanceof NotApplicable)) throw error;
        }
      }
  }
  return [...new Set(found)].sort();
}

/** Settings with which the tests' stack counts as production. */
const production = {
  "edge-oauth-own-app": { exemptStacks: [] },
  "edge-endpoint-https": { exemptStacks: [] },
};

const HELP = "change test/engine/policy-cases.ts, see docs/adding-a-rule.md, step 4";

test("every rule has a case", () => {
  const known: readonly string[] = [...Object.keys(CASES), ...AFTER_UP];
  expect(
    RULES.map(({ id }) => id).filter((id) => !known.includes(id)),
    HELP,
  ).toEqual([]);
  expect(known.length, HELP).toBe(RULES.length);
});

describe.each([
  ["dynamic", dynamicType],
  ["native", nativeType],
] as const)("with resources of the %s provider", (_, typeOf) => {
  let values: PolicyValues;
  beforeAll(async () => {
    values = await policyValues();
  });

  test("every rule with a case is broken where its case breaks it, and nowhere else", async () => {
    const declares = Object.values(CASES).map(({ violates }) => violates);
    const found = violations(await resourcesOf(declares, values, typeOf), production);
    const expected = Object.entries(CASES).flatMap(([rule, { at }]) => at.map((name) => `${rule} ${name}`));
    const elsewhere = found.filter((violation) => !expected.includes(violation));
    expect(elsewhere, `broken at resources that no case names, such as those of COMMON: ${HELP}`).toEqual([]);
    const missing = expected.filter((violation) => !found.includes(violation)).sort();
    expect(missing, `not broken where their case says so: ${HELP}`).toEqual([]);
  });

  test("every fix rewrites", async () => {
    const fixes = RULES.filter((rule) => rule.fix !== undefined).map(({ id }) => id);
    const cases = fixes.flatMap((id) => CASES[id]?.violates ?? []);
    const resources = await resourcesOf(cases, values, typeOf);
    const policies = edgePolicies({ config: { "edge-meta-owner": { values: { owner: "o", repo: "r" } } } });
    const rewriting = policies.filter((policy) => {
      const { remediateResource } = policy as ResourceValidationPolicy;
      return resources.some((resource) => {
        const getConfig = () => ({ values: { owner: "o", repo: "r" } });
        const notApplicable = () => undefined as never;
        return remediateResource?.({ ...resource, getConfig, notApplicable } as never) !== undefined;
      });
    });
    expect(rewriting.map(({ name }) => name)).toEqual(fixes);
  });
});

test("resources of other packages with the same class names are none of them", async () => {
  const declares = Object.values(CASES).map(({ violates }) => violates);
  const strangers = await resourcesOf(declares, await policyValues(), (name) => `other:index:${name}`);
  const found = violations(strangers, production);
  // Nothing restricts the account, as in an empty stack.
  expect(found.filter((violation) => !violation.startsWith("edge-acct-restrict-"))).toEqual([]);
});
