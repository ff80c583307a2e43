import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { managed } from "../../provider/families";
import { providerText } from "../../sdk/edge-resource";
import { hostFor } from "../support/hosted";

type Props = Record<string, unknown>;

interface Golden {
  readonly version: string;
  readonly recordedAt: string;
  readonly states: readonly {
    readonly class: string;
    readonly name: string;
    readonly id: string;
    readonly inputs: Props;
    readonly outputs: Props;
  }[];
}

const folder = join(__dirname, "../golden");
const releases = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Golden);

const SECRET = "4dabf18193072939515e22adb298388d";

/** A value as the engine hands it to a provider: secrets in plain. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  if (SECRET in value) {
    // A state spells a secret as JSON text, a provider's answer as the value itself.
    const secret = value as { plaintext?: string; value?: unknown };
    return secret.plaintext === undefined ? plain(secret.value) : JSON.parse(secret.plaintext);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/** What the program gave: without what check has derived, and what the classes add. */
function given(className: string, inputs: Props): Props {
  const known = Object.keys(managed.find(({ name }) => name === className)?.inputs ?? {});
  return Object.fromEntries(Object.entries(inputs).filter(([key]) => known.includes(key)));
}

describe.each(releases)("states of $version", ({ recordedAt, states }) => {
  // Nothing is sent: check and diff work without a network.
  const host = hostFor({ url: "http://127.0.0.1:9", token: "t" } as Emulator);

  beforeEach(() => {
    // Certificates that have come up for renewal since would be a difference.
    vi.useFakeTimers({ now: new Date(recordedAt), toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each(states)(
    "$class $name: the same program changes nothing",
    async ({ class: className, id, ...state }) => {
      const inputs = plain(state.inputs) as Props;
      const outputs = plain(state.outputs) as Props;
      expect(outputs.__provider).toBe(providerText(className));
      const provider = host.of(className);
      const checked = await provider.check(inputs, given(className, inputs));
      expect(checked.failures ?? []).toEqual([]);
      const news = plain(checked.inputs) as Props;
      expect(news).toEqual({ ...inputs, __provider: undefined });
      expect(await provider.diff(id, outputs, news)).toEqual({ changes: false });
    },
  );

  test("are there for every class of the release", () => {
    expect(new Set(states.map((state) => state.class)).size).toBeGreaterThanOrEqual(27);
  });
});
