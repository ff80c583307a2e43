import { describe, expect, test } from "vitest";
import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../../provider/account/values/secrets";
import { modules, resources } from "../../provider/families";
import { CLASSES, type ClassName, samples } from "../samples";
import { captureReports } from "../support/captured-reports";
import { pooledAccount } from "../support/object-pool";
import { testedProvider } from "../support/provider-under-test";
import { maskSecrets, unwrap } from "../support/secrets";
import { virtualTime } from "../support/virtual-clock";

/** Values derived from a secret input are secret. Covers every input of every class. */

type Props = Record<string, unknown>;

// A create whose name is taken waits until the name is free.
const time = virtualTime("file");
const account = pooledAccount({ time: time.clock.serverTime });

/** Converts a result as the engine does before the next call: a dynamic provider gets secrets in plain text. */
const passOn = (values: unknown) => (testedProvider === "native" ? values : unwrap(values)) as Props;

/** Returns the texts that would reveal a value: its strings, and the hostnames in them. */
function revealingTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(revealingTexts);
  if (value !== null && typeof value === "object") return Object.values(value).flatMap(revealingTexts);
  if (typeof value !== "string") return [];
  return [value, ...(value.match(/[\w-]+(?:\.[\w-]+)+/g) ?? [])].filter((text) => text.length >= 8);
}

/**
 * Returns the names of outputs that contain a secret in plain text. Excludes inputs: the engine marks those of dynamic
 * providers, and the program sets the others in plain text.
 */
const leakingOutputs = (state: unknown, inputs: Props, secretTexts: readonly string[]) =>
  Object.entries(maskSecrets(state) as Props)
    .filter(([name]) => !(name in inputs) && !name.startsWith("__"))
    .filter(([, value]) =>
      secretTexts.some((secretText) =>
        // Escaped like the text in JSON, without the quotes.
        JSON.stringify(value ?? null).includes(JSON.stringify(secretText).slice(1, -1)),
      ),
    )
    .map(([name]) => name);

const sampleInputs = (className: ClassName, size: "minimal" | "full", unique: string): Props => ({
  ...samples[className][size]({ id: (name, number = 1) => account.pool[name]?.at(number - 1) ?? "", unique }),
});

const managed = [...resources, ...modules]
  .map(({ name }) => name)
  .filter((name): name is ClassName => CLASSES.some((className) => className === name));

/** Formats an error, including the reasons and the state of an unfinished object. */
const formatError = (error: unknown): string => {
  const { message, reasons, properties } = error as Error &
    Readonly<Record<"reasons" | "properties", unknown>>;
  return JSON.stringify([message, reasons, maskSecrets(properties)]);
};

/** Inputs with one secret, as the engine passes them: marked for a native provider, by path for a dynamic one. */
function withSecret(inputs: Props, path: readonly (string | number)[]): Props {
  if (testedProvider === "dynamic") return { ...inputs, __secrets: [path.length === 1 ? path[0] : path] };
  const mark = (value: unknown, [step, ...below]: readonly (string | number)[]): unknown => {
    if (step === undefined) return { [SIGNATURE_KEY]: SECRET_SIGNATURE, value };
    const copy = structuredClone(value) as Record<string | number, unknown>;
    copy[step] = mark(copy[step], below);
    return copy;
  };
  return mark(inputs, path) as Props;
}

const BODY = { status_code: 200, body: "later-secret" };
const POLICY = { on_http_request: [{ actions: [{ type: "custom-response", config: BODY }] }] };
const WEBHOOK = { enabled: true, provider: "github", secret: "later-secret" };

