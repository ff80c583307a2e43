import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../support/account";
import { inAnyOrder, writesOf } from "../support/requests";

/** Classes of both providers in one program, each of which takes over what has the name of its resource. */
const program = (adopt: string) => `
const dynamic = require("pulumi-tunnel-edge");
const native = require("pulumi-tunnel-edge/native");
const asked = ${adopt};
for (const [face, edge] of Object.entries({ dynamic, native })) {
  new edge.Vault(face + "-there", { name: face + "-there", description: "of the program", ...asked });
  new edge.Vault(face + "-new", { name: face + "-new", ...asked });
  const policy = new edge.IpPolicy(face + "-policy", {});
  new edge.IpPolicyRule(face + "-rule", { ipPolicyId: policy.id, cidr: "192.0.2.0/24", action: "allow", ...asked });
}
`;

const seed = {
  "/vaults": [
    { id: "vault_dynamic", name: "dynamic-there", description: "by hand" },
    { id: "vault_native", name: "native-there", description: "of the program" },
  ],
};

describe("resources that take over what has their name", () => {
  let account: TestAccount;

  const declare = (adopt: string) => account.workspace.writeProgram({ "index.js": program(adopt) });
  const said = ({ diagnostics, stdout, stderr }: Run) =>
    [...diagnostics.map(({ message }) => message), stdout, stderr].join("\n");
  const idsOf = (collection: string) => account.emulator.objects(collection).map(({ id }) => id);

  beforeAll(async () => {
    account = await openAccount({ seed }, { of: "native", ownProcesses: true });
    declare('{ adopt: "ifExists" }');
  });

  afterAll(() => account?.close());

  test("a preview says what will be adopted and what created, and writes nothing", async () => {
    const run = await account.run((workspace) => workspace.preview());
    expect(run.writes).toEqual([]);
    const text = said(run);
    expect(text).toContain(
      'Vault "dynamic-there" will adopt vault_dynamic, which has dynamic-there, and change its description',
    );
    expect(text).toContain("will adopt vault_native, which has native-there, and write nothing");
    for (const face of ["dynamic", "native"])
      expect(text).toContain(`will create ${face}-new, which no Vault has`);
    expect(text).toContain("will adopt what has its name, or create it: the name is not known yet");
  });

  test("an update adopts what is there and creates the rest", async () => {
    const run = await account.up();
    const rules = run.writes.filter(({ path }) => path === "/ip_policy_rules");
    expect(rules.map(({ method }) => method)).toEqual(["POST", "POST"]);
    const others = run.writes.filter(({ path }) => !path.startsWith("/ip_"));
    expect(inAnyOrder(writesOf({ writes: others }))).toEqual(
      inAnyOrder([
        ["PATCH", "/vaults/vault_dynamic", { description: "of the program" }],
        ["POST", "/vaults", { name: "dynamic-new" }],
        ["POST", "/vaults", { name: "native-new" }],
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
    expect(idsOf("/vaults").sort()).toEqual(["vault_dynamic", "vault_native"]);
    expect(idsOf("/ip_policy_rules")).toEqual([]);
  });
});
