import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmulator } from "../../emulator/index";
import { readTable } from "../support/rows";
import { type Client, createClient } from "./support/client";
import { createFixtures, type Fixtures, minimalBody } from "./support/fixtures";
import { fillIn } from "./support/steps";

// Refusals that the API reference documents; service.test.ts tests those of the service.

let api: Client;
let fixtures: Fixtures;

beforeAll(async () => {
  api = createClient(await startEmulator({ reference: true }));
  fixtures = await createFixtures(api);
});

afterAll(() => api.close());

type Row = readonly [title: string, body: object, message: string];

const refused = readTable<Readonly<Record<string, readonly Row[]>>>(join(__dirname, "refusals.yaml"));

function fillBody(body: object): object {
  const { certificate, other, issued, group, ca } = fixtures;
  const certificates = { otherCertificate: other.certificate, issuedCertificate: issued.certificate };
  const texts = { certificate, group, ca, otherKey: other.key, ...certificates };
  return Object.fromEntries(
    Object.entries(fillIn(body, texts)).map(([key, value]) => [key, value ?? undefined]),
  );
}

describe.each(Object.entries(refused))("%s refuses", (collection, cases) => {
  test.each(cases)("%s", async (_title, body, message) => {
    const reply = await api.call("POST", collection.replace("EDGE", fixtures.edge), {
      ...minimalBody(collection, fixtures),
      ...fillBody(body),
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
