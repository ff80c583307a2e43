import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { importFileCommand } from "../../../cli/import-file/command";
import { runCommand, stubAccount } from "../../support/command";
import { writeFakeEngine } from "../../support/fake-engine";
import { posix } from "../../support/needs";
import { temporaryFolder } from "../../support/temporary-folder";
import { emulatedAccount } from "../../support/test-resources";

const folder = temporaryFolder();
let file: string;

beforeEach(async () => {
  const emulator = await emulatedAccount({
    seed: {
      "/ip_policies": [
        { id: "ipp_1", description: "Office egress" },
        { id: "ipp_2", description: "Office egress" },
      ],
      "/edges/tls": [
        { id: "edgtls_1", description: "Wiki", ip_restriction: { ip_policy_ids: ["ipp_1"] } },
        { id: "edgtls_2", description: "Shop", ip_restriction: { ip_policy_ids: ["ipp_1"] } },
      ],
      "/edges/https": [{ id: "edghts_1" }],
      "/edges/https/edghts_1/routes": [{ id: "edghtsrt_1", match_type: "path_prefix", match: "/api" }],
    },
  });
  stubAccount(emulator);
  file = folder.at("import.json");
});

const importFile = (...args: string[]) => runCommand(importFileCommand(), ...args);

test("--all imports every object of the account under a unique name", async () => {
  const { stdout } = await importFile("--all", "--out", file, "--json", "IpPolicy=ipp_2:mine");
  const { objects } = JSON.parse(stdout) as { objects: { class: string; name: string; id: string }[] };
  const { resources } = JSON.parse(readFileSync(file, "utf8")) as { resources: { id: string }[] };
  expect(resources.map(({ id }) => id)).toEqual(objects.map(({ id }) => id));
  const names = objects.map((object) => `${object.class} ${object.name} ${object.id}`);
  expect(names[0]).toBe("IpPolicy mine ipp_2");
  expect(names).toContain("IpPolicy office-egress ipp_1");
  expect(objects.map(({ id }) => id)).toContain("edghtsrt_1");
});

test.each([
  [
    [],
    "name objects as Class=id:name, those of a Terraform state with --terraform, or all of them with --all",
  ],
  [["ipp_1"], 'write "ipp_1" as Class=id:name'],
  [["--all", "--json"], "--json describes a file"],
])("refuses the arguments %j with `--out -`", async (args, message) => {
  const result = await importFile(...args, "--no-preview", "--out", "-");
  expect(result).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
});

test(
  "replaces an existing file only with --force, and makes it readable by its owner only",
  posix,
  async () => {
    writeFileSync(file, "{}");
    chmodSync(file, 0o644);
    const args = ["IpPolicy=ipp_1", "--out", file];
    expect(await importFile(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining("--force") });
    expect((await importFile(...args, "--force")).stdout).toContain("IpPolicy office-egress");
    // Others may have been able to read the old file, but this one can contain secrets.
    expect(statSync(file).mode & 0o777).toBe(0o600);
  },
);

describe("in the folder of a program", posix, () => {
  /** Simulates a program that declares a TlsEdge. */
  const declare = (type: string, name: string, inputs: Readonly<Record<string, unknown>>) => {
    const urn = `urn:pulumi:dev::app::${type}::${name}`;
    const steps = [{ op: "create", urn, newState: { urn, type, custom: true, inputs } }];
    writeFakeEngine(folder.at(), JSON.stringify({ config: {}, steps, changeSummary: { create: 1 } }));
  };

  beforeEach(() => {
    folder.write("Pulumi.yaml", "name: app\nruntime: nodejs\n");
    vi.stubEnv("PATH", `${folder.at()}${delimiter}${process.env.PATH}`);
    vi.spyOn(process, "cwd").mockReturnValue(folder.at());
  });

  test.each([[["--all"]], [["TlsEdge=edgtls_1", "TlsEdge=edgtls_2"]], [["TlsEdge=edgtls_1:wiki", "--all"]]])(
    "%j: an object with the name of a resource counts as set only what the program sets",
    async (args) => {
      declare("tunnel-edge:index:TlsEdge", "wiki", { description: "Wiki" });
      const { stdout } = await importFile(...args, "--out", "-");
      const { resources } = JSON.parse(stdout) as { resources: { id: string; inputs: object }[] };
      const [wiki, shop] = ["edgtls_1", "edgtls_2"].map((id) => resources.find((entry) => entry.id === id));
      expect(wiki).toMatchObject({
        type: "tunnel-edge:index:TlsEdge",
        name: "wiki",
        inputs: { description: "Wiki" },
        outputs: { unmanagedModules: ["ipRestriction"] },
      });
      expect(wiki?.inputs).not.toHaveProperty("ipRestriction");
      expect(shop).toMatchObject({
        type: "pulumi-nodejs:dynamic/tunnel-edge:TlsEdge",
        inputs: { ipRestriction: { ipPolicyIds: ["ipp_1"] } },
        outputs: { unmanagedModules: [] },
      });
    },
  );

  test("fails if the preview does, and says how to do without it", async () => {
    writeFakeEngine(folder.at(), "", "exit 255", "error: not written yet");
    expect(await importFile("IpPolicy=ipp_1", "--out", "-")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/not written yet\nWith --no-preview, every property counts as set\./),
    });
    expect(await importFile("IpPolicy=ipp_1", "--no-preview", "--out", "-")).toMatchObject({ code: 0 });
  });
});
