import { afterAll, beforeAll, expect, test } from "vitest";
import {
  AccessQuery,
  type Assumption,
  type InternalEndpoints,
  isUnknown,
  Networks,
  type Question,
  trafficPolicy,
} from "../../access";
import { type Question as Client, type Emulator, startEmulator } from "../../emulator";
import { answerOf, clients } from "../policy-edits/clients";
import { policy } from "../policy-edits/generate";
import { agent, INNER, seedOf } from "../policy-edits/world";
import fc from "../support/properties";

/** The policy pack queries diagrams; the emulator, which was written apart, evaluates the same requests. */

const COUNT = 300;
const CLIENTS = 4;

const policies = fc.sample(policy, { numRuns: COUNT, seed: 1 });
const hostOf = (index: number) => `p${index}.example.com`;

let emulator: Emulator;

beforeAll(async () => {
  const elsewhere = Object.assign(
    { ...agent("inner", INNER), ...agent("other", "https://other.internal") },
    ...policies.map((given, index) =>
      agent(`p${index}`, `https://${hostOf(index)}`, {
        bindings: ["public"],
        trafficPolicy: JSON.stringify(given),
      }),
    ),
  );
  emulator = await startEmulator({ seed: seedOf({ declared: {}, elsewhere }) });
});

afterAll(() => emulator?.close());

const INSIDE: InternalEndpoints = {
  at: () => undefined,
  mayHaveMoreSpecific: () => false,
  urls: [],
  maskedEndpointNames: "",
};

function queryOf(given: object, host: string): AccessQuery {
  const site = {
    owner: host,
    side: "after" as const,
    isRoute: false,
    networksOf: (_ids: readonly unknown[], rules: Parameters<typeof Networks.fromRules>[0]) =>
      Networks.fromRules(rules, [], ""),
    authorityOf: (text: string) => ({ key: text, name: text }),
    secretsIn: () => [],
  };
  const guard = trafficPolicy(given, site);
  const access = {
    id: host,
    name: host,
    isServed: true,
    guards: [{ name: "policy", guard, passesOptions: false, isUsual: false }],
    isEndpoint: false,
  };
  return new AccessQuery(access, INSIDE, {
    hosts: { name: host, except: [] },
    isHttp: true,
    scheme: "https",
  });
}

/** What the query says of a client. */
function verdictOf(access: AccessQuery, client: Client): "in" | "out" | "undecided" {
  const assume = (question: Question): Assumption =>
    question.kind === "unknown"
      ? isUnknown(question, "forward", "endpoint") || "either"
      : (answerOf(client, question) ?? "either");
  const mayBe = (question: Question) => {
    const answer = assume(question);
    return answer === "either" ? "free" : answer;
  };
  if (access.isPossible({ assume })) return "in";
  return access.isPossible({ assume: mayBe }) ? "undecided" : "out";
}

test("the query and the emulator agree on who surely gets in, and who surely does not", async () => {
  const counts = { in: 0, out: 0, undecided: 0 };
  let compared = 0;
  const different: unknown[] = [];
  for (const [index, given] of policies.entries()) {
    const access = queryOf(given, hostOf(index));
    // The versions of TLS that an address takes are no part of a query.
    for (const { tls_version: _, ...client } of clients(CLIENTS, index, [`https://${hostOf(index)}`])) {
      const verdict = verdictOf(access, client);
      counts[verdict] += 1;
      const { outcome } = await emulator.evaluate(client);
      if (verdict === "undecided" || outcome === "undecided") continue;
      compared += 1;
      const isIn = outcome === "forwarded" || outcome === "unanswered";
      if (isIn !== (verdict === "in"))
        different.push({ policy: JSON.stringify(given), client, verdict, outcome });
    }
  }
  expect(different).toEqual([]);
  // A test that decides nothing shows nothing.
  expect(counts.in).toBeGreaterThan(COUNT / 4);
  expect(counts.out).toBeGreaterThan(COUNT / 4);
  expect(compared).toBeGreaterThan(COUNT);
});
