import { readdirSync, readFileSync } from "node:fs";
import { delimiter } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { generateProgram } from "../../cli/migrate/program";
import { isProven } from "../../cli/migrate/proof";
import { renderReport, renderSummary, toJson } from "../../cli/migrate/report";
import { runMigrate } from "../../cli/migrate/run";
import { StackSecrets } from "../../cli/migrate/stack-secrets";
import type { Emulator } from "../../emulator";
import { dynamicType } from "../../provider/engine/native/tokens";
import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../../provider/inspect";
import { writeFakeEngine } from "../support/fake-engine";
import { temporaryFolder } from "../support/temporary-folder";
import { emulatedAccount } from "../support/test-resources";
import { type MigrationResult, migrateAccount, proveWithoutRule } from "../support/verified-migration";

const folder = temporaryFolder();
let emulator: Emulator;

beforeEach(async () => {
  emulator = await emulatedAccount();
  emulator.seed({
    "/ip_policies": [{ id: "ipp_office", description: "Office" }],
    "/ip_policy_rules": [{ ip_policy_id: "ipp_office", cidr: "192.0.2.0/24", action: "allow" }],
    "/backends/tunnel_group": [{ id: "bkdtg_app", labels: { app: "web|x\n# heading" } }],
    "/edges/tcp": [
      {
        id: "edgtcp_1",
        hostports: ["1.tcp.example.com:12345"],
        backend: { backend_id: "bkdtg_app" },
        ip_restriction: { ip_policy_ids: ["ipp_office"] },
      },
    ],
  });
});

const options = { project: "endpoints", dependency: "^0.0.0" };

const buildOutcome = (migration: MigrationResult["migration"], proof: MigrationResult["proof"]) => ({
  flags: { out: "endpoints" },
  migration,
  program: generateProgram(migration, options),
  proof,
});

test("names clients that gain access in all reports", async () => {
  const { account, migration, proof: validProof } = await migrateAccount(emulator);
  expect(validProof).toEqual({
    compared: 1,
    opened: [],
    undecided: [],
    throughUnchanged: [],
    losesAccess: [],
  });
  const [rule] = migration.endpoints[0]?.policy.on_tcp_connect ?? [];
  if (!rule) throw new Error("the policy has no rule");
  const proof = await proveWithoutRule(account, migration, rule);
  const url = "tcp://1.tcp.example.com:12345";
  const clients = "requests from outside 192.0.2.0/24; previously blocked by IP restriction";
  expect(proof.opened).toEqual([{ url, who: clients }]);
  expect(isProven(proof)).toBe(false);
  const outcome = buildOutcome(migration, proof);
  for (const text of [renderSummary(outcome), renderReport(outcome)])
    expect(text).toMatch(/not proven.*gains access to [^ ]*tcp:.*: requests from outside 192\.0\.2\.0/s);
  expect(toJson(outcome).proof).toMatchObject({ proven: false, openedCount: 1, undecidedCount: 0 });
});

test("lists clients that lose access by URL and path", async () => {
  emulator.seed({ "/edges/https": [{ id: "edghts_1", hostports: ["app.example.com:443"] }] });
  emulator.seed({
    "/edges/https/edghts_1/routes": ["/", "/sso"].map((match) => ({
      match_type: "path_prefix",
      match,
      backend: { backend_id: "bkdtg_app" },
      ...(match === "/sso" && { saml: { idp_metadata: "<x/>" } }),
    })),
  });
  const { migration, proof } = await migrateAccount(emulator);
  expect(isProven(proof)).toBe(true);
  const outcome = buildOutcome(migration, proof);
  for (const text of [renderSummary(outcome), renderReport(outcome)])
    expect(text).toMatch(
      /loses access to [^ ]*https:\/\/app\.example\.com[^ ]* requests whose path starts with [^ ]*\/sso/,
    );
});

test("does not count an undecided change as proven", async () => {
  const { migration, proof: validProof } = await migrateAccount(emulator);
  const undecided = [{ url: "tcp://1.tcp.example.com:12345", who: "perhaps requests | with a bar" }];
  const proof = { ...validProof, undecided };
  expect(isProven(proof)).toBe(false);
  const outcome = buildOutcome(migration, proof);
  expect(renderSummary(outcome)).toContain("may gain access to tcp://1.tcp.example.com:12345: perhaps");
  expect(renderReport(outcome)).not.toContain("requests | with");
});

