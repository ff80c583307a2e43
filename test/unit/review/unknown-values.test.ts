import { describe, expect, test } from "vitest";
import { html } from "../../../cli/review/render/html";
import { markdown } from "../../../cli/review/render/markdown";
import { sarif } from "../../../cli/review/render/sarif";
import { UNKNOWN } from "../../../provider/family/unknown";
import { CLASSES, type ClassName, samples } from "../../samples";
import { created, type Props, reviewSteps, updated } from "../../support/previews";

/** Copies of a value in which one part, at any depth, is unknown. */
function* withUnknown(value: unknown): Generator<unknown> {
  yield UNKNOWN;
  if (value === null || typeof value !== "object") return;
  const entries = Object.entries(value);
  for (const [key, item] of entries)
    for (const part of withUnknown(item)) {
      const changed = entries.map(([name, value]) => [name, name === key ? part : value] as const);
      yield Array.isArray(value) ? changed.map(([, value]) => value) : Object.fromEntries(changed);
    }
}

const context = { id: (of: ClassName, number = 1) => `${of}_${number}`, unique: "one" };

describe("an unknown value", () => {
  test.each(CLASSES)("isn't reported as its placeholder: %s", async (className) => {
    const full: Props = samples[className].full(context);
    const [, ...variants] = [...withUnknown(full)] as Props[];
    expect(variants.length).toBeGreaterThan(0);
    for (const inputs of variants) {
      const second = created(className, "second", inputs);
      const report = await reviewSteps([updated(className, "one", "id_1", full, inputs), second]);
      for (const text of [JSON.stringify(report), markdown(report), html(report), sarif(report)])
        expect(text.includes(UNKNOWN), JSON.stringify(inputs)).toBe(false);
    }
  });

  test("isn't reported as the command of agents", async () => {
    const { cost } = await reviewSteps([created("TunnelAgentCommand", "roll", { command: UNKNOWN })]);
    expect(cost.calls.map(({ path }) => path)).toEqual([
      "/tunnel_sessions",
      "/tunnel_sessions/{id}/{command}",
    ]);
  });

  test.each([UNKNOWN, "[secret]"])(
    "doesn't count as a certificate without principals: %s",
    async (principals) => {
      const { credentials } = await reviewSteps([created("SshUserCertificate", "one", { principals })]);
      expect(credentials[0]?.what).not.toContain("principals:");
    },
  );
});
