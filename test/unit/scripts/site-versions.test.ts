import { expect, test } from "vitest";
import { otherVersions } from "../../../build/site-versions";

const TAGS = ["v0.2.0", "v0.10.0", "v0.9.1", "nightly", "v1.0.0-rc.1", ""];

test("lists the other released versions with their tags, newest first", () => {
  const home = "https://code.example/acme/edge";
  expect(otherVersions(TAGS, { version: "0.9.1", home })).toEqual([
    { version: "0.10.0", link: `${home}/tree/v0.10.0/docs` },
    { version: "0.2.0", link: `${home}/tree/v0.2.0/docs` },
  ]);
});

test("lists none if the repository's address is unknown", () => {
  expect(otherVersions(TAGS, { version: "0.9.1", home: undefined })).toEqual([]);
});
