import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../emulator";
import { snake } from "../../provider/api";
import { classOfType, dynamicType, nativeType } from "../../provider/engine/native/tokens";
import { modules, resources } from "../../provider/families";
import { toBody } from "../../provider/lifecycle/values/wire";
import { openAccount, type TestAccount } from "../support/account";
import type { ExportedResource } from "../support/engine";
import { type GoldenState, given, plain, releases } from "../support/golden";

/**
 * Parts of the account that cannot be restored: keys and signatures that the service generates, and certificates that
 * are due for renewal by now. test/contract/golden.test.ts replays these on the day of their record.
 */
const LEFT_OUT = ["SshCertificateAuthority", "SshHostCertificate", "SshUserCertificate"];

const TEMPLATE = "template";

/** Declares resources in dependency order, which literal ids alone would not give. */
const programOf = (module: string, more = "") => `
const edge = require(${JSON.stringify(module)});
${more}
const declared = [];
for (const { class: className, name, inputs, after } of require("./resources.json")) {
  declared.push(new edge[className](name, inputs, { dependsOn: after.map((index) => declared[index]) }));
}
`;
const DYNAMIC = programOf("pulumi-tunnel-edge");
const NATIVE = programOf("pulumi-tunnel-edge/native");

/** As docs/moving-to-native.md has it: the dynamic classes know nothing of the native ones. */
const BACK = programOf(
  "pulumi-tunnel-edge",
  `
const pulumi = require("@pulumi/pulumi");
pulumi.runtime.registerStackTransformation(({ type, props, opts }) => {
  const [, className] = type.split("pulumi-nodejs:dynamic/tunnel-edge:");
  if (className === undefined) return undefined;
  return { props, opts: { ...opts, aliases: [...(opts.aliases ?? []), { type: "tunnel-edge:index:" + className }] } };
});
`,
);

describe.each(releases)("the state of a stack of $version", ({ states }) => {
  const replayed = states.filter((state) => !LEFT_OUT.includes(state.class));
  let account: TestAccount;
  let before: unknown;

  /** The recorded program, without some inputs. */
  function declare(program: string, ...without: string[]): void {
    const declared = replayed.map((state) => {
      const inputs = plain(given(state.class, state.inputs)) as Record<string, unknown>;
      for (const key of without) delete inputs[key];
      return { class: state.class, name: state.name, inputs, after: neededBy(state, replayed) };
    });
    account.workspace.writeProgram({ "index.js": program, "resources.json": JSON.stringify(declared) });
  }

  beforeAll(async () => {
    account = await openAccount({ provisioningSeconds: 3600 }, { of: "native", ownProcesses: true });
    // The account of the record no longer exists.
    account.workspace.setEnv({ TUNNEL_EDGE_SAME_ACCOUNT: "on" });
    before = account.emulator.objects();
    // One resource of this version shows the parts of the state that the engine writes.
    account.workspace.writeProgram(`new (require("pulumi-tunnel-edge").IpPolicy)("${TEMPLATE}");`);
    await account.up();
    const { text } = account.workspace.exportStack();
    account.emulator.mutate({ path: `/ip_policies/${account.idOf(TEMPLATE)}`, delete: true });
    for (const state of replayed) putBack(account, state);
    await account.workspace.importStack(withStates(text, account, replayed));
    declare(DYNAMIC);
  });

  afterAll(() => account?.close());

  test("shows no change of the same program", async () => {
    const { changes, calls } = await account.run((workspace) => workspace.preview({ expectNoChanges: true }));
    expect([changes, calls]).toEqual([[], []]);
  });

  test("shows no drift from the same account", async () => {
    for (const previewOnly of [true, false]) {
      const refresh = await account.run((workspace) =>
        workspace.refresh({ previewOnly, expectNoChanges: true }),
      );
      expect(refresh.steps).toHaveLength(replayed.length);
      expect(refresh.writes).toEqual([]);
      expect(refresh.calls.length).toBeGreaterThan(0);
    }
  });

  test("moves to the native provider without a change, by the same program with its classes", async () => {
    declare(NATIVE);
    const preview = await account.run((workspace) => workspace.preview({ expectNoChanges: true }));
    expect([preview.changes, preview.calls]).toEqual([[], []]);
    const up = await account.run((workspace) => workspace.up({ expectNoChanges: true }));
    expect([up.changes, up.writes]).toEqual([[], []]);
    expect(await typesAndIds(account)).toEqual(
      replayed.map((state) => `${nativeType(state.class)} ${state.name} ${state.id}`).sort(),
    );
    const refresh = await account.run((workspace) => workspace.refresh({ expectNoChanges: true }));
    expect(refresh.writes).toEqual([]);
  });

  test("moves back by updates that write nothing to the service", async () => {
    declare(BACK);
    const { changes, writes } = await account.up();
    // A command has no object: no refresh has changed its state.
    const rewritten = replayed.filter((state) => state.class !== "TunnelAgentCommand");
    expect([changes.sort(), writes]).toEqual([rewritten.map(({ name }) => `update ${name}`).sort(), []]);
    expect(await typesAndIds(account)).toEqual(
      replayed.map((state) => `${dynamicType(state.class)} ${state.name} ${state.id}`).sort(),
    );
    declare(DYNAMIC);
    const preview = await account.run((workspace) => workspace.preview({ expectNoChanges: true }));
    expect([preview.changes, preview.calls]).toEqual([[], []]);
    await account.run((workspace) => workspace.refresh({ expectNoChanges: true }));
  });

  test("is updated, and destroyed with all its objects", async () => {
    declare(DYNAMIC, "releaseProtection");
    const isProtected = replayed.filter(({ outputs }) => outputs.releaseProtection === true);
    const { changes, writes } = await account.up();
    expect([changes.sort(), writes]).toEqual([isProtected.map(({ name }) => `update ${name}`).sort(), []]);
    await account.run((workspace) => workspace.destroy());
    expect(account.emulator.objects()).toEqual(before);
  });
});

