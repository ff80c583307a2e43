import { describe, expect, test } from "vitest";
import { ClientFinder } from "../../../access/client-finder";
import { describeClient } from "../../../access/client-text";
import { Networks } from "../../../access/networks";
import { type Answer, type FactId, keyOf, type TextQuestion } from "../../../access/question";
import type { Place } from "../../../access/request-solver";

type Told = readonly [
  subject: string,
  is: TextQuestion["is"] | `not ${TextQuestion["is"]}`,
  value?: string,
  how?: Partial<Pick<TextQuestion, "isFolded" | "version">>,
];

const text = ([subject, told, value = "", { isFolded = false, version = "" } = {}]: Told): Answer => {
  const is = told.replace(/^not /, "") as TextQuestion["is"];
  const key = JSON.stringify([subject, is, value, isFolded, version]);
  return { question: { asks: "text", key, subject, is, value, isFolded, version }, is: is === told };
};

const APP: Place = { hosts: { name: "app.example.com", except: [] }, scheme: "https", isHttp: true };
const WILD: Place = {
  ...APP,
  hosts: { name: "*.example.com", except: ["app.example.com", "*.dev.example.com"] },
};

/** The witness in words; null for no client, undefined for one that nobody can tell. */
const witness = (answers: readonly Answer[], place = APP): string | null | undefined => {
  const client = new ClientFinder(place).find(answers);
  return client && describeClient(client, "before");
};

const path = "req.url.path";
const app = "GET https://app.example.com/ from 198.51.100.7";
const tls = (level: number, is = true): Answer => ({
  question: { asks: "version", key: `version ${level}`, level },
  is,
});
const oldest = (level: number, is = true): Answer => ({
  question: { asks: "version", key: `version ${level} alone`, level, isOldest: true },
  is,
});
const team = "req.headers.x-team";

describe("texts of a request", () => {
  test.each<[told: readonly Told[], url: string | null | undefined, place?: Place]>([
    [
      [
        [path, "start", "/admin"],
        [path, "not equal", "/admin"],
      ],
      "GET https://app.example.com/admina",
    ],
    [[[path, "not start", "/"]], null],
    [[[path, "part", "%2e"]], undefined],
    [
      [
        [path, "equal", "/admin"],
        ["req.url.raw_path", "start", "/admin"],
      ],
      "GET https://app.example.com/admin",
    ],
    [
      [
        [path, "equal", "/admin"],
        ["req.url.raw_path", "equal", "/%61dmin"],
      ],
      undefined,
    ],
    [
      [
        [path, "equal", "/a"],
        ["req.url.uri", "end", "?x=1"],
      ],
      "GET https://app.example.com/a?x=…",
    ],
    [
      [
        [path, "equal", "/a"],
        ["req.url", "equal", "https://app.example.com/a"],
      ],
      "GET https://app.example.com/a",
    ],
    [[["req.url", "equal", "https://elsewhere.test/"]], null],
    [
      [
        ["req.url.query", "equal", "debug=1"],
        [path, "equal", "/a"],
      ],
      "GET https://app.example.com/a?debug=…",
    ],
    [[["req.url.query_params.debug[0]", "equal", "1"]], "GET https://app.example.com/?debug=…"],
    [
      [
        ["req.url.query_params.debug", "present"],
        ["req.url.query", "equal", ""],
      ],
      undefined,
    ],
    [[["req.method", "not equal", "GET"]], "PUT https://app.example.com/"],
    [[["req.host", "equal", "other.example.com"]], null],
    [[["req.host", "not equal", "app.example.com"]], "GET https://app.example.com/"],
    [[["req.url.host", "not equal", "app.example.com"]], null],
    [[["conn.tls.sni", "equal", "app.example.com"]], "GET https://app.example.com/"],
    // Hosts of wildcards.
    [[], "GET https://a.example.com/", WILD],
    [[["req.host", "start", "app."]], "GET https://app.a.example.com/", WILD],
    [[["req.host", "equal", "app.example.com"]], null, WILD],
    [[["req.host", "equal", "x.dev.example.com"]], null, WILD],
    [[["req.url.host", "equal", "api.example.com"]], "GET https://api.example.com/", WILD],
    // Internal endpoints get what their clients have asked for elsewhere.
    [[["req.host", "equal", "a.test"]], undefined, { ...APP, hosts: { name: "a.internal", except: [] } }],
    // Where routes lead.
    [
      [[path, "equal", "/a"]],
      null,
      { ...APP, paths: [{ is: true, test: { is: "start", value: "/b", isFolded: false } }] },
    ],
  ])("%j: %s", (told, url, place = APP) => {
    const found = witness(told.map(text), place);
    expect(typeof found === "string" ? found.replace(/ from .*/, "") : found).toBe(url);
  });

  test.each<[told: readonly Told[], headers: object | null | undefined]>([
    [[["req.host", "not equal", "app.example.com"]], { host: ["App.example.com"] }],
    [[["req.host", "end", ".com"]], {}],
    [[[team, "not present"]], {}],
    [
      [
        [team, "not present"],
        [`${team}[*]`, "equal", "red"],
      ],
      null,
    ],
    [
      [
        [team, "present"],
        [team, "not present"],
      ],
      null,
    ],
    [
      [
        [`${team}[0]`, "equal", "red"],
        [`${team}[*]`, "equal", "blue"],
      ],
      { "x-team": ["red", "blue"] },
    ],
    [
      [
        [`${team}[0]`, "equal", "red"],
        [`${team}[*]`, "not equal", "red"],
      ],
      null,
    ],
    [[[`${team}[0]`, "not equal", "red"]], {}],
    [
      [
        [team, "present"],
        [`${team}[0]`, "not equal", "a"],
      ],
      { "x-team": ["b"] },
    ],
    [[["req.content_type", "equal", "application/json"]], { "content-type": ["application/json"] }],
    [[["req.content_type", "not equal", ""]], { "content-type": ["text/plain"] }],
    [[["req.content_type", "not equal", "text/plain"]], {}],
    [[["req.content_type.raw", "part", "charset"]], { "content-type": ["a/charset"] }],
    [[["req.content_type.raw", "part", "; charset"]], { "content-type": ["a/a; charset=a"] }],
    [
      [
        ["req.content_type", "equal", "application/json"],
        ["req.headers.content-type[0]", "equal", "application/json; charset=utf-8"],
      ],
      undefined,
    ],
    [[["req.user_agent", "match", "^curl/"]], { "user-agent": ["curl/"] }],
    [[["req.user_agent", "not match", "curl"]], {}],
    [[["req.user_agent", "not match", ".*"]], null],
    [
      [
        ["req.user_agent", "start", "curl"],
        ["req.headers.user-agent[0]", "not start", "curl"],
      ],
      null,
    ],
    [
      [
        ["req.cookies.session", "present"],
        ["req.cookies.b", "present"],
      ],
      { cookie: ["session=a; b=a"] },
    ],
    [[[team, "present", "", { version: "after" }]], undefined],
    [
      [
        [`${team}[0]`, "equal", "a", { version: "x" }],
        [`${team}[0]`, "equal", "b", { version: "x" }],
      ],
      null,
    ],
  ])("%j", (told, headers) => {
    const client = new ClientFinder(APP).find(told.map(text));
    expect(client === null ? null : client?.headers).toEqual(headers);
  });
});

