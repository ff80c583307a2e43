import { describe, expect, test } from "vitest";
import { apiKey } from "../../../provider/families/api-key";
import { botUser } from "../../../provider/families/bot-user";
import { httpResponseBackend } from "../../../provider/families/http-response-backend";
import { ipRestriction } from "../../../provider/families/ip-restriction";
import { reservedDomain } from "../../../provider/families/reserved-domain";
import { sshUserCertificate } from "../../../provider/families/ssh-user-certificate";
import { tlsCertificate } from "../../../provider/families/tls-certificate";
import type { ResourceFamily } from "../../../provider/family/resource";
import { UNKNOWN } from "../../../provider/family/unknown";
import type { Inputs, State } from "../../../provider/lifecycle";
import { compareWithProgram, findChangedInputs } from "../../../provider/lifecycle/plan/diff";

const difference = (family: ResourceFamily, id: string, state: State, inputs: Inputs, now: number) =>
  compareWithProgram(family, { id, state, inputs, now });

const NOW = Date.parse("2030-01-01T00:00:00Z");
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();

describe("changed inputs", () => {
  const bot = { name: "bot", active: false };
  const domain = { domain: "a.example.com", region: "eu" };
  const pem = { certificatePem: "a", privateKeyPem: "b" };

  const picked = { ...domain, __unset: ["region"] };
  const attached = { ...domain, certificateId: "cert_1" };
  const renewed = { ...pem, renewBefore: 1, deleteOnDestroy: false };
  const adopted = { ...pem, adopted: true };
  const adoptedWithoutKey = { certificatePem: "a", adopted: true };

  test.each([
    ["a different value", botUser, bot, { ...bot, name: "other" }, ["name"]],
    ["a removed value that isn't the default", botUser, bot, { name: "bot" }, ["active"]],
    ["not a removed default", botUser, { ...bot, active: true }, { name: "bot" }, []],
    ["not an added default", botUser, { name: "bot" }, { ...bot, active: true }, []],
    ["an unknown value", botUser, bot, { ...bot, name: UNKNOWN }, ["name"]],
    ["not a removed input that is kept", reservedDomain, domain, { domain: "a.example.com" }, []],
    ["a value other than the service's", reservedDomain, picked, { ...domain, region: "us" }, ["region"]],
    ["not the service's value", reservedDomain, picked, domain, []],
    ["an owner that the program no longer sets", apiKey, { ownerId: "usr_1", __unset: [] }, {}, ["ownerId"]],
    ["not an owner of unknown origin", apiKey, { ownerId: "usr_1" }, {}, []],
    ["not an owner that the service chose", apiKey, { ownerId: "usr_1", __unset: ["ownerId"] }, {}, []],
    ["not the service's own part", reservedDomain, { ...attached, __unset: ["certificateId"] }, domain, []],
    ["a part that is removed", reservedDomain, { ...attached, __unset: [] }, domain, ["certificateId"]],
    ["local settings", tlsCertificate, pem, renewed, ["renewBefore", "deleteOnDestroy"]],
    ["a wait", reservedDomain, domain, { ...domain, waitForCertificate: {} }, ["waitForCertificate"]],
    ["not null instead of undefined", tlsCertificate, { ...pem, renewBefore: null }, pem, []],
    ["a different secret", tlsCertificate, pem, { ...pem, privateKeyPem: "c" }, ["privateKeyPem"]],
    ["not a secret that an imported object lacks", tlsCertificate, { certificatePem: "a" }, pem, []],
    ["not a secret that an adopted object lacks", tlsCertificate, adoptedWithoutKey, pem, []],
    ["a later secret", tlsCertificate, adopted, { ...pem, privateKeyPem: "c" }, ["privateKeyPem"]],
  ])("%s", (_, family, state, news, changed) => {
    expect(findChangedInputs(family, { id: "", state, inputs: news })).toEqual(changed);
  });
});

describe("an input with a default and a fixed part", () => {
  const firstDigit = {
    name: "class",
    extract: (status: unknown) => String(status ?? "").charAt(0) || undefined,
  };
  const family = { ...httpResponseBackend, fixedParts: { statusCode: firstDigit } };

  test.each([
    ["a different part", 404, ["statusCode"]],
    ["the same part", 500, []],
    ["removed, which sends a default with a different part", undefined, ["statusCode"]],
  ])("%s", (_, statusCode, replaces) => {
    const inputs = statusCode === undefined ? {} : { statusCode };
    const found = difference(family, "bkdhr_1", { statusCode: 503 }, inputs, NOW);
    expect(found).toMatchObject({ changedInputs: ["statusCode"], replaces });
  });

  test("is removed without a replacement if the default has the same part", () => {
    expect(difference(family, "bkdhr_1", { statusCode: 204 }, {}, NOW).replaces).toEqual([]);
  });
});

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

  test("warns about an expiry that the program sets, which a new certificate would have too", () => {
    const args = { ...inputs, validUntil: inHours(1) };
    const found = difference(sshUserCertificate, "shcrt_1", args, args, NOW);
    expect(found).toMatchObject({ changedInputs: [], replaces: [], renews: false });
    expect(found.warnings).toEqual([
      `SshUserCertificate shcrt_1 expires on ${inHours(1)}: the program sets validUntil, so a replacement would expire at the same time: set a later time`,
    ]);
  });

  test("warns about a TLS certificate that is due, unless it is replaced anyway", () => {
    const pem = { certificatePem: "a", privateKeyPem: "b", renewBefore: 24 };
    const olds = { ...pem, notAfter: inHours(1) };
    expect(difference(tlsCertificate, "cert_1", olds, pem, NOW).warnings).toHaveLength(1);
    const renewed = difference(tlsCertificate, "cert_1", olds, { ...pem, certificatePem: "c" }, NOW);
    expect(renewed).toMatchObject({ replaces: ["certificatePem"], warnings: [] });
  });
});

