import { describe, expect, test } from "vitest";
import { ipRestriction } from "../../../provider/families/ip-restriction";
import { reservedDomain } from "../../../provider/families/reserved-domain";
import { tlsCertificate } from "../../../provider/families/tls-certificate";
import { tlsEdge } from "../../../provider/families/tls-edge";
import { isWithin } from "../../../provider/lifecycle/run/recent-objects";
import { creationKey, matchesInputs } from "../../../provider/lifecycle/values/response";

describe("isWithin", () => {
  const start = Date.parse("2030-01-01T00:00:10Z");
  const within = (created_at: unknown, from?: number, until?: number) =>
    isWithin({ created_at }, { from, until });
  const fine = "2030-01-01T00:00:10.500Z";

  test("tolerates a quarter of a second", () => {
    expect(within(fine, start + 750)).toBe(true);
    expect(within(fine, start + 751)).toBe(false);
    expect(within(fine, undefined, start + 251)).toBe(true);
    expect(within(fine, undefined, start + 250)).toBe(false);
    expect(within(fine)).toBe(true);
  });

  test("accepts any part of a second for times in whole seconds", () => {
    expect(within("2030-01-01T00:00:10Z", start + 1_000)).toBe(true);
    expect(within("2030-01-01T00:00:10Z", start + 1_500)).toBe(false);
  });

  test.each([[undefined], [null], ["soon"], [7]])("accepts an unreadable time: %j", (created_at) => {
    expect(within(created_at, start, start)).toBe(true);
  });
});

describe("matchesInputs", () => {
  const restriction = { type: "api", ipPolicyIds: ["ipp_1", "ipp_2"] };
  const answer = { id: "x", type: "api", ip_policies: [{ id: "ipp_2" }, { id: "ipp_1" }], enforced: false };

  test.each([
    ["accepts equivalent values", restriction, answer, true],
    ["accepts an explicit default", { ...restriction, enforced: false }, answer, true],
    ["accepts a missing default", restriction, { ...answer, enforced: undefined }, true],
    ["accepts null for an unset input", { ...restriction, description: null }, answer, true],
    ["rejects a different value", { ...restriction, type: "agent" }, answer, false],
    ["rejects a value that was not sent", restriction, { ...answer, description: "x" }, false],
    ["rejects a missing value", { ...restriction, description: "x" }, answer, false],
    ["rejects a missing required value", restriction, { ...answer, type: undefined }, false],
  ])("%s", (_, inputs, object, expected) => {
    expect(matchesInputs(ipRestriction, inputs, object)).toBe(expected);
  });

  test("accepts any value that the service may choose", () => {
    const domain = { id: "x", domain: "a.example.com", region: "eu" };
    expect(matchesInputs(reservedDomain, { domain: "a.example.com" }, domain)).toBe(true);
    expect(matchesInputs(reservedDomain, { domain: "a.example.com", region: "us" }, domain)).toBe(false);
  });

  test("accepts missing modules, but not modules that are null", () => {
    const inputs = { tlsTermination: { terminateAt: "upstream" } };
    const object = { id: "x", hostports: [] };
    expect(matchesInputs(tlsEdge, inputs, object)).toBe(true);
    expect(matchesInputs(tlsEdge, inputs, { ...object, tls_termination: null })).toBe(false);
    expect(matchesInputs(tlsEdge, {}, { ...object, tls_termination: { terminate_at: "edge" } })).toBe(false);
    const attached = { domain: "a", certificateId: "cert_1" };
    expect(matchesInputs(reservedDomain, attached, { id: "x", domain: "a", certificate: null })).toBe(false);
  });

  test("accepts a secret that is never returned", () => {
    const pem = { certificatePem: "a", privateKeyPem: "b" };
    expect(matchesInputs(tlsCertificate, pem, { id: "x", certificate_pem: "a" })).toBe(true);
  });

  test("rejects an object that the class doesn't manage", () => {
    const object = { id: "x", certificate_pem: "a", issued_at: "2030-01-01T00:00:00Z" };
    expect(matchesInputs(tlsCertificate, { certificatePem: "a" }, object)).toBe(false);
  });
});

test("distinguishes creations by all inputs that responses may return", () => {
  const pem = { certificatePem: "a", privateKeyPem: "b", description: "d" };
  const isEqualTo = (changes: object) =>
    creationKey(tlsCertificate, { ...pem, ...changes }) === creationKey(tlsCertificate, pem);
  expect([
    isEqualTo({ privateKeyPem: "c" }),
    isEqualTo({ metadata: "" }),
    isEqualTo({ renewBefore: 3 }),
  ]).toEqual([true, true, true]);
  expect([
    isEqualTo({ certificatePem: "c" }),
    isEqualTo({ description: "e" }),
    isEqualTo({ metadata: "d" }),
  ]).toEqual([false, false, false]);
  // The same value of another input doesn't count.
  expect(isEqualTo({ description: undefined, metadata: "d" })).toBe(false);
});
