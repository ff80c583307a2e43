import { expect, test } from "vitest";
import { domainProblem } from "../../../traffic-policy/language/hosts";

const longLabel = "a".repeat(64);
/** A host of 253 characters, the maximum. */
const longestHost = `${"abcdefgh.".repeat(27)}ijklmn.com`;

test.each([
  ["app", "must be a full domain with at least two labels"],
  ["app..example.com", "has an empty label"],
  ["198.51.100.7", "must be a domain, not an address"],
  ["app.*.example.com", "may have * only as its first label"],
  ["app*.example.com", "must have * as its whole first label"],
  ["my_app.example.com", "must not contain an underscore"],
  [`a${longestHost}`, "must have at most 253 characters"],
  [`*.${longLabel}.com`, "has a label of more than 63 characters"],
  ["büro.example.com", "may contain only a-z, 0-9, and -"],
  ["-app.example.com", "has a label that starts or ends with a hyphen"],
  ["app-.example.com", "has a label that starts or ends with a hyphen"],
  ["ab--c.example.com", "has a label with hyphens in the third and fourth place"],
  ["xn--a.example.com", "has an invalid label in ASCII form"],
  ["app.ngrok.com", "is in ngrok.com, which can't be reserved"],
  ["*.ngrok.app", "covers all of ngrok.app, which belongs to the service"],
  ["*.com", "is a wildcard for a whole top-level domain"],
  ["my_app.internal", "ends in .internal, which isn't reachable"],
])("rejects the domain %s: it %s", (domain, reason) => {
  expect(domainProblem(domain)).toContain(reason);
});

test.each([" App.Example.com. ", "*.example.com", "xn--bro-hoa.example.com", longestHost])(
  "accepts the domain %s",
  (domain) => {
    expect(domainProblem(domain)).toBeUndefined();
  },
);
