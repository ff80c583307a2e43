import { expect, test } from "vitest";
import { withArticle } from "../../../access/descriptions";

test.each([
  ["conn.geo.country_code", "a country"],
  ["conn.client_ip", "an address"],
  ["req.url.path", "a URL"],
])("describes a value of %s as %s", (subject, name) => {
  expect(withArticle(subject)).toBe(name);
});
