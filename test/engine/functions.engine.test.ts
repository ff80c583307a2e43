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
    // At preview the description is known and the object is not in the account.
    readByInput: edge.getIpPolicyOutput({ description: made.description }).description,
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

test("a preview reads existing objects and leaves the others unknown", async () => {
  const { changes, calls, writes } = await account.run((workspace) => workspace.preview());
  expect(changes).toEqual(expect.arrayContaining(["create rule", "create made"]));
  expect(calls.map(({ path }) => path)).toContain("/ip_policies/ipp_office");
  expect(writes).toEqual([]);
});

test("an update uses the results, and a secret stays secret", async () => {
  await account.up();
  const outputs = account.workspace.outputs();
  expect(outputs).toMatchObject({
    description: "office",
    readBack: "made here",
    readByInput: "made here",
    found: ["made here", "office"],
    others: ["ipp_elsewhere"],
    hook: SECRET,
  });
  const { text } = account.workspace.exportStack();
  expect(text).not.toContain(SECRET);
});

test("a second run changes nothing", async () => {
  const { changes } = await account.run((workspace) => workspace.preview({ expectNoChanges: true }));
  expect(changes).toEqual([]);
});

/** contract/sdk/functions has the messages; native/sdk the same with the native classes. */
test.each([
  [
    "in a function of another file",
    {
      "index.js": 'require("./lib/office")();\n',
      "lib/office.js":
        'const edge = require("pulumi-tunnel-edge");\nmodule.exports = async () => {\n  await edge.getIpPolicy({ name: "office" });\n};\n',
    },
    "an output of a resource goes to getIpPolicyOutput (lib/office.js:3:14)",
  ],
  [
    "of an account that refuses the token",
    {
      "index.js": `const edge = require("pulumi-tunnel-edge");
const provider = new edge.Provider("staging", { baseUrl: process.env.TUNNEL_EDGE_TEST_URL, apiToken: "refused-token" });
edge.listIpPolicies({ provider });
`,
    },
    'the API token was refused (401 ERR_NGROK_202): set apiToken of the provider "staging"; GET /ip_policies',
  ],
])("a failing look-up %s is one line with its place", async (_, files, message) => {
  account.workspace.writeProgram(files);
  const env = { TUNNEL_EDGE_TEST_URL: account.emulator.url };
  const { code, diagnostics, stdout } = await account.workspace.preview({ env });
  expect(code).not.toBe(0);
  const errors = diagnostics
    .filter(({ severity }) => severity === "error")
    .map((error) => error.message.trim());
  expect(errors).toEqual(expect.arrayContaining([expect.stringContaining(message)]));
  expect(errors.filter((text) => text.includes("\n"))).toEqual([]);
  expect(stdout).not.toMatch(/unhandled|node_modules|\n\s+at |refused-token/);
});
