import { describe, expect, test } from "vitest";
import { ANSWER, APP, allow, deny, edited, findExposure, rule } from "../../support/policies";
import { reviewSteps } from "../../support/previews";

const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));

test("reports a removed guard of one of 60 paths with a witness", async () => {
  const guards = many(60, (n) => ({
    ...allow(`10.${n}.0.0/16`),
    expressions: [`req.url.path.startsWith('/s${n}/')`],
  }));
  const exposure = await findExposure([edited([...guards, ANSWER], [...guards.slice(0, -1), ANSWER])]);
  expect([exposure?.verdict, exposure?.isCertain]).toEqual(["opens", true]);
  expect(exposure?.openings[0]?.witness).toContain("/s59/");
});

test("reports one removed pattern of 40 with a simple witness, in a short sentence", async () => {
  const bots = many(40, (n) =>
    deny(`req.user_agent.matches('(?i)(bot${n}|craw.*l${n}|[a-z]{3,9}spider${n})')`),
  );
  const fewer = bots.filter((_, n) => n !== 7);
  const [opening] = (await findExposure([edited([...bots, ANSWER], [...fewer, ANSWER])]))?.openings ?? [];
  expect(opening?.witness).toBe(`GET ${APP}/ from 198.51.100.7 with the user agent "bot7"`);
  expect(opening?.who).toMatch(/^requests whose user agent matches "[^"]*bot7[^"]*"$/);
});

test("lists few of 300 rules that no longer deny", async () => {
  const rulesOfType = (type: string) => many(300, (n) => rule(type, {}, `req.url.path == '/${n}'`));
  const exposure = await findExposure([edited(rulesOfType("deny"), rulesOfType("log"))]);
  expect(exposure?.guards.length).toBeLessThan(30);
  expect(exposure?.guards.at(-1)).toMatchObject({ after: "differ too", transition: "changed" });
  expect(exposure?.gainsAccess.length).toBeLessThan(12);
  expect(exposure?.gainsAccess.at(-1)?.who).toMatch(/more kinds of requests$/);
});

describe("many rules that allow more clients", () => {
  /** Widens every second rule, each under a path of its own. */
  const reviewWidened = async (condition: (n: number) => string) => {
    const rules = (network: string) =>
      many(60, (n) => ({ ...(n % 2 === 0 ? deny() : allow(network)), expressions: [condition(n)] }));
    const { exposure, findings } = await reviewSteps([
      edited([...rules("203.0.113.0/24"), ANSWER], [...rules("203.0.112.0/23"), ANSWER]),
    ]);
    const [change] = exposure.changed;
    return { last: change?.gainsAccess.at(-1), message: findings[0]?.message };
  };

  test("are all counted", async () => {
    const { last, message } = await reviewWidened((n) => `req.url.path.startsWith('/s${n}/')`);
    expect(last).toMatchObject({ who: "24 more kinds of requests", more: { kinds: 24, isAtLeast: false } });
    expect(message).toMatch(/; and 29 more kinds of requests$/);
  });

  test("are counted as a lower bound if there are too many", async () => {
    const agent = (n: number) => `req.user_agent.matches('(?i)(foo|bar)${n}.*x')`;
    const { last, message } = await reviewWidened(
      (n) => `req.url.path.startsWith('/t${n}/') && req.host.endsWith('.com') && ${agent(n)}`,
    );
    expect(last?.more?.isAtLeast).toBe(true);
    expect(last?.who).not.toMatch(/^\d/);
    expect(message).toMatch(/; and at least \d+ more kinds of requests$/);
  });
});
