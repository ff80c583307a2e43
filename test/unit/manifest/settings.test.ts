import { expect, test } from "vitest";
import { unknownKeyWarnings } from "../../../provider/manifest/settings";

const keysOf = (...names: string[]) => names.map((name) => `tunnel-edge:${name}`);

test("names the setting that an unknown key resembles, or all settings", () => {
  expect(unknownKeyWarnings(keysOf("apiTokn", "colour"), "infra")).toEqual([
    "tunnel-edge:apiTokn of the stack's configuration is not a known setting; did you mean apiToken?",
    "tunnel-edge:colour of the stack's configuration is not a known setting; known settings: baseUrl, apiToken, apiTokenCommand, headers, requestsPerMinute, requestTimeout, ownershipMark, defaultDescription, defaultMetadata, warnDeprecated",
  ]);
});

test("shortens a key of more than 60 characters", () => {
  const [exact, long] = unknownKeyWarnings(keysOf("x".repeat(60), "x".repeat(61)), "infra");
  expect(exact).toMatch(/^tunnel-edge:x{60} of/);
  expect(long).toMatch(/^tunnel-edge:x{60}… of/);
});

test("ignores settings, keys of the engine, other namespaces, and a project with the package's name", () => {
  expect(
    unknownKeyWarnings([...keysOf("baseUrl", "version", "pluginDownloadURL"), "app:colour"], "infra"),
  ).toEqual([]);
  expect(unknownKeyWarnings(keysOf("colour"), "tunnel-edge")).toEqual([]);
});
