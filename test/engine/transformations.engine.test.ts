import * as pulumi from "@pulumi/pulumi";
import * as state from "@pulumi/pulumi/runtime/state";
import { expect, test } from "vitest";
import { startEmulator } from "../../emulator";
import * as dynamic from "../../sdk";
import * as native from "../../sdk/native";
import { openAccount } from "../support/account";
import { InlineStacks } from "../support/automation";
import { face } from "../support/faces";
import { RESERVED_NAMES } from "../support/reserved-names";

interface Given {
  /** `NAME` stands for the name of the resource. */
  readonly url: string;
  readonly hide: boolean;
  /** Whether a preview does not know the `url` yet. */
  readonly isUnknown?: boolean;
}

type Args = Pick<pulumi.ResourceTransformArgs, "name" | "props" | "opts">;

const hidden = ({ url, trafficPolicy }: Args["props"]) => ({
  url: pulumi.secret(url),
  trafficPolicy: pulumi.secret(trafficPolicy),
});

/** Makes the inputs of one resource secret. */
const hides = (name: string) => (args: Args) =>
  args.name === name ? { props: { ...args.props, ...hidden(args.props) }, opts: args.opts } : undefined;

const changes = (name: string) => (args: Args) => {
  if (args.name === name) Object.assign(args.props, hidden(args.props));
  return undefined;
};

/**
 * The SDK answers the engine's callbacks outside of an inline program, where secrets count as unsupported. In a process of
 * its own, a program has one store for both.
 */
const supportSecrets = (supportsSecrets: boolean) =>
  Object.assign((state as unknown as { getStore(): object }).getStore(), { supportsSecrets });

const later =
  <T>(transform: (args: Args) => T) =>
  async (args: Args) =>
    transform(args);

const group = (opts: pulumi.ComponentResourceOptions, name: string) =>
  new pulumi.ComponentResource("test:index:Group", `group-${name}`, {}, opts);

/** Ways in which inputs that the program gives in plain become secret. */
const WAYS: Readonly<Record<string, (name: string) => pulumi.CustomResourceOptions>> = {
  changed: (name) => ({ transformations: [changes(name)] }),
  "own-transform": (name) => ({ transforms: [later(hides(name))] }),
  "own-transformation": (name) => ({ transformations: [hides(name)] }),
  "parent-transform": (name) => ({ parent: group({ transforms: [later(hides(name))] }, name) }),
  "parent-transformation": (name) => ({ parent: group({ transformations: [hides(name)] }, name) }),
  "stack-transform": (name) => {
    pulumi.runtime.registerResourceTransform(later(hides(name)));
    return {};
  },
  "stack-transformation": (name) => {
    pulumi.runtime.registerStackTransformation(hides(name));
    return {};
  },
};
const NAMES = Object.keys(WAYS);

/** A policy of which the class shows all but one value. */
const policyOf = (url: string) => {
  const headers = { "x-from": url, "x-key": pulumi.secret("hush") };
  return { on_http_request: [{ actions: [{ type: "add-headers" as const, config: { headers } }] }] };
};

const program =
  ({ Endpoint, IpPolicy }: typeof dynamic | typeof native, { url, hide, isUnknown = false }: Given) =>
  async () => {
    const policy = isUnknown ? new IpPolicy("policy") : undefined;
    for (const name of NAMES) {
      const opts = hide ? WAYS[name]?.(name) : undefined;
      const given = url.replace("NAME", name);
      const args = { url: policy?.id.apply(() => given) ?? given, trafficPolicy: policyOf(given) };
      new Endpoint(name, args, { ...opts, aliases: [{ parent: pulumi.rootStackResource }] });
    }
  };

test("an input that a transformation makes a secret is one", async () => {
  const emulator = await startEmulator({ seed: RESERVED_NAMES });
  supportSecrets(true);
  const stacks = new InlineStacks("transformed", emulator);
  const stack = await stacks.create("test");
  const set = (given: Given) => {
    stack.workspace.program = program(face === "native" ? native : dynamic, given);
  };
  const shown = () => {
    const text = stacks.stateOf("test");
    return NAMES.filter((name) => text.includes(`canary-${name}`));
  };
  const url = "https://canary-NAME.example.com";
  try {
    set({ url, hide: false });
    await stack.up();
    expect(shown()).toEqual(NAMES);

    set({ url, hide: true });
    expect((await stack.up()).summary.resourceChanges).toMatchObject({ update: NAMES.length });
    expect(shown()).toEqual([]);
    expect((await stack.preview()).changeSummary).toEqual({ same: NAMES.length + 3 });

    set({ url: "canary-NAME://x y", hide: true });
    const refused = await stack.preview().then(String, String);
    expect(refused).toContain("url");
    expect(refused).not.toContain("canary-");

    await stack.destroy();
    set({ url, hide: true, isUnknown: true });
    expect((await stack.preview()).changeSummary).toEqual({ create: NAMES.length + 4 });
    set({ url, hide: true });
    await stack.up();
    expect(shown()).toEqual([]);
  } finally {
    await stack.destroy({ remove: true });
    await emulator.close();
    stacks.remove();
    supportSecrets(false);
  }
});

test("transforms of a resource of the dynamic classes end no program, whatever the language host knows", async () => {
  const account = await openAccount({}, { of: "dynamic", ownProcesses: true });
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
