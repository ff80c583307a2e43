import { afterEach, describe, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../support/account";
import { runCli } from "../support/cli";
import type { Face } from "../support/faces";
import { type Declared, reference, secret } from "../support/program";

let account: TestAccount;

afterEach(() => account.close());

describe("what is in or names an object that is adopted in the same update", () => {
  test.each<Face>(["dynamic", "native"])(
    "is compared with what the object has, by the %s provider",
    async (of) => {
      account = await openAccount({}, { of });
      account.emulator.seed({
        "/ip_policies": [{ id: "ipp_held" }, { id: "ipp_too" }],
        "/ip_policy_rules": [
          { id: "ipr_held", ip_policy_id: "ipp_held", cidr: "203.0.113.0/24", action: "allow" },
        ],
        "/backends/failover": [{ id: "bkdfo_held", backends: ["bkdtg_b"] }],
        "/backends/tunnel_group": [
          { id: "bkdtg_a", labels: { app: "a" } },
          { id: "bkdtg_b", labels: { app: "b" } },
        ],
        "/edges/https": [{ id: "edghts_held", hostports: ["held.example.com:443"] }],
        "/edges/https/edghts_held/routes": [
          {
            id: "edghtsrt_held",
            match_type: "path_prefix",
            match: "/",
            backend: { backend_id: "bkdfo_held" },
            ip_restriction: { ip_policy_ids: ["ipp_too", "ipp_held"] },
          },
          { id: "edghtsrt_named", match_type: "exact_path", match: "/named" },
        ],
        "/vaults": [{ id: "vault_held", name: "held" }],
        "/vault_secrets": [{ id: "secret_held", name: "ops", vault_id: "vault_held" }],
      });
      const adopting = (
        className: string,
        name: string,
        adoptId: string,
        inputs: Declared["inputs"] = {},
      ) => ({
        class: className,
        name,
        inputs: { adoptId, ...inputs },
      });
      const byName = { adopt: "ifExists" };
      account.declare([
        adopting("IpPolicy", "held", "ipp_held"),
        adopting("IpPolicy", "too", "ipp_too"),
        adopting("IpPolicyRule", "held-v4", "ipr_held", {
          ipPolicyId: reference("held"),
          cidr: "203.0.113.0/24",
          action: "allow",
        }),
        adopting("TunnelGroupBackend", "a", "bkdtg_a", { labels: { app: "a" } }),
        adopting("TunnelGroupBackend", "b", "bkdtg_b", { labels: { app: "b" } }),
        adopting("FailoverBackend", "both", "bkdfo_held", { backends: [reference("b")] }),
        { class: "HttpsEdge", name: "held-edge", inputs: { ...byName, hostports: ["held.example.com:443"] } },
        adopting("HttpsEdgeRoute", "held-route", "edghts_held/edghtsrt_held", {
          edgeId: reference("held-edge"),
          matchType: "path_prefix",
          match: "/",
          backend: { backendId: reference("both") },
          ipRestriction: { ipPolicyIds: [reference("held"), reference("too")] },
        }),
        {
          class: "HttpsEdgeRoute",
          name: "named-route",
          inputs: { ...byName, edgeId: reference("held-edge"), matchType: "exact_path", match: "/named" },
        },
        { class: "Vault", name: "held-vault", inputs: { ...byName, name: "held" } },
        {
          class: "Secret",
          name: "held-secret",
          inputs: {
            ...byName,
            vaultId: reference("held-vault"),
            name: "ops",
            value: secret("hunter2-hunter2-hunter2"),
          },
        },
      ]);
      const { stdout } = await runCli(["review", "--json"], {
        cwd: account.workspace.folder,
        env: account.workspace.environment,
      });
      const report = JSON.parse(stdout) as {
        findings: unknown[];
        exposure: { changed: unknown[] };
        unread: unknown[];
        adoptions: { name: string; id: string; isRead: boolean; update: unknown; refused: unknown[] }[];
      };
      expect(report).toMatchObject({ findings: [], exposure: { changed: [] }, unread: [] });
      expect(report.adoptions.length).toBe(11);
      for (const one of report.adoptions)
        expect(one).toMatchObject({ isRead: true, update: null, refused: [] });
      const { writes } = await account.up();
      expect(writes).toEqual([]);
    },
  );
});
