import { expect, test } from "vitest";
import { type Props, reviewOf, updated } from "../../support/previews";

const URL = "https://app.example.com";

/** A gateway with a guard of its own for each path. */
const gateway = (rules: number) => ({
  on_http_request: [
    ...Array.from({ length: rules }, (_, n) => ({
      expressions: [`req.url.path.startsWith('/s${n}/')`],
      actions: [{ type: "restrict-ips", config: { allow: [`10.${n}.0.0/16`] } }],
    })),
    { actions: [{ type: "custom-response", config: { status_code: 200 } }] },
  ],
});

test.each([8, 20, 60])(
  "of %d paths with guards of their own, the one that goes is told with a witness",
  async (rules) => {
    const props = (count: number): Props => ({ url: URL, trafficPolicy: gateway(count) }) as Props;
    const { exposure } = await reviewOf([
      updated("Endpoint", "app", "ep_app", props(rules), props(rules - 1), ["trafficPolicy"]),
    ]);
    const [found] = exposure.changed;
    expect([found?.verdict, found?.isCertain]).toEqual(["opens", true]);
    expect(found?.openings[0]?.witness).toContain(`/s${rules - 1}/`);
  },
);
