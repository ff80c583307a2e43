import { describe, expect, test } from "vitest";
import { credentialHeader, secretLike } from "../../../policy/secret-like";
import { actionTypes } from "../../../policy/traffic-policy";

const LENGTH = 500_000;
const long = (part: string) => part.repeat(Math.ceil(LENGTH / part.length));

/** A pattern that goes over them more than a few times does not come to an end within the time of a test. */
const texts = [
  "eyJ-",
  "eyJaaaaaaaa.eyJaaaaaaa.",
  "a.",
  "a+",
  "http:",
  "://a:",
  "token: aaaaaa ",
  "token: aaaaaa\t",
  "token = ",
  "token",
  "{{",
  "{{ a ",
  "{ ",
  "${",
  "a-",
  "a=",
  "-----BEGIN ",
  "-----BEGIN A",
  "basic ",
  "authorization: ",
  " ",
];

describe("texts of any length", () => {
  test.each(texts)("%j many times over", (part) => {
    expect(secretLike(long(part))).toBe(undefined);
    expect(credentialHeader("x-note", long(part))).toBe(false);
  });

  test("hide nothing", () => {
    const jwt = "eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeK";
    expect(secretLike(`${long("eyJ-")} ${jwt}`)).toBe("a JSON Web Token");
    expect(secretLike(`x-${jwt}`)).toBe("a JSON Web Token");
    expect(secretLike(`${long("a.")} https://me:password@example.com`)).toBe("a URL with a password");
    expect(secretLike(`${long("note ")}\ntoken: abcDefghi  \nmore`)).toBe("a named secret");
    expect(secretLike("Token: aaaaBbbb is what we call it")).toBe(undefined);
  });
});

const variable = (name: string) => `\${${name}}`;

describe("what the edge fills in is not a credential", () => {
  test.each([
    [variable("req.id"), false],
    [`session=${variable(".cookie")}`, false],
    ["{{ a }}", false],
    ["{{ {a} }}; {{ b }}", false],
    [`Bearer ${variable("vars.token")}`, false],
    ["{{ a }} abcdef123", true],
  ])("%s", (value, isCredential) => {
    expect(credentialHeader("authorization", value)).toBe(isCredential);
  });
});

describe("the types of actions in a traffic policy", () => {
  const policy = { on_http_request: [{ actions: [{ type: "Deny" }, { type: "oauth" }] }] };

  test.each<[string, string | typeof policy, string[] | undefined]>([
    ["in an object", policy, ["deny", "oauth"]],
    ["in JSON", JSON.stringify(policy), ["deny", "oauth"]],
    ["in JSON of any size", JSON.stringify({ ...policy, note: "x".repeat(LENGTH) }), ["deny", "oauth"]],
    ["in YAML", "on_http_request:\n  - actions:\n      - type: deny\n", ["deny"]],
    ["in YAML, by an alias", "x: &a\n  - type: deny\non_http_request:\n  - actions: *a\n", ["deny"]],
    ["in YAML that is too long", `actions:\n  - type: deny\n${" ".repeat(LENGTH)}`, undefined],
    ["with keys that are maps", `${"? ".repeat(400)}a`, undefined],
    ["that nobody can read", "{a: [", undefined],
    ["of quotes", '"'.repeat(30_000), undefined],
    ["that goes deeper than anything", "[".repeat(100_000) + "]".repeat(100_000), undefined],
  ])("%s", (_, text, types) => {
    expect(actionTypes(text)).toEqual(types);
  });
});
