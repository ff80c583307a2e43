import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import examples from "../../../provider/engine/native/examples.json";
import { authorityPem, tlsKeyPair } from "../../support/crypto";
import { type NativeProcess, urnOf, type Values } from "../../support/native-protocol";
import { emulatedAccount, nativeOfTest } from "../../support/test-resources";

/** A program in YAML, of which the other languages say the same: one source makes all. */
interface YamlProgram {
  readonly configuration?: Readonly<Record<string, unknown>>;
  readonly resources: Readonly<
    Record<string, { type: string; name?: string; properties?: Values; options?: Values }>
  >;
  readonly outputs?: Readonly<Record<string, string>>;
}

type Scope = Map<string, Values | string>;

/** A value with what its references stand for. */
function resolved(value: unknown, scope: Scope): unknown {
  if (typeof value === "string") {
    const whole = /^\$\{([^}]+)\}$/.exec(value)?.[1];
    if (whole !== undefined) return found(whole, scope);
    return value.replace(/\$\{([^}]+)\}/g, (_, path: string) => String(found(path, scope)));
  }
  if (Array.isArray(value)) return value.map((item) => resolved(item, scope));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, resolved(item, scope)] as const);
  const [first] = entries;
  return first?.[0] === "fn::toJSON" ? JSON.stringify(first[1]) : Object.fromEntries(entries);
}

function found(path: string, scope: Scope): unknown {
  const [name = "", ...keys] = path.split(".");
  if (!scope.has(name)) throw new Error(`${path} refers to nothing`);
  return keys.reduce<unknown>((value, key) => (value as Values)[key], scope.get(name));
}

/** Checks and creates, as the engine does; a second look finds nothing to change. */
async function created(native: NativeProcess, urn: string, given: Values, name = "it"): Promise<Values> {
  const { inputs, failures } = await native.check(urn, {}, given);
  expect(failures).toEqual([]);
  const { id, state } = await native.create(urn, inputs, { name });
  expect(await native.diff(urn, id, state, inputs)).toMatchObject({ changed: false });
  return { ...state, id };
}

/** Creates what a program declares, in its order, and says what each output is. */
async function run(native: NativeProcess, program: YamlProgram, config: Values): Promise<Values> {
  const scope: Scope = new Map(
    Object.keys(program.configuration ?? {}).map((name) => [name, config[name] as string]),
  );
  for (const [variable, { type, name = variable, properties, options }] of Object.entries(
    program.resources,
  )) {
    // What it depends on has to be there.
    resolved(options, scope);
    const urn = urnOf(type.replace("tunnel-edge:", ""), name);
    scope.set(variable, await created(native, urn, resolved(properties, scope) as Values, name));
  }
  return resolved(program.outputs ?? {}, scope) as Values;
}

/** What the programs want to be told: texts of their own, and the edge that something else manages. */
async function configOf(native: NativeProcess, className: string): Promise<Values> {
  const pair = tlsKeyPair("example.com *.example.com");
  const texts = {
    ...pair,
    clientCaPem: authorityPem("Example CA"),
    githubClientSecret: "s",
    webhookSecret: "s",
  };
  const kind = /^(\w+?Edge)(Route)?[A-Z]/.exec(className)?.[1];
  if (kind === undefined) return texts;
  const { id: edgeId } = await created(native, urnOf(kind), {});
  if (kind !== "HttpsEdge") return { ...texts, edgeId };
  const route = { edgeId, matchType: "path_prefix", match: "/" };
  return { ...texts, edgeId, routeId: (await created(native, urnOf("HttpsEdgeRoute"), route)).id };
}

/** The program, with backends that are there for those that it names. */
async function withBackends(native: NativeProcess, yaml: string): Promise<string> {
  let text = yaml;
  for (const id of new Set(yaml.match(/bkdtg_\w+/g)))
    text = text.replaceAll(
      id,
      String((await created(native, urnOf("TunnelGroupBackend"), { labels: { id } })).id),
    );
  return text;
}

describe.each(Object.entries(examples))("the example of %s", (className, { yaml }) => {
  test("is what the provider takes, and its outputs are there", async () => {
    const native = await configured();
    const program: YamlProgram = parse(await withBackends(native, yaml));
    await expectOutputs(native, program, await configOf(native, className));
  });
});

async function configured(): Promise<NativeProcess> {
  vi.stubEnv("TUNNEL_EDGE_JOURNAL_DIR", "off");
  const emulator = await emulatedAccount();
  const native = await nativeOfTest();
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
  test("is there in every language, and what the provider takes", async () => {
    expect(readdirSync(join(folder, task)).sort()).toEqual(["go", "python", "typescript", "yaml"]);
    const program = parse(readFileSync(join(folder, task, "yaml", "Pulumi.yaml"), "utf8"));
    expect(program).toMatchObject({ name: task, runtime: "yaml" });
    await expectOutputs(await configured(), program, {});
  });
});
