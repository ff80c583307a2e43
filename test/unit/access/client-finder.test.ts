import { describe, expect, test } from "vitest";
import { describeClient } from "../../../access/client";
import { ClientFinder } from "../../../access/client-finder";
import { Networks } from "../../../access/networks";
import { type Answer, type FactId, keyOf, type TextQuestion } from "../../../access/question";
import type { Place } from "../../../access/request-solver";

/** Parses an answer to a text question: variable, `not` for no, test, and value. */
function text(line: string, version = ""): Answer {
  const [, subject = "", not, is, value = ""] =
    /^(.+?) (not )?(present|equal|start|end|part|match)(?: (.*))?$/.exec(line) ?? [];
  const test = { subject, is: is as TextQuestion["is"], value, isFolded: false, version };
  return { question: { kind: "text", key: JSON.stringify(test), ...test }, isTrue: not === undefined };
}

const APP: Place = { hosts: { name: "app.example.com", except: [] }, scheme: "https", isHttp: true };
const WILD: Place = {
  ...APP,
  hosts: { name: "*.example.com", except: ["app.example.com", "*.dev.example.com"] },
};

/** Describes the witness; null if there is none, undefined if undecided. */
const describeWitness = (answers: readonly Answer[], place = APP): string | null | undefined => {
  const client = new ClientFinder(place).find(answers);
  return client && describeClient(client, "before");
};

const app = "GET https://app.example.com/ from 198.51.100.7";
const tls = (level: number, isTrue = true): Answer => ({
  question: { kind: "version", key: `version ${level}`, level },
  isTrue,
});

describe("the request of a client with text answers", () => {
  const INTERNAL: Place = { ...APP, hosts: { name: "a.internal", except: [] } };
  const ANY_SCHEME: Place = { ...APP, scheme: undefined };
  const BELOW_B: Place = {
    ...APP,
    paths: [{ isTrue: true, question: { is: "start", value: "/b", isFolded: false } }],
  };
  const url = "https://app.example.com";

  test.each<[lines: readonly string[], request: string | null | undefined, place?: Place]>([
    [["req.url.path start /admin", "req.url.path not equal /admin"], `GET ${url}/admina`],
    [["req.url.path not start /"], null],
    [["req.url.path part %2e"], undefined],
    [["req.url.path equal /admin", "req.url.raw_path start /admin"], `GET ${url}/admin`],
    [["req.url.path equal /admin", "req.url.raw_path equal /%61dmin"], undefined],
    [["req.url.path equal /a", "req.url.uri end ?x=1"], `GET ${url}/a?x=…`],
    [["req.url.path equal /a", `req.url equal ${url}/a`], `GET ${url}/a`],
    [["req.url equal https://elsewhere.test/"], null],
    [["req.url.query equal debug=1", "req.url.path equal /a"], `GET ${url}/a?debug=…`],
    [["req.url.query_params.debug[0] equal 1"], `GET ${url}/?debug=…`],
    [["req.url.query_params.a[0] equal 1", "req.url.query_params.b[0] equal 2"], `GET ${url}/?a=…&b=…`],
    [["req.url.query_params.debug present", "req.url.query equal"], undefined],
    [["req.method not equal GET"], `PUT ${url}/`],
    [["req.host equal other.example.com"], null],
    // A client may spell the Host header in another case.
    [["req.host not equal app.example.com"], undefined],
    [["req.url.host not equal app.example.com"], null],
    [["conn.tls.sni equal app.example.com"], `GET ${url}/`],
    [["req.url.scheme not equal https"], null],
    [["req.url.scheme equal https"], `GET ${url}/`],
    [["req.url.scheme equal https"], undefined, ANY_SCHEME],
    // Hosts of wildcards.
    [[], "GET https://a.example.com/", WILD],
    [["req.host start app."], "GET https://app.a.example.com/", WILD],
    [["req.host equal app.example.com"], null, WILD],
    [["req.host equal x.dev.example.com"], null, WILD],
    [["req.url.host equal api.example.com"], "GET https://api.example.com/", WILD],
    // Forwarded requests may keep their original host.
    [["req.host equal a.test"], undefined, INTERNAL],
    // The path of a route.
    [["req.url.path equal /a"], null, BELOW_B],
  ])("for %j is %s (null: none, undefined: undecided)", (lines, request, place = APP) => {
    const found = describeWitness(
      lines.map((line) => text(line)),
      place,
    );
    expect(typeof found === "string" ? found.replace(/ from .*/, "") : found).toBe(request);
  });

  const JSON_TYPE = "application/json";
  const CHARSET = `req.headers.content-type[0] equal ${JSON_TYPE}; charset=utf-8`;
  test.each<[lines: readonly string[], headers: object | null | undefined]>([
    [["req.host end .com"], {}],
    [["req.headers.x-team not present"], {}],
    [["req.headers.x-team not present", "req.headers.x-team[*] equal red"], null],
    [["req.headers.x-team present", "req.headers.x-team not present"], null],
    // Only a header with several values satisfies both.
    [["req.headers.x-team[0] equal red", "req.headers.x-team[*] equal blue"], undefined],
    [["req.headers.x-team[0] equal red", "req.headers.x-team[*] not equal red"], null],
    [["req.headers.x-team[0] not equal red"], {}],
    [["req.headers.x-team present", "req.headers.x-team[0] not equal a"], { "x-team": ["b"] }],
    [[`req.content_type equal ${JSON_TYPE}`], { "content-type": [JSON_TYPE] }],
    [["req.content_type not equal"], { "content-type": ["text/plain"] }],
    [["req.content_type not equal text/plain"], {}],
    [["req.content_type.raw part charset"], { "content-type": ["a/charset"] }],
    [["req.content_type.raw part ; charset"], { "content-type": ["a/a; charset=a"] }],
    [[`req.content_type equal ${JSON_TYPE}`, CHARSET], undefined],
    [["req.user_agent match ^curl/"], { "user-agent": ["curl/"] }],
    [["req.user_agent not match curl"], {}],
    [["req.user_agent not match .*"], null],
    [["req.user_agent start curl", "req.headers.user-agent[0] not start curl"], null],
    [["req.cookies.session present", "req.cookies.b present"], { cookie: ["session=a; b=a"] }],
  ])("for %j has the headers %j", (lines, headers) => {
    const client = new ClientFinder(APP).find(lines.map((line) => text(line)));
    expect(client === null ? null : client?.headers).toEqual(headers);
  });

  test("is undecided for values that earlier rules changed, unless they contradict each other", () => {
    const find = (...lines: readonly string[]) =>
      new ClientFinder(APP).find(lines.map((line) => text(line, "x")));
    expect(find("req.headers.x-team present")).toBeUndefined();
    expect(find("req.headers.x-team[0] equal a", "req.headers.x-team[0] equal b")).toBeNull();
  });
});

