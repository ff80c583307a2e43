import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../support/account";
import { edgeModule } from "../support/faces";
import { inAnyOrder, writesOf } from "../support/requests";

/** Each resource adopts what has its name. */
const program = (adopt: string) => `
const edge = require("${edgeModule}");
const asked = ${adopt};
new edge.Vault("there", { name: "there", description: "of the program", ...asked });
new edge.Vault("equal", { name: "equal", description: "of the program", ...asked });
new edge.Vault("new", { name: "new", ...asked });
const policy = new edge.IpPolicy("policy", {});
new edge.IpPolicyRule("rule", { ipPolicyId: policy.id, cidr: "192.0.2.0/24", action: "allow", ...asked });
`;

const seed = {
  "/vaults": [
    { id: "vault_there", name: "there", description: "by hand" },
    { id: "vault_equal", name: "equal", description: "of the program" },
  ],
};

describe("resources that adopt what has their name", () => {
  let account: TestAccount;

  const declare = (adopt: string) => account.workspace.writeProgram({ "index.js": program(adopt) });
  const said = ({ diagnostics, stdout, stderr }: Run) =>
    [...diagnostics.map(({ message }) => message), stdout, stderr].join("\n");
  const idsOf = (collection: string) => account.emulator.objects(collection).map(({ id }) => id);

  beforeAll(async () => {
    account = await openAccount({ seed });
    declare('{ adopt: "ifExists" }');
  });

  afterAll(() => account?.close());

  test("a preview says what will be adopted and what created, and writes nothing", async () => {
    const run = await account.run((workspace) => workspace.preview());
    expect(run.writes).toEqual([]);
    const text = said(run);
    expect(text).toContain("will adopt vault_there, which has there, and change its description");
    expect(text).toContain("will adopt vault_equal, which has equal, and write nothing");
    expect(text).toContain("will create new, which no Vault has");
    expect(text).toContain("will adopt the object with its name or create one: the name is not known yet");
  });

  test("an update adopts what is there and creates the rest", async () => {
    const run = await account.up();
    const rules = run.writes.filter(({ path }) => path === "/ip_policy_rules");
    expect(rules.map(({ method }) => method)).toEqual(["POST"]);
    const others = run.writes.filter(({ path }) => !path.startsWith("/ip_"));
    expect(inAnyOrder(writesOf({ writes: others }))).toEqual(
      inAnyOrder([
        ["PATCH", "/vaults/vault_there", { description: "of the program" }],
        ["POST", "/vaults", { name: "new" }],
      ]),
    );
  });

  test("an update after that changes nothing, nor one without the input", async () => {
    await account.expectSettled();
    declare("{}");
    const { changes, calls } = await account.up();
    expect({ changes, calls }).toEqual({ changes: [], calls: [] });
  });

  test("destroy leaves what was adopted, and deletes the rest", async () => {
    await account.run((workspace) => workspace.destroy());
    expect(idsOf("/vaults").sort()).toEqual(["vault_equal", "vault_there"]);
    expect(idsOf("/ip_policy_rules")).toEqual([]);
  });
});
