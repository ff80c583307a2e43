import type { PolicyResource, ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import { beforeAll, describe, expect, test } from "vitest";
import type { Emulator } from "../../emulator";
import { edgePolicies, RULES } from "../../policy";
import { dynamicType, nativeType } from "../../provider/engine/native/tokens";
import { AFTER_UP, CASES, declaredBy } from "../engine/policy-cases";
import { type PolicyValues, policyValues } from "../engine/policy-values";
import { hostFor } from "../support/hosted";
import { type Declared, withIds } from "../support/program";
import type { Rows } from "../support/rows";
import { plain } from "../support/secrets";

/** Every rule binds to the resources of both providers: the programs of the rules' cases, judged in this process. */

type Props = Record<string, unknown>;

const idOf = (name: string) => `id_of_${name.replaceAll("-", "_")}`;

/** Names of the resources that a value refers to. */
const namesIn = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/\$\{([\w-]+)\.id\}/g)].map(([, name = ""]) => name);

// Nothing is sent: check works without a network.
const host = hostFor({ url: "http://127.0.0.1:9", token: "t" } as Emulator);

/** The resources of a program as the policy library shows them. */
async function resourcesOf(declared: readonly Declared[], typeOf: (name: string) => string) {
  const byName = new Map<string, PolicyResource>();
  const ids = new Map(declared.map(({ name }) => [name, idOf(name)]));
  for (const { class: className, name, inputs: args, protect = false } of declared) {
    const given = withIds(args, ids) as Props;
    const propertyDependencies = Object.fromEntries(
      Object.entries(args).map(([key, value]) => [
        key,
        namesIn(value).flatMap((other) => byName.get(other) ?? []),
      ]),
    );
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

const HELP = "change test/engine/policy-cases.yaml, see docs/adding-a-rule.md, step 4";

const violating = Object.values(CASES).map(({ violates = {} }): Rows => violates);

test("every rule has a case", () => {
  const known: readonly string[] = [...Object.keys(CASES), ...AFTER_UP.rules];
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
    const found = violations(await resourcesOf(declaredBy(values, ...violating), typeOf), production);
    const expected = Object.entries(CASES).flatMap(([rule, { violates = {}, at = Object.keys(violates) }]) =>
      at.map((name) => `${rule} ${name}`),
    );
    const elsewhere = found.filter((violation) => !expected.includes(violation));
    expect(elsewhere, `broken at resources that no case names, such as those of COMMON: ${HELP}`).toEqual([]);
    const missing = expected.filter((violation) => !found.includes(violation)).sort();
    expect(missing, `not broken where their case says so: ${HELP}`).toEqual([]);
  });

  test("every fix rewrites", async () => {
    const fixes = RULES.filter((rule) => rule.fix !== undefined).map(({ id }) => id);
    const cases = fixes.map((id): Rows => CASES[id]?.violates ?? {});
    const resources = await resourcesOf(declaredBy(values, ...cases), typeOf);
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
  const declared = declaredBy(await policyValues(), ...violating);
  const strangers = await resourcesOf(declared, (name) => `other:index:${name}`);
  const found = violations(strangers, production);
  // Nothing restricts the account, as in an empty stack.
  expect(found.filter((violation) => !violation.startsWith("edge-acct-restrict-"))).toEqual([]);
});
