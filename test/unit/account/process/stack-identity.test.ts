import { describe, expect, test } from "vitest";
import { resourceIdentity } from "../../../../provider/account/process/stack-identity";

const nameIn = (resource: string, env: NodeJS.ProcessEnv = {}) => resourceIdentity(resource, false, env).name;
const RESOURCE = "organization/app/dev/policy";

describe("the identity of a resource", () => {
  test("is its path if the backend is unknown", () => {
    expect(resourceIdentity(RESOURCE, true, {})).toEqual({
      name: "app/dev/policy",
      stack: '["","","app","dev"]',
      hasObject: true,
      resource: "policy",
    });
    expect(nameIn("/app/dev/policy")).toBe("app/dev/policy");
  });

  test("differs with the organization and with the URL of the backend", () => {
    const backends = ["s3://states", "s3://states/team", "gs://states", "file:///var/states"];
    const names = [
      ...[RESOURCE, "acme/app/dev/policy", "globex/app/dev/policy"].map((resource) => nameIn(resource)),
      ...backends.map((url) => nameIn(RESOURCE, { PULUMI_BACKEND_URL: url })),
      nameIn("acme/app/dev/policy", { PULUMI_API: "https://pulumi.example.com" }),
    ];
    expect(new Set(names).size).toBe(names.length);
  });

  test("is the whole name of a resource without organization, project, and stack", () => {
    expect(resourceIdentity("app/dev/policy", false, {})).toMatchObject({
      name: "app/dev/policy",
      resource: "app/dev/policy",
    });
  });

  test("includes its path separately if it differs from the name", () => {
    expect(resourceIdentity("acme/app/dev/group::site/policy", false, {})).toMatchObject({
      nameInBackend: "app/dev/group::site/policy",
    });
    expect(resourceIdentity(RESOURCE, false, {})).not.toHaveProperty("nameInBackend");
  });

  test.each([
    ["a trailing slash", "s3://states", "s3://states/"],
    ["credentials", "postgres://db.example.com/pulumi", "postgres://user:secret@db.example.com/pulumi"],
    ["options", "s3://states", "s3://states?region=eu-central-1&awssdk=v2"],
  ])("does not change with %s", (_, one, other) => {
    const name = nameIn(RESOURCE, { PULUMI_BACKEND_URL: one });
    expect(nameIn(RESOURCE, { PULUMI_BACKEND_URL: other })).toBe(name);
    expect(name).not.toContain("secret");
  });

  test("is the same whether Pulumi Cloud is explicit or implied, and whichever variable names the backend", () => {
    const env = { PULUMI_API: "https://api.pulumi.com" };
    expect(nameIn("acme/app/dev/policy", env)).toBe(nameIn("acme/app/dev/policy"));
    const own = "https://pulumi.example.com";
    expect(nameIn(RESOURCE, { PULUMI_BACKEND_URL: own })).toBe(nameIn(RESOURCE, { PULUMI_API: own }));
  });

  test("includes its stack, which allows one update at a time", () => {
    const stackOf = (resource: string, env = {}) => resourceIdentity(resource, false, env).stack;
    expect(stackOf(RESOURCE)).toBe(stackOf("organization/app/dev/group::site/other"));
    const others = [
      stackOf("organization/app/prod/policy"),
      stackOf("acme/app/dev/policy"),
      stackOf(RESOURCE, { PULUMI_BACKEND_URL: "s3://states" }),
    ];
    expect(others).not.toContain(stackOf(RESOURCE));
  });

  test("falls back to the path if the backend URL can't be parsed", () => {
    expect(nameIn(RESOURCE, { PULUMI_BACKEND_URL: "not an address" })).toBe("app/dev/policy");
  });
});
