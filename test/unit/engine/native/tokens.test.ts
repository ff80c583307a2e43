import { describe, expect, test } from "vitest";
import {
  classOfType,
  dynamicType,
  getToken,
  isDefaultProvider,
  isNativeType,
  listToken,
  nativeType,
  PACKAGE,
  PROVIDER_TYPE,
} from "../../../../provider/engine/native/tokens";
import { classNames } from "../../../../provider/families/load";

describe("type tokens", () => {
  test("of the provider are those of the package", () => {
    expect(PROVIDER_TYPE).toBe(`pulumi:providers:${PACKAGE}`);
  });

  test.each(classNames)("of %s lead back to the class, under both providers", (name) => {
    expect(nativeType(name)).toBe(`tunnel-edge:index:${name}`);
    expect(dynamicType(name)).toBe(`pulumi-nodejs:dynamic/tunnel-edge:${name}`);
    expect(classOfType(nativeType(name))).toBe(name);
    expect(classOfType(dynamicType(name))).toBe(name);
    expect(isNativeType(nativeType(name))).toBe(true);
    expect(isNativeType(dynamicType(name))).toBe(false);
  });

  test.each([
    "tunnel-edge:index:",
    "tunnel-edge:index:a b",
    "other:index:TlsEdge",
    "pulumi:pulumi:Stack",
    getToken("TlsEdge"),
    listToken("TlsEdges"),
  ])("%s is no class of this package", (type) => {
    expect(classOfType(type)).toBeUndefined();
  });
});

describe("names of the engine's own providers", () => {
  test.each([
    "default",
    "default_0_1_0",
    "default_1_2_3_alpha_1_abc",
    "default_0_1_0_https_/example.com/plugins",
    "default_https_/example.com/plugins",
  ])("%s is one", (name) => expect(isDefaultProvider(name)).toBe(true));

  test.each(["staging", "default-eu", "default_eu", "defaults", "default_1_2"])(
    "%s is what a program calls its own",
    (name) => expect(isDefaultProvider(name)).toBe(false),
  );

  test("without a version is a program's own where the provider asks for one", () => {
    expect(isDefaultProvider("default", "0.1.0")).toBe(false);
    expect(isDefaultProvider("default_0_1_0", "0.1.0")).toBe(true);
  });
});
