// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service's variables look like template literals.
import { describe, expect, test } from "vitest";
import { credentialHeader, secretLike } from "../../../provider/family/credentials/likely";
import fc from "../../support/properties";

const LENGTH = 500_000;
const repeat = (part: string) => part.repeat(Math.ceil(LENGTH / part.length));

/** Parts that slow down a quadratic pattern so much that it exceeds the test's time limit. */
const parts = [
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

describe("secret detection in long strings", () => {
  test.each(parts)("takes linear time for repeated %j", (part) => {
    expect(secretLike(repeat(part))).toBe(undefined);
    expect(credentialHeader("x-note", repeat(part))).toBe(false);
  });

  test("still finds credentials", () => {
    const jwt = "eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeK";
    expect(secretLike(`${repeat("eyJ-")} ${jwt}`)).toBe("a JSON Web Token");
    expect(secretLike(`x-${jwt}`)).toBe("a JSON Web Token");
    expect(secretLike(`${repeat("a.")} https://me:password@example.com`)).toBe("a URL with a password");
    expect(secretLike(`${repeat("note ")}\ntoken: abcDefghi  \nmore`)).toBe("a named secret");
    expect(secretLike("Token: aaaaBbbb is what we call it")).toBe(undefined);
  });
});

describe("secretLike", () => {
  test.each([
    ["-----BEGIN EC PRIVATE KEY-----\nMHcCAQ", "a private key"],
    ["-----BEGIN PRIVATE KEY-----", "a private key"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVPmB92K27uhbUJU1p1r", "a JSON Web Token"],
    [`ghp_${"a1B2".repeat(9)}`, "an access token of a known service"],
    [`xoxb-${"1234567890"}`, "an access token of a known service"],
    ["AKIAABCDEFGHIJKLMNOP", "a cloud access key"],
    ["api_tcFGsIQk7RUuCylY6UTPgGRX0io", "a token of this API"],
    ["Bearer abcd3fghij", "an authorization header"],
    ["Bearer abcDefghij", "an authorization header"],
    ["Basic dXNlcjpwYXNz", "an authorization header"],
    ["curl -H 'Authorization: Bearer abcdefghij'", "an authorization header"],
    ["postgres://app:hunter2@db.example.com/app", "a URL with a password"],
    ['{"owner":"x","password":"hunter22"}', "a named secret"],
    ["client_secret=abcdefgh", "a named secret"],
    ["AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "a named secret"],
    ["DB_PWD: s3cr3tvalue", "a named secret"],
    ["password: correctHorse", "a named secret"],
    ["token:abcdefgh", "a named secret"],
    ['{"api_key": "abcdefgh"}', "a named secret"],
    ["zX9kQ2mW7vB4nL8pR1sT6yU3hJ5gF0dA", "a random token"],
    ["key zX9kQ2mW-7vB4nL8pR1sT6yU_3hJ5gF0dA", "a random token"],
  ])("detects a secret in %s", (text, kind) => {
    expect(secretLike(text)).toBe(kind);
  });

  test.each([
    [undefined],
    ["Office and VPN egress"],
    ['{"owner":"platform","repo":"infra","consumer":"ci"}'],
    ["commit 0123456789abcdef0123456789abcdef01234567"],
    ["123e4567-e89b-12d3-a456-426614174000"],
    ["ipp_1lGCl3rb4T3Fr1bo0VvQMnpG4MA"],
    ['{"backend":"bkdwd_10Ybz57rjGeP1W1nOdQIF8sCJ0F"}'],
    ["https://wiki.example.com/teams/platform/edge/2026/tokens-and-secrets"],
    ["rotates the token every month; password policy: see wiki"],
    ["-----BEGIN CERTIFICATE-----"],
    ['{"owner":"edge","repo":"https://github.com/AcmeCorp/edge-infrastructure-2024"}'],
    ["https://docs.example.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit"],
    ["Edge-Team-Infrastructure-Rollout-2024-Q3"],
    ["Basic authentication for partners"],
    ["Basic allow-list"],
    ["API key: deploy pipeline"],
    ["Token: rotates monthly"],
    ['{"secretArn":"arn:aws:secretsmanager:eu-west-1:123456789012:secret:edge/prod-AbCdEf"}'],
    ['{"usesToken":false,"owner":"edge"}'],
  ])("detects no secret in %s", (text) => {
    expect(secretLike(text)).toBeUndefined();
  });

  test("returns the kind of secret, never a part of it", () => {
    const secret = fc.stringMatching(/^[a-zA-Z0-9]{12,40}$/);
    fc.assert(
      fc.property(secret, (value) => {
        for (const text of [`password=${value}`, `Bearer ${value}`, `AKIA${value}`, value])
          expect(secretLike(text) ?? "").not.toContain(value);
      }),
    );
  });
});

describe("credentialHeader", () => {
  test.each([
    ["Authorization", "Basic dXNlcjpwYXNz", true],
    ["X-Api-Key", "abc", true],
    ["x-auth-token", "abc", true],
    ["X-Access-Key", "abc", true],
    ["Cookie", "session=1", true],
    ["X-Note", "Bearer abcdefghij", true],
    ["Authorization", "Bearer ${.oauth.access_token}", false],
    ["Authorization", "Bearer s3cr3t-abcdef ${req.id}", true],
    ["X-Note", "Bearer s3cr3t-abcdef ${req.id}", true],
    ["Cookie", "session=${.session}; theme=${.theme}", false],
    ["X-Auth-Token", "{{ token }}", false],
    ["Authorization", "{{ {a} }}; {{ b }}", false],
    ["Authorization", "{{ a }} abcdef123", true],
    ["Authorization", "", false],
    ["X-Hint", "Basic allow-list for partners", false],
    ["WWW-Authenticate", 'Basic realm="edge"', false],
    ["X-Token-Bucket", "edge", false],
  ])("header %s: %s yields %s", (name, value, expected) => {
    expect(credentialHeader(name, value)).toBe(expected);
  });
});
