import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { configuration } from "../../../provider/engine/native/configuration";
import * as edge from "../../../sdk";
import * as native from "../../../sdk/native";
import { requireSettings } from "../../../sdk/settings";

const known = Object.keys(configuration).join(", ");
const suggestion = "is not a known setting; did you mean ownershipMark?";

describe("a Provider", () => {
  const unknownSetting = { baseUrl: "https://api.example.com", ownershipMarks: true };

  test.each([
    ["of the dynamic classes", () => new edge.Provider("staging", unknownSetting)],
    ["of the native classes", () => new native.Provider("staging", unknownSetting)],
  ])("%s rejects an unknown setting", (_, make) => {
    expect(make).toThrow(`Provider "staging": ownershipMarks ${suggestion}`);
  });

  test("accepts every setting of the native provider and truncates long names in errors", () => {
    requireSettings("staging", Object.fromEntries(Object.keys(configuration).map((key) => [key, undefined])));
    expect(() => requireSettings("staging", { ["x".repeat(1000)]: 1 })).toThrow(/: x{60}… is not/);
    expect(() => requireSettings("staging", { color: 1 })).toThrow(
      `color is not a known setting; known settings: ${known}`,
    );
  });
});

describe("an object to get", () => {
  test.each([
    ["an empty id", () => edge.IpPolicy.get("office", "")],
    ["no id", () => edge.IpPolicy.get("office", undefined as never)],
    ["an empty id, of the native classes", () => native.IpPolicy.get("office", "")],
    ["no id, of the native classes", () => native.IpPolicy.get("office", undefined as never)],
  ])("is not created if the program passes %s", (_, make) => {
    expect(make).toThrow('IpPolicy "office": the id of the object to get is empty: set it');
  });
});

describe("the stack's configuration", () => {
  let warned: string[];

  /** Returns the warnings of a program with this configuration. Its first resource warns for all. */
  async function warnings(config: Record<string, string>, project = "app"): Promise<string[]> {
    await pulumi.runtime.setMocks(
      { newResource: ({ inputs }) => ({ id: "x_1", state: inputs }), call: ({ inputs }) => inputs },
      project,
      "dev",
      false,
    );
    pulumi.runtime.setAllConfig(config);
    await pulumi.runtime.runInPulumiStack(async () => {
      new edge.IpPolicy("one", {});
      new edge.IpPolicy("two", {});
    });
    return warned;
  }

  beforeEach(() => {
    warned = [];
    vi.spyOn(pulumi.log, "warn").mockImplementation(async (message) => void warned.push(message));
  });

  test("causes one warning about an unknown setting", async () => {
    expect(await warnings({ "tunnel-edge:ownershipMarks": "true", "app:ownershipMarks": "true" })).toEqual([
      `tunnel-edge:ownershipMarks of the stack's configuration ${suggestion}`,
    ]);
  });

  test.each([
    ["settings", "app", { "tunnel-edge:baseUrl": "https://api.example.com" }],
    ["the engine's settings of a plugin", "app", { "tunnel-edge:pluginDownloadURL": "https://example.com" }],
    ["a program of this name", "tunnel-edge", { "tunnel-edge:ownershipMarks": "true" }],
  ])("causes no warning about %s", async (_, project, config) => {
    expect(await warnings(config, project)).toEqual([]);
  });
});
