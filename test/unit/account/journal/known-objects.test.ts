import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KnownObjects } from "../../../../provider/account/journal/known-objects";
import { PrivateFolder } from "../../../../provider/account/process/private-folder";
import { temporaryFolder } from "../../../support/temporary-folder";

const root = temporaryFolder();

const objects = () => new KnownObjects(new PrivateFolder(root.at("journal")));
const idsOf = (fingerprint: string, family: string) => [...objects().idsByClass(fingerprint)(family)];

test("records an object once, by fingerprint and class", () => {
  // An id with a space is invalid, and isn't recorded.
  for (const known of [objects(), objects()])
    for (const id of ["ep_1", "ep_2", "ep_1", "two words"]) known.record("fingerprint", "Endpoint", id);
  expect(idsOf("fingerprint", "Endpoint")).toEqual(["ep_1", "ep_2"]);
  expect(idsOf("fingerprint", "Vault")).toEqual([]);
  expect(idsOf("another", "Endpoint")).toEqual([]);
  const [file = ""] = readdirSync(root.at("journal")).filter((name) => name.endsWith(".account"));
  expect(readFileSync(root.at("journal", file), "utf8").split("\n")).toHaveLength(3);
});

test("ignores an object without a fingerprint", () => {
  objects().record(undefined, "Endpoint", "ep_1");
  expect(idsOf("undefined", "Endpoint")).toEqual([]);
});
