import { describe, expect, test } from "vitest";
import {
  ConfigurationError,
  defaultInputsOf,
  settingsOf,
} from "../../../../provider/account/settings/settings";
import { UNKNOWN } from "../../../../provider/family/unknown";

const complete = { baseUrl: "https://api.example.com", apiToken: "stack-token" };

/** The settings of a stack, with keys without their namespace. */
function settings(config: Record<string, unknown>, env: NodeJS.ProcessEnv = {}) {
  const stack = Object.fromEntries(
    Object.entries(config).map(([key, value]) => [`tunnel-edge:${key}`, value]),
  );
  return settingsOf((key) => stack[key], env);
}

test("the environment takes precedence over the stack configuration", () => {
  const env = {
    TUNNEL_EDGE_BASE_URL: "http://127.0.0.1:1/base",
    TUNNEL_EDGE_API_TOKEN: "env-token",
    TUNNEL_EDGE_HEADERS: '{"api-version": 2}',
  };
  expect(settings({ ...complete, headers: '{"a": "b"}' }, env)).toEqual({
    baseUrl: "http://127.0.0.1:1/base",
    token: { value: "env-token" },
    headers: { "api-version": "2" },
    requestsPerMinute: undefined,
    requestTimeout: 30,
    ownershipMark: false,
    warnsOfDeprecated: false,
  });
});

test("the environment does not apply to explicit Providers", () => {
  const env = { TUNNEL_EDGE_BASE_URL: "http://127.0.0.1:1", TUNNEL_EDGE_API_TOKEN: "env-token" };
  const found = settings({ ...complete, account: "staging" }, env);
  expect([found.baseUrl, found.token]).toEqual(["https://api.example.com", { value: "stack-token" }]);
});

test.each(["https://api.example.com/", " https://API.example.com:443//", "https://api.example.com"])(
  "normalizes the base URL %j",
  (spelling) => {
    expect(settings({ ...complete, baseUrl: spelling }).baseUrl).toBe("https://api.example.com");
  },
);

test("a token command takes precedence over a stored token", () => {
  const found = settings({ ...complete, apiTokenCommand: "print-token" });
  expect(found.token).toEqual({ command: "print-token" });
});

test("accepts numbers and header values as strings", () => {
  const found = settings({ ...complete, requestsPerMinute: "90", headers: { "api-version": 2 } });
  expect(found).toMatchObject({ requestsPerMinute: 90, headers: { "api-version": "2" } });
});

test.each([
  [undefined, false],
  ["", false],
  ["off", false],
  [false, false],
  ["True", true],
  [1, true],
  [" on ", true],
])("parses the ownership mark %j as %s", (value, ownershipMark) => {
  expect(settings({ ...complete, ownershipMark: value })).toMatchObject({ ownershipMark });
});

test.each([
  ["requestTimeout", "3600", { requestTimeout: 3600 }],
  ["requestTimeout", 0.5, { requestTimeout: 0.5 }],
  ["requestsPerMinute", "60000", { requestsPerMinute: 60_000 }],
  ["requestsPerMinute", null, { requestsPerMinute: undefined }],
  ["requestTimeout", "", { requestTimeout: 30 }],
  ["headers", "", { headers: {} }],
])("%s accepts %j", (key, value, expected) => {
  expect(settings({ ...complete, [key]: value })).toMatchObject(expected);
});

test.each([
  // In milliseconds it would overflow a timer, and every request would end immediately.
  ["requestTimeout", "2592000"],
  ["requestTimeout", 30_000],
  ["requestTimeout", "0.0001"],
  ["requestTimeout", "1e2"],
  ["requestTimeout", true],
  ["requestsPerMinute", 60_001],
  ["requestsPerMinute", "0"],
  ["requestsPerMinute", 2.5],
  ["requestsPerMinute", "120/min"],
])("%s rejects %j", (key, value) => {
  const run = () => settings({ ...complete, [key]: value });
  expect(run).toThrow(ConfigurationError);
  expect(run).toThrow(
    key === "requestTimeout"
      ? "tunnel-edge:requestTimeout must be a number of seconds from 0.1 to 3600"
      : "tunnel-edge:requestsPerMinute must be a whole number from 1 to 60000",
  );
});

test("default inputs include settings with unknown values, but no unset settings", () => {
  const inputsOf = (config: Record<string, unknown>) => defaultInputsOf((key) => config[key]);
  expect(Object.keys(inputsOf({ "tunnel-edge:defaultMetadata": "team" }))).toEqual(["metadata"]);
  const unknown = { "tunnel-edge:defaultDescription": UNKNOWN };
  expect(inputsOf(unknown)).toEqual({ description: UNKNOWN });
});

describe("an invalid configuration is rejected with advice", () => {
  const withHeaders = (headers: unknown) => ({ ...complete, headers });

  test.each([
    ["no base URL", { apiToken: "t" }, /tunnel-edge:baseUrl <url>.*TUNNEL_EDGE_BASE_URL/],
    ["no token", { baseUrl: "http://127.0.0.1" }, /tunnel-edge:apiToken.*TUNNEL_EDGE_API_TOKEN/],
    ["no base URL of an explicit Provider", { account: "staging" }, /provider "staging": set baseUrl/],
    [
      "credentials in the URL",
      { ...complete, baseUrl: "http://a:hunter2@h" },
      /must not contain credentials/,
    ],
    [
      "white space in the token",
      { ...complete, apiToken: "Bearer hunter2" },
      /^the API token contains white/,
    ],
    ["a token of white space", { ...complete, apiToken: " " }, /^the API token is not set: /],
    ["NUL in a command", { ...complete, apiTokenCommand: "pass\0hunter2" }, /contains a NUL character/],
    ["the token as a header", withHeaders({ Authorization: "Bearer hunter2" }), /comes from the API token/],
    ["headers that are a list", withHeaders("[1]"), /JSON object of header names/],
    ["headers that are not JSON", withHeaders("{"), /JSON object of header names/],
    [
      "an object in a header",
      withHeaders('{"a": "b", "c": {"d": 2}}'),
      /the value of "c" must be a string, a/,
    ],
    ["null in a header", withHeaders({ "api-version": null }), /the value of "api-version" must be/],
    [
      "an ownership mark that is not a boolean",
      { ...complete, ownershipMark: "maybe" },
      /must be true or false/,
    ],
  ])("%s", (_, config, message) => {
    expect(() => settings(config)).toThrow(ConfigurationError);
    expect(() => settings(config)).toThrow(message);
    expect(() => settings(config)).not.toThrow(/hunter2/);
  });
});
