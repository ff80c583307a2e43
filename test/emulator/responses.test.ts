import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readTable } from "../support/rows";
import { startClient } from "./support/client";
import { createTexts, fillIn, type Step, send, type Texts } from "./support/steps";

interface Row {
  readonly title: string;
  readonly do: readonly Step[];
  readonly status?: number;
  readonly body?: object;
  readonly matches?: Readonly<Record<string, string>>;
}

const table = readTable<Readonly<Record<string, readonly Row[]>>>(join(__dirname, "responses.yaml"));

let constants: Texts;

beforeAll(async () => {
  constants = await createTexts();
});

describe.each(Object.entries(table))("responses %s", (by, rows) => {
  test.each(rows)("$title", async ({ do: steps, status, body, matches = {} }) => {
    const api = await startClient({ reference: by === "by the reference" });
    const { reply, texts } = await send(api, steps, constants);
    if (status === undefined) expect(reply.status, reply.text).toBeLessThan(300);
    else expect(reply.status, reply.text).toBe(status);
    if (body) expect(reply.body).toMatchObject(fillIn(body, texts));
    for (const [key, pattern] of Object.entries(matches))
      expect(reply.body[key]).toMatch(new RegExp(pattern));
  });
});
