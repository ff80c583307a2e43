import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { leafPem, sshPublicKey, tlsKeyPair } from "../support/crypto";
import { type BareAccount, openBareAccount } from "../support/lifecycle";

type Inputs = Readonly<Record<string, unknown>>;
type Row = readonly [code: number, className: string, inputs: Inputs];

const { "preview and service": foreseen = [], "service alone": unforeseen = [] } = parse(
  readFileSync(join(__dirname, "code-requests.yaml"), "utf8"),
) as Readonly<Record<string, readonly Row[]>>;

/** The values of the names that rows use. */
async function valuesFor(bare: BareAccount, vault: string): Promise<Readonly<Record<string, string>>> {
  await bare.of("ReservedDomain").create(bare.account, { domain: "reserved.example.com" });
  const made = async (className: string) => (await bare.of(className).create(bare.account, {})).id;
  const pair = tlsKeyPair("app.example.com");
  return {
    $P: await made("IpPolicy"),
    $E: await made("HttpsEdge"),
    $G: await made("TunnelGroupBackend"),
    $A: await made("SshCertificateAuthority"),
    $V: vault,
    $K: sshPublicKey("requests"),
    $L: leafPem(),
    $C: pair.certificatePem,
    $D: tlsKeyPair("other.example.com").certificatePem,
    $S: pair.privateKeyPem,
  };
}

/** Inputs with the values, and with texts of the length that they state: `{256 times x}`. */
function resolved<T>(value: T, values: Readonly<Record<string, string>>): T {
  const within = JSON.stringify(value)
    .replace(/\$[A-Z]\b/g, (name) => JSON.stringify(values[name]).slice(1, -1))
    .replace(/\{(\d+) times ([^}]+)\}/g, (_, count, unit: string) => unit.repeat(Number(count)));
  return JSON.parse(within) as T;
}

const answerOf = ({ account, of }: BareAccount, className: string, inputs: Inputs) =>
  of(className)
    .create(account, inputs)
    .then(() => "accepted", String);

test("requests that the service refuses are refused by the preview, where it can know, and by the emulator", async () => {
  const bare = await openBareAccount();
  const vault = await bare.of("Vault").create(bare.account, { name: "requests" });
  const values = await valuesFor(bare, vault.id);
  expect(foreseen.length + unforeseen.length).toBeGreaterThan(250);
  for (const row of [...foreseen, ...unforeseen]) {
    const [code, of, inputs] = resolved(row, values);
    const { failures } = bare.of(of).check({}, inputs);
    expect([...row, failures.length > 0]).toEqual([...row, foreseen.includes(row)]);
    const answer = await answerOf(bare, of, inputs);
    expect([...row, answer]).toEqual([...row, expect.stringMatching(new RegExp(`ERR_NGROK_${code}\\b`))]);
  }
});

test("the emulator of the bare API reference has no refusal of the service", async () => {
  const bare = await openBareAccount({ reference: true });
  const values = await valuesFor(bare, "vault_1");
  for (const row of [...foreseen, ...unforeseen]) {
    const [, of, inputs] = resolved(row, values);
    expect([...row, await answerOf(bare, of, inputs)]).not.toEqual([
      ...row,
      expect.stringContaining("ERR_NGROK_"),
    ]);
  }
});
