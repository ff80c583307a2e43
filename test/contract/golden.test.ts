import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { providerText } from "../../sdk/edge-resource";
import { given, plain, releases } from "../support/golden";
import { hostFor } from "../support/hosted";

type Props = Record<string, unknown>;

describe.each(releases)("states of $version", ({ recordedAt, states }) => {
  // Nothing is sent: check and diff work without a network.
  const host = hostFor({ url: "http://127.0.0.1:9", token: "t" } as Emulator);

  beforeEach(() => {
    // Certificates that are due for renewal by now would be a difference.
    // The account of the record no longer exists.
    vi.stubEnv("TUNNEL_EDGE_SAME_ACCOUNT", "on");
    vi.useFakeTimers({ now: new Date(recordedAt), toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
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
