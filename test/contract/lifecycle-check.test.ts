import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commands, modules, resources } from "../../provider/families";
import {
  type Field,
  isRecord,
  isRequired,
  knownField,
  lowestAllowed,
  type Rule,
  type Shape,
  shapeOf,
} from "../../provider/family/field";
import { UNKNOWN } from "../../provider/family/unknown";
import { accepts } from "../../provider/lifecycle/values/validate";
import { type ClassName, samples } from "../samples";
import { ED448, leafPem, tlsKeyPair } from "../support/crypto";
import { HostedProvider } from "../support/hosted-provider";
import { readTable } from "../support/rows";
import { recordStderr } from "../support/stderr";
import { snakeCase } from "../support/store";
import { virtualTime } from "../support/virtual-clock";

/** Inputs that every family rejects at preview. That needs no service: nothing listens at the base URL. */

type Inputs = Record<string, unknown>;
type Path = readonly string[];

// Captures the warnings of checks, which other tests cover.
recordStderr();
// With `adopt`, a check looks for the object, and continues after failed retries.
virtualTime();

const host = new HostedProvider({
  "tunnel-edge:baseUrl": "http://127.0.0.1:1",
  "tunnel-edge:apiToken": "unused",
});
const context = { id: (of: ClassName, number = 1) => `${of}_${number}`, unique: "c1" };
const command = { command: "restart", sessionId: "ts_1", triggers: { at: "1" } };

const families = [...resources, ...modules, ...commands].map((family) => {
  const sample = family.kind === "command" ? undefined : samples[family.name as ClassName];
  return {
    name: family.name,
    inputs: family.inputs as Shape,
    outputs: Object.keys(family.outputs).filter((key) => !(key in family.inputs)),
    rules: "rules" in family ? (family.rules ?? []) : [],
    full: (sample?.full(context) ?? command) as Inputs,
    minimal: (sample?.minimal(context) ?? command) as Inputs,
  };
});

/** Checks inputs, and returns the reason of each rejection by the path of its property. */
async function rejections(name: string, inputs: Inputs): Promise<Record<string, string>> {
  const { failures } = await host.of(name).check({}, inputs);
  const entries = (failures ?? []).map(
    ({ reason }) => /^(\S+): (.*)$/s.exec(reason)?.slice(1) ?? ["", reason],
  );
  return Object.fromEntries(entries);
}

interface FieldAtPath {
  readonly path: Path;
  readonly schema: Field;
}

/** Returns every property of a family at any depth; values of maps have the key `any_key`. */
function listFields(shape: Shape, path: Path = []): FieldAtPath[] {
  return Object.entries(shape).flatMap(([key, schema]): FieldAtPath[] => {
    const fieldPath = [...path, key];
    const values = schema.kind === "map" ? listFields({ any_key: schema.value }, fieldPath) : [];
    return [{ path: fieldPath, schema }, ...listFields(shapeOf(schema) ?? {}, fieldPath), ...values];
  });
}

/** Returns the inputs with another value at a path; undefined removes the property. */
function withValue(inputs: Inputs, [key = "", ...rest]: Path, value: unknown): Inputs {
  if (rest.length === 0) return { ...inputs, [key]: value };
  const child = inputs[key];
  const object = child !== null && typeof child === "object" ? (child as Inputs) : {};
  return { ...inputs, [key]: withValue(object, rest, value) };
}

const getValue = (inputs: Inputs, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), inputs);

const formatPath = (path: Path) => path.join(".");

