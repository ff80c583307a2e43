import { execFile, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { startEmulator } from "../../emulator";
import { createWorkspace, enginePath, repository } from "../support/engine";

/** Runs the scripts of the example pipelines as the code hosts do. They need bash, curl, and jq. */
const MARKER = "<!-- tunnel-edge review -->";

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-pipeline-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs asynchronously, because this process serves the account that the script reads. */
const bash = (args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) =>
  promisify(execFile)("bash", [...args], options).then(
    ({ stderr }) => ({ status: 0, stderr }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ status: code, stderr }),
  );

describe("the scripts of the actions, with the real engine", () => {
  const program = (description: string, isOpen: boolean) => `
    const edge = require("pulumi-tunnel-edge");
    const office = new edge.IpPolicy("office", { description: ${JSON.stringify(description)} });
    new edge.IpPolicyRule("rule", { ipPolicyId: office.id, cidr: "192.0.2.0/24", action: "allow" });
    new edge.TlsEdge("app", {
      hostports: ["app.example.com:443"],
      ${isOpen ? "" : "ipRestriction: { ipPolicyIds: [office.id] },"}
    });`;

  test("write reports and set an output for findings and drift", async () => {
    const emulator = await startEmulator({ seed: { "/reserved_domains": [{ domain: "app.example.com" }] } });
    onTestFinished(() => emulator.close());
    const env = { TUNNEL_EDGE_BASE_URL: emulator.url, TUNNEL_EDGE_API_TOKEN: emulator.token };
    const workspace = await createWorkspace({ program: program("before", false), env, ownProcesses: true });
    onTestFinished(() => workspace.remove());
    await workspace.up({ mustSucceed: true });
    writeFileSync(join(workspace.folder, "policy.json"), "{}");

    const output = join(workspace.folder, "output");
    const summary = join(workspace.folder, "summary");
    const run = async (script: string, extraEnv: Record<string, string> = {}) => {
      for (const file of [output, summary]) rmSync(file, { force: true });
      const { status, stderr } = await bash([join(repository, "actions", "scripts", script)], {
        cwd: workspace.folder,
        env: {
          ...workspace.environment,
          PATH: enginePath(),
          STACK: "test",
          // The pack's entry point, because an engine built from source can't start a folder.
          POLICY_PACK: join(repository, "policy-pack", "run.js"),
          GITHUB_OUTPUT: output,
          GITHUB_STEP_SUMMARY: summary,
          ...extraEnv,
        },
      });
      const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");
      return { status, stderr, output: read(output), summary: read(summary) };
    };

    workspace.writeProgram(program("after", false));
    const unchanged = await run("review.sh");
    expect(unchanged, unchanged.stderr).toMatchObject({ status: 0, output: "code=0\n" });

    workspace.writeProgram(program("before", true));
    const opened = await run("review.sh");
    expect(opened).toMatchObject({ status: 0, output: "code=3\n" });
    expect(opened.summary).toContain("newly allows");
    for (const file of ["review.md", "review.sarif", "review.html"])
      expect(existsSync(join(workspace.folder, file)), file).toBe(true);
    expect(readFileSync(join(workspace.folder, "review.md"), "utf8")).toBe(opened.summary);
    expect(await run("review.sh", { FAIL_ON: "critical" })).toMatchObject({ status: 0, output: "code=0\n" });
    // An error isn't a finding: the step fails, so no job continues without a report.
    expect(await run("review.sh", { STACK: "elsewhere" })).toMatchObject({ status: 1, output: "" });

    const agreed = await run("drift.sh");
    expect(agreed, agreed.stderr).toMatchObject({ status: 0, output: "code=0\n" });
    const [policy] = emulator.objects("/ip_policies");
    emulator.mutate({ path: `/ip_policies/${policy?.id}`, set: { description: "by hand" } });
    const drifted = await run("drift.sh");
    expect(drifted).toMatchObject({ status: 0, output: "code=3\n" });
    expect(drifted.summary).toContain("by hand");
  });
});

