import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../emulator";
import { getObject } from "../../provider/account/lookups/lookup";
import { reservedDomain } from "../../provider/families/reserved-domain";
import { version } from "../../provider/manifest";
import { configFor } from "../support/config";
import { catchError } from "../support/failures";
import { hostFor } from "../support/hosted-provider";
import { emulatedAccount } from "../support/test-resources";

const SECRET = "kept-to-ourselves-1234567890";
let emulator: Emulator;

beforeEach(async () => {
  emulator = await emulatedAccount();
});

/** Makes operations that compute the outputs of ReservedDomain run into a bug. */
function breakFamily(mistake: () => never): void {
  vi.spyOn(reservedDomain as unknown as { compute: () => never }, "compute").mockImplementation(mistake);
}

const readMissing = (): never => {
  const missing = undefined as unknown as { field: string };
  return missing.field as never;
};
const create = () => hostFor(emulator).create("ReservedDomain", { domain: "app.example.com" });

describe("a bug in this package", () => {
  test("is reported with version and place, without its message", async () => {
    breakFamily(() => JSON.parse(`{"token": "${SECRET}`) as never);
    const { message, stack } = await catchError(create());
    expect(message).toMatch(
      new RegExp(
        `^internal error of pulumi-tunnel-edge ${version.replaceAll(".", "\\.")} \\(SyntaxError at [\\w./-]+:\\d+:\\d+\\) in ReservedDomain, create: please report`,
      ),
    );
    expect(message).not.toContain("JSON");
    expect(stack).toBe("");
  });

  test("is reported with its stack, without secrets", async () => {
    const mistakes = [
      () => JSON.parse(`{"token": "${SECRET}`) as never,
      () => {
        throw new Error(`${SECRET}\n    at ${SECRET} (/x/${SECRET}.js:1:1)`);
      },
    ];
    for (const [n, mistake] of mistakes.entries()) {
      breakFamily(mistake);
      const { message } = await catchError(
        hostFor(emulator).create("ReservedDomain", { domain: `app${n}.example.com` }),
      );
      expect(message).toMatch(/\n {4}at .*provider\/lifecycle\/[\w./]+:\d+:\d+/);
      expect(message).not.toContain(SECRET.slice(0, 8));
      expect(message).not.toContain(emulator.token);
    }
  });

  test("is reported with the identifier that the runtime could not read", async () => {
    breakFamily(readMissing);
    expect((await catchError(create())).message).toContain(
      "Cannot read properties of undefined (reading 'field')",
    );
  });

  test("is reported by lookups", async () => {
    const { id } = await create();
    breakFamily(readMissing);
    await expect(getObject("ReservedDomain", { id }, configFor(emulator))).rejects.toThrow(
      /^internal error of pulumi-tunnel-edge .* in a look-up: please report/,
    );
  });

  test("keeps the state of a partly updated object", async () => {
    const host = hostFor(emulator);
    const policy = { certificateManagementPolicy: { authority: "letsencrypt" } };
    const { id, outs } = await host.create("ReservedDomain", { domain: "half.example.com", ...policy });
    breakFamily(readMissing);
    const family = host.of("ReservedDomain");
    const checked = await family.check(outs as never, { domain: "half.example.com", description: "new" });
    const failure = await catchError<Error & { id?: string; reasons?: string[] }>(
      family.update(id, outs as never, checked.inputs),
    );
    expect(failure.id).toBe(id);
    expect(failure.reasons?.join("\n")).toMatch(
      /internal error of this package[\s\S]*internal error of pulumi-tunnel-edge/,
    );
  });
});

test("an error of the program is not reported as a bug", async () => {
  const { message } = await catchError(
    hostFor(emulator).create("ReservedDomain", { domain: "app.example.com", adoptId: "rd_none" }),
  );
  expect(message).toMatch(/^adoptId: there is no ReservedDomain with the id rd_none/);
  expect(message).not.toContain("report");
});
