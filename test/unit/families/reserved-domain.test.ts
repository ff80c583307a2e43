import { describe, expect, test } from "vitest";
import { reservedAddr } from "../../../provider/families/reserved-addr";
import {
  certificateReadiness,
  requiredDnsRecords,
  reservedDomain,
} from "../../../provider/families/reserved-domain";
import type { Props } from "../../../provider/family/resource";
import { domainProblem } from "../../../traffic-policy/language/hosts";

const NOW = Date.parse("2030-01-01T00:00:00Z");
const certificate = { id: "cert_1", uri: "https://api.example.com/tls_certificates/cert_1" };
const withJob = (provisioningJob: object | null, more = {}) => ({
  domain: "*.example.com",
  cnameTarget: "edge.example.net",
  acmeChallengeCnameTarget: "acme.example.net",
  certificate: null,
  certificateManagementStatus: { renewsAt: null, provisioningJob },
  ...more,
});

describe("DNS records", () => {
  test("depend on the kind of domain: custom hostname, wildcard, or subdomain of the service", () => {
    const app = { domain: "app.example.com", cnameTarget: "x.example.net", acmeChallengeCnameTarget: null };
    expect(requiredDnsRecords(app)).toEqual([
      { name: "app.example.com", type: "CNAME", value: "x.example.net" },
    ]);
    expect(requiredDnsRecords(withJob(null))).toEqual([
      { name: "*.example.com", type: "CNAME", value: "edge.example.net" },
      { name: "_acme-challenge.example.com", type: "CNAME", value: "acme.example.net" },
    ]);
    expect(requiredDnsRecords({ domain: "app.service.example", cnameTarget: "" })).toEqual([]);
  });
});

describe("certificate readiness", () => {
  test("is ready if the certificate exists and no job is running", () => {
    expect(certificateReadiness(withJob(null, { certificate }), NOW)).toEqual({ state: "ready" });
  });

  test("a renewal job doesn't delay readiness", () => {
    const job = { errorCode: "DNS_ERROR", msg: "no record" };
    const state = withJob(job, { certificate });
    state.certificateManagementStatus.renewsAt = "2030-02-01T00:00:00Z" as never;
    expect(certificateReadiness(state, NOW)).toEqual({ state: "ready" });
  });

  test("an uploaded certificate doesn't count while a job is running", () => {
    expect(certificateReadiness(withJob({ msg: "ordering" }, { certificate }), NOW).state).toBe("waiting");
  });

  test("an uploaded certificate doesn't count before provisioning starts", () => {
    const verdict = (before: Props, more = {}) =>
      certificateReadiness({ ...withJob(null, { certificate }), ...more }, NOW, before).state;
    expect(verdict({ certificate })).toBe("waiting");
    expect(verdict({ certificate: { id: "cert_0" } })).toBe("ready");
    expect(verdict({ certificate, certificateManagementPolicy: {} })).toBe("ready");
    const certificateManagementStatus = { renewsAt: "2030-02-01T00:00:00Z", provisioningJob: null };
    expect(verdict({ certificate }, { certificateManagementStatus })).toBe("ready");
  });

  test("a temporary error waits for the service's retry", () => {
    const retriesAt = "2030-01-01T00:01:00Z";
    const job = { errorCode: "INTERNAL_ERROR", msg: "busy", retriesAt };
    const againAt = Date.parse(retriesAt);
    expect(certificateReadiness(withJob(job), NOW)).toMatchObject({ state: "waiting", againAt });
    const afterRetry = certificateReadiness(withJob({ ...job, msg: undefined }), NOW + 120_000);
    expect(afterRetry).toEqual({ state: "waiting", why: "INTERNAL_ERROR" });
  });

  test("a DNS error fails at once, with the records to set", () => {
    const verdict = certificateReadiness(withJob({ errorCode: "DNS_ERROR", msg: "no record" }), NOW);
    expect(verdict).toMatchObject({
      state: "failed",
      why: expect.stringContaining("*.example.com CNAME edge."),
    });
    expect(verdict).toMatchObject({
      why: expect.stringContaining("_acme-challenge.example.com CNAME acme."),
    });
  });

  test("a DNS error of a domain without required records suggests a check", () => {
    const unset = { cnameTarget: null, acmeChallengeCnameTarget: null };
    expect(certificateReadiness({ ...withJob({ errorCode: "DNS_ERROR" }), ...unset }, NOW)).toEqual({
      state: "failed",
      why: "DNS_ERROR. Correct the DNS of the domain, then run `pulumi up` again.",
    });
  });

  test("a domain without a job and a certificate waits", () => {
    expect(certificateReadiness(withJob(null), NOW).state).toBe("waiting");
  });
});

describe("waiting", () => {
  const deadline = (waitForCertificate: unknown) =>
    reservedDomain.waitUntilReady?.deadline({ waitForCertificate });

  test("is off by default and ends after ten minutes or the configured time", () => {
    expect(deadline(undefined)).toBeUndefined();
    expect(deadline(false)).toBeUndefined();
    expect(deadline(true)).toBe(600_000);
    expect(deadline({})).toBe(600_000);
    expect(deadline({ timeoutSeconds: 5 })).toBe(5_000);
  });

  test("needs a policy", () => {
    const violations = (inputs: Record<string, unknown>) =>
      (reservedDomain.rules ?? []).flatMap((rule) => rule.violation(inputs) ?? []);
    expect(violations({ waitForCertificate: true })).toHaveLength(1);
    expect(violations({ waitForCertificate: true, certificateManagementPolicy: {} })).toEqual([]);
    expect(violations({ waitForCertificate: false })).toEqual([]);
    expect(violations({ certificateId: "cert_1", certificateManagementPolicy: {} })).toHaveLength(1);
  });
});

describe("the certificate as an input", () => {
  const observe = (response: Record<string, unknown>) => reservedDomain.observe?.certificateId?.(response);

  test("is the uploaded one, never a managed one", () => {
    expect(observe({ certificate })).toBe("cert_1");
    expect(observe({ certificate: null })).toBeNull();
    expect(observe({ certificate, certificateManagementPolicy: { authority: "letsencrypt" } })).toBeNull();
  });

  test("is unknown if the response omits it", () => {
    expect(observe({})).toBeUndefined();
  });
});

test("the error of release protection contains the name of the object", () => {
  const account = { isOwnToken: async () => false };
  const domain = { domain: "a.example.com", releaseProtection: true };
  const address = { addr: "1.tcp.example.com:1", releaseProtection: true };
  expect(reservedDomain.preventDelete?.(domain, account)).toContain("a.example.com");
  expect(reservedDomain.preventDelete?.({ domain: "a.example.com" }, account)).toBeUndefined();
  expect(reservedAddr.preventDelete?.(address, account)).toContain("1.tcp.example.com:1");
});

test.each(["ngrok.app", "*.ngrok.app"])(
  "%s belongs to the service, so the error suggests a subdomain",
  (domain) => {
    expect(domainProblem(domain)).toMatch("belongs to the service: name a subdomain, such as app.ngrok.app");
  },
);