describe.each(families.map((family) => [family.name, family] as const))("%s", (name, family) => {
  const { inputs: shape, full, minimal } = family;
  const fields = listFields(shape);

  /** Expects a failure at the path, with these words in its message. */
  const expectRefused = async (path: Path, value: unknown, words: string) => {
    const { [formatPath(path)]: reason } = await rejections(name, withValue(full, path, value));
    expect([formatPath(path), reason]).toEqual([formatPath(path), expect.stringContaining(words)]);
  };
  const expectAccepted = async (path: Path, value: unknown) => {
    const { [formatPath(path)]: reason } = await rejections(name, withValue(full, path, value));
    expect([formatPath(path), reason]).toEqual([formatPath(path), undefined]);
  };

  test("accepts the minimal and the full sample", async () => {
    expect(await rejections(name, minimal)).toEqual({});
    expect(await rejections(name, full)).toEqual({});
  });

  test("rejects missing required inputs, and describes them", async () => {
    for (const key of Object.keys(shape).filter((key) => isRequired(knownField(shape, key))))
      await expectRefused([key], undefined, "is required: ");
  });

  test("limits numbers to integers within their range", async () => {
    for (const { path, schema } of fields) {
      if (schema.kind !== "leaf" || schema.range === undefined) continue;
      const [low, high] = schema.range;
      // Without an upper limit in the schema, a rule may have one.
      const limits = [low, high].filter(
        (value) => value < Number.MAX_SAFE_INTEGER && (schema.meta.rejects?.(value) ?? []).length === 0,
      );
      for (const value of limits) await expectAccepted(path, value);
      const lowest = lowestAllowed(schema.range, schema.meta);
      const range = `number ${high === Number.MAX_SAFE_INTEGER ? `of at least ${lowest}` : `from ${lowest} to ${high}`}`;
      for (const value of [low - 1, high + 1].filter(Number.isSafeInteger))
        await expectRefused(path, value, range);
      await expectRefused(path, String(high), "must be a number, not a string");
    }
  });

  test("rejects values of another type without quoting them", async () => {
    const secret = "a-value-that-may-be-secret";
    for (const { path, schema } of fields) {
      if (schema.kind === "leaf" && schema.type === "any") continue;
      const isString = schema.kind === "leaf" && schema.type === "string" && schema.values === undefined;
      const isText = accepts(schema, secret) || isString;
      const reasons = await rejections(name, withValue(full, path, isText ? 4_711 : secret));
      // Some unions accept both strings and numbers.
      if (schema.kind === "union" && Object.keys(reasons).length === 0) continue;
      expect([formatPath(path), reasons[formatPath(path)] ?? "accepted"]).toEqual([
        formatPath(path),
        expect.stringMatching(/^must be /),
      ]);
      expect(JSON.stringify(reasons)).not.toMatch(/4711|may-be-secret/);
    }
  });

  test("rejects unknown properties and suggests the nearest name", async () => {
    for (const { path, schema } of fields) {
      const key = path.at(-1) ?? "";
      const nested = shapeOf(schema);
      if (nested) await expectRefused([...path, "no_such_thing"], 1, "is not a known property");
      if (snakeCase(key) !== key)
        await expectRefused(
          [...path.slice(0, -1), snakeCase(key)],
          1,
          `is not a known property; did you mean ${key}?`,
        );
    }
  });

  test("rejects outputs", async () => {
    for (const key of family.outputs) await expectRefused([key], "given", "is an output");
  });

  test("accepts an unknown value for any property", async () => {
    for (const { path } of fields) {
      const reasons = Object.entries(await rejections(name, withValue(full, path, UNKNOWN)));
      // An object that the sample lacks has only the unknown value, without its required inputs.
      const isAdded = getValue(full, path.slice(0, -1)) === undefined;
      const unexpected = reasons.filter(([, reason]) => !(isAdded && reason.startsWith("is required")));
      expect([formatPath(path), unexpected]).toEqual([formatPath(path), []]);
    }
  });
});

const texts: Readonly<Record<string, (host: string) => string>> = {
  leaf: leafPem,
  ed448Certificate: () => ED448.certificatePem,
  ed448Key: () => ED448.privateKeyPem,
  certificate: (host) => tlsKeyPair(host).certificatePem,
  key: (host) => tlsKeyPair(host).privateKeyPem,
};

/** Fills in keys and certificates in a value of the table. */
const fillIn = (value: unknown): unknown =>
  typeof value === "string"
    ? value.replaceAll(/\$(\w+)(?: of (\S+))?/g, (_, name: string, host = "") => texts[name]?.(host) ?? "")
    : (value ?? undefined);

const VIOLATIONS = readTable<Readonly<Record<string, Inputs>>>(join(__dirname, "broken-rules.yaml"));

/** Valid inputs for the parents of a nested object, by its path. */
const ENCLOSING: Readonly<Record<string, Inputs>> = {
  oauth: { oauth: { provider: {} } },
  "target.firehose.auth": {
    target: {
      firehose: { deliveryStreamArn: "arn:aws:firehose:eu-central-1:123456789012:deliverystream/a" },
    },
  },
  "target.kinesis.auth": {
    target: { kinesis: { streamArn: "arn:aws:kinesis:eu-central-1:123456789012:stream/a" } },
  },
  "target.cloudwatchLogs.auth": {
    target: { cloudwatchLogs: { logGroupArn: "arn:aws:logs:eu-central-1:123456789012:log-group:a" } },
  },
};

