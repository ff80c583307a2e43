import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Emulator } from "../../../emulator";
import { openAccount } from "../../support/account";
import type { Workspace } from "../../support/engine";

let emulator: Emulator;
let workspace: Workspace;

beforeAll(async () => {
  ({ emulator, workspace } = await openAccount({}, { provider: "native", settings: "configuration" }));
});
afterAll(async () => {
  workspace.remove();
  await emulator.close();
});

const EDGE =
  'const pulumi = require("@pulumi/pulumi");\nconst edge = require("pulumi-tunnel-edge/native");\n';

describe("an explicit Provider", () => {
  const program = (provider: string) => `${EDGE}
    const first = new edge.IpPolicy("first", {});
    const url = ${JSON.stringify(emulator.url)};
    const token = ${JSON.stringify(emulator.token)};
    const later = new edge.Provider("later", ${provider});
    const second = new edge.IpPolicy("second", { description: "second" }, { provider: later });
    exports.description = second.description;
    exports.id = second.id;
  `;

  test("may have settings that are unknown at preview", async () => {
    workspace.writeProgram(program("{ baseUrl: first.id.apply(() => url), apiToken: token }"));
    const preview = await workspace.preview({ mustSucceed: true });
    expect(preview.changes.toSorted()).toEqual(["create first", "create second"]);
    expect(preview.stdout).toMatch(/id\s*: \[unknown\]/);
    await workspace.up({ mustSucceed: true });
    expect(emulator.objects("/ip_policies")).toHaveLength(2);
  });

  test("replaces nothing if a command now prints its token", async () => {
    workspace.writeProgram(program('{ baseUrl: url, apiTokenCommand: "echo " + token }'));
    const preview = await workspace.preview({ mustSucceed: true });
    expect(preview.changes.filter((change) => !change.includes("later"))).toEqual([]);
    expect(preview.changes.join()).not.toContain("replace");
    await workspace.up({ mustSucceed: true });
    await workspace.destroy({ mustSucceed: true });
  });
});
