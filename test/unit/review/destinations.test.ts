// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { expect, test } from "vitest";
import { created, type Props, reviewOf, same, updated } from "../../support/previews";

const to = (url: string) => ({ type: "forward-internal", config: { url } });
const ADD = { type: "add-headers", config: { headers: { "x-way": "1" } } };
const policy = (url: string, ...actions: readonly object[]): Props => ({
  url,
  trafficPolicy: { on_http_request: [{ actions }] },
});
const APP = "https://app.example.com";
const INNER = "https://inner.internal";

test.each<readonly [string, string, readonly object[], string]>([
  [
    "what fills in the URL of a forward",
    "https://${req.method}.internal",
    [],
    "the destination of https://${req.method}.internal is unknown",
  ],
  [
    "a request that comes back changed",
    INNER,
    [ADD, to(INNER)],
    "a forwarding loop or long chain is not followed",
  ],
])("the reason that a destination is unknown: %s", async (_, url, inside, because) => {
  const { exposure } = await reviewOf([
    updated("Endpoint", "app", "ep_app", policy(APP, to("https://agent.internal")), policy(APP, to(url)), [
      "trafficPolicy",
    ]),
    same("Endpoint", "inner", "ep_inner", policy(INNER, ...inside)),
  ]);
  const found = exposure.changed.find(({ surface }) => surface.label === APP);
  expect(found?.openings.flatMap((one) => one.because ?? [])).toContain(because);
});

const TEAM = "https://${getReqHeader('X-Team')[0]}.internal";
const RED = "https://red.internal";
const answer = { type: "custom-response", config: { status_code: 200 } };
const office = { type: "restrict-ips", config: { allow: ["203.0.113.0/24"] } };
const openingsOf = async (...steps: Parameters<typeof reviewOf>[0]) => {
  const { exposure } = await reviewOf(steps);
  const found = exposure.changed.find(({ surface }) => surface.label === APP);
  return found?.openings.map(({ witness, who }) => [who, witness]) ?? [];
};

test.each([
  ["comes", (red: Props) => created("Endpoint", "red", red)],
  [
    "loses its guard",
    (red: Props) => updated("Endpoint", "red", "ep_red", policy(RED, office, answer), red, ["trafficPolicy"]),
  ],
])("an endpoint whose name a request gives %s: who names it gets there", async (_, red) => {
  const app = same("Endpoint", "app", "ep_app", policy(APP, to(TEAM)));
  expect(await openingsOf(app, red(policy(RED, answer)))).toEqual([
    [expect.stringContaining("whose header x-team is"), expect.stringContaining("with the header x-team")],
  ]);
});

test.each([
  ["is there as before", same("Endpoint", "red", "ep_red", policy(RED, answer))],
  [
    "has a name that no request gives",
    created("Endpoint", "red", policy("https://red.other.internal:8443", answer)),
  ],
  [
    "is guarded now",
    updated("Endpoint", "red", "ep_red", policy(RED, answer), policy(RED, office, answer), ["trafficPolicy"]),
  ],
])("an endpoint %s: nobody newly gets there by its name", async (_, red) => {
  const app = same("Endpoint", "app", "ep_app", policy(APP, to(TEAM)));
  expect(await openingsOf(app, red)).toEqual([]);
});