interface RuleAtPath {
  readonly name: string;
  readonly minimal: Inputs;
  readonly path: Path;
  readonly rule: Rule;
  /** True if the rule is about the object at the path as a whole. */
  readonly isChoice?: true | undefined;
}

const rules: readonly RuleAtPath[] = families.flatMap(({ name, minimal, inputs, rules: familyRules }) => [
  ...familyRules.map((rule) => ({ name, minimal, path: [], rule })),
  ...listFields(inputs).flatMap(({ path, schema }) =>
    schema.kind === "object"
      ? (schema.rules ?? []).map((rule) => ({ name, minimal, path, rule, isChoice: schema.isChoice }))
      : [],
  ),
]);

test.each([
  [{ adoptId: "" }, "adoptId: must be an id, but is empty"],
  [{ adoptId: "ipr_1\n" }, "adoptId: must be an id, without white space"],
  [{ adoptId: "ipr_1/" }, "adoptId: must be the id alone"],
  [{ adoptId: "ipp_2/ipr_1" }, "adoptId: must be the id alone"],
  [{ adoptId: "rd_1" }, "adoptId: must be the id of an IpPolicyRule, not of a ReservedDomain"],
  [{ adopt: "" }, 'adopt: must be one of "ifExists"'],
])("an invalid id or adopt option is rejected at preview: %o", async (inputs, reason) => {
  const args = { ipPolicyId: "ipp_1", cidr: "10.0.0.0/8", action: "allow", ...inputs };
  const { failures = [] } = await host.of("IpPolicyRule").check({}, args);
  expect(failures).toMatchObject([{ reason: expect.stringContaining(reason) }]);
});

describe("a value that the service always rejects", () => {
  const url = "https://app.example.com";
  const version = (minVersion: string) => ({ tlsTermination: { minVersion } });
  const oidc = { clientId: "id", clientSecret: "secret", issuer: "id.example.com" };
  const route = { edgeId: "edghts_1", matchType: "exact_path", match: "/", oidc };

  test.each<[ClassName, object, string]>([
    ["Endpoint", { url, trafficPolicy: " " }, "trafficPolicy: is empty"],
    ["ReservedDomain", { domain: "1.2.3.4" }, "domain: must be a domain, not an address"],
    ["AgentIngress", { domain: "1.2.3.4" }, "domain: must be a domain, not an address"],
    ["HttpsEdge", version("1.4"), "tlsTermination.minVersion: is not a TLS version"],
    ["TlsEdge", version("3.0"), "tlsTermination.minVersion: is not a TLS version"],
    ["HttpsEdgeRoute", route, "oidc.issuer: must be the URL of the provider"],
  ])("is rejected at preview: %s %o", async (name, inputs, reason) => {
    const { failures = [] } = await host.of(name).check({}, { ...inputs });
    expect(failures).toMatchObject([{ reason: expect.stringContaining(reason) }]);
  });
});

describe("a rule over several properties", () => {
  test("has a violation in the table", () => {
    expect(Object.keys(VIOLATIONS).sort()).toEqual([...new Set(rules.map(({ rule }) => rule.text))].sort());
  });

  const titled = rules.map(
    (located) => [formatPath([located.name, ...located.path]), located.rule.text, located] as const,
  );

  test.each(titled)(
    "rejects its violation: %s: %s",
    async (_, text, { name, minimal, path, rule, isChoice }) => {
      // The other inputs are valid, so that only this rule is broken.
      const base = { ...minimal, ...ENCLOSING[formatPath(path)], ...ENCLOSING[path[0] ?? ""] };
      const broken = Object.entries(VIOLATIONS[text] ?? {}).reduce<Inputs>(
        (inputs, [key, value]) => withValue(inputs, [...path, key], fillIn(value)),
        base,
      );
      const rejectedPath = formatPath(isChoice ? path : [...path, rule.errorKey ?? rule.keys[0] ?? ""]);
      expect(Object.keys(await rejections(name, broken))).toEqual([rejectedPath]);

      // With an unknown value, the rule can't tell.
      for (const key of rule.keys) {
        const remaining = await rejections(name, withValue(broken, [...path, key], UNKNOWN));
        expect([key, remaining]).toEqual([key, {}]);
      }
    },
  );
});
