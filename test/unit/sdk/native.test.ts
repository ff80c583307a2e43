import * as pulumi from "@pulumi/pulumi";
import type * as provider from "@pulumi/pulumi/proto/resource_pb";
import { beforeEach, describe, expect, test } from "vitest";
import { packageSchema } from "../../../build/generate/native/schema";
import { nativeType } from "../../../provider/engine/native/tokens";
import { managed } from "../../../provider/families";
import { version } from "../../../provider/manifest";
import * as native from "../../../sdk/native";

type Request = InstanceType<typeof provider.RegisterResourceRequest>;

const requests: Request[] = [];
const calls: pulumi.runtime.MockCallArgs[] = [];

beforeEach(async () => {
  requests.length = 0;
  calls.length = 0;
  await pulumi.runtime.setMocks(
    {
      newResource: ({ inputs, id }) => ({ id: id || "x_1", state: inputs }),
      call: (args) => {
        calls.push(args);
        return args.token.includes(":list") ? { items: [{ id: "a" }, { id: "b" }] } : { id: "a" };
      },
    },
    "app",
    "dev",
    false,
  );
  const monitor = pulumi.runtime.getMonitor() as unknown as Monitor;
  const register = monitor.registerResource.bind(monitor);
  monitor.registerResource = (request, done) => {
    requests.push(request);
    return register(request, done);
  };
});

interface Monitor {
  registerResource(request: Request, done: unknown): unknown;
}

/** Returns the last registered resource except the stack. */
const lastRequest = () =>
  requests.findLast((request) => request.getType() !== "pulumi:pulumi:Stack") as Request;
const sentInputs = () => lastRequest().getObject()?.toJavaScript() as Record<string, { value?: unknown }>;

const known = <T>(output: pulumi.Output<T>) => (output as unknown as { promise(): Promise<T> }).promise();
const secret = (value: string) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});
type AnyClass = new (name: string, args?: object, opts?: object) => pulumi.CustomResource;
const classNamed = (name: string) => (native as unknown as Record<string, AnyClass>)[name] as AnyClass;

describe.each(managed.map((family) => [family.name, family] as const))("%s", (name, family) => {
  test("is registered with the schema's token, version, alias, and secrets", async () => {
    const { properties, aliases = [] } = packageSchema().resources[nativeType(name)] ?? {};
    const resource = new (classNamed(name))("one", {});
    await known(resource.id);
    expect(lastRequest().getType()).toBe(nativeType(name));
    expect(lastRequest().getVersion()).toBe(version);
    const types = lastRequest()
      .getAliasesList()
      .map((alias) => alias.getSpec()?.getType());
    expect(types).toEqual(aliases.map(({ type }) => type));
    const secrets = Object.entries(properties ?? {}).filter(([, { secret }]) => secret);
    expect(lastRequest().getAdditionalsecretoutputsList().sort()).toEqual(secrets.map(([key]) => key).sort());
    const outputs = new Set([...Object.keys(family.outputs), ...Object.keys(family.inputs)]);
    expect(Object.keys(resource)).toEqual(expect.arrayContaining([...outputs]));
    expect((resource.constructor as typeof native.IpPolicy).isInstance(resource)).toBe(true);
  });

  test("sends no inputs of the dynamic provider", async () => {
    await known(new (classNamed(name))("one", {}).id);
    expect(Object.keys(sentInputs()).filter((key) => key.startsWith("__"))).toEqual([]);
  });
});

test("lists send a filter next to the edge's id, so that the provider refuses it", async () => {
  const at = { edgeId: "edghts_1", filter: "true" };
  await native.listHttpsEdgeRoutes(at);
  await known(native.listHttpsEdgeRoutesOutput(at));
  expect(calls.map(({ inputs }) => inputs)).toEqual([at, at]);
});

test("sends a secret input as a secret", async () => {
  const args = { certificatePem: "c", privateKeyPem: "k" };
  await known(new native.TlsCertificate("one", args).id);
  expect(sentInputs()).toMatchObject({ privateKeyPem: secret("k") });
});

test("keeps the program's version, aliases, and secrets", async () => {
  const policy = new native.IpPolicy(
    "one",
    {},
    { version: "9.9.9", aliases: [{ name: "old" }], additionalSecretOutputs: ["description"] },
  );
  await known(policy.id);
  expect(lastRequest().getVersion()).toBe("9.9.9");
  expect(
    lastRequest()
      .getAliasesList()
      .map((alias) => alias.getSpec()?.getName()),
  ).toEqual(["old", ""]);
  expect(lastRequest().getAdditionalsecretoutputsList()).toEqual(["description"]);
});

test("get takes the path of ids and returns the object's own id", async () => {
  const route = native.HttpsEdgeRoute.get("one", "edghts_1/edghtsrt_2");
  expect(await known(route.id)).toBe("edghtsrt_2");
});

test("isInstance distinguishes classes", () => {
  const policy = new native.IpPolicy("one");
  expect(native.TlsEdge.isInstance(policy)).toBe(false);
  expect(native.IpPolicy.isInstance(undefined)).toBe(false);
});

describe("Provider", () => {
  test("sends its configuration as strings, with the token and the headers as secrets", async () => {
    const texts = {
      baseUrl: "https://api.example.com",
      defaultDescription: "d",
      defaultMetadata: "team=edge",
    };
    const provider = new native.Provider("staging", {
      ...texts,
      apiToken: "t",
      headers: { "x-number": 1 },
      requestsPerMinute: 60,
      requestTimeout: 1.5,
      ownershipMark: true,
      warnDeprecated: true,
    });
    await known(provider.id);
    expect(lastRequest().getType()).toBe("pulumi:providers:tunnel-edge");
    expect(lastRequest().getVersion()).toBe(version);
    expect(sentInputs()).toEqual({
      ...texts,
      apiToken: secret("t"),
      headers: secret('{"x-number":1}'),
      requestsPerMinute: "60",
      requestTimeout: "1.5",
      ownershipMark: "true",
      warnDeprecated: "true",
    });
    expect(native.Provider.isInstance(provider)).toBe(true);
    expect(native.Provider.isInstance(new native.IpPolicy("one"))).toBe(false);
  });
});

describe("functions", () => {
  test("exist for each function of the schema", () => {
    const names = Object.keys(packageSchema().functions).map((token) =>
      token.slice(token.lastIndexOf(":") + 1),
    );
    expect(Object.keys(native)).toEqual(
      expect.arrayContaining(names.flatMap((name) => [name, `${name}Output`])),
    );
  });

  test("lists return objects and accept a filter", async () => {
    const policies = await native.listIpPolicies({ filter: "true" });
    expect(policies.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(calls[0]?.inputs).toEqual({ filter: "true" });
    const later = native.listIpPoliciesOutput({ filter: pulumi.output("false") });
    expect((await known(later)).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(calls[1]?.inputs).toEqual({ filter: "false" });
  });
});
