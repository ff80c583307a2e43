import { describe, expect, test } from "vitest";
import { credentialHeader, secretLike } from "../../../provider/family/credentials/likely";

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
