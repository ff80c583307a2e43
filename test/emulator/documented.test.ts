import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Ending, Question, Seed } from "../../emulator/index";
import { escapeRegExp } from "../support/patterns";
import { startClient } from "./support/client";
import { basic, REQUEST } from "./support/evaluation";

type Rule = Readonly<Record<string, unknown>>;

/** An object that serves requests: the rules of its phases, and its fields. */
interface ServingObject {
  readonly tcp?: readonly Rule[] | undefined;
  readonly req?: readonly Rule[] | undefined;
  readonly res?: readonly Rule[] | undefined;
  readonly [field: string]: unknown;
}

interface Row extends ServingObject {
  readonly title: string;
  /** Replaces the single endpoint. */
  readonly endpoints?: readonly ServingObject[];
  /** Routes of an HTTPS edge that replaces the endpoint (`off`: the policy is disabled), and fields of that edge. */
  readonly routes?: readonly (ServingObject & { readonly off?: boolean })[];
  readonly edge?: object;
  /** Fields of a TLS or TCP edge that replaces the endpoint. */
  readonly tls_edge?: object;
  readonly tcp_edge?: object;
  readonly internal?: Readonly<Record<string, ServingObject>>;
  readonly restriction?: object;
  /** Changes to the default configuration of jwt-validation. */
  readonly jwt?: object;
  readonly question?: Partial<Question> & {
    readonly path?: string;
    readonly password?: string;
    readonly claims?: object;
    readonly algorithm?: string;
  };
  readonly outcome: string;
  /** Other possible outcomes; `[]` if there are none. */
  readonly possible?: string | readonly string[];
  /** A text that the outcome doesn't contain. */
  readonly not?: string;
  /** The reasons for an undecided outcome. */
  readonly why?: readonly string[];
  /** The action that decided the outcome, and the one that withholds the response; null for none. */
  readonly by?: object | null;
  readonly withheld?: object | null;
}

const sections = ["questions", "actions"].flatMap((name) => {
  const text = readFileSync(join(__dirname, "documented", `${name}.yaml`), "utf8");
  return Object.entries(parse(text) as Readonly<Record<string, readonly Row[]>>);
});

const TOKENS = {
  issuer: { allow_list: [{ value: "https://a.example/" }] },
  http: { tokens: [{ type: "jwt", method: "header", name: "Authorization", prefix: "Bearer " }] },
  jws: { allowed_algorithms: ["RS256"], keys: { sources: { additional_jkus: ["https://a.example/keys"] } } },
};

const buildActions = (actions: Rule): object[] =>
  Object.entries(actions).map(([type, config]) => ({ type, config }));

const buildRule = ({ if: tests, do: several, ...single }: Rule) => ({
  ...(tests !== undefined && { expressions: [tests].flat() }),
  actions: several === undefined ? buildActions(single) : (several as Rule[]).flatMap(buildActions),
});

const buildPolicy = ({ tcp, req, res }: ServingObject): string =>
  JSON.stringify({
    ...(tcp && { on_tcp_connect: tcp.map(buildRule) }),
    ...(req && { on_http_request: req.map(buildRule) }),
    ...(res && { on_http_response: res.map(buildRule) }),
  });

const buildEndpoint = ({ tcp, req, res, ...fields }: ServingObject) => ({
  type: "ephemeral",
  upstream_url: "http://localhost:80",
  traffic_policy: buildPolicy({ tcp, req, res }),
  ...fields,
});

const backend = { backend_id: "bkdtg_1" };

