import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../support/account";
import { edgeModule } from "../support/provider-under-test";
import { formatWrites, inAnyOrder } from "../support/requests";

const program = (adopt: string) => `
const edge = require("${edgeModule}");
const adopt = ${adopt};
new edge.Vault("different", { name: "different", description: "of the program", ...adopt });
new edge.Vault("equal", { name: "equal", description: "of the program", ...adopt });
new edge.Vault("new", { name: "new", ...adopt });
const policy = new edge.IpPolicy("policy", {});
new edge.IpPolicyRule("rule", { ipPolicyId: policy.id, cidr: "192.0.2.0/24", action: "allow", ...adopt });
`;

const seed = {
  "/vaults": [
    { id: "vault_different", name: "different", description: "by hand" },
    { id: "vault_equal", name: "equal", description: "of the program" },
  ],
};

describe('resources with adopt: "ifExists"', () => {
  let account: TestAccount;

  const declare = (adopt: string) => account.workspace.writeProgram({ "index.js": program(adopt) });
  const messages = ({ diagnostics, stdout, stderr }: Run) =>
    [...diagnostics.map(({ message }) => message), stdout, stderr].join("\n");
  const idsOf = (collection: string) => account.emulator.objects(collection).map(({ id }) => id);

  beforeAll(async () => {
    account = await openAccount({ seed });
    declare('{ adopt: "ifExists" }');
  });

  afterAll(() => account?.close());

  test("report at preview which objects are adopted or created, and write nothing", async () => {
    const run = await account.run((workspace) => workspace.preview());
    expect(run.writes).toEqual([]);
    const text = messages(run);
    expect(text).toContain("will adopt vault_different, which has different, and change its description");
    expect(text).toContain("will adopt vault_equal, which has equal, and write nothing");
    expect(text).toContain("will create new, which no Vault has");
    expect(text).toContain("will adopt the object with its name or create one: the name is still unknown");
  });

  test("adopt the existing objects and create the others in an update", async () => {
    const run = await account.up();
    const rules = run.writes.filter(({ path }) => path === "/ip_policy_rules");
    expect(rules.map(({ method }) => method)).toEqual(["POST"]);
    const vaultWrites = run.writes.filter(({ path }) => !path.startsWith("/ip_"));
    expect(inAnyOrder(formatWrites({ writes: vaultWrites }))).toEqual(
      inAnyOrder([
        ["PATCH", "/vaults/vault_different", { description: "of the program" }],
        ["POST", "/vaults", { name: "new" }],
      ]),
    );
  });

  test("change nothing in later updates, with or without the input", async () => {
    await account.expectSettled();
    declare("{}");
    const { changes, calls } = await account.up();
    expect({ changes, calls }).toEqual({ changes: [], calls: [] });
  });

  test("leave adopted objects in place on destroy, and delete the others", async () => {
    await account.run((workspace) => workspace.destroy());
    expect(idsOf("/vaults").sort()).toEqual(["vault_different", "vault_equal"]);
    expect(idsOf("/ip_policy_rules")).toEqual([]);
  });
});
