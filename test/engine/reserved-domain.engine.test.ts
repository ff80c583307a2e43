import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RequestRecord } from "../../emulator";
import { openAccount, type Run, type TestAccount } from "../support/account";
import { tlsKeyPair } from "../support/crypto";
import { type Declared, type JsonInputs, reference } from "../support/program";
import type { Stored } from "../support/store";

const own = { certificateId: reference("own") };
const managed = { certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "ecdsa" } };

/** Attachments of each domain in the three stages. */
const stories: Readonly<Record<string, readonly [JsonInputs, JsonInputs, JsonInputs]>> = {
  "certificate-removed": [own, {}, own],
  "policy-removed": [managed, {}, managed],
  "certificate-to-policy": [own, managed, own],
  "policy-to-certificate": [managed, own, managed],
};

const stage = (at: number): Declared[] => [
  { class: "TlsCertificate", name: "own", inputs: { ...tlsKeyPair("*.example.com") } },
  ...Object.entries(stories).map(([name, stages]) => ({
    class: "ReservedDomain",
    name,
    inputs: { domain: `${name}.example.com`, description: "kept", ...stages[at] },
  })),
];

const policyBody = {
  certificate_management_policy: { authority: "letsencrypt", private_key_type: "ecdsa" },
};

/** The service's reaction to one attachment while the domain has the other one. */
describe.each(["replace", "refuse"] as const)("where the service answers a switch with %s", (answer) => {
  let account: TestAccount;
  const runs: Run[] = [];
  const stored: Map<string, Stored | undefined>[] = [];

  beforeAll(async () => {
    account = await openAccount({ attachmentSwitch: answer, provisioningSeconds: 0 });
    for (const at of [0, 1, 2]) {
      account.declare(stage(at));
      runs.push(await account.up());
      await account.expectSettled();
      stored.push(account.snapshot());
    }
  });

  afterAll(() => account?.close());

  const callsIn = (at: number, name: string) => {
    const path = stored[at]?.get(name)?.path ?? "";
    const mine = runs[at]?.calls.filter((call) => call.path.startsWith(path)) ?? [];
    return mine.map(({ method, path: full, body, status }: RequestRecord) => {
      const call = [method, full.slice(path.length), status];
      return body === undefined ? call : [...call, body];
    });
  };
  const fieldsIn = (at: number, name: string) => stored[at]?.get(name)?.fields;

  const withOwn = () => ({ certificate_id: account.idOf("own"), certificate_management_policy: null });
  const withPolicy = { certificate_management_policy: { authority: "letsencrypt" } };
  const withNeither = { certificate_id: null, certificate_management_policy: null };

  test("every domain is changed in one up, none is replaced", () => {
    for (const at of [1, 2])
      expect(runs[at]?.changes.sort()).toEqual(
        Object.keys(stories)
          .map((name) => `update ${name}`)
          .sort(),
      );
  });

  test("a certificate is detached, and attached again", () => {
    expect(callsIn(1, "certificate-removed")).toEqual([["DELETE", "/certificate", 204]]);
    expect(fieldsIn(1, "certificate-removed")).toMatchObject(withNeither);
    expect(callsIn(2, "certificate-removed")).toEqual([
      ["PATCH", "", 200, { certificate_id: account.idOf("own") }],
    ]);
    expect(fieldsIn(2, "certificate-removed")).toMatchObject(withOwn());
  });

  test("a policy is detached, and attached again", () => {
    expect(callsIn(1, "policy-removed")).toEqual([["DELETE", "/certificate_management_policy", 204]]);
    expect(fieldsIn(1, "policy-removed")).toMatchObject(withNeither);
    expect(callsIn(2, "policy-removed")).toEqual([["PATCH", "", 200, policyBody]]);
    expect(fieldsIn(2, "policy-removed")).toMatchObject(withPolicy);
  });

  /** One PATCH; only a service that refuses it gets a detach first. */
  const switched = (segment: string, body: JsonInputs) =>
    answer === "replace"
      ? [["PATCH", "", 200, body]]
      : [
          ["PATCH", "", 400, body],
          ["DELETE", segment, 204],
          ["PATCH", "", 200, body],
        ];

  test.each([
    ["certificate-to-policy", 1],
    ["policy-to-certificate", 2],
  ] as const)("%s, stage %i: the policy takes the place of the certificate", (name, at) => {
    expect(callsIn(at, name)).toEqual(switched("/certificate", policyBody));
    expect(fieldsIn(at, name)).toMatchObject(withPolicy);
  });

  test.each([
    ["certificate-to-policy", 2],
    ["policy-to-certificate", 1],
  ] as const)("%s, stage %i: the certificate takes the place of the policy", (name, at) => {
    const body = { certificate_id: account.idOf("own") };
    expect(callsIn(at, name)).toEqual(switched("/certificate_management_policy", body));
    expect(fieldsIn(at, name)).toMatchObject(withOwn());
  });
});
