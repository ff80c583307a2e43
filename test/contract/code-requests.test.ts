import { join } from "node:path";
import { expect, test } from "vitest";
import { leafPem, sshPublicKey, tlsKeyPair } from "../support/crypto";
import { type BareAccount, openBareAccount } from "../support/lifecycle";
import { readTable } from "../support/rows";

type Inputs = Readonly<Record<string, unknown>>;
type Row = readonly [code: number, className: string, inputs: Inputs];

const { "preview and service": rejectedAtPreview = [], "service only": rejectedByServiceOnly = [] } =
  readTable<Readonly<Record<string, readonly Row[]>>>(join(__dirname, "code-requests.yaml"));

/** Creates the objects that rows refer to, and returns the values of the placeholders. */
async function placeholdersFor(bare: BareAccount, vault: string): Promise<Readonly<Record<string, string>>> {
  await bare.of("ReservedDomain").create(bare.account, { domain: "reserved.example.com" });
  const createObject = async (className: string) => (await bare.of(className).create(bare.account, {})).id;
  const pair = tlsKeyPair("app.example.com");
  return {
    $ipPolicy: await createObject("IpPolicy"),
    $edge: await createObject("HttpsEdge"),
    $backend: await createObject("TunnelGroupBackend"),
    $authority: await createObject("SshCertificateAuthority"),
    $vault: vault,
    $sshKey: sshPublicKey("requests"),
    $leaf: leafPem(),
    $certificate: pair.certificatePem,
    $otherCertificate: tlsKeyPair("other.example.com").certificatePem,
    $privateKey: pair.privateKeyPem,
  };
}

/** Replaces placeholders, and `{256 times x}` with a text of that length. */
function resolve<T>(value: T, values: Readonly<Record<string, string>>): T {
  const text = JSON.stringify(value)
    // The value stands within a string that already has its quotes.
    .replace(/\$[a-z]\w*/gi, (name) => JSON.stringify(values[name]).slice(1, -1))
    .replace(/\{(\d+) times ([^}]+)\}/g, (_, count, unit: string) => unit.repeat(Number(count)));
  return JSON.parse(text) as T;
}

const outcomeOfCreation = ({ account, of }: BareAccount, className: string, inputs: Inputs) =>
  of(className)
    .create(account, inputs)
    .then(() => "accepted", String);

test("the emulator rejects each request that the service rejects, and a preview rejects the predictable ones", async () => {
  const bare = await openBareAccount();
  const vault = await bare.of("Vault").create(bare.account, { name: "requests" });
  const values = await placeholdersFor(bare, vault.id);
  expect(rejectedAtPreview.length + rejectedByServiceOnly.length).toBeGreaterThan(250);
  for (const row of [...rejectedAtPreview, ...rejectedByServiceOnly]) {
    const [code, className, inputs] = resolve(row, values);
    const { failures } = bare.of(className).check({}, inputs);
    // The row is included so that a failure shows it.
    expect([...row, failures.length > 0]).toEqual([...row, rejectedAtPreview.includes(row)]);
    const outcome = await outcomeOfCreation(bare, className, inputs);
    expect([...row, outcome]).toEqual([...row, expect.stringMatching(new RegExp(`ERR_NGROK_${code}\\b`))]);
  }
});

test("with `reference`, which omits observed behavior, the emulator has none of the service's error codes", async () => {
  const bare = await openBareAccount({ reference: true });
  const values = await placeholdersFor(bare, "vault_1");
  for (const row of [...rejectedAtPreview, ...rejectedByServiceOnly]) {
    const [, className, inputs] = resolve(row, values);
    expect([...row, await outcomeOfCreation(bare, className, inputs)]).not.toEqual([
      ...row,
      expect.stringContaining("ERR_NGROK_"),
    ]);
  }
});
