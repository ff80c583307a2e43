import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { startEmulator } from "../../emulator/index";
import { type Client, clientOf } from "./support/client";
import { type Known, leastOf, makeKnown } from "./support/known";

/** What the API reference says of parameters that are refused. What the service does beyond it is tested with the service. */

let api: Client;
let known: Known;

beforeAll(async () => {
  api = clientOf(await startEmulator({ reference: true }));
  known = await makeKnown(api);
});

afterAll(() => api.close());

type Row = readonly [title: string, body: object, message: string];

const refused = parse(readFileSync(join(__dirname, "refusals.yaml"), "utf8")) as Readonly<
  Record<string, readonly Row[]>
>;

/** The body with the test's objects, without what is null. */
function bodyOf(body: object): object {
  const { certificate, other, issued, group, ca } = known;
  const values: Readonly<Record<string, string>> = {
    ...{ certificate, group, ca, otherKey: other.key },
    ...{ otherCertificate: other.certificate, issuedCertificate: issued.certificate },
  };
  const filled = (text: string) => text.replace(/\$(\w+)/g, (_, name: string) => values[name] ?? name);
  const text = JSON.stringify(body).replace(/\$\w+/g, (name) => JSON.stringify(filled(name)).slice(1, -1));
  return JSON.parse(text, (_, value) => value ?? undefined);
}

describe.each(Object.entries(refused))("%s refuses", (collection, cases) => {
  test.each(cases)("%s", async (_title, body, message) => {
    const reply = await api.call("POST", collection.replace("EDGE", known.edge), {
      ...leastOf(collection, known),
      ...Object.fromEntries(Object.keys(body).map((key) => [key, undefined])),
      ...bodyOf(body),
    });
    expect(reply.body).toMatchObject({
      error_code: expect.stringMatching(/^ERR_/),
      status_code: 400,
      msg: expect.stringMatching(new RegExp(message)),
      details: { operation_id: expect.stringMatching(/^op_/) },
    });
    expect(reply.status).toBe(400);
    expect(reply.text).not.toContain("PRIVATE KEY");
  });
});
