import { describe, expect, test } from "vitest";
import { compareWith } from "../openapi";
import { compare } from "../openapi/compare";
import { openApiDocument, openApiFacts } from "../openapi/document";

/** A family of a service, described as its document would describe it. */
const document = openApiDocument.parse({
  paths: {
    "/things": {
      get: { operationId: "ThingsList", parameters: [{ name: "filter" }], responses: answer("ThingList") },
      post: { operationId: "ThingsCreate", requestBody: body("ThingCreate"), responses: {} },
    },
    "/things/{id}": {
      get: { operationId: "ThingsGet", responses: answer("Thing") },
      patch: { operationId: "ThingsUpdate", requestBody: body("ThingUpdate"), responses: {} },
    },
    "/things/{id}/lock": {
      put: { operationId: "LockReplace", requestBody: body("LockReplace"), responses: {} },
      get: { operationId: "LockGet", responses: answer("Lock") },
      delete: { operationId: "LockDelete", responses: {} },
    },
    "/things/{id}/certificate": { delete: { operationId: "Detach", responses: {} } },
  },
  components: {
    schemas: {
      Ref: { type: "object", properties: { id: { type: "string" } } },
      Lock: { type: "object", properties: { keys: { type: "array", items: { $ref: "#/x/Ref" } } } },
      LockReplace: { type: "object", properties: { id: { type: "string" }, module: { $ref: "#/x/Lock" } } },
      Thing: {
        type: "object",
        properties: { id: { type: "string" }, labels: { type: "object" }, lock: { $ref: "#/x/Lock" } },
      },
      ThingCreate: {
        type: "object",
        required: ["note"],
        properties: { note: { type: "string", description: "a note. optional, max 255 bytes.\n" } },
      },
      ThingUpdate: { type: "object", properties: { id: { type: "string" }, note: { type: "string" } } },
      ThingList: { type: "object", properties: { things: { type: "array" }, uri: { type: "string" } } },
    },
  },
});

function body(name: string) {
  return { content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } } };
}
function answer(name: string) {
  return { "200": body(name) };
}

const facts = openApiFacts(document, { Thing: "/things" });

test("the facts of a document are read by the names that the other sides have", () => {
  expect(Object.fromEntries([...facts.paths].map((path) => [path, facts.get(path)]))).toEqual({
    "Thing / operation create": '"POST /things"',
    "Thing / operation list": '"GET /things"',
    "Thing / operation get": '"GET /things/{id}"',
    "Thing / operation update": '"PATCH /things/{id}"',
    "Thing / filter": "true",
    "Thing / listKey": '"things"',
    "Thing / create note / type": '"string"',
    "Thing / create note / required": "true",
    "Thing / create note / maxBytes": "255",
    "Thing / update note": "true",
    "Thing / response id / type": '"string"',
    "Thing / response labels / type": '"Map"',
    "Thing / response lock / type": '"object"',
    "Thing / module lock": "true",
    "Thing / module lock operation replace": '"PUT /things/{id}/lock"',
    "Thing / module lock operation get": '"GET /things/{id}/lock"',
    "Thing / module lock operation delete": '"DELETE /things/{id}/lock"',
    "Thing / module lock parameters keys / type": '"List<Ref>"',
    "Thing / module lock response keys / type": '"List<Ref>"',
    "Thing / detach certificate_id": '"DELETE /things/{id}/certificate"',
  });
});

describe("comparing", () => {
  const all = [...facts.paths];

  test("equal sides agree in every fact", () => {
    expect(compare(facts, facts.without([]), [])).toEqual({
      agreeing: [...all].sort(),
      differences: [],
      unneeded: [],
    });
  });

  test.each(all)("%s is missed when we do not say it", (path) => {
    const { differences } = compare(facts, facts.without([path]), []);
    expect(differences.map((difference) => difference.path)).toEqual([path]);
  });

  test("what we declare beyond the document is a difference, except where documents are often silent", () => {
    const more = facts.without([]);
    more.state("Thing / update labels", true);
    more.state("Thing / create label / maxBytes", 255);
    expect(compare(facts, more, []).differences.map(({ path }) => path)).toEqual(["Thing / update labels"]);
  });

  test("a reason explains what it names, and one that explains nothing is reported", () => {
    const reason = { paths: /^Thing \/ filter$/, reason: "not offered" };
    const idle = { paths: /^Other /, reason: "gone" };
    const { differences, unneeded } = compare(facts, facts.without(["Thing / filter"]), [reason, idle]);
    expect(differences.map((one) => one.reason)).toEqual(["not offered"]);
    expect(unneeded).toEqual([idle]);
  });
});

test("an operation that is neither served nor left out is reported", async () => {
  const { operations } = await compareWith(document);
  expect(operations).toMatchObject({ total: 8, served: 0, leftOut: [] });
  expect(operations.unknown).toContain("PUT /things/{id}/lock");
  expect(operations.unneeded.length).toBeGreaterThan(0);
});
