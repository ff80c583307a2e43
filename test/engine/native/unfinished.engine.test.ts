import { expect, test } from "vitest";
import { startEmulator } from "../../../emulator";
import { createWorkspace } from "../../support/engine";

test("a partially updated object is stored, whatever its size", async () => {
  const emulator = await startEmulator();
  // The provider sends the state with the error, in HTTP trailers, whose size is limited.
  const policy = JSON.stringify({
    on_http_request: Array.from({ length: 800 }, (_, n) => ({
      name: `rule ${n} ${"x".repeat(60)}`,
      actions: [{ type: "deny", config: { status_code: 403 } }],
    })),
  });
  const program = (inputs: string) => `
    const edge = require("pulumi-tunnel-edge/native");
    const shop = new edge.HttpsEdge("shop", {});
    new edge.HttpsEdgeRoute("all", { edgeId: shop.id, matchType: "path_prefix", match: "/", ${inputs} });
  `;
  const workspace = await createWorkspace({
    program: program(`trafficPolicy: { value: ${JSON.stringify(policy)} }, compression: {}`),
    nativeProvider: true,
    config: { "tunnel-edge:baseUrl": emulator.url, "tunnel-edge:apiToken": emulator.token },
  });
  try {
    await workspace.up({ mustSucceed: true });
    emulator.faults({ on: "DELETE *", status: 400 });
    workspace.writeProgram(
      program(`description: "new", trafficPolicy: { value: ${JSON.stringify(policy)} }`),
    );
    expect((await workspace.up()).code).not.toBe(0);
    const { text, resources } = workspace.exportStack();
    const route = resources.find(({ type }) => type.endsWith(":HttpsEdgeRoute"));
    expect(route).toMatchObject({ outputs: { description: "new", compression: {} } });
    expect(JSON.stringify(route)).toMatch(/description changed, but the update then failed: DELETE /);
    expect(text).toContain("rule 799");
    emulator.faults([]);
    await workspace.up({ mustSucceed: true });
    await workspace.preview({ expectNoChanges: true, mustSucceed: true });
  } finally {
    workspace.remove();
    await emulator.close();
  }
});
