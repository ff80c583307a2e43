import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, TestAccount } from "../../support/account";
import { accountEnvironment, runCli } from "../../support/cli";
import { createWorkspace } from "../../support/engine";
import type { Declared } from "../../support/program";
import { RESERVED_NAMES } from "../../support/reserved-names";
import { declareRows, type Rows, readTable } from "../../support/rows";

const program = declareRows(readTable<Rows>(join(__dirname, "import-file.yaml")));

/** Secret values of the program. For a private key, only its first line. */
const SECRETS = [
  ...JSON.stringify(program).matchAll(/"\$secret":"(?:-----BEGIN [\w ]+-----\\n)?([^"\\]+)/g),
].map(([, secret = ""]) => secret);

describe("import-file", () => {
  let account: TestAccount;
  let importer: TestAccount;
  let ids: Map<string, string>;

  /** Runs the command against the account, in the folder of the importing program. */
  const importFile = async (...args: string[]) => {
    const { folder, environment } = importer.workspace;
    return runCli(["import-file", ...args], { cwd: folder, env: environment });
  };

  const importId = ({ class: className, name, inputs }: Declared) => {
    const id = account.idOf(name);
    return className === "HttpsEdgeRoute" ? `${account.resolveIds(inputs).edgeId}/${id}` : id;
  };

  beforeAll(async () => {
    account = await openAccount({ provisioningSeconds: 0, seed: RESERVED_NAMES });
    account.declare(program);
    await account.up();
    ids = new Map(program.map((declared) => [declared.name, importId(declared)]));
    importer = new TestAccount(
      account.emulator,
      await createWorkspace({ program: {}, env: accountEnvironment(account.emulator) }),
    );
    importer.declare(program);
  });

  afterAll(async () => {
    importer?.workspace.remove();
    await account?.close();
  });

  test("writes a file that leads to an empty preview after the import", async () => {
    const objects = program.map((declared) => `${declared.class}=${ids.get(declared.name)}:${declared.name}`);
    const file = join(importer.workspace.folder, "import.json");
    const result = await importFile(...objects, "--out", file);
    expect(result.stdout).toContain(`${program.length} objects`);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const flags = ["--generate-code=false", "--protect=false", "--yes", "--stack", importer.workspace.stack];
    await importer.workspace.run(["import", "--file", file, ...flags], { mustSucceed: true });
    const requests = account.emulator.requests().length;
    const previewed = await importer.run((workspace) => workspace.preview({ expectNoChanges: true }));
    expect(previewed.changes).toEqual([]);
    expect(account.emulator.requests()).toHaveLength(requests);
  });

  test("encrypts the secrets of imported objects, which count as adopted and don't change", async () => {
    const { text, resources } = importer.workspace.exportStack();
    expect(SECRETS).toHaveLength(5);
    for (const value of SECRETS) expect(text).not.toContain(value);
    for (const { urn, custom, type, outputs } of resources)
      if (custom && !type.startsWith("pulumi:")) expect(outputs?.adopted, urn).toBe(true);
    const before = account.emulator.requests().length;
    await importer.up();
    const refreshed = await importer.run((workspace) => workspace.refresh({ expectNoChanges: true }));
    expect(refreshed.changes).toEqual([]);
    const sent = account.emulator
      .requests()
      .slice(before)
      .filter(({ method }) => method !== "GET");
    expect(sent).toEqual([]);
    expect((await importer.run((workspace) => workspace.preview({ expectNoChanges: true }))).changes).toEqual(
      [],
    );
  });
});
