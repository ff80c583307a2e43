import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { managed } from "../../../provider/families";
import { loadReadable, readableNames } from "../../../provider/families/load";
import * as dynamic from "../../../sdk";
import * as native from "../../../sdk/native";

const calls: Record<string, unknown>[] = [];

async function startMocks(preview: boolean): Promise<void> {
  calls.length = 0;
  await pulumi.runtime.setMocks(
    {
      newResource: ({ name, inputs, id }) => ({ id: id || `${name}_id`, state: { ...inputs, uri: "made" } }),
      call: ({ token, inputs }) => {
        calls.push({ token, ...inputs });
        if (token.includes(":list")) return { items: [{ id: "a" }, { id: "b" }] };
        return { id: "a", secret: inputs.id === "hidden" ? pulumi.secret("text") : "text" };
      },
    },
    "app",
    "dev",
    preview,
  );
}

const mockCalls = (call: () => object) =>
  pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "x", state: inputs }), call });

const known = <T>(output: pulumi.Output<T>) => (output as unknown as { promise(): Promise<T> }).promise();

type Lookup = (...args: unknown[]) => unknown;
type AnyClass = {
  new (name: string, args?: object, opts?: object): pulumi.CustomResource & Record<string, unknown>;
  get?(name: string, id: string): pulumi.CustomResource;
};
const rejections: unknown[] = [];
const recordRejection = (error: unknown) => rejections.push(error);
process.on("unhandledRejection", recordRejection);
afterAll(() => {
  process.off("unhandledRejection", recordRejection);
  expect(rejections).toEqual([]);
});

describe.each([
  ["dynamic", dynamic],
  ["native", native],
])("the %s classes and functions", (_variant, edge) => {
  const all = edge as unknown as Record<string, unknown>;
  const classNamed = (name: string) => all[name] as AnyClass;
  const functionNamed = (name: string) => all[name] as Lookup;

  describe.each([false, true])("with preview %s", (preview) => {
    beforeEach(() => startMocks(preview));

    test("creates and reads every class", async () => {
      for (const { name } of managed) {
        const resource = new (classNamed(name))("one", { metadata: "m" });
        expect([name, await known(resource.id)]).toEqual([name, "one_id"]);
        const { get } = classNamed(name);
        if (get) expect(await known(get.call(classNamed(name), "other", "x_1").id)).toBe("x_1");
      }
      const staging = new edge.Provider("staging", { baseUrl: "https://api.example.com", apiToken: "t" });
      const policy = new edge.IpPolicy("policy", { description: "d" }, { provider: staging });
      expect(await known(policy.uri)).toBe("made");
    });

    test("routes every lookup through the native provider's token", async () => {
      for (const name of readableNames) {
        const family = await loadReadable(name);
        if (family === undefined) continue;
        const token = `tunnel-edge:index:get${name}`;
        calls.length = 0;
        expect(await functionNamed(`get${name}`)({ id: "a" })).toMatchObject({ id: "a" });
        expect(
          await known(functionNamed(`get${name}Output`)({ id: pulumi.output("a") }) as pulumi.Output<object>),
        ).toMatchObject({ id: "a" });
        expect(calls).toEqual([
          { token, id: "a" },
          { token, id: "a" },
        ]);
        if (family.kind === "module") continue;
        calls.length = 0;
        const list = `list${family.plural}`;
        const at = family.kind === "resource" && family.pathKeys.length > 0 ? [{ edgeId: "e" }] : [];
        const items = [{ id: "a" }, { id: "b" }];
        expect(await functionNamed(list)(...at)).toEqual(items);
        expect(await known(functionNamed(`${list}Output`)(...at) as pulumi.Output<object>)).toEqual(items);
        const each = all[`each${name}`] as ((...args: unknown[]) => AsyncIterable<unknown>) | undefined;
        const found: unknown[] = [];
        if (each) for await (const item of each(...at)) found.push(item);
        expect(found).toEqual(each ? items : []);
        const call = { token: `tunnel-edge:index:${list}`, ...at[0] };
        expect(calls).toEqual(each ? [call, call, call] : [call, call]);
      }
    });
  });

  test("inputs from a transformation are treated like arguments", async () => {
    const labels = { labels: { app: undefined } };
    const group = new edge.TunnelGroupBackend(
      "group",
      { labels: { app: "web" } },
      { transformations: [({ props, opts }) => ({ props: { ...props, ...labels }, opts })] },
    );
    // The provider rejects null with its path; the SDK would drop an undefined value.
    expect(await known(group.labels)).toEqual({ app: null });
  });

  test("a secret returned by a mock stays secret", async () => {
    await startMocks(false);
    expect(await pulumi.isSecret(edge.getIpPolicyOutput({ id: "hidden" }))).toBe(true);
    expect(await pulumi.isSecret(edge.getIpPolicyOutput({ id: "shown" }))).toBe(false);
  });

  test("a mock that throws rejects the lookup once", async () => {
    await mockCalls(() => {
      throw new Error("no such object");
    });
    await expect(edge.getIpPolicy({ id: "a" })).rejects.toBeInstanceOf(Error);
    await new Promise((resolve) => setImmediate(resolve));
  });

  test("names a mock that doesn't return a list", async () => {
    await mockCalls(() => ({}));
    await expect(edge.listIpPolicies()).rejects.toThrow(
      "the mock of tunnel-edge:index:listIpPolicies must return { items: [...] }",
    );
  });
});
