import { describe, expect, test } from "vitest";
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

const OK = { actions: [{ type: "custom-response", config: { status_code: 200 } }] };
const many = (make: (n: number) => object, without?: number) =>
  Array.from({ length: 40 }, (_, n) => n)
    .filter((n) => n !== without)
    .map(make);

async function openingOf(before: readonly object[], after: readonly object[]) {
  const props = (rules: readonly object[]) =>
    ({ url: URL, trafficPolicy: { on_http_request: [...rules, OK] } }) as unknown as Props;
  const { exposure } = await reviewOf([
    updated("Endpoint", "app", "ep_app", props(before), props(after), ["trafficPolicy"]),
  ]);
  return exposure.changed[0]?.openings[0];
}

test("of many patterns for one text, the one that goes is told with a plain witness, in a short sentence", async () => {
  const bots = (n: number) => ({
    expressions: [`req.user_agent.matches('(?i)(bot${n}|craw.*l${n}|[a-z]{3,9}spider${n})')`],
    actions: [{ type: "deny" }],
  });
  const found = await openingOf(many(bots), many(bots, 7));
  expect(found?.witness).toBe(`GET ${URL}/ from 198.51.100.7 with the user agent "bot7"`);
  expect(found?.who).toMatch(/^requests whose user agent matches "[^"]*bot7[^"]*"$/);
});

describe("of many rules that let in more", () => {
  /** Every second rule lets a network in, under a path of its own. */
  const wider = async (condition: (n: number) => string) => {
    const rules = (network: string) => ({
      on_http_request: [
        ...Array.from({ length: 60 }, (_, n) => ({
          expressions: [condition(n)],
          actions: [n % 2 === 0 ? { type: "deny" } : { type: "restrict-ips", config: { allow: [network] } }],
        })),
        OK,
      ],
    });
    const props = (network: string) => ({ url: URL, trafficPolicy: rules(network) }) as unknown as Props;
    const [before, after] = [props("203.0.113.0/24"), props("203.0.112.0/23")];
    const { exposure, findings } = await reviewOf([
      updated("Endpoint", "app", "ep_app", before, after, ["trafficPolicy"]),
    ]);
    return { last: exposure.changed[0]?.newcomers.at(-1), message: findings[0]?.message };
  };

  test("all are counted", async () => {
    const { last, message } = await wider((n) => `req.url.path.startsWith('/s${n}/')`);
    expect(last).toMatchObject({ who: "24 more kinds of requests", more: { kinds: 24, isAtLeast: false } });
    expect(message).toMatch(/; and 29 more kinds of requests$/);
  });

  test("it is said where not all are", async () => {
    const { last, message } = await wider(
      (n) =>
        `req.url.path.startsWith('/t${n}/') && req.host.endsWith('.com') && req.user_agent.matches('(?i)(foo|bar)${n}.*x')`,
    );
    expect(last?.more?.isAtLeast).toBe(true);
    expect(last?.who).not.toMatch(/^\d/);
    expect(message).toMatch(/; and at least \d+ more kinds of requests$/);
  });
});
