import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../support/account";
import { runCli } from "../support/cli";
import { repository } from "../support/engine";
import { filesBelow, findLeaks } from "../support/leaks";
import { type Declared, reference, resource } from "../support/program";
import { edgeModule } from "../support/provider-under-test";
import { RESERVED_NAMES } from "../support/reserved-names";
import { declareRows, type Rows, readTable } from "../support/rows";
import { until } from "../support/until";

const PACK = join(repository, "policy-pack", "run.js");
const SECRET = "hunter2-hunter2-hunter2";

let account: TestAccount;

beforeAll(async () => {
  account = await openAccount({ seed: RESERVED_NAMES });
});

afterAll(() => account.close());

/** Runs `tunnel-edge review` in the program's folder, with a user's setting that changes the output of previews. */
const review = (...args: string[]) =>
  runCli(["review", ...args], {
    cwd: account.workspace.folder,
    env: { ...account.workspace.environment, PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" },
  });

const PROGRAM = declareRows(readTable<Rows>(join(__dirname, "review.yaml")));

/** Opens a route, releases a name, and restricts the API in one update. */
const RISKY: readonly Declared[] = [
  ...PROGRAM.filter(({ name }) => name !== "app" && name !== "guests").map((declared) =>
    declared.name === "root"
      ? { ...declared, inputs: { ...declared.inputs, ipRestriction: undefined } }
      : declared,
  ),
  resource("IpRestriction", "api", { type: "api", ipPolicyIds: [reference("office")], enforced: true }),
];

describe("tunnel-edge review", () => {
  test("explains a risky change, counts its calls, and shows no secret", async () => {
    account.declare(PROGRAM);
    await account.up();
    account.declare(RISKY);
    const files = ["report.md", "report.json", "report.sarif", "report.html"].map((name) =>
      join(account.workspace.root, name),
    );
    const ran = await review("--max-deletions", "1", "--out", ...files);
    expect(ran).toMatchObject({ code: 3, stdout: "" });
    const texts = files.map((file) => readFileSync(file, "utf8"));
    for (const text of texts) expect(text).not.toContain(SECRET);
    const report = JSON.parse(texts[1] as string) as {
      findings: { rule: string; subject: string; source?: { file: string; line: number } }[];
      cost: { calls: { method: string; path: string; count: number }[]; total: number };
      isWhole: boolean;
    };
    expect(report.isWhole).toBe(true);
    expect(report.findings.map(({ rule, subject }) => `${rule}: ${subject}`)).toEqual([
      "deletion-limit: the stack",
      "edge-ipr-staged: IpRestriction api",
      "name-released: ReservedDomain app",
      "exposure-opens: https://app.example.com/*",
    ]);
    expect(report.findings.find(({ rule }) => rule === "exposure-opens")?.source?.file).toBe("index.js");
    expect(texts[0]).toContain(
      "everybody previously blocked by IP restriction (which allowed office: 203.0.113.0/24)",
    );
    expect(texts[3]).toContain("<svg");

    const { writes } = await account.up();
    const counted = writes.map(
      ({ method, path }) => `${method} ${path.replace(/\b[a-z]+_\w{20,}/g, "{id}")}`,
    );
    const predicted = report.cost.calls.flatMap(({ method, path, count }) =>
      Array.from({ length: count }, () => `${method} ${path.replace("{edgeId}", "{id}")}`),
    );
    expect(predicted.sort()).toEqual(counted.sort());
    expect(report.cost.total).toBe(counted.length);
  });

  test("reports a policy deleted while in use, and policy violations", async () => {
    const [office] = account.emulator
      .objects("/ip_policies")
      .filter(({ description }) => description === "office");
    const stillUsing = RISKY.filter(({ name }) => name !== "office" && name !== "office-v4").map(
      (declared) => {
        const ipPolicyIds = [office?.id];
        if (declared.name === "api") return { ...declared, inputs: { ...declared.inputs, ipPolicyIds } };
        const ipRestriction = { enabled: false, ipPolicyIds };
        return declared.name === "root"
          ? { ...declared, inputs: { ...declared.inputs, ipRestriction } }
          : declared;
      },
    );
    account.declare(stillUsing);
    const ran = await review("--json", "--policy-pack", PACK);
    const report = JSON.parse(ran.stdout) as {
      findings: { rule: string; severity: string; subject: string }[];
      policies: { policy: string; level: string; message: string }[];
    };
    expect(ran.code).toBe(3);
    expect(report.findings).toContainEqual(
      expect.objectContaining({
        rule: "edge-ipp-deleted-in-use",
        severity: "critical",
        subject: "IpPolicy office",
      }),
    );
    expect(report.policies).toContainEqual(
      expect.objectContaining({ policy: "edge-guard-disabled", level: "mandatory" }),
    );
    expect(report.findings.map(({ rule }) => rule)).toContain("policy");
  });

  test("reports why the preview failed", async () => {
    account.declare([resource("IpPolicy", "wrong", { descriptoin: "x" })]);
    const { code, stdout } = await review();
    expect(code).toBe(3);
    expect(stdout).toContain("🟥 critical | IpPolicy wrong | descriptoin: is not a known property");
    expect(stdout).toContain("The preview failed.");
    // Colors are removed from the error. The lazy `require` only loads the package when `edge` is used.
    account.workspace.writeProgram({
      "index.js": [
        'const edge = require("pulumi-tunnel-edge");',
        'throw new Error("\\u001b[31mno such thing\\u001b[0m " + Object.keys(edge).includes("no"));',
      ].join("\n"),
    });
    const thrown = await review();
    expect(thrown.code).toBe(3);
    expect(thrown.stdout).toContain("the program fails: Error: no such thing false | `index.js:2` |");
    expect(thrown.stdout).not.toMatch(/nothing to do|node:internal|\\u\{1b\}/i);
  });
});

test("a killed review leaves no secret in the temporary folder", async () => {
  const { workspace } = account;
  const folder = join(workspace.root, "temporary");
  const registered = join(workspace.root, "registered");
  mkdirSync(folder);
  // The program doesn't end. It logs a message after the SDK has logged the resource's inputs.
  workspace.writeProgram(`
    const pulumi = require("@pulumi/pulumi");
    const edge = require("${edgeModule}");
    const office = new edge.IpPolicy("office", { description: pulumi.secret("${SECRET}") });
    office.urn.apply(async () => {
      await pulumi.log.info("registered");
      require("node:fs").writeFileSync("${registered}", "");
      setInterval(() => {}, 1000);
    });
  `);
  const killed = runCli(["review"], {
    cwd: workspace.folder,
    env: { ...workspace.environment, TMPDIR: folder },
  });
  await until(() => expect(existsSync(registered)).toBe(true));
  workspace.killAll();
  expect((await killed).code).toBe(-1);
  expect(findLeaks(filesBelow(folder), { SECRET })).toEqual([]);
});
