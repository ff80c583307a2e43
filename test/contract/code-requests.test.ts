import { join } from "node:path";
import { expect, test } from "vitest";
import { leafPem, sshPublicKey, tlsKeyPair } from "../support/crypto";
import { type BareAccount, openBareAccount } from "../support/lifecycle";
import { readTable } from "../support/rows";

type Inputs = Readonly<Record<string, unknown>>;
type Row = readonly [code: number, className: string, inputs: Inputs];

const { "preview and service": predictable = [], "service alone": unpredictable = [] } = readTable<
  Readonly<Record<string, readonly Row[]>>
>(join(__dirname, "code-requests.yaml"));

/** Returns the values of the placeholders in rows. */
async function valuesFor(bare: BareAccount, vault: string): Promise<Readonly<Record<string, string>>> {
  await bare.of("ReservedDomain").create(bare.account, { domain: "reserved.example.com" });
  const createObject = async (className: string) => (await bare.of(className).create(bare.account, {})).id;
  const pair = tlsKeyPair("app.example.com");
  return {
    $P: await createObject("IpPolicy"),
    $E: await createObject("HttpsEdge"),
    $G: await createObject("TunnelGroupBackend"),
    $A: await createObject("SshCertificateAuthority"),
    $V: vault,
    $K: sshPublicKey("requests"),
    $L: leafPem(),
    $C: pair.certificatePem,
    $D: tlsKeyPair("other.example.com").certificatePem,
    $S: pair.privateKeyPem,
  };
}

/** Replaces placeholders, and `{256 times x}` with a text of that length. */
function resolve<T>(value: T, values: Readonly<Record<string, string>>): T {
  const text = JSON.stringify(value)
    .replace(/\$[A-Z]\b/g, (name) => JSON.stringify(values[name]).slice(1, -1))
    .replace(/\{(\d+) times ([^}]+)\}/g, (_, count, unit: string) => unit.repeat(Number(count)));
  return JSON.parse(text) as T;
}

const checkAndCreate = ({ account, of }: BareAccount, className: string, inputs: Inputs) =>
  of(className)
    .create(account, inputs)
    .then(() => "accepted", String);

test("the emulator rejects each request that the service rejects, and a preview rejects the predictable ones", async () => {
  const bare = await openBareAccount();
  const vault = await bare.of("Vault").create(bare.account, { name: "requests" });
  const values = await valuesFor(bare, vault.id);
  expect(predictable.length + unpredictable.length).toBeGreaterThan(250);
  for (const row of [...predictable, ...unpredictable]) {
    const [code, className, inputs] = resolve(row, values);
    const { failures } = bare.of(className).check({}, inputs);
    expect([...row, failures.length > 0]).toEqual([...row, predictable.includes(row)]);
    const outcome = await checkAndCreate(bare, className, inputs);
    expect([...row, outcome]).toEqual([...row, expect.stringMatching(new RegExp(`ERR_NGROK_${code}\\b`))]);
  }
});

test("in reference mode, the emulator has none of the service's error codes", async () => {
  const bare = await openBareAccount({ reference: true });
  const values = await valuesFor(bare, "vault_1");
  for (const row of [...predictable, ...unpredictable]) {
    const [, className, inputs] = resolve(row, values);
    expect([...row, await checkAndCreate(bare, className, inputs)]).not.toEqual([
      ...row,
      expect.stringContaining("ERR_NGROK_"),
    ]);
  }
});