describe("an input that becomes secret later", () => {
  test.each<[ClassName, Props, readonly (string | number)[]]>([
    ["TunnelGroupBackend", { labels: { a: "later-secret", b: "plain" } }, ["labels", "a"]],
    ["HttpResponseBackend", { headers: { "x.y": "later-secret" } }, ["headers", "x.y"]],
    ["SshCredential", { acl: ["bind:a.example.com", "bind:later-secret.example.com"] }, ["acl", 1]],
    ["Endpoint", { url: "https://later-secret.example.com" }, ["url"]],
    [
      "Endpoint",
      { trafficPolicy: POLICY },
      ["trafficPolicy", "on_http_request", 0, "actions", 0, "config", "body"],
    ],
  ])("is masked by one update without a write: %s, %o", async (name, changes, path) => {
    const provider = account.host.of(name);
    const inputs = { ...sampleInputs(name, "minimal", `later-${name.toLowerCase()}`), ...changes };
    const args = { ...inputs, __resource: `app/dev/later-${name}-${path[0]}` };
    const before = passOn((await provider.check({}, args)).inputs);
    const { id, outs } = await provider.create(before);
    expect(await provider.diff(id, passOn(outs), before)).toEqual({ changes: false });

    const after = passOn((await provider.check(before, withSecret(args, path))).inputs);
    expect(await provider.diff(id, passOn(outs), after)).toMatchObject({ changes: true });
    const requestsBefore = account.emulator.requests().length;
    const updated = await provider.update(id, passOn(outs), after);
    const calls = account.emulator.requests().slice(requestsBefore);
    expect(calls.filter(({ method }) => method !== "GET")).toEqual([]);
    if (testedProvider === "native")
      expect(JSON.stringify(maskSecrets(updated.outs))).not.toContain("later-secret");
    expect(await provider.diff(id, passOn(updated.outs), after)).toEqual({ changes: false });
    await provider.delete(id, passOn(updated.outs));
  });

  test("is masked even if the case of its header changes", async () => {
    const provider = account.host.of("HttpResponseBackend");
    const args = { headers: { "x-foo": "later-secret" }, __resource: "app/dev/later-header" };
    const before = passOn((await provider.check({}, args)).inputs);
    const { id, outs } = await provider.create(before);
    const respelled = { ...args, headers: { "X-Foo": "later-secret" } };
    const checked = await provider.check(before, withSecret(respelled, ["headers", "X-Foo"]));
    const after = passOn(checked.inputs);
    // The engine marks the secrets of a dynamic provider under the program's keys.
    expect(after.headers).toEqual((passOn(withSecret(respelled, ["headers", "X-Foo"])) as Props).headers);
    expect(await provider.diff(id, passOn(outs), after)).toMatchObject({ changes: true });
    const updated = await provider.update(id, passOn(outs), after);
    if (testedProvider === "native")
      expect(JSON.stringify(maskSecrets(updated.outs))).not.toContain("later-secret");
    expect(await provider.diff(id, passOn(updated.outs), after)).toEqual({ changes: false });
    await provider.delete(id, passOn(updated.outs));
  });

  test("causes no diff if the class always masks it", async () => {
    const provider = account.host.of("HttpsEdgeRoute");
    const inputs = sampleInputs("HttpsEdgeRoute", "minimal", "later-route");
    const args = { ...inputs, webhookVerification: WEBHOOK, __resource: "app/dev/later-route" };
    const before = passOn((await provider.check({}, args)).inputs);
    const { id, outs } = await provider.create(before);
    const markedArgs = withSecret(args, ["webhookVerification", "secret"]);
    const after = passOn((await provider.check(before, markedArgs)).inputs);
    expect(await provider.diff(id, passOn(outs), after)).toEqual({ changes: false });
    await provider.delete(id, passOn(outs));
  });
});

test.each<[ClassName, Props, string, string]>([
  ["IpPolicyRule", { cidr: "10.99.98.97/24" }, "cidr", "10.99.98"],
  ["TunnelGroupBackend", { labels: { "canary=": "v" } }, "labels", "canary"],
  ["HttpResponseBackend", { headers: { "canary key": "v" } }, "headers", "canary"],
  ["SshUserCertificate", { criticalOptions: { "canary key": "v" } }, "criticalOptions", "canary"],
])(
  "an error about a secret input contains no text derived from it: %s",
  async (name, invalid, key, secretText) => {
    const inputs = { ...sampleInputs(name, "minimal", "invalid"), ...invalid };
    const { failures } = await account.host.of(name).check({}, withSecret(inputs, [key]));
    expect(failures).toHaveLength(1);
    expect(JSON.stringify(failures)).not.toContain(secretText);
    expect(failures?.[0]?.reason).toContain(`${key}: `);
  },
);

const naturalKey = (className: ClassName): readonly string[] =>
  resources.find(({ name }) => name === className)?.naturalKey ?? [];

test.each(managed)(
  "an output derived from a secret input is secret in the result of each call: %s",
  async (name) => {
    const provider = account.host.of(name);
    const keys = Object.keys(sampleInputs(name, "full", "probe"));
    const problems: string[] = [];
    for (const [keyIndex, key] of keys.entries()) {
      const reports = captureReports();
      const inputs = sampleInputs(name, "full", `canary-${keyIndex}`);
      const secretTexts = revealingTexts(inputs[key]);
      const checked = await provider.check({}, withSecret(inputs, [key]));
      expect(checked.failures).toEqual([]);
      const created = await provider.create(passOn(checked.inputs));
      const outs = passOn(created.outs);
      const read = await provider.read(created.id, outs);
      const updated = await provider.update(created.id, outs, passOn(checked.inputs));
      for (const [call, state] of Object.entries({
        check: checked.inputs,
        create: created.outs,
        read: read.props,
        "read's inputs": read.inputs,
        update: updated.outs,
      }))
        problems.push(
          ...leakingOutputs(state, inputs, secretTexts).map(
            (output) => `${output} contains ${key} after ${call}`,
          ),
        );
      const duplicate = passOn(checked.inputs);
      const changedInputs = { ...duplicate, description: "another", metadata: "another" };
      const failingCalls: readonly (() => Promise<unknown>)[] = [
        // A natural key is taken, so this create waits for it, and then reports the conflict.
        async () => naturalKey(name).includes(key) && provider.create(duplicate),
        () => provider.create(duplicate),
        () => provider.update(created.id, outs, changedInputs),
      ];
      for (const [n, call] of failingCalls.entries()) {
        // The service rejects the other calls, and quotes the secrets.
        const quoting = { status: 400, body: { error_code: "ERR_NGROK_1", msg: secretTexts.join(" or ") } };
        account.emulator.faults(n === 0 ? [] : [{ ...quoting, on: "POST|PUT|PATCH *" }]);
        await call().catch((error: unknown) => reports.push(formatError(error)));
      }
      account.emulator.faults({ clear: true });
      await provider.delete(created.id, { ...outs, deleteOnDestroy: true, releaseProtection: false });
      problems.push(
        ...reports.flatMap((text) =>
          secretTexts.some((secretText) => text.includes(secretText))
            ? [`${key} is reported: ${text.slice(0, 300)}`]
            : [],
        ),
      );
    }
    expect(problems).toEqual([]);
  },
);
