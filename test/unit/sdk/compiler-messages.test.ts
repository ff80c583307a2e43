import { describe, expect, test } from "vitest";
import { complaintsOf } from "../../support/compiler";

/** Mistakes in typed traffic policies with the expected compiler errors. */
const inPhase = (phase: string, rule: string) =>
  `new edge.Endpoint("a", { url: "https://a.example.com", trafficPolicy: { ${phase}: [${rule}] } });`;
const acting = (action: string) => inPhase("on_http_request", `{ actions: [${action}] }`);

const mistakes = [
  {
    mistake: "an action that is misspelled",
    program: acting(`{ type: "restrict-ip", config: { ip_policies: [] } }`),
    at: /^type: "restrict-ip"/,
    says: /^Type '"restrict-ip"' is not assignable to type .* Did you mean '"restrict-ips"'\?$/,
  },
  {
    mistake: "an action that is misspelled, without configuration",
    program: acting(`{ type: "denny" }`),
    at: /^type: "denny"/,
    says: /Did you mean '"deny"'\?$/,
  },
  {
    mistake: "an action of another phase",
    program: inPhase("on_tcp_connect", `{ actions: [{ type: "redirect", config: { to: "/" } }] }`),
    at: /^type: "redirect"/,
    says: /^Type '"redirect"' is not assignable to type '"close-connection" \| "deny" \| .*"terminate-tls"/,
  },
  {
    mistake: "a key of the configuration that is misspelled",
    program: acting(`{ type: "oauth", config: { provider: "google", scops: ["email"] } }`),
    at: /^scops/,
    says: /^Object literal .*'scops' does not exist in type .*TrafficPolicyOauthConfig.* Did you mean to write 'scopes'\?$/,
  },
  {
    mistake: "a key that is misspelled deeper in the configuration",
    program: acting(
      `{ type: "jwt-validation", config: { issuer: { allow_lists: [] }, http: { tokens: [] }, jws: {} as never } }`,
    ),
    at: /^allow_lists/,
    says: /^Object literal .*'allow_lists' does not exist in type .*allow_list: /,
  },
  {
    mistake: "a string instead of a number",
    program: acting(`{ type: "deny", config: { status_code: "404" } }`),
    at: /^status_code/,
    says: /^Type 'string' is not assignable to type 'Input<number> /,
  },
  {
    mistake: "a value that the enumeration does not have",
    program: acting(`{ type: "forward-internal", config: { url: "https://a.internal", on_error: "stop" } }`),
    at: /^on_error/,
    says: /^Type '"stop"' is not assignable to type 'Input<"halt" \| "continue">/,
  },
  {
    mistake: "configuration that is missing",
    program: acting(`{ type: "basic-auth" }`),
    at: /^\{ type: "basic-auth"/,
    says: /Property 'config' is missing in type .* but required in type 'TrafficPolicyBasicAuthAction'\.$/,
  },
  {
    mistake: "a phase that is misspelled",
    program: inPhase("on_http_reqeust", `{ actions: [{ type: "deny" }] }`),
    at: /^on_http_reqeust/,
    says: /Did you mean to write 'on_http_request'\?$/,
  },
  {
    mistake: "a key of a module that is misspelled",
    program: `new edge.HttpsEdgeRoute("a", { edgeId: "e", matchType: "path_prefix", match: "/", backend: { backendid: "b" } });`,
    at: /^backendid/,
    says: /Did you mean to write 'backendId'\?$/,
  },
  {
    mistake: "a key of a rule that is misspelled",
    program: inPhase("on_http_request", `{ expresions: ["true"], actions: [{ type: "deny" }] }`),
    at: /^expresions/,
    says: /Did you mean to write 'expressions'\?$/,
  },
  {
    mistake: "a policy of an edge with an action that is misspelled",
    program: `new edge.TlsEdge("a", { trafficPolicy: { value: { on_tcp_connect: [{ actions: [{ type: "set-var", config: { vars: [] } }] }] } } });`,
    at: /^type: "set-var"/,
    says: /Did you mean '"set-vars"'\?$/,
  },
];

const file = (mistake: string) => `test/types/mistakes/${mistake.replace(/\W+/g, "-")}.mts`;
const complaints = complaintsOf(
  new Map(
    mistakes.map(({ mistake, program }) => [
      file(mistake),
      `import * as edge from "pulumi-tunnel-edge";\n${program}\n`,
    ]),
  ),
);

describe("the compiler reports once, at the right position,", () => {
  test.each(mistakes)("$mistake", ({ mistake, at, says }) => {
    const [first, ...rest] = complaints.get(file(mistake)) ?? [];
    expect(rest.map(({ message }) => message)).toEqual([]);
    expect(first?.at).toMatch(at);
    expect(first?.message).toMatch(says);
  });
});
