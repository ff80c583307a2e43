import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { managed } from "../../provider/families";
import { SERVICE_CODES } from "../../provider/families/service-codes";
import { ANSWERED, AT_PREVIEW, IMPOSSIBLE, LEFT } from "../../scripts/generate/docs/code-places";
import { leafPem, sshPublicKey, tlsKeyPair } from "../support/crypto";
import { type BareAccount, openBareAccount } from "../support/lifecycle";

const pair = tlsKeyPair("app.example.com");

/** Values by their names in the rows. */
const VALUES: Readonly<Record<string, string>> = {
  $certificate: pair.certificatePem,
  $private: pair.privateKeyPem,
  $other: tlsKeyPair("other.example.com").privateKeyPem,
  $chain: `${pair.certificatePem}\n${tlsKeyPair("other.example.com").certificatePem}`,
  $leaf: leafPem(),
  $key: sshPublicKey("places"),
  $broken: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
  $encrypted: generateKeyPairSync("ec", {
    namedCurve: "P-256",
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" },
  }).privateKey,
};

/** Fills in values, texts of a length (`$64`) and ids. */
function filled<T>(row: T, more: Readonly<Record<string, string>> = {}): T {
  const known = { ...VALUES, ...more };
  const text = JSON.stringify(row).replace(/\$(?:\d\d+|\d(?:\.[a-z]+)?|[A-Za-z]+)/g, (name) => {
    const value = known[name] ?? (/^\$\d\d+$/.test(name) ? "x".repeat(Number(name.slice(1))) : undefined);
    return value === undefined ? name : JSON.stringify(value).slice(1, -1);
  });
  return JSON.parse(text) as T;
}

/** What rows refer to, by class. */
const OWNERS = {
  IpPolicy: {},
  HttpsEdge: {},
  SshCertificateAuthority: {},
  TunnelGroupBackend: {},
  Vault: { name: "owner" },
} as const;

async function ownersIn(account: BareAccount, row: unknown): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [name, inputs] of Object.entries(OWNERS))
    if (JSON.stringify(row).includes(`$${name}`))
      ids[`$${name}`] = (await account.of(name).create(account.account, inputs)).id;
  return ids;
}

const numbers = (rows: object) => Object.keys(rows).map(Number);

test("each code has one place", () => {
  const placed = [
    ...numbers(AT_PREVIEW),
    ...numbers(ANSWERED),
    ...Object.values(LEFT).flat(),
    ...Object.values(IMPOSSIBLE).flat(),
  ];
  const codes = SERVICE_CODES.flatMap(({ rows }) => rows.flatMap((row) => row.codes));
  expect(placed.filter((code, at) => placed.indexOf(code) !== at)).toEqual([]);
  expect(codes.filter((code) => !placed.includes(code))).toEqual([]);
  expect(placed.filter((code) => !codes.includes(code))).toEqual([]);
});

describe("refused at preview, and by the emulator where it is sent all the same", () => {
  test.each(Object.entries(AT_PREVIEW))("%s", async (code, row) => {
    const account = await openBareAccount();
    const ids = await ownersIn(account, row);
    const { of, inputs, path, answer } = filled(row, ids);
    expect(managed.map(({ name }) => name)).toContain(of);
    const { failures } = account.of(of).check({}, inputs);
    expect(failures).toEqual([{ ...failures[0], path, reason: expect.stringMatching(/\S/) }]);
    if (answer === "not sent") return;
    const sent = account.of(of).create(account.account, inputs);
    await expect(sent).rejects.toThrow(`ERR_NGROK_${answer ?? code}`);
  });
});

describe("answered by the emulator", () => {
  test.each(Object.entries(ANSWERED))("%s", async (code, requests) => {
    const { emulator } = await openBareAccount();
    const known: Record<string, string> = {};
    let last: { status: number; body: { error_code?: string } } | undefined;
    for (const [at, row] of requests.entries()) {
      if (last) expect([at, last.status]).toEqual([at, expect.toSatisfy((status: number) => status < 300)]);
      const [call, body, token = `Bearer ${emulator.token}`] = filled(row, known);
      const [method = "", path = ""] = call.split(" ");
      const response = await fetch(`${emulator.url}${path}`, {
        method,
        headers: { ...(token && { authorization: token }), "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      last = { status: response.status, body: text === "" ? {} : JSON.parse(text) };
      for (const [key, value] of Object.entries(last.body))
        if (typeof value === "string") known[`$${at + 1}${key === "id" ? "" : `.${key}`}`] = value;
    }
    expect([last?.status, last?.body.error_code]).toEqual([
      expect.toSatisfy((status: number) => status >= 400),
      `ERR_NGROK_${code}`,
    ]);
  });
});
