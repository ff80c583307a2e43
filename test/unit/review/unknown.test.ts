import { describe, expect, test } from "vitest";
import { html } from "../../../cli/review/render/html";
import { markdown } from "../../../cli/review/render/markdown";
import { sarif } from "../../../cli/review/render/sarif";
import { UNKNOWN } from "../../../provider/family/unknown";
import { CLASSES, type ClassName, samples } from "../../samples";
import { created, type Props, reviewOf, updated } from "../../support/previews";

/** Inputs of which one value, at any depth, is not known yet. */
function* withUnknown(value: unknown): Generator<unknown> {
  yield UNKNOWN;
  if (value === null || typeof value !== "object") return;
  const entries = Object.entries(value);
  for (const [at, item] of entries)
    for (const part of withUnknown(item)) {
      const changed = entries.map(([key, own]) => [key, key === at ? part : own] as const);
      yield Array.isArray(value) ? changed.map(([, own]) => own) : Object.fromEntries(changed);
    }
}

const context = { id: (of: ClassName, number = 1) => `${of}_${number}`, unique: "one" };

describe("a value that is not known yet", () => {
  test.each(CLASSES)("is not shown as what stands for it in the preview: %s", async (className) => {
    const full: Props = samples[className].full(context);
    const [, ...some] = [...withUnknown(full)] as Props[];
    expect(some.length).toBeGreaterThan(0);
    for (const inputs of some) {
      const beside = created(className, "beside", inputs);
      const report = await reviewOf([updated(className, "one", "id_1", full, inputs), beside]);
      for (const text of [JSON.stringify(report), markdown(report), html(report), sarif(report)])
        expect(text.includes(UNKNOWN), JSON.stringify(inputs)).toBe(false);
    }
  });

  test("is not shown as the command of agents", async () => {
    const { cost } = await reviewOf([created("TunnelAgentCommand", "roll", { command: UNKNOWN })]);
    expect(cost.calls.map(({ path }) => path)).toEqual([
      "/tunnel_sessions",
      "/tunnel_sessions/{id}/{command}",
    ]);
  });

  test.each([UNKNOWN, "[secret]"])(
    "is not taken for a certificate without principals: %s",
    async (principals) => {
      const { credentials } = await reviewOf([created("SshUserCertificate", "one", { principals })]);
      expect(credentials[0]?.what).not.toContain("principals:");
    },
  );
});
