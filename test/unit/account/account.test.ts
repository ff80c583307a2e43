import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ConfiguredAccount } from "../../../provider/account/account";
import { UNKNOWN } from "../../../provider/family/unknown";

const accountWith = (config: Readonly<Record<string, unknown>>) =>
  new ConfiguredAccount(async () => (key) => config[key]);

const complete = { "tunnel-edge:baseUrl": "http://127.0.0.1:9", "tunnel-edge:apiToken": "a-token-of-tests" };
const unknown = { ...complete, "tunnel-edge:baseUrl": UNKNOWN };
const broken = new ConfiguredAccount(() => Promise.reject(new TypeError("the engine has gone")));

beforeEach(() => {
  vi.stubEnv("TUNNEL_EDGE_JOURNAL_DIR", "off");
  vi.stubEnv("TUNNEL_EDGE_BASE_URL", "");
  vi.stubEnv("TUNNEL_EDGE_API_TOKEN", "");
});
afterEach(() => vi.unstubAllEnvs());

describe("a configured account", () => {
  test.each([
    ["complete", complete, []],
    ["unknown at preview", unknown, []],
    ["unset", {}, [expect.stringMatching(/^no base URL is set/)]],
  ])("reports what is missing from a configuration that is %s", async (_, config, configurationErrors) => {
    expect(await accountWith(config).ledger()).toMatchObject({ configurationErrors });
  });

  test.each([
    ["complete", complete],
    ["unknown at preview", unknown],
    ["unset", {}],
  ])("accepts that the engine has stored an object while its configuration is %s", async (_, config) => {
    await expect(accountWith(config).markStored("ipp_1")).resolves.toBeUndefined();
  });

  test("passes on errors that are not about the configuration", async () => {
    await expect(broken.markStored("ipp_1")).rejects.toThrow("the engine has gone");
    await expect(broken.ledger()).rejects.toThrow("the engine has gone");
  });
});

describe("the ledger", () => {
  test("is shared by configurations with the same base URL", async () => {
    const other = { ...complete, "tunnel-edge:baseUrl": "http://127.0.0.1:10" };
    const [first, again, elsewhere] = await Promise.all(
      [complete, complete, other].map((config) => accountWith(config).ledger()),
    );
    expect(again?.ledger).toBe(first?.ledger);
    expect(elsewhere?.ledger).not.toBe(first?.ledger);
  });
});
