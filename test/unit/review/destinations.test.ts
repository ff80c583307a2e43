// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these texts.

import { expect, test } from "vitest";
import {
  AGENT,
  ANSWER,
  addHeader,
  edited,
  endpointArgs,
  findExposure,
  forward,
  INNER,
  OFFICE,
  sameEndpoint,
} from "../../support/policies";
import { created, type Step } from "../../support/previews";

test.each<readonly [string, string, readonly object[], string]>([
  [
    "an interpolated URL",
    "https://${req.method}.internal",
    [],
    "the destination of https://${req.method}.internal is unknown",
  ],
  [
    "a loop that changes the request",
    INNER,
    [addHeader("x-way", "1"), forward(INNER)],
    "a forwarding loop or long chain is not followed",
  ],
])("gives the reason that a destination is unknown: %s", async (_, url, inside, because) => {
  const exposure = await findExposure([
    edited([AGENT], [forward(url)]),
    sameEndpoint(inside, INNER, "inner"),
  ]);
  expect(exposure?.openings.flatMap((opening) => opening.because ?? [])).toContain(because);
});

const RED = "https://red.internal";
const HEADER = "header x-team";
const unrelated = created("Endpoint", "red", endpointArgs([ANSWER], "https://red.other.internal:8443"));

test.each<[string, Step, boolean]>([
  ["is created", created("Endpoint", "red", endpointArgs([ANSWER], RED)), true],
  ["loses its guard", edited([OFFICE, ANSWER], [ANSWER], RED, "red"), true],
  ["is unchanged", sameEndpoint([ANSWER], RED, "red"), false],
  ["has a name that the URL can't resolve to", unrelated, false],
  ["gains a guard", edited([ANSWER], [OFFICE, ANSWER], RED, "red"), false],
])("compares an endpoint whose name the request contains if the endpoint %s", async (_, red, isOpened) => {
  const app = sameEndpoint([forward("https://${getReqHeader('X-Team')[0]}.internal")]);
  const openings = (await findExposure([app, red]))?.openings ?? [];
  expect(
    openings.map(({ witness, who }) => [who.includes(`whose ${HEADER} is`), witness?.includes(HEADER)]),
  ).toEqual(isOpened ? [[true, true]] : []);
});
