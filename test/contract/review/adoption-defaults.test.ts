import { beforeEach, expect, test, vi } from "vitest";
import { html } from "../../../cli/review/render/html";
import { markdown } from "../../../cli/review/render/markdown";
import type { Emulator } from "../../../emulator";
import { emulatedAccount } from "../../support/ending";
import { created, reviewOf } from "../../support/previews";

let emulator: Emulator;
let policy: string;
let restriction: string;

beforeEach(async () => {
  vi.stubEnv("TUNNEL_EDGE_JOURNAL_DIR", "off");
  emulator = await emulatedAccount();
  [policy = ""] = emulator.seed({ "/ip_policies": [{ description: "Office" }] })["/ip_policies"] ?? [];
  const seeded = emulator.seed({
    "/ip_restrictions": [
      { type: "dashboard", enforced: true, ip_policy_ids: [policy], description: "By hand" },
    ],
  });
  [restriction = ""] = seeded["/ip_restrictions"] ?? [];
});

const adopting = (inputs: Record<string, unknown>) => {
  const config: Record<string, unknown> = {
    "tunnel-edge:baseUrl": emulator.url,
    "tunnel-edge:apiToken": emulator.token,
  };
  const props = { type: "dashboard", ipPolicyIds: [policy], adoptId: restriction, ...inputs };
  return reviewOf([created("IpRestriction", "dashboard", props)], {
    openAccount: async () => (key: string) => config[key],
  });
};

test("the review of an adoption says what is a default, since the program leaves it out", async () => {
  const report = await adopting({ description: "Staff" });
  expect(report.adoptions[0]?.update?.parameters).toEqual([
    { name: "enforced", before: "true", after: "false", isDefault: true },
    { name: "description", before: '"By hand"', after: '"Staff"' },
  ]);
  const said = "its default, because the program omits it";
  expect(markdown(report)).toContain(`  - \`enforced\`: \`true\` → \`false\`, ${said}`);
  expect(html(report)).toContain(said);
});

test("what the program says is not called a default", async () => {
  const report = await adopting({ description: "By hand", enforced: false });
  expect(report.adoptions[0]?.update?.parameters).toEqual([
    { name: "enforced", before: "true", after: "false" },
  ]);
});
