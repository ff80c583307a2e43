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
const readText = (file: string) => readFileSync(join(root, file), "utf8");

/** Matches an action pinned by commit, or an action of this package, which the lockfile pins. */
const PINNED =
  /^([\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/node_modules\/pulumi-tunnel-edge\/actions\/(review|drift))$/;

/** Commands that run code of the repository or its dependencies, which a change may have modified. */
const RUNS_FOREIGN_CODE = /\b(npx|npm (?!publish\b)\w+|node|pulumi|sh|bash|make|\.ci\/run)\b|\.\//;
const SECRET = /\$\{\{\s*(secrets\.|github\.token)/;

describe.each(githubFiles)("%s", (file) => {
  const text = readText(file);
  const workflow = parse(text) as Workflow;
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);

  test("pins each action by commit, and names its release", () => {
    const used = [...text.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(PINNED);
  });

  test("persists no credentials after a checkout, and runs no install scripts", () => {
    for (const { with: args, uses, run = "" } of steps) {
      if (uses?.startsWith("actions/checkout@")) expect(args?.["persist-credentials"]).toBe(false);
      for (const [command] of run.matchAll(/\bnpm (ci|install|i|publish)\b.*/g))
        expect(command).toContain("--ignore-scripts");
    }
  });

  test("grants write permissions by job, and only to jobs that run no foreign code", () => {
    // Without `permissions`, the repository's settings decide, and may grant everything.
    expect(Object.values(workflow.permissions ?? { all: "write" })).not.toContain("write");
    for (const [name, job] of jobs) {
      if (!Object.values(job.permissions ?? {}).includes("write")) continue;
      for (const { uses = "", run = "" } of job.steps) {
        expect(uses, name).not.toMatch(/^actions\/checkout@|^\.\//);
        // `npm publish --ignore-scripts` publishes a package file without running its scripts.
        const withoutPublish = run.replaceAll(/\bnpm publish --ignore-scripts .*/g, "");
        expect(RUNS_FOREIGN_CODE.exec(withoutPublish)?.[0], name).toBeUndefined();
      }
    }
  });

  test("has no trigger that gives a fork's pull request the repository's permissions", () => {
    expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
    expect(Object.keys(workflow.on)).not.toContain("workflow_run");
  });

  test("passes secrets to single steps, never to a whole job or an installation", () => {
    expect(JSON.stringify(workflow.env ?? {})).not.toMatch(SECRET);
    for (const [name, job] of jobs) expect(JSON.stringify(job.env ?? {}), name).not.toMatch(SECRET);
    for (const { with: args = {}, env = {}, run = "" } of steps) {
      expect(JSON.stringify(args)).not.toMatch(SECRET);
      if (JSON.stringify(env).match(SECRET)) expect(run).not.toMatch(/\bnpm\b|\bcurl\b/);
    }
  });

  test("passes values to scripts only through the environment, and verifies downloads", () => {
    for (const { env = {}, run = "" } of steps) {
      expect(run).not.toContain("${{");
      checkDownloads(run, env);
    }
  });
});

/** Checks that every download is the engine's release, and that the next line verifies its checksum. */
function checkDownloads(script: string, variables: Record<string, unknown>) {
  expect(script).not.toMatch(/(curl|wget)[^\n]*\|\s*(sudo\s+)?(ba|z|da)?sh\b/);
  if (!/\b(curl|wget)\b/.test(script)) return;
  const lines = script.split("\n").filter((line) => line !== "");
  const downloads = lines.flatMap((line, n) =>
    /\b(curl|wget)\b/.test(line) ? [`${line}\n${lines[n + 1]}`] : [],
  );
  const file = `pulumi-v${version}-linux-x64.tar.gz`;
  for (const download of downloads) {
    const expanded = Object.entries(variables).reduce(
      (text, [name, value]) => text.replaceAll(`$${name}`, String(value)),
      download,
    );
    expect(expanded).toContain(`"${url}${file}"`);
    expect(expanded).toMatch(new RegExp(`echo "${sha256[file]}  \\S+" \\| sha256sum --check --strict$`));
  }
}

describe.each(["review", "drift"])("actions/%s", (name) => {
  interface Action {
    readonly inputs: Record<string, object>;
    readonly runs: { readonly steps: readonly Step[] };
  }
  const action = parse(readText(`actions/${name}/action.yml`)) as Action;
  const used = JSON.stringify(action.runs.steps.map(({ env }) => env));

  test("passes each input to its script in a variable that the script reads", () => {
    for (const input of Object.keys(action.inputs)) expect(used).toContain(`inputs.${input} }}`);
    for (const { run = "", env = {} } of action.runs.steps) {
      expect(run).not.toContain("${{");
      for (const variable of Object.keys(env))
        expect(readText(`actions/scripts/${name}.sh`)).toMatch(new RegExp(`\\$\\{?${variable}\\b`));
    }
  });

  test("is used by the example workflow with existing inputs", () => {
    const { jobs } = parse(readText(`examples/pipelines/github/${name}.yml`)) as Workflow;
    const steps = Object.values(jobs).flatMap(({ steps }) => steps);
    const step = steps.find(({ uses }) => uses === `./node_modules/pulumi-tunnel-edge/actions/${name}`);
    expect(step?.with).toBeDefined();
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step?.with ?? {})));
  });
});

test("only the actions' scripts call `tunnel-edge`, for review and drift, once each", () => {
  const texts = ["examples/pipelines/github", "actions/scripts", "examples/templates/edge"].flatMap(
    (folder) => readdirSync(join(root, folder)).map((name) => readText(`${folder}/${name}`)),
  );
  const calls = texts.flatMap((text) => [...text.matchAll(/npx (?:--no )?tunnel-edge (\w+)/g)]);
  expect(calls.map(([, command]) => command).sort()).toEqual(["drift", "review"]);
});

test("all GitHub files use the same release of an action", () => {
  const used = githubFiles.flatMap((file) =>
    [...readText(file).matchAll(/uses: ([\w-]+\/[\w-]+)[\w/-]*(@.*)$/gm)].map(([, action, at]) => [
      action,
      at,
    ]),
  );
  const releases = new Map<unknown, Set<unknown>>();
  for (const [action, at] of used) releases.set(action, (releases.get(action) ?? new Set()).add(at));
  expect([...releases].filter(([, found]) => found.size > 1)).toEqual([]);
});

test("the GitHub workflows find their comment and their issue by the author", () => {
  expect(readText("examples/pipelines/github/review.yml")).toContain(
    'select(.user.login == \\"github-actions[bot]\\" and (.body | startswith(\\"$marker\\")))',
  );
  expect(readText("examples/pipelines/github/drift.yml")).toMatch(
    /gh issue list --app github-actions --label/,
  );
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
  const text = readText(COMPONENT);
  const [header, body] = parseAllDocuments(text).map((document) => document.toJSON());
  const { inputs } = header.spec as { inputs: Record<string, { default?: unknown; options?: unknown }> };
  const definitions = body as Record<string, GitLabJob>;
  const jobs: [string, GitLabJob][] = Object.entries(definitions)
    .filter(([name]) => !name.startsWith("."))
    .map(([name, job]) => [name, { ...definitions[job.extends ?? ""], ...job }]);
  const job = (name: string) => jobs.find(([jobName]) => jobName === name)?.[1] ?? {};
  const jobScript = ({ before_script = [], script = [] }: GitLabJob) =>
    [...before_script, ...script].join("\n");
  const jobEnvironment = ({ environment }: GitLabJob) =>
    typeof environment === "string" ? environment : environment?.name;

  test("has the expected jobs", () => {
    const names = ["edge review", "edge comment", "edge up", "edge drift", "edge issue"];
    expect(jobs.map(([name]) => name)).toEqual(names);
  });

  test("accepts the severities of the command, with the same default", () => {
    const option = reviewCommand().options.find(({ long }) => long === "--fail-on");
    expect(inputs["fail-on"]).toMatchObject({ options: option?.argChoices, default: option?.defaultValue });
  });

  test("uses each input, and requires only the stack", () => {
    const used = [...text.matchAll(/\$\[\[ inputs\.([\w-]+) \]\]/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(inputs).sort());
    expect(Object.keys(inputs).filter((name) => inputs[name]?.default === undefined)).toEqual(["stack"]);
    // Inputs come from the including project, so they reach scripts only through the environment.
    for (const [name, each] of jobs) expect(jobScript(each), name).not.toContain("$[[");
  });

  test("uses each secret variable in one environment, which the template's header documents", () => {
    const scopes: Record<string, string> = {
      EDGE_READ_TOKEN: "edge/read",
      PULUMI_READ_TOKEN: "edge/read",
      EDGE_WRITE_TOKEN: "edge/up",
      EDGE_GITLAB_TOKEN: "edge/report",
    };
    for (const [variable, scope] of Object.entries(scopes)) {
      const users = jobs.filter(
        ([, each]) => jobScript(each).includes(`$${variable}`) || jobScript(each).includes(`{${variable}`),
      );
      expect(users.length, variable).toBeGreaterThan(0);
      for (const [, each] of users) expect(jobEnvironment(each)).toBe(scope);
      expect(text).toMatch(new RegExp(`^#   ${scope} .*(\\n#    .*)*${variable}`, "m"));
    }
  });

  test("writes to the project only in jobs that neither check out nor run the project's code", () => {
    for (const name of ["edge comment", "edge issue"]) {
      const report = job(name);
      expect(jobEnvironment(report)).toBe("edge/report");
      expect(report.variables?.GIT_STRATEGY).toBe("none");
      expect(jobScript(report)).not.toMatch(/\b(npx|npm|pulumi|source|eval|require|import|apt-get|apk|jq)\b/);
      // `node -p` evaluates an expression of this template instead of a file.
      for (const [, argument] of jobScript(report).matchAll(/\bnode (\S+)/g)) expect(argument).toBe("-p");
    }
    for (const name of ["edge review", "edge drift"]) {
      expect(jobScript(job(name))).not.toMatch(/PRIVATE-TOKEN|EDGE_GITLAB_TOKEN|EDGE_WRITE_TOKEN/);
      expect(job(name).environment).toEqual({ name: "edge/read", action: "access" });
    }
  });

  test("has no job for merge requests from forks", () => {
    for (const [name, { rules = [] }] of jobs)
      for (const { if: condition } of rules)
        if (condition.includes("merge_request_event"))
          expect(condition, name).toContain("$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID");
  });

  test("pins its images by digest and runs no install scripts", () => {
    for (const [name, each] of jobs) {
      expect(each.image, name).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
      for (const [command] of jobScript(each).matchAll(/\bnpm \w+.*/g))
        expect(command).toContain("--ignore-scripts");
    }
  });

  test("runs only an engine with the known checksum", () => {
    const { ".edge": base } = definitions;
    checkDownloads((base?.before_script ?? []).join("\n"), {
      ENGINE_SHA256: base?.variables?.ENGINE_SHA256,
      ENGINE: base?.variables?.ENGINE,
    });
    expect(text.match(/(curl|wget)[^\n]*\| *(ba)?sh\b/)).toBeNull();
  });

  test("finds the comment and the issue by their author", () => {
    expect(jobScript(job("edge comment"))).toContain("String(author.id) === me && body.startsWith(marker)");
    expect(jobScript(job("edge issue"))).toContain("&author_id=$me");
  });

  describe("the shell function `text`, which prints a report for a comment,", () => {
    /** Runs `text review.md` of the job's script in a new folder. */
    function runText(prepare: (folder: string) => void) {
      const folder = mkdtempSync(join(tmpdir(), "workflow-text-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      prepare(folder);
      const [definition = ""] = /^text\(\) \{\n[\s\S]*?^\}/m.exec(jobScript(job("edge comment"))) ?? [];
      return spawnSync("bash", ["-ec", `${definition}\ntext review.md`], { cwd: folder, encoding: "utf8" });
    }

    test("escapes GitLab's quick actions", () => {
      const review = ["## Review", "/merge", "  /approve", "\t/assign @me", "a /close", "/", ""].join("\n");
      const { stdout, status } = runText((folder) => writeFileSync(join(folder, "review.md"), review));
      expect(status).toBe(0);
      expect(stdout).toBe(
        ["## Review", "\\/merge", "  \\/approve", "\t\\/assign @me", "a /close", "\\/", ""].join("\n"),
      );
    });

    test("fails for a symbolic link and for a missing report", () => {
      const { stdout, status } = runText((folder) => symlinkSync("/etc/hostname", join(folder, "review.md")));
      expect([stdout, status]).toEqual(["", 1]);
      expect(runText(() => {}).status).toBe(1);
    });
  });
});

test("the Go modules use the engine release that the setup pins", () => {
  const pinned = { "build/engine/cli/go.mod": "pkg/v3", "examples/native/go.mod": "sdk/v3" };
  for (const [file, module] of Object.entries(pinned))
    expect(readText(file)).toMatch(new RegExp(`github.com/pulumi/pulumi/${module} v${version}(?: |$)`, "m"));
  // The names are appended to the download's URL, so none may lead to another folder.
  for (const name of Object.keys(sha256)) expect(name).toBe(basename(name));
});

test.each(["examples/pipelines/github/up.yml", COMPONENT])(
  "%s explains when to write the state only once, and names the section of the documentation",
  (file) => {
    expect(readText(file)).toContain("PULUMI_SKIP_CHECKPOINTS");
    const [, heading] = /see "([^"]+)" in docs\/performance\.md/.exec(readText(file)) ?? [];
    expect(readText("docs/performance.md")).toContain(`### ${heading}\n`);
  },
);
