import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateProgram, type Program } from "../../cli/export/program";
import { prove } from "../../cli/export/proof";
import { type Emulator, startEmulator } from "../../emulator";
import { closeAccounts } from "../../provider/account/account";
import { inventory } from "../../provider/inspect";
import { configFor } from "../support/config";
import { enginePath } from "../support/engine";

/** `export-account.engine.test.ts` exports whole accounts; `npm run test:full` runs it. */
describe("the proof", () => {
  let program: Program;
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({
      seed: {
        "/ip_policies": [
          { id: "ipp_office00", description: "Office" },
          { id: "ipp_home0000", description: "Home" },
        ],
        "/ip_policy_rules": [{ ip_policy_id: "ipp_office00", cidr: "192.0.2.0/24", action: "allow" }],
        "/edges/https": [{ id: "edghts_docs0" }],
        "/edges/https/edghts_docs0/routes": [
          {
            match_type: "path_prefix",
            match: "/",
            description: "Docs",
            oidc: { issuer: "https://id.example.com", client_id: "c", client_secret: "hush" },
          },
        ],
      },
    });
    const objects = await inventory(configFor(emulator));
    await closeAccounts();
    program = generateProgram(objects, {
      project: "tunnel-edge-test",
      dependency: "^0.1.0",
      showValues: true,
    });
  });
  afterAll(() => emulator.close());

  test("passes for an empty account", async () => {
    const empty = generateProgram([], { project: "tunnel-edge-test", dependency: "^0.1.0" });
    const proof = await prove(empty, { ...process.env, PATH: enginePath() });
    expect(proof).toEqual({ objects: 0, differences: [] });
  });

  test("reports changed values and secrets, additional resources, and missing ones", async () => {
    const files = { ...program.files };
    const change = (file: string, before: string, after: string) => {
      expect(files[file]).toContain(before);
      files[file] = (files[file] ?? "").replace(before, after);
    };
    change("ip-policies.ts", '"Office" }', '"Elsewhere" }');
    change("ip-policies.ts", "new", 'new edge.IpPolicy("more");\nnew');
    change("index.ts", 'import "./ip-policy-rules";', "");
    change("https-edge-routes.ts", "secrets.docsOidcClientSecret", '"x"');
    const { differences } = await prove({ ...program, files }, { ...process.env, PATH: enginePath() });
    expect([...differences].sort()).toEqual([
      "create IpPolicy more",
      "delete IpPolicyRule office-192-0-2-0-24",
      "update HttpsEdgeRoute docs: oidc",
      "update IpPolicy office: description",
    ]);
  });
});