function buildSeed({
  endpoints,
  routes,
  edge,
  tls_edge,
  tcp_edge,
  internal = {},
  restriction,
  jwt,
  ...row
}: Row) {
  const { tcp, res } = row;
  const req = jwt ? [{ "jwt-validation": { ...TOKENS, ...jwt } }] : row.req;
  const app = { url: "https://app.example.com", tcp, req, res };
  const internalEndpoints = Object.entries(internal).map(([name, served]) =>
    buildEndpoint({ url: `https://${name}.internal`, upstream_url: `http://${name}`, ...served }),
  );
  return {
    "/ip_policies": [
      { id: "ipp_here" },
      { id: "ipp_there" },
      { id: "ipp_not_here" },
      { id: "ipp_empty" },
      { id: "ipp_narrow" },
    ],
    "/ip_policy_rules": [
      { ip_policy_id: "ipp_here", cidr: "198.51.100.0/24", action: "allow" },
      { ip_policy_id: "ipp_there", cidr: "203.0.113.0/24", action: "allow" },
      { ip_policy_id: "ipp_not_here", cidr: "198.51.100.0/28", action: "deny" },
      { ip_policy_id: "ipp_narrow", cidr: "198.51.100.0/24", action: "deny" },
      { ip_policy_id: "ipp_narrow", cidr: "198.51.100.9/32", action: "allow" },
    ],
    ...(restriction && { "/ip_restrictions": [restriction] }),
    "/backends/tunnel_group": [{ id: "bkdtg_1", labels: { app: "a" } }],
    "/endpoints": [
      ...(routes || tls_edge || tcp_edge ? [] : (endpoints ?? [app])).map(buildEndpoint),
      ...internalEndpoints,
    ],
    ...(tls_edge && {
      "/edges/tls": [{ id: "edgtls_1", hostports: ["app.example.com:443"], backend, ...tls_edge }],
    }),
    ...(tcp_edge && {
      "/edges/tcp": [{ id: "edgtcp_1", hostports: ["1.tcp.example.com:20000"], backend, ...tcp_edge }],
    }),
    ...(routes && {
      "/edges/https": [{ id: "edghts_1", hostports: ["app.example.com:443"], ...edge }],
      "/edges/https/edghts_1/routes": routes.map(({ req: rules, off, ...route }, n) => ({
        id: `rt_${n}`,
        match_type: "path_prefix",
        match: "/",
        backend,
        ...(rules && { traffic_policy: { enabled: off !== true, value: buildPolicy({ req: rules }) } }),
        ...route,
      })),
    }),
  } as unknown as Seed;
}

function buildQuestion({
  path,
  password,
  claims,
  algorithm,
  ...question
}: NonNullable<Row["question"]>): Question {
  const identity = { claims, ...(algorithm && { algorithm }) } as NonNullable<Question["identity"]>;
  return {
    ...REQUEST,
    ...(path && { url: `https://app.example.com${path}` }),
    ...(password && { headers: { authorization: basic(...(password.split(/:(.*)/s) as [string, string])) } }),
    ...(claims && { identity }),
    ...question,
  };
}

const formatEnding = ({ outcome, asks, status, to, url }: Ending): string =>
  [outcome, asks, status, to, url].filter((part) => part !== undefined).join(" ");

/** Matches texts that contain the words in this order. */
const wordPattern = (text: string) =>
  new RegExp(`^${text.split(" ").map(escapeRegExp).join("(?: | .* )")}(?: |$)`);

describe.each(sections)("%s", (_section, rows) => {
  test.each(rows)("$title", async (row) => {
    const emulator = await startClient({ seed: buildSeed(row) });
    const { may = [], ...ending } = await emulator.evaluate(buildQuestion(row.question ?? {}));
    expect(formatEnding(ending)).toMatch(wordPattern(row.outcome));
    if (row.not !== undefined) expect(formatEnding(ending)).not.toContain(row.not);
    if (row.why !== undefined) expect(ending.why).toEqual(row.why);
    for (const part of ["by", "withheld"] as const)
      if (row[part] !== undefined)
        expect(ending[part] ?? null).toEqual(row[part] && expect.objectContaining(row[part]));
    for (const other of [row.possible ?? []].flat())
      expect(may.map(formatEnding)).toContainEqual(expect.stringMatching(wordPattern(other)));
    if (row.possible?.length === 0) expect(may).toEqual([]);
  });
});