const IDS: Readonly<Record<string, FactId>> = {
  "oauth google": { kind: "sign-in", protocol: "oauth", by: "google" },
  preflight: { kind: "preflight" },
  "password x": { kind: "password", secret: "x" },
  "password y": { kind: "password", secret: "y" },
};
const fact = (name: string, is: boolean, more: object = {}): Answer => {
  const id = IDS[name] ?? { kind: "member", scope: "github", of: "team", name };
  return {
    question: {
      asks: "fact",
      id,
      key: keyOf(id),
      textIfTrue: `with ${name}`,
      textIfFalse: `without ${name}`,
      ...more,
    },
    is,
  };
};
const network = (cidr: string): Networks => Networks.of([{ cidr, action: "allow", content: "" }], [], "");
const address = (cidr: string, is = true): Answer => ({
  question: { asks: "address", key: `address ${cidr}`, networks: network(cidr) },
  is,
});

describe("a client in words", () => {
  test.each<[answers: readonly Answer[], said: string | null | undefined]>([
    [
      [text([path, "equal", "/admin"]), address("198.51.100.0/24"), fact("oauth google", false)],
      "GET https://app.example.com/admin from 198.51.100.7 without a sign-in",
    ],
    [[address("10.0.0.0/8"), address("10.0.0.0/9", false)], "GET https://app.example.com/ from 10.128.0.1"],
    [
      [address("2001:db8:1::/48"), fact("password x", false), fact("password y", false)],
      "GET https://app.example.com/ from 2001:db8:1::1 without a password",
    ],
    [
      [address("10.0.0.0/8"), text(["conn.client_ip", "start", "10."])],
      "GET https://app.example.com/ from 10.0.0.1",
    ],
    [
      [fact("oauth google", true), text(["identity oauth google", "end", "@example.com"])],
      "GET https://app.example.com/ from 198.51.100.7 as someone@example.com, with oauth google",
    ],
    [[fact("oauth google", false), text(["identity oauth google", "end", "@example.com"])], null],
    [[fact("a", true, { oneOf: "authorization" }), fact("b", true, { oneOf: "authorization" })], null],
    [[fact("a", true, { topic: "s" }), fact("b", false, { topic: "s" })], undefined],
    [[fact("preflight", true), text(["req.headers.origin", "not present"])], null],
    [
      [
        text(["req.method", "equal", "OPTIONS"]),
        fact("preflight", true),
        text(["req.headers.origin[0]", "not equal", "https://a.test"]),
      ],
      "OPTIONS https://app.example.com/ from 198.51.100.7 with preflight, with the header origin",
    ],
    [[fact("preflight", false), text(["req.headers.origin", "present"])], `${app} with the header origin`],
    [
      [
        fact("preflight", false),
        text(["req.headers.origin", "present"]),
        text(["req.headers.access-control-request-method", "present"]),
      ],
      undefined,
    ],
    [
      [fact("a", false, { topic: "s" }), fact("b", false, { topic: "s" })],
      "GET https://app.example.com/ from 198.51.100.7 without a, without b",
    ],
    [[tls(2, false)], "GET https://app.example.com/ from 198.51.100.7 over TLS 1.1"],
    [[tls(2), tls(3, false), oldest(2)], `${app} using only TLS 1.2`],
    [[tls(2), oldest(3)], `${app} using only TLS 1.3`],
    [[tls(2), oldest(3, false)], app],
    [[text(["req.host", "not equal", "app.example.com"])], `${app} with the header host "App.example.com"`],
    [[tls(2, false), oldest(2)], null],
    [[tls(2, false), oldest(1, false)], `${app} over TLS 1.0`],
    [
      [text(["conn.geo.country_code", "not equal", "US"]), text([`${team}[0]`, "equal", "a secret"])],
      "GET https://app.example.com/ from 198.51.100.7 (DE) with the header x-team",
    ],
  ])("%#: %s", (answers, said) => {
    expect(witness(answers)).toBe(said);
  });
});
