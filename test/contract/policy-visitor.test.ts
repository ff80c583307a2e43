import { afterAll, beforeAll, expect, test } from "vitest";
import {
  AccessQuery,
  type Assumption,
  type InternalEndpoints,
  isUnknownAbout,
  Networks,
  type Question,
  trafficPolicy,
} from "../../access";
import { type Question as Client, type Emulator, startEmulator } from "../../emulator";
import { agent, createSeed, INNER } from "../policy-edits/account-model";
import { answerQuestion, clients } from "../policy-edits/clients";
import { policy } from "../policy-edits/generate";
import fc from "../support/properties";

/** Compares the policy pack's queries with the emulator, an independent implementation, for the same requests. */

const COUNT = 300;
const CLIENTS = 4;

const policies = fc.sample(policy, { numRuns: COUNT, seed: 1 });
const hostOf = (index: number) => `p${index}.example.com`;

let emulator: Emulator;

beforeAll(async () => {
  const elsewhere = Object.assign(
    { ...agent("inner", INNER), ...agent("other", "https://other.internal") },
    ...policies.map((generated, index) =>
      agent(`p${index}`, `https://${hostOf(index)}`, {
        bindings: ["public"],
        trafficPolicy: JSON.stringify(generated),
      }),
    ),
  );
  emulator = await startEmulator({ seed: createSeed({ declared: {}, elsewhere }) });
});

afterAll(() => emulator?.close());

const NO_INTERNAL_ENDPOINTS: InternalEndpoints = {
  at: () => undefined,
  mayHaveMoreSpecific: () => false,
  urls: [],
  maskedEndpointNames: "",
};

function buildQuery(generated: object, host: string): AccessQuery {
  const site = {
    owner: host,
    side: "after" as const,
    isRoute: false,
    networksOf: (_ids: readonly unknown[], rules: Parameters<typeof Networks.fromRules>[0]) =>
      Networks.fromRules(rules, [], ""),
    authorityOf: (text: string) => ({ key: text, name: text }),
    secretsIn: () => [],
  };
  const guard = trafficPolicy(generated, site);
  const access = {
    id: host,
    name: host,
    isServed: true,
    guards: [{ name: "policy", guard, passesOptions: false, isServiceDefault: false }],
    isEndpoint: false,
  };
  return new AccessQuery(access, NO_INTERNAL_ENDPOINTS, {
    hosts: { name: host, except: [] },
    isHttp: true,
    scheme: "https",
  });
}

function queryVerdict(access: AccessQuery, client: Client): "allowed" | "denied" | "undecided" {
  const assume = (question: Question): Assumption =>
    question.kind === "unknown"
      ? isUnknownAbout(question, "forward", "endpoint") || "either"
      : (answerQuestion(client, question) ?? "either");
  // As `assume`, but the client chooses the undecided answers.
  const assumeFreely = (question: Question) => {
    const answer = assume(question);
    return answer === "either" ? "free" : answer;
  };
  if (access.isPossible({ assume })) return "allowed";
  return access.isPossible({ assume: assumeFreely }) ? "undecided" : "denied";
}

test("the definite verdicts of the query agree with the emulator", async () => {
  const counts = { allowed: 0, denied: 0, undecided: 0 };
  let compared = 0;
  const different: unknown[] = [];
  for (const [index, generated] of policies.entries()) {
    const access = buildQuery(generated, hostOf(index));
    // Queries don't cover TLS versions.
    for (const { tls_version: _, ...client } of clients(CLIENTS, index, [`https://${hostOf(index)}`])) {
      const verdict = queryVerdict(access, client);
      counts[verdict] += 1;
      const { outcome } = await emulator.evaluate(client);
      if (verdict === "undecided" || outcome === "undecided") continue;
      compared += 1;
      const isAllowed = outcome === "forwarded" || outcome === "unanswered";
      if (isAllowed !== (verdict === "allowed"))
        different.push({ policy: JSON.stringify(generated), client, verdict, outcome });
    }
  }
  expect(different).toEqual([]);
  // Enough verdicts must be definite for the comparison to mean something.
  expect(counts.allowed).toBeGreaterThan(COUNT / 4);
  expect(counts.denied).toBeGreaterThan(COUNT / 4);
  expect(compared).toBeGreaterThan(COUNT);
});
