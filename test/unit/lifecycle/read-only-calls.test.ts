import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { managed } from "../../../provider/families";
import type { Props } from "../../../provider/family/resource";
import { lifecycleOf } from "../../../provider/lifecycle";
import { type Sample, samples } from "../../samples";

const NOW = Date.parse("2030-01-01T00:00:00Z");

beforeEach(() => {
  for (const clock of [Date, performance])
    vi.spyOn(clock, "now").mockImplementation(() => {
      throw new Error("the clock was read");
    });
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Freezes a value at every depth, so that a change throws. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const item of Object.values(value)) frozen(item);
    Object.freeze(value);
  }
  return value;
}

test.each(managed.map((family) => [family.name, family] as const))(
  "check and diff of %s are pure: frozen inputs, no clock, and the same result twice",
  (name, family) => {
    const sample: Sample | undefined = samples[name as keyof typeof samples];
    const context = { id: (of: string) => `${of}_1`, unique: "pure" };
    const inputs = frozen(
      sample?.full(context) ?? { command: "restart", sessionId: "ts_1", triggers: ["a"] },
    );
    const lifecycle = Object.freeze(lifecycleOf(family));
    // A hashed input gets its random salt at the first check.
    const { inputs: earlier } = lifecycle.check({ inputs: inputs });
    const olds: Props = frozen({ ...earlier, metadata: "earlier", triggers: ["b"] });
    // A lifecycle has no state.
    expect(Object.values(lifecycle).filter((member) => typeof member !== "function")).toEqual([]);
    const check = () => lifecycle.check({ inputs: inputs, before: olds });
    const checked = frozen(check());
    expect(check()).toEqual(checked);
    const diff = () => lifecycle.diff({ id: "id_1", state: olds, inputs: checked.inputs, now: NOW });
    expect(diff()).toEqual(diff());
    expect(lifecycle.uniqueNames(inputs)).toEqual(lifecycle.uniqueNames(inputs));
  },
);
