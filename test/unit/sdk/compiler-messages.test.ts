import { expect, test } from "vitest";
import { compileErrors } from "../../support/compiler";

const policy = (rules: string) => `trafficPolicy: { ${rules} }`;
const endpoint = (rules: string) =>
  `new edge.Endpoint("a", { url: "https://a.example.com", ${policy(rules)} });`;
const acting = (action: string) => endpoint(`on_http_request: [{ actions: [${action}] }]`);
const forward = (onError: string) =>
  acting(`{ type: "forward-internal", config: { url: "https://a.internal", on_error: "${onError}" } }`);
const jwt = `{ issuer: { allow_lists: [] }, http: { tokens: [] }, jws: {} as never }`;
const redirect = `{ type: "redirect", config: { to: "/" } }`;
const route = `edgeId: "e", matchType: "path_prefix", match: "/"`;
const edge = (rules: string) => `new edge.TlsEdge("a", { trafficPolicy: { value: { ${rules} } } });`;

/** Mistakes in typed traffic policies, with the position and message of the compiler's error. */
const mistakes: readonly (readonly [mistake: string, program: string, at: string, says: RegExp])[] = [
  ["an action", acting(`{ type: "denny" }`), `type: "denny"`, /Did you mean '"deny"'\?$/],
  [
    "an action in another phase",
    endpoint(`on_tcp_connect: [{ actions: [${redirect}] }]`),
    `type: "re`,
    /"deny"/,
  ],
  ["a key", acting(`{ type: "oauth", config: { provider: "google", scops: [] } }`), "scops", /'scopes'\?$/],
  ["a nested key", acting(`{ type: "jwt-validation", config: ${jwt} }`), "allow_lists", /allow_list: /],
  ["a type", acting(`{ type: "deny", config: { status_code: "404" } }`), "status_code", /'Input<number> /],
  ["a value of an enumeration", forward("stop"), "on_error", /'Input<"halt" \| "continue">/],
  [
    "a missing configuration",
    acting(`{ type: "basic-auth" }`),
    `{ type: "ba`,
    /Property 'config' is missing/,
  ],
  ["a phase", endpoint("on_http_reqeust: []"), "on_http_reqeust", /'on_http_request'\?$/],
  [
    "a rule",
    endpoint(`on_http_request: [{ expresions: [], actions: [] }]`),
    "expresions",
    /'expressions'\?$/,
  ],
  [
    "a module",
    `new edge.HttpsEdgeRoute("a", { ${route}, backend: { id: "b" } });`,
    "id",
    /'id' does not exist/,
  ],
  [
    "an edge's action",
    edge(`on_tcp_connect: [{ actions: [{ type: "set-var" }] }]`),
    `type: "set-var"`,
    /"set-vars"/,
  ],
];

const file = (mistake: string) => `test/types/mistakes/${mistake.replace(/\W+/g, "-")}.mts`;
const errors = compileErrors(
  new Map(
    mistakes.map(([mistake, program]) => [
      file(mistake),
      `import * as edge from "pulumi-tunnel-edge";\n${program}\n`,
    ]),
  ),
);

test.each(mistakes)(
  "the compiler reports an error in %s once, at the right position",
  (mistake, _, at, message) => {
    const [first, ...rest] = errors.get(file(mistake)) ?? [];
    expect(rest.map(({ message }) => message)).toEqual([]);
    expect(first?.at.slice(0, at.length)).toBe(at);
    expect(first?.message).toMatch(message);
  },
);