/** The resources of this package in the state. */
async function typesAndIds({ workspace }: TestAccount): Promise<string[]> {
  const { resources: all } = workspace.exportStack();
  return all
    .filter(({ type }) => classOfType(type) !== undefined)
    .map(({ type, urn, id }) => `${type} ${urn.split("::").at(-1)} ${id}`)
    .sort();
}

/** Positions of the states whose objects a state refers to. */
function neededBy({ id, inputs }: GoldenState, states: readonly GoldenState[]): number[] {
  const said = JSON.stringify(inputs);
  return states.flatMap((other, index) => (other.id !== id && said.includes(other.id) ? [index] : []));
}

/** Puts the object of a state into the emulator's store. */
function putBack({ emulator }: TestAccount, { class: className, id, outputs }: GoldenState): void {
  const values = plain(outputs) as Record<string, unknown>;
  const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key]));
  const family = resources.find(({ name }) => name === className);
  if (family) {
    const shown = Object.entries(values).filter(([, value]) => typeof value === "string");
    const object = {
      ...Object.fromEntries(shown.map(([key, value]) => [snake(key), value])),
      ...withoutNull(toBody(family.inputs, values)),
      id,
    };
    emulator.seed({ [filled(family.path)]: [object as JsonObject] });
  }
  const module = modules.find(({ name }) => name === className);
  if (module)
    emulator.mutate({ path: filled(module.path), set: toBody(module.parameters, values) as JsonObject });
}

const withoutNull = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** The recorded states are of the dynamic provider, whatever the account's programs are for. */
const dynamicUrn = (workspace: TestAccount["workspace"], className: string, name: string) =>
  workspace.urn(className, name).replace(nativeType(className), dynamicType(className));

/** An exported stack with other resources in place of the template. */
function withStates(text: string, { workspace }: TestAccount, states: readonly GoldenState[]): string {
  const exported = JSON.parse(text) as { deployment: { resources: ExportedResource[] } };
  const { resources: all } = exported.deployment;
  const template = all.find(({ urn }) => urn === dynamicUrn(workspace, "IpPolicy", TEMPLATE));
  const urns = states.map((state) => dynamicUrn(workspace, state.class, state.name));
  const entries = states.map((state, index): ExportedResource => {
    const { id, inputs, outputs } = state;
    const urn = urns[index] as string;
    const type = urn.split("::")[2] as string;
    const dependencies = neededBy(state, states).map((needed) => urns[needed]);
    return { ...(template as ExportedResource), urn, type, id, inputs, outputs, dependencies };
  });
  exported.deployment.resources = [...all.filter((resource) => resource !== template), ...entries];
  return JSON.stringify(exported);
}
