import * as pulumi from "@pulumi/pulumi";
import * as state from "@pulumi/pulumi/runtime/state";
import { expect, test } from "vitest";
import { startEmulator } from "../../emulator";
import * as dynamic from "../../sdk";
import * as native from "../../sdk/native";
import { openAccount } from "../support/account";
import { InlineStacks } from "../support/automation";
import { testedProvider } from "../support/provider-under-test";
import { RESERVED_NAMES } from "../support/reserved-names";

interface Settings {
  /** `NAME` stands for the name of the resource. */
  readonly url: string;
  readonly hide: boolean;
  /** True if the `url` is unknown at preview. */
  readonly isUnknown?: boolean;
}

type Args = Pick<pulumi.ResourceTransformArgs, "name" | "props" | "opts">;

const hidden = ({ url, trafficPolicy }: Args["props"]) => ({
  url: pulumi.secret(url),
  trafficPolicy: pulumi.secret(trafficPolicy),
});

/** Returns a transformation that makes the inputs of one resource secret. */
const hideInputs = (name: string) => (args: Args) =>
  args.name === name ? { props: { ...args.props, ...hidden(args.props) }, opts: args.opts } : undefined;

/** Like `hideInputs`, but changes the inputs in place. */
const hideInPlace = (name: string) => (args: Args) => {
  if (args.name === name) Object.assign(args.props, hidden(args.props));
  return undefined;
};

/**
 * The SDK runs the engine's callbacks outside an inline program, in a store without support for secrets. A program in its
 * own process has only one store.
 */
const supportSecrets = (supportsSecrets: boolean) =>
  Object.assign((state as unknown as { getStore(): object }).getStore(), { supportsSecrets });

const asAsync =
  <T>(transform: (args: Args) => T) =>
  async (args: Args) =>
    transform(args);

const group = (opts: pulumi.ComponentResourceOptions, name: string) =>
  new pulumi.ComponentResource("test:index:Group", `group-${name}`, {}, opts);

const HIDING_OPTIONS: Readonly<Record<string, (name: string) => pulumi.CustomResourceOptions>> = {
  "in-place": (name) => ({ transformations: [hideInPlace(name)] }),
  "own-transform": (name) => ({ transforms: [asAsync(hideInputs(name))] }),
  "own-transformation": (name) => ({ transformations: [hideInputs(name)] }),
  "parent-transform": (name) => ({ parent: group({ transforms: [asAsync(hideInputs(name))] }, name) }),
  "parent-transformation": (name) => ({ parent: group({ transformations: [hideInputs(name)] }, name) }),
  "stack-transform": (name) => {
    pulumi.runtime.registerResourceTransform(asAsync(hideInputs(name)));
    return {};
  },
  "stack-transformation": (name) => {
    pulumi.runtime.registerStackTransformation(hideInputs(name));
    return {};
  },
};
const NAMES = Object.keys(HIDING_OPTIONS);

/** A policy in which one value is secret. */
const policyOf = (url: string) => {
  const headers = { "x-from": url, "x-key": pulumi.secret("hush") };
  return { on_http_request: [{ actions: [{ type: "add-headers" as const, config: { headers } }] }] };
};

const program =
  ({ Endpoint, IpPolicy }: typeof dynamic | typeof native, { url, hide, isUnknown = false }: Settings) =>
  async () => {
    const policy = isUnknown ? new IpPolicy("policy") : undefined;
    for (const name of NAMES) {
      const opts = hide ? HIDING_OPTIONS[name]?.(name) : undefined;
      const ownUrl = url.replace("NAME", name);
      const args = { url: policy?.id.apply(() => ownUrl) ?? ownUrl, trafficPolicy: policyOf(ownUrl) };
      new Endpoint(name, args, { ...opts, aliases: [{ parent: pulumi.rootStackResource }] });
    }
  };

test("an input that a transformation marks as secret is secret", async () => {
  const emulator = await startEmulator({ seed: RESERVED_NAMES });
  supportSecrets(true);
  const stacks = new InlineStacks("transformed", emulator);
  const stack = await stacks.create("test");
  const declare = (settings: Settings) => {
    stack.workspace.program = program(testedProvider === "native" ? native : dynamic, settings);
  };
  const visibleNames = () => {
    const text = stacks.stateOf("test");
    return NAMES.filter((name) => text.includes(`canary-${name}`));
  };
  const url = "https://canary-NAME.example.com";
  try {
    declare({ url, hide: false });
    await stack.up();
    expect(visibleNames()).toEqual(NAMES);

    declare({ url, hide: true });
    expect((await stack.up()).summary.resourceChanges).toMatchObject({ update: NAMES.length });
    expect(visibleNames()).toEqual([]);
    expect((await stack.preview()).changeSummary).toEqual({ same: NAMES.length + 3 });

    declare({ url: "canary-NAME://x y", hide: true });
    const error = await stack.preview().then(String, String);
    expect(error).toContain("url");
    expect(error).not.toContain("canary-");

    await stack.destroy();
    declare({ url, hide: true, isUnknown: true });
    expect((await stack.preview()).changeSummary).toEqual({ create: NAMES.length + 4 });
    declare({ url, hide: true });
    await stack.up();
    expect(visibleNames()).toEqual([]);
  } finally {
    await stack.destroy({ remove: true });
    await emulator.close();
    stacks.remove();
    supportSecrets(false);
  }
});

test("transforms of a dynamic resource work with every language host", async () => {
  const account = await openAccount({}, { provider: "dynamic", ownProcesses: true });
  try {
    account.workspace.writeProgram(`
      const pulumi = require("@pulumi/pulumi");
      const edge = require("pulumi-tunnel-edge");
      const policy = new edge.IpPolicy("policy");
      const transforms = [async ({ props, opts }) => ({ props: { ...props, cidr: pulumi.secret("10.0.0.0/8") }, opts })];
      new edge.IpPolicyRule("rule", { ipPolicyId: policy.id, action: "allow", cidr: "192.0.2.0/24" }, { transforms });
    `);
    await account.run((workspace) => workspace.up({ preview: true }));
    expect(account.emulator.objects("/ip_policy_rules")).toMatchObject([{ cidr: "10.0.0.0/8" }]);
  } finally {
    await account.close();
  }
});
