import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, type RequestRecord, startEmulator } from "../../emulator";
import { managed } from "../../provider/families";
import { sorted } from "../../provider/family/sorted";
import { type ExampleEdit, exampleEdits } from "../samples";
import { authorityPem, tlsKeyPair } from "../support/crypto";
import { createWorkspace, repository, type Workspace } from "../support/engine";

const folder = join(repository, "examples");

/** One edit of each family's example, and the calls other than reads that the next update makes for it. */
const edits: Readonly<Record<string, ExampleEdit>> = {
  ...exampleEdits,
  "tunnel-agent-command": {
    from: "configVersion: 1",
    to: "configVersion: 2",
    calls: ["POST /tunnel_sessions/ID/restart"],
  },
};

const stems = Object.keys(edits).sort();
const source = (stem: string) => readFileSync(join(folder, stem, "index.ts"), "utf8");

/** All examples as one program: a separate update for each would take minutes. */
function program(text: (stem: string) => string): Record<string, string> {
  const files = stems.map((stem) => [`${stem}/index.ts`, text(stem)] as const);
  return {
    "index.ts": stems.map((stem) => `import "./${stem}";\n`).join(""),
    ...Object.fromEntries(files),
  };
}

const withoutIds = (text: string) => text.replace(/\b[a-z]+_[A-Za-z0-9]{20,}\b/g, "ID");

function call({ method, path, body }: RequestRecord): string {
  const sent = method === "POST" || body === undefined ? "" : ` ${JSON.stringify(sorted(body))}`;
  return withoutIds(`${method} ${path}${sent}`);
}

describe("examples", () => {
  let emulator: Emulator;
  let workspace: Workspace;

  beforeAll(async () => {
    emulator = await startEmulator();
    const { certificatePem, privateKeyPem } = tlsKeyPair("example.com *.example.com");
    workspace = await createWorkspace({
      program: program(source),
      config: {
        "tunnel-edge:baseUrl": emulator.url,
        "tunnel-edge-test:clientCaPem": authorityPem("Example CA"),
        "tunnel-edge-test:certificatePem": certificatePem,
      },
      env: { TUNNEL_EDGE_API_TOKEN: emulator.token },
    });
    workspace.setConfig("tunnel-edge-test:privateKeyPem", privateKeyPem, { secret: true });
    workspace.setConfig("tunnel-edge-test:githubClientSecret", "github-secret", { secret: true });
  });

  afterAll(async () => {
    await workspace?.destroy();
    workspace?.remove();
    await emulator?.close();
  });

  test("there is one for each class, with an edit", () => {
    const stemOf = (name: string) => name.replace(/(?<=[a-z0-9])([A-Z])/g, "-$1").toLowerCase();
    const classes = managed.map(({ name }) => stemOf(name)).sort();
    expect(stems).toEqual(classes);
    const folders = readdirSync(folder).filter((name) => existsSync(join(folder, name, "index.ts")));
    expect(classes.filter((stem) => !folders.includes(stem))).toEqual([]);
  });

  test("run, and a second run changes nothing", async () => {
    await workspace.up({ mustSucceed: true });
    await workspace.preview({ mustSucceed: true, expectNoChanges: true });
  });

  test("run again with one edit each, and each edit makes its calls and no others", async () => {
    const edited = (stem: string) => {
      const { from, to } = edits[stem] as { from: string; to: string };
      expect(source(stem)).toContain(from);
      return source(stem).replace(from, to);
    };
    workspace.writeProgram(program(edited));
    const since = emulator.requests().length;
    await workspace.up({ mustSucceed: true });
    const calls = emulator.requests({ since }).filter(({ method }) => method !== "GET");
    const wanted = stems.flatMap((stem) => edits[stem]?.calls ?? []);
    expect(calls.map(call).sort()).toEqual([...wanted].sort());
  });
});
