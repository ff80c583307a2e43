import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import examples from "../../../build/generate/native/examples.json";
import { authorityPem, tlsKeyPair } from "../../support/crypto";
import { type NativeProcess, urnOf, type Values } from "../../support/native-protocol";
import { emulatedAccount, testNative } from "../../support/test-resources";

/** A program in YAML. The programs in other languages are generated from the same source. */
interface YamlProgram {
  readonly configuration?: Readonly<Record<string, unknown>>;
  readonly resources: Readonly<
    Record<string, { type: string; name?: string; properties?: Values; options?: Values }>
  >;
  readonly outputs?: Readonly<Record<string, string>>;
}

type Scope = Map<string, Values | string>;

function resolveReferences(value: unknown, scope: Scope): unknown {
  if (typeof value === "string") {
    const whole = /^\$\{([^}]+)\}$/.exec(value)?.[1];
    if (whole !== undefined) return lookUp(whole, scope);
    return value.replace(/\$\{([^}]+)\}/g, (_, path: string) => String(lookUp(path, scope)));
  }
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, scope));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, resolveReferences(item, scope)] as const);
  const [first] = entries;
  return first?.[0] === "fn::toJSON" ? JSON.stringify(first[1]) : Object.fromEntries(entries);
}

function lookUp(path: string, scope: Scope): unknown {
  const [name = "", ...keys] = path.split(".");
  if (!scope.has(name)) throw new Error(`${path} refers to nothing`);
  return keys.reduce<unknown>((value, key) => (value as Values)[key], scope.get(name));
}

/** Checks and creates a resource, as the engine does, and verifies that it has no diff. */
async function create(native: NativeProcess, urn: string, args: Values, name = "it"): Promise<Values> {
  const { inputs, failures } = await native.check(urn, {}, args);
  expect(failures).toEqual([]);
  const { id, state } = await native.create(urn, inputs, { name });
  expect(await native.diff(urn, id, state, inputs)).toMatchObject({ changed: false });
  return { ...state, id };
}

/** Creates the resources of a program in order, and returns its outputs. */
async function run(native: NativeProcess, program: YamlProgram, config: Values): Promise<Values> {
  const scope: Scope = new Map(
    Object.keys(program.configuration ?? {}).map((name) => [name, config[name] as string]),
  );
  for (const [variable, { type, name = variable, properties, options }] of Object.entries(
    program.resources,
  )) {
    // Throws if a dependency does not exist.
    resolveReferences(options, scope);
    const urn = urnOf(type.replace("tunnel-edge:", ""), name);
    scope.set(variable, await create(native, urn, resolveReferences(properties, scope) as Values, name));
  }
  return resolveReferences(program.outputs ?? {}, scope) as Values;
}

/** Returns the configuration of a class's example: texts, and the ids of a new edge and route if it needs them. */
async function createConfig(native: NativeProcess, className: string): Promise<Values> {
  const pair = tlsKeyPair("example.com *.example.com");
  const texts = {
    ...pair,
    clientCaPem: authorityPem("Example CA"),
    githubClientSecret: "s",
    webhookSecret: "s",
  };
  const kind = /^(\w+?Edge)(Route)?[A-Z]/.exec(className)?.[1];
  if (kind === undefined) return texts;
  const { id: edgeId } = await create(native, urnOf(kind), {});
  if (kind !== "HttpsEdge") return { ...texts, edgeId };
  const route = { edgeId, matchType: "path_prefix", match: "/" };
  return { ...texts, edgeId, routeId: (await create(native, urnOf("HttpsEdgeRoute"), route)).id };
}

/** Replaces the backends in a program with existing ones. */
async function withBackends(native: NativeProcess, yaml: string): Promise<string> {
  let text = yaml;
  for (const id of new Set(yaml.match(/bkdtg_\w+/g)))
    text = text.replaceAll(
      id,
      String((await create(native, urnOf("TunnelGroupBackend"), { labels: { id } })).id),
    );
  return text;
}

describe.each(Object.entries(examples))("the example of %s", (className, { yaml }) => {
  test("runs, and all its outputs have values", async () => {
    const native = await configure();
    const program: YamlProgram = parse(await withBackends(native, yaml));
    await expectOutputs(native, program, await createConfig(native, className));
  });
});

async function configure(): Promise<NativeProcess> {
  vi.stubEnv("TUNNEL_EDGE_JOURNAL_DIR", "off");
  const emulator = await emulatedAccount();
  const native = await testNative();
  await native.configure({ baseUrl: emulator.url, apiToken: emulator.token });
  return native;
}

async function expectOutputs(native: NativeProcess, program: YamlProgram, config: Values): Promise<void> {
  const outputs = await run(native, program, config);
  for (const value of Object.values(outputs)) expect(value ?? null).not.toBeNull();
}

const folder = resolve(__dirname, "../../../examples/native");
const tasks = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe.each(tasks)("the program %s", (task) => {
  test("exists in every language, and runs", async () => {
    expect(readdirSync(join(folder, task)).sort()).toEqual(["go", "python", "typescript", "yaml"]);
    const program = parse(readFileSync(join(folder, task, "yaml", "Pulumi.yaml"), "utf8"));
    expect(program).toMatchObject({ name: task, runtime: "yaml" });
    await expectOutputs(await configure(), program, {});
  });
});
