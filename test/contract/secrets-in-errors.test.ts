import { expect, test } from "vitest";
import { managed } from "../../provider/families";
import { secretsIn } from "../../provider/lifecycle";
import { CLASSES, samples } from "../samples";
import { pooledAccount } from "../support/object-pool";
import { testedProvider } from "../support/provider-under-test";
import { unwrap } from "../support/secrets";

/** Whichever request fails, no error shows the secrets of a class, even if the program doesn't mark them. */

type Props = Record<string, unknown>;

const account = pooledAccount();

/** Converts a result as the engine does before the next call: a dynamic provider gets secrets in plain text. */
const passOn = (values: unknown) => (testedProvider === "native" ? values : unwrap(values)) as Props;

const classes = CLASSES.flatMap((name) => {
  const family = managed.find((candidate) => candidate.name === name && candidate.kind !== "command");
  const inputs: Props = samples[name].full({ id: () => "", unique: "secrets" });
  return family && secretsIn(family.inputs, inputs).length > 0 ? [{ name, family }] : [];
});

test.each(classes)("the secrets in errors of $name", async ({ name, family }) => {
  const provider = account.host.of(name);
  const id = (className: string, number = 1) => account.pool[className]?.at(number - 1) ?? "";
  const args: Props = { ...samples[name].full({ id, unique: "secrets" }) };
  // Shorter ones, such as a header's "edge", are parts of ordinary words.
  const secrets = secretsIn(family.inputs, args).filter((secret) => secret.length >= 8);
  const checked = await provider.check({}, args);
  expect(checked.failures).toEqual([]);
  const inputs = passOn(checked.inputs);
  const created = await provider.create(inputs);
  const outs = passOn(created.outs);
  const changed = { ...inputs, description: "another", metadata: "another" };
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    create: () => provider.create(inputs),
    read: () => provider.read(created.id, outs),
    update: () => provider.update(created.id, outs, changed),
    delete: () => provider.delete(created.id, outs),
  };
  // Cut off by the limit of a message.
  const msg = `${secrets.join(" or ")} ${"x".repeat(490)}${secrets.join(" ")}`;
  for (const on of ["GET *", "POST|PUT|PATCH|DELETE *"]) {
    account.emulator.faults([
      { on, status: 403, body: { error_code: "ERR_NGROK_1", status_code: 403, msg } },
    ]);
    for (const [operation, call] of Object.entries(calls)) {
      const error = await call().then(() => "", String);
      if (on.startsWith("GET") === (operation === "read"))
        expect(error, `${operation}, ${on}`).toContain("[secret]");
      for (const secret of secrets) expect(error, `${operation}, ${on}`).not.toContain(secret.slice(0, 8));
    }
  }
  account.emulator.faults({ clear: true });
  await provider.delete(created.id, { ...outs, deleteOnDestroy: true, releaseProtection: false });
});

test("the secrets of the inputs, of the state, and of another resource in errors", async () => {
  const provider = account.host.of("HttpsEdgeRoute");
  const args = (match: string, clientSecret: string, headerValue: string) => ({
    edgeId: account.pool.HttpsEdge?.[0] ?? "",
    matchType: "path_prefix",
    match,
    oidc: { issuer: "https://id.example.com", clientId: "app", clientSecret },
    requestHeaders: { add: { authorization: headerValue } },
  });
  const checkedInputs = async (before: Props, inputs: Props) =>
    passOn((await provider.check(before, inputs)).inputs);
  const inputs = await checkedInputs({}, args("/first", "first-secret", "abc1"));
  const { id, outs } = await provider.create(inputs);
  const body = { error_code: "ERR_NGROK_1", msg: "refused: first-secret, second-secret, and abc1." };
  account.emulator.faults([{ on: "POST|PATCH *", status: 400, body }]);
  const second = await checkedInputs(inputs, args("/first", "second-secret", "abc1"));
  const updated = await provider.update(id, passOn(outs), second).catch(String);
  expect(updated).toContain("refused: [secret], [secret], and [secret].");
  const other = await checkedInputs({}, args("/other", "third-secret", "another-value"));
  expect(await provider.create(other).catch(String)).toContain("refused: [secret], [secret], and abc1.");
  account.emulator.faults({ clear: true });
  await provider.delete(id, passOn(outs));
});