describe("a replacement", () => {
  const domain = { domain: "a.example.com", region: "us" };
  const elsewhere = { ...domain, region: "eu" };

  test.each([
    [{ adopted: true }, "it was adopted and deleteOnDestroy is not true"],
    [{ deleteOnDestroy: false }, "deleteOnDestroy is false"],
  ])("that needs the name of a kept object is rejected: %o", (kept, reason) => {
    const replaced = () => difference(reservedDomain, "rd_1", { ...domain, ...kept }, elsewhere, NOW);
    expect(replaced).toThrow(`the old object is kept (${reason})`);
  });

  test("may give an adopted object's resource another natural key", () => {
    const other = { ...domain, domain: "b.example.com" };
    const found = difference(reservedDomain, "rd_1", { ...domain, adopted: true }, other, NOW);
    expect(found).toMatchObject({ replaces: ["domain"], deleteBeforeReplace: false });
  });

  test("is rejected under releaseProtection unless the value is unknown", () => {
    const olds = { ...domain, releaseProtection: true };
    const moved = (value: string) =>
      difference(reservedDomain, "rd_1", olds, { ...olds, domain: value }, NOW).replaces;
    expect(() => moved("b.example.com")).toThrow(
      "rd_1 is under releaseProtection and domain can only be changed",
    );
    expect(moved(UNKNOWN)).toEqual(["domain"]);
  });

  test("is planned for an unknown value under releaseProtection, because that may turn out to be unchanged", () => {
    const olds = { ...domain, releaseProtection: true };
    const news = { ...olds, domain: UNKNOWN, region: "eu" };
    expect(difference(reservedDomain, "rd_1", olds, news, NOW).replaces).toEqual(["domain", "region"]);
  });

  test("deletes nothing first without a natural key", () => {
    const restriction = { type: "api", ipPolicyIds: ["ipp_1"] };
    const other = { ...restriction, type: "agent" };
    expect(difference(ipRestriction, "ipx_1", restriction, other, NOW)).toMatchObject({
      replaces: ["type"],
      deleteBeforeReplace: false,
    });
  });

  test("of a kept object is planned if the new one has no natural key", () => {
    const kept = { type: "api", ipPolicyIds: ["ipp_1"], deleteOnDestroy: false };
    const found = difference(ipRestriction, "ipx_1", kept, { ...kept, type: "agent" }, NOW);
    expect(found.replaces).toEqual(["type"]);
  });

  test("compares all parts of a natural key", () => {
    const naturalKey = ["domain", "metadata"];
    const family = { ...reservedDomain, naturalKey, uniqueKeys: [naturalKey] };
    const news = { ...elsewhere, metadata: "m" };
    expect(difference(family, "rd_1", domain, news, NOW)).toMatchObject({
      replaces: ["region"],
      deleteBeforeReplace: false,
    });
    const kept = { ...domain, deleteOnDestroy: false };
    expect(() => difference(family, "rd_1", kept, { ...kept, region: "eu" }, NOW)).toThrow(
      "but the old object is kept (deleteOnDestroy is false) and its domain, metadata must be unique",
    );
  });

  test("is rejected with each input that requires it, and what to do", () => {
    const kept = { domain: "a.example.com", region: "us", deleteOnDestroy: false };
    expect(() => difference(reservedDomain, "rd_1", kept, { ...kept, region: "eu" }, NOW)).toThrow(
      /region can only be changed .* kept .* and its domain must be unique: undo .*, or set deleteOnDestroy to true/,
    );
    const locked = { ...domain, releaseProtection: true };
    const news = { ...locked, domain: "b.example.com", region: "eu" };
    expect(() => difference(reservedDomain, "rd_1", locked, news, NOW)).toThrow(
      /releaseProtection and domain, region can only be changed .* or set releaseProtection to false/,
    );
  });

  test("adopts another object without inputs that only a new one requires", () => {
    const olds = { certificatePem: "a", adopted: true, adoptId: "cert_1" };
    const found = difference(tlsCertificate, "cert_1", olds, { certificatePem: "a", adoptId: "cert_2" }, NOW);
    expect(found).toMatchObject({
      changedInputs: ["adoptId"],
      replaces: ["adoptId"],
      deleteBeforeReplace: false,
    });
  });

  test("deletes nothing before an adoption, even if the object is kept", () => {
    for (const olds of [domain, { ...domain, deleteOnDestroy: false }]) {
      const found = difference(reservedDomain, "rd_1", olds, { ...olds, adoptId: "rd_other" }, NOW);
      expect(found).toMatchObject({ replaces: ["adoptId"], deleteBeforeReplace: false });
    }
  });

  test("is rejected if the new object requires inputs that the adopted one lacked", () => {
    const olds = { certificatePem: "a", adopted: true };
    const replaced = () => difference(tlsCertificate, "cert_1", olds, { certificatePem: "b" }, NOW);
    expect(replaced).toThrow(
      "cert_1: certificatePem can only be changed by replacing the resource, and the new object needs privateKeyPem",
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
    ).changedInputs;

  test.each([
    ["the same id is added", {}, "ipx_1", []],
    ["the same id is added, with the id of its parent", {}, "x/ipx_1", []],
    ["it is removed", { adoptId: "ipx_1", adopted: true }, undefined, []],
    ["it is unchanged after a replacement", { adoptId: "ipx_0" }, "ipx_0", []],
    ["another id", { adoptId: "ipx_1", adopted: true }, "ipx_2", ["adoptId"]],
  ])("%s", (_, state, adoptId, expected) => {
    expect(changed(state, adoptId)).toEqual(expected);
  });
});
