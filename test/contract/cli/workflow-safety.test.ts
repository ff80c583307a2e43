import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { reviewCommand } from "../../../cli/review/command";

const root = resolve(__dirname, "../../..");
const release = readFileSync(join(root, "build/engine/release.json"), "utf8");
const { version, url, sha256 }: { version: string; url: string; sha256: Record<string, string> } =
  JSON.parse(release);

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Record<string, string>;
  readonly with?: Record<string, unknown>;
}
interface Job {
  readonly permissions?: Record<string, string>;
  readonly env?: object;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Record<string, unknown>;
  readonly env?: object;
  readonly permissions?: Record<string, string>;
  readonly jobs: Record<string, Job>;
}

const githubFiles = [".github/workflows", "examples/pipelines/github"].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
);
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

/** By its commit; or part of this package, which the lockfile pins. */
const PINNED =
  /^([\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/node_modules\/pulumi-tunnel-edge\/actions\/(review|drift))$/;

/** What runs code that a change may have brought: of the repository, or of the packages that it names. */
const RUNS_FOREIGN_CODE = /\b(npx|npm (?!publish\b)\w+|node|pulumi|sh|bash|make|\.ci\/run)\b|\.\//;
const SECRET = /\$\{\{\s*(secrets\.|github\.token)/;

describe.each(githubFiles)("%s", (file) => {
  const text = textOf(file);
  const workflow = parse(text) as Workflow;
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);

  test("pins each action by commit, and names the release that it is", () => {
    const used = [...text.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, what]) => what);
    expect(used.length).toBeGreaterThan(0);
    for (const what of used) expect(what).toMatch(PINNED);
  });

  test("leaves no credentials after a checkout, and lets no package run a script as it is installed", () => {
    for (const { with: given, uses, run = "" } of steps) {
      if (uses?.startsWith("actions/checkout@")) expect(given?.["persist-credentials"]).toBe(false);
      for (const [command] of run.matchAll(/\bnpm (ci|install|i|publish)\b.*/g))
        expect(command).toContain("--ignore-scripts");
    }
  });

  test("has rights by job, and none of them writes where foreign code runs", () => {
    expect(Object.values(workflow.permissions ?? { all: "write" })).not.toContain("write");
    for (const [name, job] of jobs) {
      if (!Object.values(job.permissions ?? {}).includes("write")) continue;
      for (const { uses = "", run = "" } of job.steps) {
        expect(uses, name).not.toMatch(/^actions\/checkout@|^\.\//);
        // What `npm publish` is given is a file, of which no script is run.
        const other = run.replaceAll(/\bnpm publish --ignore-scripts .*/g, "");
        expect(RUNS_FOREIGN_CODE.exec(other)?.[0], name).toBeUndefined();
      }
    }
  });

  test("is never started with rights by a pull request from elsewhere", () => {
    expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
    expect(Object.keys(workflow.on)).not.toContain("workflow_run");
  });

  test("gives secrets to single steps, never to a whole job, and to no installation", () => {
    expect(JSON.stringify(workflow.env ?? {})).not.toMatch(SECRET);
    for (const [name, job] of jobs) expect(JSON.stringify(job.env ?? {}), name).not.toMatch(SECRET);
    for (const { with: given = {}, env = {}, run = "" } of steps) {
      expect(JSON.stringify(given)).not.toMatch(SECRET);
      if (JSON.stringify(env).match(SECRET)) expect(run).not.toMatch(/\bnpm\b|\bcurl\b/);
    }
  });

  test("puts values into a script by its environment, and runs no download unless its sum is known", () => {
    for (const { env = {}, run = "" } of steps) {
      expect(run).not.toContain("${{");
      checkDownloads(run, env);
    }
  });
});

/** Each download is the engine's release, and is compared with its sum before anything is done with it. */
function checkDownloads(script: string, variables: Record<string, unknown>) {
  expect(script).not.toMatch(/(curl|wget)[^\n]*\|\s*(sudo\s+)?(ba|z|da)?sh\b/);
  if (!/\b(curl|wget)\b/.test(script)) return;
  const lines = script.split("\n").filter((line) => line !== "");
  const at = lines.findIndex((line) => line.includes("curl"));
  const filled = Object.entries(variables).reduce(
    (line, [name, value]) => line.replaceAll(`$${name}`, String(value)),
    `${lines[at]}\n${lines[at + 1]}`,
  );
  const file = `pulumi-v${version}-linux-x64.tar.gz`;
  expect(filled).toContain(`"${url}${file}"`);
  expect(filled).toMatch(new RegExp(`echo "${sha256[file]}  \\S+" \\| sha256sum --check --strict$`));
}

describe.each(["review", "drift"])("actions/%s", (name) => {
  interface Action {
    readonly inputs: Record<string, object>;
    readonly runs: { readonly steps: readonly Step[] };
  }
  const action = parse(textOf(`actions/${name}/action.yml`)) as Action;
  const used = JSON.stringify(action.runs.steps.map(({ env }) => env));

  test("hands each input to its script by the environment, under a name that the script reads", () => {
    for (const input of Object.keys(action.inputs)) expect(used).toContain(`inputs.${input} }}`);
    for (const { run = "", env = {} } of action.runs.steps) {
      expect(run).not.toContain("${{");
      for (const variable of Object.keys(env))
        expect(textOf(`actions/scripts/${name}.sh`)).toMatch(new RegExp(`\\$\\{?${variable}\\b`));
    }
  });

  test("is used by the ready workflow with inputs that it has", () => {
    const { jobs } = parse(textOf(`examples/pipelines/github/${name}.yml`)) as Workflow;
    const steps = Object.values(jobs).flatMap(({ steps }) => steps);
    const step = steps.find(({ uses }) => uses === `./node_modules/pulumi-tunnel-edge/actions/${name}`);
    expect(Object.keys(action.inputs)).toEqual(
      expect.arrayContaining(Object.keys(step?.with ?? { none: "" })),
    );
  });
});

test("one release of each action is used", () => {
  const used = githubFiles.flatMap((file) =>
    [...textOf(file).matchAll(/uses: ([\w-]+\/[\w-]+)[\w/-]*(@.*)$/gm)].map(([, action, at]) => [action, at]),
  );
  const releases = new Map<unknown, Set<unknown>>();
  for (const [action, at] of used) releases.set(action, (releases.get(action) ?? new Set()).add(at));
  for (const [action, found] of releases)
    expect([action, [...found]]).toEqual([action, [...found].slice(0, 1)]);
});

test("comment and issue are found by their author", () => {
  expect(textOf("examples/pipelines/github/review.yml")).toContain(
    'select(.user.login == \\"github-actions[bot]\\" and (.body | startswith(\\"$marker\\")))',
  );
  expect(textOf("examples/pipelines/github/drift.yml")).toMatch(/gh issue list --app github-actions --label/);
});

const COMPONENT = "examples/templates/edge/template.yml";

describe(COMPONENT, () => {
  interface GitLabJob {
    readonly extends?: string;
    readonly image?: string;
    readonly environment?: string | { readonly name: string; readonly action: string };
    readonly rules?: readonly { readonly if: string }[];
    readonly variables?: Record<string, string>;
    readonly before_script?: readonly string[];
    readonly script?: readonly string[];
  }
  const text = textOf(COMPONENT);
  const [header, body] = parseAllDocuments(text).map((document) => document.toJSON());
  const { inputs } = header.spec as { inputs: Record<string, { default?: unknown; options?: unknown }> };
  const given = body as Record<string, GitLabJob>;
  const jobs: [string, GitLabJob][] = Object.entries(given)
    .filter(([name]) => !name.startsWith("."))
    .map(([name, job]) => [name, { ...given[job.extends ?? ""], ...job }]);
  const job = (name: string) => jobs.find(([each]) => each === name)?.[1] ?? {};
  const scriptOf = ({ before_script = [], script = [] }: GitLabJob) =>
    [...before_script, ...script].join("\n");
  const environmentOf = ({ environment }: GitLabJob) =>
    typeof environment === "string" ? environment : environment?.name;

  test("has the jobs that are meant here", () => {
    const names = ["edge review", "edge comment", "edge up", "edge drift", "edge issue"];
    expect(jobs.map(([name]) => name)).toEqual(names);
  });

  test("takes every severity that the command takes, with its default", () => {
    const option = reviewCommand().options.find(({ long }) => long === "--fail-on");
    expect(inputs["fail-on"]).toMatchObject({ options: option?.argChoices, default: option?.defaultValue });
  });

  test("uses each input, by the name that it has, and asks only for the stack", () => {
    const used = [...text.matchAll(/\$\[\[ inputs\.([\w-]+) \]\]/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(inputs).sort());
    expect(Object.keys(inputs).filter((name) => inputs[name]?.default === undefined)).toEqual(["stack"]);
    // An input is text of whoever includes the component: it reaches a script by its environment alone.
    for (const [name, each] of jobs) expect(scriptOf(each), name).not.toContain("$[[");
  });

  test("names each variable that is secret in one environment only, and that one at its top", () => {
    const scopes: Record<string, string> = {
      EDGE_READ_TOKEN: "edge/read",
      PULUMI_READ_TOKEN: "edge/read",
      EDGE_WRITE_TOKEN: "edge/up",
      EDGE_GITLAB_TOKEN: "edge/report",
    };
    for (const [variable, scope] of Object.entries(scopes)) {
      const users = jobs.filter(
        ([, each]) => scriptOf(each).includes(`$${variable}`) || scriptOf(each).includes(`{${variable}`),
      );
      expect(users.length, variable).toBeGreaterThan(0);
      for (const [, each] of users) expect(environmentOf(each)).toBe(scope);
      expect(text).toMatch(new RegExp(`^#   ${scope} .*(\\n#    .*)*${variable}`, "m"));
    }
  });

  test("writes to the project only where no foreign code is checked out or run", () => {
    for (const name of ["edge comment", "edge issue"]) {
      const report = job(name);
      expect(environmentOf(report)).toBe("edge/report");
      expect(report.variables?.GIT_STRATEGY).toBe("none");
      expect(scriptOf(report)).not.toMatch(/\b(npx|npm|pulumi|source|eval|require|import|apt-get|apk|jq)\b/);
      // The image's Node runs what is written here, and no file.
      for (const [, argument] of scriptOf(report).matchAll(/\bnode (\S+)/g)) expect(argument).toBe("-p");
    }
    for (const name of ["edge review", "edge drift"]) {
      expect(scriptOf(job(name))).not.toMatch(/PRIVATE-TOKEN|EDGE_GITLAB_TOKEN|EDGE_WRITE_TOKEN/);
      expect(job(name).environment).toEqual({ name: "edge/read", action: "access" });
    }
  });

  test("has no job for merge requests from elsewhere", () => {
    for (const [name, { rules = [] }] of jobs)
      for (const { if: condition } of rules)
        if (condition.includes("merge_request_event"))
          expect(condition, name).toContain("$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID");
  });

  test("pins its images by digest and lets no package run a script", () => {
    for (const [name, each] of jobs) {
      expect(each.image, name).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
      for (const [command] of scriptOf(each).matchAll(/\bnpm \w+.*/g))
        expect(command).toContain("--ignore-scripts");
    }
  });

  test("runs no engine whose sum is not the known one", () => {
    const { ".edge": base } = given;
    checkDownloads((base?.before_script ?? []).join("\n"), {
      ENGINE_SHA256: base?.variables?.ENGINE_SHA256,
      ENGINE: base?.variables?.ENGINE,
    });
    expect(text.match(/(curl|wget)[^\n]*\| *(ba)?sh\b/)).toBeNull();
  });

  test("finds comment and issue by their author", () => {
    expect(scriptOf(job("edge comment"))).toContain("String(author.id) === me && body.startsWith(marker)");
    expect(scriptOf(job("edge issue"))).toContain("&author_id=$me");
  });

  describe("what a report says", () => {
    /** The function of the script that reads a report. */
    function read(prepare: (folder: string) => void) {
      const folder = mkdtempSync(join(tmpdir(), "workflow-text-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      prepare(folder);
      const [definition = ""] = /^text\(\) \{\n[\s\S]*?^\}/m.exec(scriptOf(job("edge comment"))) ?? [];
      return spawnSync("bash", ["-ec", `${definition}\ntext review.md`], { cwd: folder, encoding: "utf8" });
    }

    test("is never carried out as a command of the code host", () => {
      const said = ["## Review", "/merge", "  /approve", "\t/assign @me", "a /close", "/", ""].join("\n");
      const { stdout, status } = read((folder) => writeFileSync(join(folder, "review.md"), said));
      expect(status).toBe(0);
      expect(stdout).toBe(
        ["## Review", "\\/merge", "  \\/approve", "\t\\/assign @me", "a /close", "\\/", ""].join("\n"),
      );
    });

    test("is no other file's content", () => {
      const { stdout, status } = read((folder) => symlinkSync("/etc/hostname", join(folder, "review.md")));
      expect([stdout, status]).toEqual(["", 1]);
      expect(read(() => {}).status).toBe(1);
    });
  });
});

test("the engine's release is the one that the set-up pins", () => {
  const pinned = { "build/engine/cli/go.mod": "pkg/v3", "examples/native/go.mod": "sdk/v3" };
  for (const [file, module] of Object.entries(pinned))
    expect(textOf(file)).toMatch(new RegExp(`github.com/pulumi/pulumi/${module} v${version}(?: |$)`, "m"));
  for (const name of Object.keys(sha256)) expect(name).toBe(basename(name));
});

test.each(["examples/pipelines/github/up.yml", COMPONENT])(
  "%s says when to write the state once, in the words of the page",
  (file) => {
    expect(textOf(file)).toContain("PULUMI_SKIP_CHECKPOINTS");
    const [, heading] = /see "([^"]+)" in docs\/performance\.md/.exec(textOf(file)) ?? [];
    expect(textOf("docs/performance.md")).toContain(`### ${heading}\n`);
  },
);
