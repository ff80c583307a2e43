import { describe, expect, test } from "vitest";
import { resources } from "../../../provider/families";
import type { Props, ResourceFamily } from "../../../provider/family/resource";
import { driftOfObject } from "../../../provider/inspect/property-drift";
import { checkInputs } from "../../../provider/lifecycle/plan/check";
import { findChangedInputs } from "../../../provider/lifecycle/plan/diff";
import { observe } from "../../../provider/lifecycle/values/response";
import { compose, currentInputs } from "../../../provider/lifecycle/values/state";
import { sshPublicKey } from "../../support/crypto";

const familyOf = (name: string) => resources.find((family) => family.name === name) as ResourceFamily;

/** The inputs that a program would change after a refresh with this response. */
function changedAfter(name: string, inputs: Props, answer: Props): string[] {
  const family = familyOf(name);
  const created = compose(family, inputs, observe(family, { id: "x" }));
  const seen = observe(family, { id: "x", ...answer });
  const state = compose(family, currentInputs(family, created, seen), seen, created);
  return findChangedInputs(family, { id: "", state, inputs });
}

test.each([null, ""])("keeps the program's deprecated input if the response has %o", (region) => {
  const inputs = { domain: "a.example.com", region: "eu" };
  expect(changedAfter("ReservedDomain", inputs, { domain: "a.example.com", region })).toEqual([]);
  const moved = { domain: "a.example.com", region: "us" };
  expect(changedAfter("ReservedDomain", inputs, moved)).toEqual(["region"]);
  const family = familyOf("ReservedDomain");
  const state = compose(family, inputs, observe(family, { id: "x" }));
  expect(driftOfObject(family, state, { id: "x", domain: "a.example.com", region })).toEqual([]);
});

test("ignores the default port of TLS", () => {
  const inputs = { url: "tls://a.example.com:443", trafficPolicy: "{}" };
  expect(changedAfter("Endpoint", inputs, { url: "tls://a.example.com", traffic_policy: "{}" })).toEqual([]);
  const other = { url: "tls://a.example.com:8443", traffic_policy: "{}" };
  expect(changedAfter("Endpoint", inputs, other)).toEqual(["url"]);
});

test.each(["SshUserCertificate", "SshHostCertificate"])("ignores fractions of seconds in a %s", (name) => {
  const inputs = {
    sshCertificateAuthorityId: "sshca_1",
    publicKey: sshPublicKey("ann"),
    validAfter: "2030-01-01T00:00:00.900Z",
    validUntil: "2030-02-01T00:00:00.123456Z",
  };
  const answer = {
    ssh_certificate_authority_id: "sshca_1",
    public_key: inputs.publicKey,
    valid_after: "2030-01-01T00:00:00Z",
    valid_until: "2030-02-01T00:00:00Z",
  };
  expect(changedAfter(name, inputs, answer)).toEqual([]);
  const later = { ...answer, valid_until: "2030-02-01T00:00:01Z" };
  expect(changedAfter(name, inputs, later)).toEqual(["validUntil"]);
});

test("returns an empty list for a null output, at any depth", () => {
  const stateOf = (name: string, answer: Props) => {
    const family = familyOf(name);
    return compose(family, {}, observe(family, { id: "x", ...answer }));
  };
  expect(stateOf("HttpsEdge", { routes: null }).routes).toEqual([]);
  const subject_alternative_names = { dns_names: null, ips: ["192.0.2.1"] };
  expect(stateOf("TlsCertificate", { subject_alternative_names }).subjectAlternativeNames).toEqual({
    dnsNames: [],
    ips: ["192.0.2.1"],
  });
});

test.each([
  ["ReservedDomain", { domain: "a.example.com", waitForCertificate: false }],
  ["ReservedDomain", { domain: "a.example.com", releaseProtection: false }],
  ["ReservedAddr", { releaseProtection: false }],
])("sees no change in a setting of %s that equals its default", (name, { ...inputs }) => {
  const { waitForCertificate, releaseProtection, ...rest } = inputs as Props;
  expect(findChangedInputs(familyOf(name), { id: "", state: rest, inputs })).toEqual([]);
  expect(findChangedInputs(familyOf(name), { id: "", state: inputs, inputs: rest })).toEqual([]);
  // The setting is the last key of the row.
  const [key] = Object.keys(inputs).slice(-1) as [string];
  expect(
    findChangedInputs(familyOf(name), { id: "", state: rest, inputs: { ...rest, [key]: true } }),
  ).toEqual([key]);
});

describe("renewBefore", () => {
  const failures = (name: string, inputs: Props) => {
    const { inputs: shape, rules } = familyOf(name);
    const args = { sshCertificateAuthorityId: "sshca_1", publicKey: sshPublicKey("ann"), ...inputs };
    return checkInputs(shape, {}, args, { rules }).failures.map(({ path, reason }) => `${path} ${reason}`);
  };
  const twoDays = { validAfter: "2030-01-01T00:00:00Z", validUntil: "2030-01-03T00:00:00Z" };

  test.each([
    ["SshUserCertificate", { renewBefore: 24 }, "24 hours"],
    ["SshHostCertificate", { renewBefore: 8760 }, "8760 hours"],
    ["SshUserCertificate", { renewBefore: 48, ...twoDays }, "48 hours"],
  ])("of a %s that would always be due is rejected", (name, inputs, hours) => {
    expect(failures(name, inputs)).toEqual([
      expect.stringMatching(new RegExp(`^renewBefore must be less than the ${hours}`)),
    ]);
  });

  test.each([
    ["SshUserCertificate", { renewBefore: 23.5 }],
    ["SshHostCertificate", { renewBefore: 8759 }],
    ["SshUserCertificate", { renewBefore: 47, ...twoDays }],
    ["SshUserCertificate", { renewBefore: 100, validUntil: twoDays.validUntil }],
    ["SshUserCertificate", twoDays],
  ])("of a %s with a time before it is due is accepted", (name, inputs) => {
    expect(failures(name, inputs)).toEqual([]);
  });
});

test("the output unmanagedModules changes with each module of an edge or route", () => {
  for (const { name, moduleKeys, outputs } of resources.filter((family) => family.moduleKeys.length > 0)) {
    const { unmanagedModules } = outputs;
    expect([name, unmanagedModules?.meta.changesWith]).toEqual([name, moduleKeys]);
  }
});
