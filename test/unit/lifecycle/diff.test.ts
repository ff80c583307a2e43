import { describe, expect, test } from "vitest";
import { ipRestriction } from "../../../provider/families/ip-restriction";
import { reservedDomain } from "../../../provider/families/reserved-domain";
import { sshUserCertificate } from "../../../provider/families/ssh-user-certificate";
import { tlsCertificate } from "../../../provider/families/tls-certificate";
import { UNKNOWN } from "../../../provider/family/unknown";
import { difference } from "../../../provider/lifecycle/diff";

const NOW = Date.parse("2030-01-01T00:00:00Z");
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();

describe("renewal", () => {
  const inputs = { sshCertificateAuthorityId: "sshca_1", publicKey: "ssh-ed25519 AAAA", renewBefore: 2 };
  const state = (hours: number) => ({ ...inputs, validUntil: inHours(hours), __unset: ["validUntil"] });

  test.each([
    [3, false],
    [2, true],
    [-1, true],
  ])("with %i hours left and renewBefore 2: %s", (hours, renews) => {
    const found = difference(sshUserCertificate, "shcrt_1", state(hours), inputs, NOW);
    expect(found).toMatchObject({ renews, replaces: renews ? ["validUntil"] : [], warnings: [] });
  });

  test("an end that the program gives is warned of, since a new certificate would have it too", () => {
    const given = { ...inputs, validUntil: inHours(1) };
    const found = difference(sshUserCertificate, "shcrt_1", given, given, NOW);
    expect(found).toMatchObject({ changed: [], replaces: [], renews: false });
    expect(found.warnings).toEqual([
      `SshUserCertificate shcrt_1 ends on ${inHours(1)}: validUntil is given by the program, so that a new one would end with it: give a later one`,
    ]);
  });

  test("a TLS certificate that is due is warned of, unless it is replaced anyway", () => {
    const pem = { certificatePem: "a", privateKeyPem: "b", renewBefore: 24 };
    const olds = { ...pem, notAfter: inHours(1) };
    expect(difference(tlsCertificate, "cert_1", olds, pem, NOW).warnings).toHaveLength(1);
    const renewed = difference(tlsCertificate, "cert_1", olds, { ...pem, certificatePem: "c" }, NOW);
    expect(renewed).toMatchObject({ replaces: ["certificatePem"], warnings: [] });
  });
});

describe("replacements that cannot be", () => {
  const domain = { domain: "a.example.com", region: "us" };
  const elsewhere = { ...domain, region: "eu" };

  test("deletes first only where the natural key stays", () => {
    const region = difference(reservedDomain, "rd_1", domain, elsewhere, NOW);
    const name = difference(reservedDomain, "rd_1", domain, { ...domain, domain: "b.example.com" }, NOW);
    expect([region.deleteBeforeReplace, name.deleteBeforeReplace]).toEqual([true, false]);
  });

  test.each([
    [{ adopted: true }, "it was adopted and deleteOnDestroy is not true"],
    [{ deleteOnDestroy: false }, "deleteOnDestroy is false"],
  ])("an object that stays would stand in the way: %o", (kept, why) => {
    const replaced = () => difference(reservedDomain, "rd_1", { ...domain, ...kept }, elsewhere, NOW);
    expect(replaced).toThrow(`rd_1 stays in place since ${why}`);
  });

  test("an adopted object may go to another natural key", () => {
    const other = { ...domain, domain: "b.example.com" };
    const found = difference(reservedDomain, "rd_1", { ...domain, adopted: true }, other, NOW);
    expect(found).toMatchObject({ replaces: ["domain"], deleteBeforeReplace: false });
  });

  test("releaseProtection holds unless the value is unknown yet", () => {
    const olds = { ...domain, releaseProtection: true };
    const moved = (value: string) =>
      difference(reservedDomain, "rd_1", olds, { ...olds, domain: value }, NOW).replaces;
    expect(() => moved("b.example.com")).toThrow(
      "rd_1 is under releaseProtection and domain can only change",
    );
    expect(moved(UNKNOWN)).toEqual(["domain"]);
  });

  test("a new object needs what the adopted one was taken over without", () => {
    const olds = { certificatePem: "a", adopted: true };
    const replaced = () => difference(tlsCertificate, "cert_1", olds, { certificatePem: "b" }, NOW);
    expect(replaced).toThrow(
      "cert_1: certificatePem can only change by replacing it, and the new object needs privateKeyPem",
    );
  });
});

describe("adoptId", () => {
  const inputs = { type: "api", ipPolicyIds: ["ipp_1"] };
  const changed = (state: object, adoptId?: string) =>
    difference(
      ipRestriction,
      "ipx_1",
      { ...inputs, ...state },
      { ...inputs, ...(adoptId && { adoptId }) },
      NOW,
    ).changed;

  test.each([
    ["the same id is added", {}, "ipx_1", []],
    ["the same id is added, with what it is in", {}, "x/ipx_1", []],
    ["it is dropped", { adoptId: "ipx_1", adopted: true }, undefined, []],
    ["it stays although a replacement has taken its place", { adoptId: "ipx_0" }, "ipx_0", []],
    ["another id", { adoptId: "ipx_1", adopted: true }, "ipx_2", ["adoptId"]],
  ])("%s", (_, state, adoptId, expected) => {
    expect(changed(state, adoptId)).toEqual(expected);
  });
});