const IDS: Readonly<Record<string, FactId>> = {
  "oauth google": { kind: "sign-in", protocol: "oauth", provider: "google" },
  preflight: { kind: "preflight" },
  "password x": { kind: "password", secret: "x" },
  "password y": { kind: "password", secret: "y" },
};
const fact = (name: string, isTrue: boolean, more: object = {}): Answer => {
  const id = IDS[name] ?? { kind: "member", scope: "github", groupKind: "team", name };
  return {
    question: {
      kind: "fact",
      id,
      key: keyOf(id),
      texts: [`with ${name}`, `without ${name}`],
      ...more,
    },
    isTrue,
  };
};
const network = (cidr: string): Networks =>
  Networks.fromRules([{ cidr, action: "allow", content: "" }], [], "");
const address = (cidr: string, isTrue = true): Answer => ({
  question: { kind: "address", key: `address ${cidr}`, networks: network(cidr) },
  isTrue,
});

describe("the description of a client", () => {
  const google = (is: boolean) => fact("oauth google", is);
  const preflight = (is: boolean) => fact("preflight", is);
  const email = text("identity oauth google end @example.com");
  const origin = text("req.headers.origin present");
  const twoFacts = (more: object, is = false) => [fact("a", true, more), fact("b", is, more)];
  const neitherFact = [fact("a", false, { aliasGroup: "s" }), fact("b", false, { aliasGroup: "s" })];
  const noPassword = [fact("password x", false), fact("password y", false)];
  const team = [text("conn.geo.country_code not equal US"), text("req.headers.x-team[0] equal a secret")];
  const ADMIN = "GET https://app.example.com/admin from 198.51.100.7 without a sign-in";
  const credential = (is: boolean) => fact("a", is, { exclusiveGroup: "authorization" });
  const header = (is: string) => text(`req.headers.authorization ${is}`);
  const from = (ip: string) => `GET https://app.example.com/ from ${ip}`;

  test.each<[answers: readonly Answer[], description: string | null | undefined]>([
    [[text("req.url.path equal /admin"), address("198.51.100.0/24"), google(false)], ADMIN],
    [[address("10.0.0.0/8"), address("10.0.0.0/9", false)], from("10.128.0.1")],
    [[address("2001:db8:1::/48"), ...noPassword], `${from("2001:db8:1::1")} without a password`],
    [[address("10.0.0.0/8"), text("conn.client_ip start 10.")], undefined],
    [[google(true), email], `${app} as someone@example.com, with oauth google`],
    [[google(false), email], null],
    [twoFacts({ exclusiveGroup: "authorization" }, true), null],
    [[credential(true), header("present")], undefined],
    [[credential(false), header("present")], undefined],
    [[fact("a", true), google(false)], `${app} with a, without a sign-in`],
    [twoFacts({ aliasGroup: "s" }), undefined],
    [neitherFact, `${app} without a, without b`],
    [[preflight(true), origin], undefined],
    [[tls(2, false)], `${app} over TLS 1.1`],
    [team, `${app} (DE) with the header x-team`],
  ])("is derived from its answers (row %#)", (answers, description) => {
    expect(describeWitness(answers)).toBe(description);
  });
});