test("escapes names from the account in Markdown", async () => {
  const { migration, proof } = await migrateAccount(emulator);
  const report = renderReport(buildOutcome(migration, proof));
  expect(isProven(proof)).toBe(true);
  expect(report.split("\n").filter((line) => line.startsWith("# "))).toEqual(["# From edges to endpoints"]);
  expect(report).not.toContain("web|x");
});

test("generates the same program for the same account, with typed policies", async () => {
  const first = await migrateAccount(emulator);
  const second = await migrateAccount(emulator);
  expect(generateProgram(second.migration, options).files).toEqual(
    generateProgram(first.migration, options).files,
  );
  expect(generateProgram(first.migration, options).files["index.ts"]).toContain(": edge.TrafficPolicy = {");
});

test("keeps secrets of the original program out of files and reports, and keeps their values", async () => {
  const secretValues = {
    description: "told to nobody",
    header: "hush-header",
    match: "/hidden-path",
    body: "a page for few",
    app: "hush label",
    message: "only ann",
  };
  const { description, header, match, body, app, message } = secretValues;
  const policy = {
    on_http_request: [{ actions: [{ type: "log", config: { metadata: { message, team: "ops" } } }] }],
  };
  emulator.seed({
    "/backends/tunnel_group": [{ id: "bkdtg_2", labels: { app } }],
    "/backends/http_response": [{ id: "bkdhr_1", status_code: 200, body }],
    "/edges/https": [{ id: "edghts_1", description, hostports: ["app.example.com:443"] }],
    "/edges/https/edghts_1/routes": [
      {
        id: "edghtsrt_1",
        match_type: "path_prefix",
        match,
        request_headers: { enabled: true, add: { "x-team": header } },
        traffic_policy: { enabled: true, value: JSON.stringify(policy) },
        backend: { backend_id: "bkdtg_2" },
      },
      { match_type: "path_prefix", match: "/", backend: { backend_id: "bkdhr_1" } },
    ],
  });
  // No class has an input `all`. It stands for inputs with these secret values.
  const inputs = {
    all: [description, header, match, body, app],
    trafficPolicy: { value: JSON.stringify(policy) },
  };
  const stackSecrets = new StackSecrets([
    { id: "edghts_1/edghtsrt_1", inputs, secrets: [["all"], ["trafficPolicy", "value"]] },
  ]);
  emulator.mutate({ path: "/edges/tcp/edgtcp_1", set: { description: "ops" } });
  const { migration, proof } = await migrateAccount(emulator);
  const program = generateProgram(migration, { ...options, stackSecrets, showValues: true });
  const outcome = {
    ...buildOutcome(migration, proof),
    ...stackSecrets.maskReports(migration, proof),
    program,
  };
  const outputs = [
    ...Object.values(program.files),
    renderSummary(outcome),
    renderReport(outcome),
    JSON.stringify(toJson(outcome)),
  ];
  expect(
    Object.values(secretValues).filter((text) => outputs.some((output) => output.includes(text))),
  ).toEqual([]);
  // An ordinary word of a secret policy is also withheld as a value of other edges.
  expect(program.files["index.ts"]).not.toContain('description: "ops"');
  // The label is not even a value of the program, so it needs no secret.
  const values = program.secrets.map(({ value }) => value ?? "");
  const expectedSecrets = Object.values(secretValues).filter((text) => text !== app);
  expect(expectedSecrets.filter((text) => !values.some((value) => value.includes(text)))).toEqual([]);
});

test("reads from the stack which values are secret", async () => {
  emulator.mutate({ path: "/edges/tcp/edgtcp_1", set: { description: "told to nobody" } });
  const type = dynamicType("TcpEdge");
  const description = { [SIGNATURE_KEY]: SECRET_SIGNATURE, plaintext: JSON.stringify("told to nobody") };
  const edge = { urn: `urn:pulumi:prod::app::${type}::edge`, type, id: "edgtcp_1", inputs: { description } };
  writeFakeEngine(folder.at(), JSON.stringify({ deployment: { resources: [edge] } }));
  vi.stubEnv("PATH", `${folder.at()}${delimiter}${process.env.PATH}`);
  vi.stubEnv("TUNNEL_EDGE_BASE_URL", emulator.url);
  vi.stubEnv("TUNNEL_EDGE_API_TOKEN", emulator.token);
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await runMigrate([], { out: folder.at("out"), stack: "prod" });
  expect(readFileSync(folder.at("out", "index.ts"), "utf8")).toContain("description: secrets.");
  const files = readdirSync(folder.at("out")).map((name) => readFileSync(folder.at("out", name), "utf8"));
  expect(files.join() + printed.mock.calls.join()).not.toContain("told to nobody");
});
