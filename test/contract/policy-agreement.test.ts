import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { resources } from "../../provider/families";
import { checkInputs } from "../../provider/lifecycle/plan/check";
import { ACTIONS } from "../../traffic-policy/actions/actions";
import { authorityPem } from "../support/crypto";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: { "/ip_policies": [{ id: "ipp_1" }] } });
});
afterAll(() => emulator.close());

const TEXTS = ["", "nope", "(", "ipp_1", "rd_1", "ca_1", "a..b", "192.0.2.0/33", "1h", "\u0000"];
const TOKEN = { type: "jwt", method: "header", name: "authorization" };
const VALID_LISTS = [["conn.client_ip"], ["a:password"], [{ a: "b" }], [{ from: "a", to: "b" }], [TOKEN]];
const VALID_OBJECTS = [
  { a: "b" },
  { tokens: [TOKEN] },
  { allow_list: [{ value: "https://a.example" }] },
  { allowed_algorithms: ["RS256"], keys: { sources: { additional_jkus: ["https://a.example"] } } },
];
const SCALARS = ["github", "https://a.internal", "90s", "sliding_window", 10, -1, 0.5, true];
const VALUES = [
  ...SCALARS,
  ...VALID_LISTS,
  ...VALID_OBJECTS,
  ...TEXTS,
  ...TEXTS.map((value) => [value]),
  ["a", "a"],
  [],
  {},
  { "a b": "c" },
  { a: "\u0000" },
];

type Config = Readonly<Record<string, unknown>>;

function endpointWith(type: string, config: Config) {
  const phase = ACTIONS[type]?.phases.toSorted()[0] ?? "";
  const url = type === "terminate-tls" ? "tls://app.internal:443" : "https://app.internal";
  return { url, trafficPolicy: { [phase]: [{ actions: [{ type, config }] }] } };
}

type Endpoint = ReturnType<typeof endpointWith>;

function failuresAtPreview(endpoint: Endpoint): string[] {
  const family = resources.find(({ name }) => name === "Endpoint");
  if (!family) throw new Error("there is no class Endpoint");
  return checkInputs(family.inputs, {}, endpoint, { rules: [] }).failures.map(({ path }) => path);
}

async function isRefusedByEmulator({ url, trafficPolicy }: Endpoint): Promise<boolean> {
  const response = await fetch(`${emulator.url}/endpoints`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${emulator.token}`,
      "ngrok-version": "2",
      "content-type": "application/json",
    },
    body: JSON.stringify({
      url,
      type: "cloud",
      bindings: ["internal"],
      pooling_enabled: true,
      traffic_policy: JSON.stringify(trafficPolicy),
    }),
  });
  expect(response.status, await response.text()).toBeLessThan(500);
  return response.status >= 400;
}

/** Returns values for the required keys of an action, which pass the preview. */
function requiredConfig(type: string): Config {
  const keys = Object.entries(ACTIONS[type]?.config ?? {}).filter(([, { required }]) => required);
  return Object.fromEntries(
    keys.map(([key]) => {
      const passes = (value: unknown) =>
        !failuresAtPreview(endpointWith(type, { [key]: value })).some((path) =>
          path.includes(`.config.${key}`),
        );
      return [key, VALUES.find(passes)];
    }),
  );
}

const settings = Object.entries(ACTIONS).flatMap(([type, { config }]) =>
  Object.keys(config ?? {}).map((key) => [type, key] as const),
);

test.each(settings)(
  "the emulator refuses each value of a policy that the preview refuses: %s: %s",
  async (type, key) => {
    const required = requiredConfig(type);
    expect(await isRefusedByEmulator(endpointWith(type, required)), "required config").toBe(false);
    const accepted: unknown[] = [];
    for (const value of VALUES) {
      const endpoint = endpointWith(type, { ...required, [key]: value });
      if (failuresAtPreview(endpoint).length > 0 && !(await isRefusedByEmulator(endpoint)))
        accepted.push(value);
    }
    expect(accepted).toEqual([]);
  },
);

test("PEM certificates are accepted for the id of an authority", async () => {
  const config = { mutual_tls_certificate_authorities: [authorityPem("Staff")] };
  const endpoint = endpointWith("terminate-tls", config);
  expect([failuresAtPreview(endpoint), await isRefusedByEmulator(endpoint)]).toEqual([[], false]);
});
