import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { openAccount, type TestAccount } from "../support/account";

/** Functions that read accounts, in a program that the engine runs: real reads, also at preview. */

const programFor = (baseUrl: string, apiToken: string) => `
const edge = require("pulumi-tunnel-edge");

module.exports = async () => {
  const office = await edge.getIpPolicy({ id: "ipp_office" });
  const rule = new edge.IpPolicyRule("rule", { ipPolicyId: office.id, cidr: "203.0.113.0/24", action: "allow" });
  const made = new edge.IpPolicy("made", { description: "made here" });
  const other = new edge.Provider("other", ${JSON.stringify({ baseUrl, apiToken })});
  const route = edge.getHttpsEdgeRouteOutput({ edgeId: "edghts_web", matchType: "exact_path", match: "/hook" });
  return {
    description: office.description,
    ruleId: rule.id,
    readBack: edge.getIpPolicyOutput({ id: made.id }).description,
    found: edge.listIpPoliciesOutput({ dependsOn: made }).apply((all) => all.map(({ description }) => description).sort()),
    others: (await edge.listIpPolicies({ provider: other })).map(({ id }) => id),
    hook: route.apply(({ webhookVerification }) => webhookVerification.secret),
  };
};
`;

const SECRET = "secret-of-the-webhook";

let account: TestAccount;
let other: Emulator;

beforeAll(async () => {
  const route = { id: "edghtsrt_hook", match_type: "exact_path", match: "/hook" };
  other = await startEmulator({ seed: { "/ip_policies": [{ id: "ipp_elsewhere" }] } });
  account = await openAccount(
    {
      seed: {
        "/ip_policies": [{ id: "ipp_office", description: "office" }],
        "/edges/https": [{ id: "edghts_web" }],
        "/edges/https/edghts_web/routes": [
          { ...route, webhook_verification: { provider: "github", secret: SECRET } },
        ],
      },
    },
    { settings: "configuration" },
  );
  account.workspace.writeProgram(programFor(other.url, other.token));
});

afterAll(async () => {
  await account?.close();
  await other.close();
});

test("a preview reads what is there and leaves open what is not", async () => {
  const { changes, calls, writes } = await account.run((workspace) => workspace.preview());
  expect(changes).toEqual(expect.arrayContaining(["create rule", "create made"]));
  expect(calls.map(({ path }) => path)).toContain("/ip_policies/ipp_office");
  expect(writes).toEqual([]);
});

test("an update uses what was read, and a secret stays one", async () => {
  await account.up();
  const outputs = await account.workspace.outputs();
  expect(outputs).toMatchObject({
    description: "office",
    readBack: "made here",
    found: ["made here", "office"],
    others: ["ipp_elsewhere"],
    hook: SECRET,
  });
  const { text } = await account.workspace.exportStack();
  expect(text).not.toContain(SECRET);
});

test("run again it changes nothing", async () => {
  const { changes } = await account.run((workspace) => workspace.preview({ expectNoChanges: true }));
  expect(changes).toEqual([]);
});
