import { describe, expect, test } from "vitest";
import { CLASS_OF_TYPE, readTerraformState, terraformState } from "../../../cli/import-file/terraform";
import { classNames } from "../../../provider/families/load";
import { temporaryFolder } from "../../support/temporary-folder";

const SECRET = "token-to-keep-secret";

/** A resource in the output of `terraform show -json`. */
const resource = (address: string, id: unknown, more: Record<string, unknown> = {}) => {
  const [, type, name] = /(\w+)\.(\w+)(?:\[.*\])?$/.exec(address) ?? [];
  return {
    address,
    mode: "managed",
    type,
    name,
    provider_name: "registry.terraform.io/ngrok/ngrok",
    schema_version: 0,
    values: { id, token: SECRET },
    sensitive_values: { token: true },
    ...more,
  };
};

const state = (root_module: unknown) => ({
  format_version: "1.0",
  terraform_version: "1.9.8",
  values: { outputs: { key: { sensitive: true, value: SECRET } }, root_module },
});

const failure = (value: unknown): string => {
  try {
    terraformState(value, "state.json");
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

describe("a Terraform state", () => {
  test("maps every type to an existing class", () => {
    expect([...CLASS_OF_TYPE.values()].filter((name) => !classNames.includes(name))).toEqual([]);
  });

  test("names objects as in Terraform, with their modules and indexes", () => {
    const inner = 'module.edge["a"].module.inner';
    const child = { address: inner, resources: [resource(`${inner}.ngrok_tcp_address.ssh`, "ra_1")] };
    const resources = [
      resource("ngrok_ip_policy.office", "ipp_1"),
      resource("ngrok_ip_policy_rule.rule[0]", "ipr_1", { index: 0 }),
      resource('ngrok_domain.app["eu.example.com"]', "rd_1", { index: "eu.example.com" }),
      resource("data.ngrok_domain.other", "rd_9", { mode: "data" }),
      resource("aws_instance.web", "i-1", { provider_name: "registry.terraform.io/hashicorp/aws" }),
      resource("ngrok_endpoint_configuration.main", "ec_1"),
    ];
    const child_modules = [{ address: 'module.edge["a"]', child_modules: [child] }];
    const found = terraformState(state({ resources, child_modules }), "state.json");
    expect(found.objects.map(({ className, id, name }) => `${className}=${id}:${name}`)).toEqual([
      "IpPolicy=ipp_1:office",
      "IpPolicyRule=ipr_1:rule-0",
      "ReservedDomain=rd_1:app-eu-example-com",
      "ReservedAddr=ra_1:edge-a-inner-ssh",
    ]);
    expect(found.objects.at(-1)?.address).toBe(`${inner}.ngrok_tcp_address.ssh`);
    expect(found.remaining).toEqual(["ngrok_endpoint_configuration.main"]);
    expect(JSON.stringify(found)).not.toContain(SECRET);
  });

  test.each([
    ["a state file", { version: 4, resources: [{ instances: [{ attributes: { token: SECRET } }] }] }],
    ["a list", [SECRET]],
    ["another version", { ...state({}), format_version: "2.0" }],
    ["an invalid module", state({ resources: SECRET })],
    ["an invalid resource", state({ resources: [{ address: 1, token: SECRET }] })],
    ["no root module", state(null)],
  ])("refuses %s without quoting it", (_, value) => {
    const message = failure(value);
    expect(message).toMatch(/^state\.json is not the output of `terraform show -json` for a state: /);
    expect(message).not.toContain(SECRET);
  });

  const policy = (id: unknown, more = {}) => state({ resources: [resource("ngrok_ip_policy.a", id, more)] });
  test.each([
    ["an empty state", { format_version: "1.0" }, "state.json contains no objects"],
    ["a plan", { format_version: "1.2", planned_values: {} }, "without a plan"],
    ["an object without an id", policy(null), "ngrok_ip_policy.a has no id"],
    ["an invalid id", policy("ipp_1:x"), "ngrok_ip_policy.a has no id"],
    ["a deposed object", policy("ipp_1", { deposed_key: "00000001" }), "run `terraform apply` first"],
  ])("refuses %s", (_, value, message) => {
    expect(failure(value)).toContain(message);
  });

  test("is read in order with any number of modules", () => {
    const modules = Array.from({ length: 300_000 }, (_, n) => ({
      address: `module.m${n}`,
      resources: n % 100_000 === 0 ? [resource(`module.m${n}.ngrok_api_key.ci`, `ak_${n}`)] : [],
    }));
    const { objects } = terraformState(state({ child_modules: modules }), "state");
    expect(objects.map(({ id }) => id)).toEqual(["ak_0", "ak_100000", "ak_200000"]);
  });

  describe("in a file", () => {
    const folder = temporaryFolder();

    test("is read", async () => {
      const text = JSON.stringify(state({ resources: [resource("ngrok_api_key.ci", "ak_1")] }));
      const file = folder.write("state.json", text);
      expect((await readTerraformState(file)).objects).toMatchObject([{ className: "ApiKey", id: "ak_1" }]);
    });

    test("is not quoted if it is truncated", async () => {
      const file = folder.write("cut.json", JSON.stringify(state({ token: SECRET })).slice(0, -3));
      const error = await readTerraformState(file).catch((reason: Error) => reason);
      expect(String(error)).toContain("is not JSON, or is truncated");
      expect(String(error)).not.toContain(SECRET);
    });

    test("must exist and have a limited size", async () => {
      await expect(readTerraformState(folder.at("none"))).rejects.toThrow("none cannot be read");
      await expect(readTerraformState("/dev/zero")).rejects.toThrow("/dev/zero is larger than");
    });
  });
});
