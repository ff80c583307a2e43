import { CheckRequest, DiffRequest, DiffResponse } from "@pulumi/pulumi/proto/provider_pb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { Classes } from "../../provider/engine/native/classes";
import { Limits } from "../../provider/engine/native/limits";
import { Resources } from "../../provider/engine/native/resources";
import { nativeType } from "../../provider/engine/native/tokens";
import { encodeStruct } from "../../provider/engine/native/values";
import { providerText } from "../../sdk/edge-resource";
import { programInputs, releases } from "../support/golden";
import { hostFor } from "../support/hosted-provider";
import { unwrap } from "../support/secrets";

type Props = Record<string, unknown>;

const CONFIG: Props = { "tunnel-edge:baseUrl": "http://127.0.0.1:9", "tunnel-edge:apiToken": "t" };

describe.each(releases)("states of $version", ({ recordedAt, states }) => {
  // Check and diff send no requests.
  const host = hostFor({ url: "http://127.0.0.1:9", token: "t" } as Emulator);

  beforeEach(() => {
    // The recorded account no longer exists.
    vi.stubEnv("TUNNEL_EDGE_SAME_ACCOUNT", "on");
    // Certificates that are due for renewal by now would be a difference.
    vi.useFakeTimers({ now: new Date(recordedAt), toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  test.each(states)(
    "$class $name: the same program changes nothing",
    async ({ class: className, id, ...state }) => {
      const inputs = unwrap(state.inputs) as Props;
      const outputs = unwrap(state.outputs) as Props;
      expect(outputs.__provider).toBe(providerText(className));
      const provider = host.of(className);
      const checked = await provider.check(inputs, programInputs(className, inputs));
      expect(checked.failures ?? []).toEqual([]);
      const news = unwrap(checked.inputs) as Props;
      expect(news).toEqual({ ...inputs, __provider: undefined });
      expect(await provider.diff(id, outputs, news)).toEqual({ changes: false });
    },
  );

  test.each(states)(
    "$class $name: the same program for the native provider changes nothing",
    async ({ class: className, name, id, ...state }) => {
      const [inputs, outputs] = [unwrap(state.inputs), unwrap(state.outputs)] as [Props, Props];
      const { __provider: _, ...program } = programInputs(className, inputs) as Props;
      const { __provider: __, ...expected } = inputs;
      const resources = new Resources(new Classes(async () => (key) => CONFIG[key]), new Limits());
      const urn = `urn:pulumi:prod::infra::${nativeType(className)}::${name}`;
      const check = new CheckRequest()
        .setUrn(urn)
        .setOlds(encodeStruct(inputs))
        .setNews(encodeStruct(program));
      const checked = await resources.check(check);
      const news = unwrap(checked.getInputs()?.toJavaScript()) as Props;
      expect([checked.getFailuresList(), news]).toEqual([[], expected]);
      const diff = new DiffRequest()
        .setUrn(urn)
        .setId(id)
        .setOlds(encodeStruct(outputs))
        .setOldInputs(encodeStruct(inputs))
        .setNews(encodeStruct(news));
      const { DIFF_NONE } = DiffResponse.DiffChanges;
      expect((await resources.diff(diff)).getChanges()).toBe(DIFF_NONE);
    },
  );

  test("cover at least 27 classes", () => {
    expect(new Set(states.map((state) => state.class)).size).toBeGreaterThanOrEqual(27);
  });
});
