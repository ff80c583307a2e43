import { describe, expect, test } from "vitest";
import { credentialHeader, secretLike } from "../../../provider/family/credentials/likely";

const LENGTH = 500_000;
const long = (part: string) => part.repeat(Math.ceil(LENGTH / part.length));

/** Quadratic patterns exceed the time limit of a test. */
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

  test("don't hide credentials", () => {
    const jwt = "eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeK";
    expect(secretLike(`${long("eyJ-")} ${jwt}`)).toBe("a JSON Web Token");
    expect(secretLike(`x-${jwt}`)).toBe("a JSON Web Token");
    expect(secretLike(`${long("a.")} https://me:password@example.com`)).toBe("a URL with a password");
    expect(secretLike(`${long("note ")}\ntoken: abcDefghi  \nmore`)).toBe("a named secret");
    expect(secretLike("Token: aaaaBbbb is what we call it")).toBe(undefined);
  });
});
