import { describe, expect, test } from "vitest";
import type { Facts } from "../contract/agreement/facts";
import { compareWith } from "../openapi";
import { compare } from "../openapi/compare";
import { openApiDocument, openApiFacts } from "../openapi/document";

const TEXT = { type: "string" };
const ref = (name: string) => ({ $ref: `#/x/${name}` });
const shape = (properties: object, required?: readonly string[]) => ({
  type: "object",
  properties,
  ...(required && { required }),
});

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
    "/things/{thing_id}/parts": {
      get: { operationId: "PartsList", responses: answer("Thing") },
      post: { operationId: "PartsCreate", responses: {} },
    },
    "/things/{thing_id}/parts/{name}": {
      get: { operationId: "PartsGet", responses: answer("Thing") },
      patch: { operationId: "PartsUpdate", responses: {} },
      delete: { operationId: "PartsDelete", responses: {} },
    },
    "/things/{thing_id}/others": { get: { operationId: "OthersList", responses: answer("Thing") } },
    "/things/{thing_id}/others/{id}": { get: { operationId: "OthersGet", responses: answer("Thing") } },
    "/things/{id}/certificate": { delete: { operationId: "Detach", responses: {} } },
  },
  components: {
    schemas: {
      Ref: shape({ id: TEXT }),
      Lock: shape({ keys: { type: "array", items: ref("Ref") } }),
      LockReplace: shape({ id: TEXT, module: ref("Lock") }),
      Thing: shape({ id: TEXT, labels: { type: "object" }, lock: ref("Lock") }),
      ThingCreate: shape({ note: { type: "string", description: "a note. optional, max 255 bytes.\n" } }, [
        "note",
      ]),
      ThingUpdate: shape({ id: TEXT, note: TEXT }),
      ThingList: shape({ things: { type: "array" }, uri: TEXT }),
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
const pathsOfOthers = (facts: Facts) =>
  [...facts.paths].filter((path) => facts.get(path)?.includes("/others"));

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
    "Thing / operation parts list": '"GET /things/{thing_id}/parts"',
    "Thing / operation parts create": '"POST /things/{thing_id}/parts"',
    "Thing / operation parts get": '"GET /things/{thing_id}/parts/{name}"',
    "Thing / operation parts update": '"PATCH /things/{thing_id}/parts/{name}"',
    "Thing / operation parts delete": '"DELETE /things/{thing_id}/parts/{name}"',
    "Thing / operation others list": '"GET /things/{thing_id}/others"',
    "Thing / operation others get": '"GET /things/{thing_id}/others/{id}"',
    "Thing / detach certificate_id": '"DELETE /things/{id}/certificate"',
  });
});

test("an operation that is neither served nor left out is reported", async () => {
  const { operations } = await compareWith(document);
  expect(operations).toMatchObject({ total: 15, served: 0, leftOut: [] });
  expect(operations.unknown).toContain("PUT /things/{id}/lock");
  expect(operations.unneeded.length).toBeGreaterThan(0);
});
