// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { expect, test } from "vitest";
import {
  AGENT,
  ANSWER,
  addHeader,
  edited,
  exposureAt,
  forward,
  INNER,
  OFFICE,
  served,
  standing,
} from "../../support/policies";
import { created, type Step } from "../../support/previews";

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
    [addHeader("x-way", "1"), forward(INNER)],
    "a forwarding loop or long chain is not followed",
  ],
])("the reason that a destination is unknown: %s", async (_, url, inside, because) => {
  const exposure = await exposureAt([edited([AGENT], [forward(url)]), standing(inside, INNER, "inner")]);
  expect(exposure?.openings.flatMap((one) => one.because ?? [])).toContain(because);
});

const RED = "https://red.internal";
const by = "header x-team";
const other = created("Endpoint", "red", served([ANSWER], "https://red.other.internal:8443"));

test.each<[string, Step, boolean]>([
  ["comes", created("Endpoint", "red", served([ANSWER], RED)), true],
  ["loses its guard", edited([OFFICE, ANSWER], [ANSWER], RED, "red"), true],
  ["is there as before", standing([ANSWER], RED, "red"), false],
  ["has a name that no request gives", other, false],
  ["is guarded now", edited([ANSWER], [OFFICE, ANSWER], RED, "red"), false],
])(
  "an endpoint whose name a request gives %s: who names it may newly get there",
  async (_, red, isOpened) => {
    const app = standing([forward("https://${getReqHeader('X-Team')[0]}.internal")]);
    const openings = (await exposureAt([app, red]))?.openings ?? [];
    expect(
      openings.map(({ witness, who }) => [who.includes(`whose ${by} is`), witness?.includes(by)]),
    ).toEqual(isOpened ? [[true, true]] : []);
  },
);
