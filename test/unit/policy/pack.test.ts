import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type EdgePolicyOptions,
  edgePolicies,
  isOfClass,
  RULES,
  validateResourceOfClass,
} from "../../../policy";
import { dynamicType, nativeType } from "../../../provider/engine/native/tokens";
import * as dynamicClasses from "../../../sdk";
import * as nativeClasses from "../../../sdk/native";
import { repository } from "../../support/engine";

const policy = (name: string, options?: EdgePolicyOptions) =>
  edgePolicies(options).find((candidate) => candidate.name === name);

describe("edgePolicies", () => {
  test("returns a policy for every rule, with its texts", () => {
    expect(edgePolicies().map(({ name }) => name)).toEqual(RULES.map(({ id }) => id));
    expect(policy("edge-ssh-ttl")).toMatchObject({
      enforcementLevel: "mandatory",
      severity: "high",
      description: "An SSH certificate must be valid only for a short time.",
      remediationSteps: expect.stringContaining("validUntil"),
    });
  });

  test.each([
    ["edge-ssh-principals", {}, "mandatory"],
    ["edge-key-max-age", {}, "advisory"],
    ["edge-acct-restrict-api", {}, "advisory"],
    ["edge-acct-restrict-api", { high: "mandatory" }, "mandatory"],
    ["edge-dom-region", { low: "disabled" }, "disabled"],
    ["edge-ipr-enforced", { high: "advisory", "edge-ipr-enforced": "remediate" }, "remediate"],
  ] as const)("enforces %s with levels %j as %s", (name, levels, level) => {
    expect(policy(name, { levels })?.enforcementLevel).toBe(level);
  });

  test("uses settings as new defaults, which a configuration file may override", () => {
    const schema = (options?: EdgePolicyOptions) => policy("edge-session-limits", options)?.configSchema;
    const limits = { maximumDuration: 3600 };
    expect(schema({ config: { "edge-session-limits": limits } })?.properties).toMatchObject({
      maximumDuration: { type: "integer", default: 3600, minimum: 1 },
      inactivityTimeout: { type: "integer", default: 1800 },
    });
    expect(schema()?.properties.maximumDuration?.default).toBe(28_800);
    expect(policy("edge-oidc-https")?.configSchema).toBeUndefined();
  });

  test.each([
    [{ levels: { "edge-nothing": "disabled" } }, "levels has the unknown key edge-nothing"],
    [{ config: { "edge-nothing": {} } }, "config has the unknown key edge-nothing"],
    [{ config: { "edge-key-max-age": { days: 3 } } }, /config of edge-key-max-age.*days/s],
    [{ config: { "edge-key-max-age": { maxDays: 0 } } }, /config of edge-key-max-age.*maxDays/s],
  ])("rejects %j", (options, message) => {
    expect(() => edgePolicies(options as EdgePolicyOptions)).toThrow(message);
  });
});

describe("the folder policy-pack", () => {
  const read = (...path: string[]) => readFileSync(join(repository, ...path), "utf8");

  test("has the version of the package", () => {
    const version = (text: string) => (JSON.parse(text) as { version: string }).version;
    expect(version(read("policy-pack", "package.json"))).toBe(version(read("package.json")));
  });

  test("has an executable script", () => {
    expect(statSync(join(repository, "policy-pack", "run.js")).mode & 0o111).toBe(0o111);
  });

  test("is part of the package", () => {
    expect((JSON.parse(read("package.json")) as { files: string[] }).files).toContain("policy-pack");
  });
});

describe("custom policies", () => {
  const types = { dynamic: dynamicType("IpPolicy"), native: nativeType("IpPolicy") };

  test.each([
    ["dynamic", dynamicClasses.IpPolicy, dynamicClasses.IpPolicyRule],
    ["native", nativeClasses.IpPolicy, nativeClasses.IpPolicyRule],
  ])("with %s classes match the resources of both providers", (_, resourceClass, otherClass) => {
    for (const type of Object.values(types)) {
      expect([isOfClass({ type }, resourceClass), isOfClass({ type }, otherClass)]).toEqual([true, false]);
      const found: string[] = [];
      const check = validateResourceOfClass(resourceClass, ({ description }, _args, report) => {
        if (description === "") report("has no description");
      });
      void check({ type, props: { description: "" } } as never, (message) => found.push(message));
      expect(found).toEqual(["has no description"]);
    }
    expect(isOfClass({ type: "aws:s3/bucket:Bucket" }, resourceClass)).toBe(false);
  });

  test("don't apply to resources of other classes", () => {
    const check = validateResourceOfClass(dynamicClasses.IpPolicy, () => {
      throw new Error("checked");
    });
    const reasons: (string | undefined)[] = [];
    const args = { type: nativeType("Endpoint"), notApplicable: (reason?: string) => reasons.push(reason) };
    void check(args as never, () => undefined);
    expect(reasons).toEqual(["it is not of class IpPolicy"]);
  });
});
