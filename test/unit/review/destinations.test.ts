// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { expect, test } from "vitest";
import { type Props, reviewOf, same, updated } from "../../support/previews";

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
    "nobody can tell where they get to by https://${req.method}.internal",
  ],
  [
    "a request that comes back changed",
    INNER,
    [ADD, to(INNER)],
    "a request that is forwarded again and again is not followed",
  ],
])("why nobody can tell where requests get to: %s", async (_, url, inside, because) => {
  const { exposure } = await reviewOf([
    updated("Endpoint", "app", "ep_app", policy(APP, to("https://agent.internal")), policy(APP, to(url)), [
      "trafficPolicy",
    ]),
    same("Endpoint", "inner", "ep_inner", policy(INNER, ...inside)),
  ]);
  const found = exposure.changed.find(({ surface }) => surface.label === APP);
  expect(found?.openings.flatMap((one) => one.because ?? [])).toEqual([because]);
});
