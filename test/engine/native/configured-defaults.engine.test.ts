import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Seed } from "../../../emulator";
import { openAccount, type TestAccount } from "../../support/account";
import { inAnyOrder, writesOf } from "../../support/requests";

const [BEFORE, AFTER] = ["of the infra repo", "of the edge repo"];
const TEAM = '{"team":"edge"}';

const IMPORTS = `
new edge.IpPolicy("hand", {}, { import: "ipp_hand" });
new edge.IpPolicy("kept", { description: "kept", metadata: "" }, { import: "ipp_kept" });
`;

const program = (more = "") => `
const edge = require("pulumi-tunnel-edge/native");
new edge.IpPolicy("ignored", {}, { ignoreChanges: ["description"] });
new edge.IpPolicy("plain", {});
${more}
`;

describe("defaults of description and metadata in the configuration", () => {
  let account: TestAccount;

  const declare = (more?: string) => account.workspace.writeProgram({ "index.js": program(more) });
  const patch = (name: string, body: object) => ["PATCH", `/ip_policies/${account.idOf(name)}`, body];
  const sentBy = async () => inAnyOrder(writesOf({ writes: (await account.up()).writes }));

  beforeAll(async () => {
    const seed: Seed = {
      "/ip_policies": [
        { id: "ipp_hand", description: "by hand" },
        { id: "ipp_kept", description: "kept" },
        { id: "ipp_other", description: "another", metadata: "others" },
      ],
    };
    account = await openAccount({ seed }, { of: "native" });
    declare();
    await account.up();
    account.workspace.setConfig("tunnel-edge:defaultDescription", BEFORE);
    account.workspace.setConfig("tunnel-edge:defaultMetadata", TEAM);
  });

  afterAll(() => account?.close());

  test("reach what exists and has none, whatever ignoreChanges names", async () => {
    const both = { description: BEFORE, metadata: TEAM };
    expect(await sentBy()).toEqual(inAnyOrder([patch("ignored", both), patch("plain", both)]));
    await account.expectSettled();
  });

  test("do not change what ignoreChanges names once it has a value", async () => {
    account.workspace.setConfig("tunnel-edge:defaultDescription", AFTER);
    expect(await sentBy()).toEqual(inAnyOrder([patch("plain", { description: AFTER })]));
    await account.expectSettled();
  });

  test("are set on an import that leaves them out, and not on one that says what the object has", async () => {
    declare(IMPORTS);
    expect(await sentBy()).toEqual(inAnyOrder([patch("hand", { description: AFTER, metadata: TEAM })]));
    await account.expectSettled();
  });

  test("do not reach look-ups, which find an object by its exact description or metadata", async () => {
    declare(`${IMPORTS}
exports.ids = [
  edge.getIpPolicyOutput({ description: "another" }).id,
  edge.getIpPolicyOutput({ metadata: "others" }).id,
];`);
    expect(await sentBy()).toEqual([]);
    expect(account.workspace.outputs().ids).toEqual(["ipp_other", "ipp_other"]);
  });
});
