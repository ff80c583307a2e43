import type { PolicyResource, ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import { beforeAll, describe, expect, test } from "vitest";
import type { Emulator } from "../../emulator";
import { edgePolicies, RULES } from "../../policy";
import { dynamicType, nativeType } from "../../provider/engine/native/tokens";
import { AFTER_UP, CASES, declareCase, PRODUCTION } from "../engine/policy-cases";
import { type PolicyValues, policyValues } from "../engine/policy-values";
import { hostFor } from "../support/hosted-provider";
import { type Declared, resolveReferences } from "../support/program";
import type { Rows } from "../support/rows";
import { unwrap } from "../support/secrets";

/** Applies every rule to the resources of both providers in this process, with the programs of the rules' cases. */

type Props = Record<string, unknown>;

const idOf = (name: string) => `id_of_${name.replaceAll("-", "_")}`;

const namesIn = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/\$\{([\w-]+)\.id\}/g)].map(([, name = ""]) => name);

// `check` sends no requests.
const host = hostFor({ url: "http://127.0.0.1:9", token: "t" } as Emulator);

async function policyResources(declared: readonly Declared[], typeOf: (name: string) => string) {
  const byName = new Map<string, PolicyResource>();
  const ids = new Map(declared.map(({ name }) => [name, idOf(name)]));
  for (const { class: className, name, inputs: args, protect = false } of declared) {
    const news = resolveReferences(args, ids) as Props;
    const propertyDependencies = Object.fromEntries(
      Object.entries(args).map(([key, value]) => [
        key,
        namesIn(value).flatMap((other) => byName.get(other) ?? []),
      ]),
    );
    const { inputs, failures = [] } = await host.of(className).check({}, news);
    if (failures.length > 0) throw new Error(`${name}: ${JSON.stringify(failures)}`);
    const type = typeOf(className);
    const urn = `urn:pulumi:test::tunnel-edge-test::${type}::${name}`;
    const props = { ...(unwrap(inputs) as Props), uri: `https://api.example.com/${idOf(name)}` };
    const fields = { type, name, urn, props, propertyDependencies, dependencies: [], opts: { protect } };
    byName.set(name, {
      ...fields,
      // The policy library's own check supports only the dynamic provider.
      isType: () => {
        throw new Error("a rule called isType");
      },
    } as unknown as PolicyResource);
  }
  return [...byName.values()];
}

class NotApplicable extends Error {}

/** Returns the violations that the pack reports, as `<rule> <name>`. Fails if a message contains a secret. */
function findViolations(
  resources: readonly PolicyResource[],
  config: Readonly<Record<string, object>>,
): string[] {
  const reported: string[] = [];
  const add = (message: string, violation: string) => {
    expect(message).not.toMatch(/very-private|hunter2|AKIA|BEGIN/);
    reported.push(violation);
  };
  for (const policy of edgePolicies()) {
    const getConfig = () => config[policy.name] ?? {};
    const notApplicable = () => {
      throw new NotApplicable();
    };
    const { validateStack } = policy as StackValidationPolicy;
    const nameOf = (urn?: string) => resources.find((resource) => resource.urn === urn)?.name ?? "(stack)";
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
  return [...new Set(reported)].sort();
}

const HELP = "change test/engine/policy-cases.yaml, see docs/adding-a-rule.md, step 4";

const violating = Object.values(CASES).map(({ violates = {} }): Rows => violates);

test("every rule has a case", () => {
  const tested: readonly string[] = [...Object.keys(CASES), ...AFTER_UP.rules];
  expect(
    RULES.map(({ id }) => id).filter((id) => !tested.includes(id)),
    HELP,
  ).toEqual([]);
  expect(tested.length, HELP).toBe(RULES.length);
});

describe.each([
  ["dynamic", dynamicType],
  ["native", nativeType],
] as const)("with resources of the %s provider", (_, typeOf) => {
  let values: PolicyValues;
  beforeAll(async () => {
    values = await policyValues();
  });

  test("every rule reports exactly the violations of its case", async () => {
    const resources = await policyResources(declareCase(values, ...violating), typeOf);
    const found = findViolations(resources, PRODUCTION);
    const expected = Object.entries(CASES).flatMap(([rule, { violates = {}, at = Object.keys(violates) }]) =>
      at.map((name) => `${rule} ${name}`),
    );
    const unexpected = found.filter((violation) => !expected.includes(violation));
    expect(
      unexpected,
      `violations at resources that no case lists, such as the common ones: ${HELP}`,
    ).toEqual([]);
    const missing = expected.filter((violation) => !found.includes(violation)).sort();
    expect(missing, `violations that a case lists, but the rule doesn't report: ${HELP}`).toEqual([]);
  });

  test("every fix rewrites a resource of its case", async () => {
    const fixes = RULES.filter((rule) => rule.fix !== undefined).map(({ id }) => id);
    const cases = fixes.map((id): Rows => CASES[id]?.violates ?? {});
    const resources = await policyResources(declareCase(values, ...cases), typeOf);
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

test("no rule applies to resources of other packages with the same class names", async () => {
  const declared = declareCase(await policyValues(), ...violating);
  const foreign = await policyResources(declared, (name) => `other:index:${name}`);
  const found = findViolations(foreign, PRODUCTION);
  // As in an empty stack, the account has no restrictions.
  expect(found.filter((violation) => !violation.startsWith("edge-acct-restrict-"))).toEqual([]);
});