describe("the comment of examples/pipelines/github/review.yml", () => {
  const workflow = parse(readFileSync(join(repository, "examples/pipelines/github/review.yml"), "utf8"));
  const script = workflow.jobs.comment.steps.find(({ name }: { name?: string }) => name === "Comment").run;

  /** Runs the script with a report and returns the request that it sends. @param comments - The pull request's comments. */
  function comment(comments: readonly object[], report = "# Review\n") {
    const folder = scratch();
    const sent = join(folder, "sent");
    spawnSync("mkdir", ["report"], { cwd: folder });
    writeFileSync(join(folder, "report", "review.md"), report);
    writeFileSync(join(folder, "comments.json"), JSON.stringify(comments));
    // A fake of the code host's CLI: prints the filtered list, or records the call.
    writeFileSync(
      join(folder, "gh"),
      `#!/usr/bin/env bash
if [ "$2" = --paginate ]; then jq -r "$5" "${folder}/comments.json"; else { echo "$@"; cat comment.md; } > "${sent}"; fi`,
    );
    chmodSync(join(folder, "gh"), 0o755);
    const env = { PATH: `${folder}:${process.env.PATH}`, NUMBER: "7", GITHUB_REPOSITORY: "o/r" };
    const { status, stderr } = spawnSync("bash", ["-e", "-c", script], {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
    return readFileSync(sent, "utf8");
  }
  const bot = { login: "github-actions[bot]" };

  test("is created, even if other comments contain the marker", () => {
    const others = [
      { id: 1, user: { login: "another-user" }, body: `${MARKER}\n# Review` },
      { id: 2, user: bot, body: `> ${MARKER}` },
    ];
    expect(comment(others)).toBe(
      `api --method POST repos/o/r/issues/7/comments -F body=@comment.md\n${MARKER}\n# Review\n`,
    );
  });

  test("is updated if it exists", () => {
    expect(comment([{ id: 3, user: bot, body: `${MARKER}\n# Earlier` }])).toContain(
      "api --method PATCH repos/o/r/issues/comments/3 ",
    );
  });
});

describe("the reports of examples/templates/edge/template.yml", () => {
  const [, jobs] = parseAllDocuments(
    readFileSync(join(repository, "examples/templates/edge/template.yml"), "utf8"),
  ).map((document) => document.toJSON());

  interface Call {
    readonly method: string;
    readonly url: string;
    readonly body: unknown;
  }

  /** Runs a job's script against a server and returns the writes. @param lists - The server's lists by path. */
  async function report(
    job: string,
    files: Record<string, string>,
    lists: Record<string, readonly object[]>,
  ) {
    const folder = scratch();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const calls: Call[] = [];
    const server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      const { pathname } = new URL(request.url ?? "", "http://host");
      const page = Number(new URL(request.url ?? "", "http://host").searchParams.get("page") ?? 1);
      if (request.headers["private-token"] !== "token") response.statusCode = 401;
      if (request.method !== "GET")
        calls.push({
          method: request.method ?? "",
          url: request.url ?? "",
          body: text === "" ? undefined : JSON.parse(text),
        });
      const list = lists[pathname.split("/").at(-1) ?? ""] ?? [];
      response.end(
        JSON.stringify(pathname.endsWith("/user") ? { id: 5 } : list.slice((page - 1) * 100, page * 100)),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.close();
    });
    const lines = [...jobs[".edge report"].before_script, ...jobs[job].script] as string[];
    const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
    const env = {
      PATH: process.env.PATH ?? "",
      CI_API_V4_URL: api,
      API: `${api}/projects/9`,
      CI_MERGE_REQUEST_IID: "7",
      EDGE_GITLAB_TOKEN: "token",
    };
    expect(await bash(["-eo", "pipefail", "-c", lines.join("\n")], { cwd: folder, env })).toMatchObject({
      status: 0,
    });
    return calls;
  }

  const review = { "review.md": "# Review\n/merge\n" };
  const body = `${MARKER}\n# Review\n\\/merge\n`;
  const notes = "/api/projects/9/merge_requests/7/notes";

  test("create a note, even if other notes contain the marker", async () => {
    const others = [
      { id: 1, author: { id: 6 }, body: MARKER },
      { id: 2, author: { id: 5 }, body: `> ${MARKER}` },
    ];
    expect(await report("edge comment", review, { notes: others })).toEqual([
      { method: "POST", url: notes, body: { body } },
    ]);
  });

  test("update their own note, on any page of the list", async () => {
    const many = Array.from({ length: 100 }, (_, id) => ({ id, author: { id: 6 }, body: "" }));
    const own = { id: 300, author: { id: 5 }, body: `${MARKER}\nearlier` };
    expect(await report("edge comment", review, { notes: [...many, own] })).toEqual([
      { method: "PUT", url: `${notes}/300`, body: { body } },
    ]);
  });

  test("keep one issue about drift, and close it when the drift is resolved", async () => {
    const drift = (code: number) => ({ "drift.md": "# Drift\n", "drift.code": `code=${code}\n` });
    const open = [{ iid: 4 }];
    const issues = "/api/projects/9/issues";
    expect(await report("edge issue", drift(0), {})).toEqual([]);
    expect(await report("edge issue", drift(0), { issues: open })).toMatchObject([
      { method: "PUT", url: `${issues}/4?state_event=close` },
    ]);
    expect(await report("edge issue", drift(3), {})).toMatchObject([
      { method: "POST", url: issues, body: { labels: "edge-drift", description: "# Drift\n" } },
    ]);
    expect(await report("edge issue", drift(3), { issues: open })).toMatchObject([
      { method: "PUT", url: `${issues}/4`, body: { description: "# Drift\n" } },
    ]);
  });
});
