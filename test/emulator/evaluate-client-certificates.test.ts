import { expect, test } from "vitest";
import type { Seed } from "../../emulator/index";
import { evaluatePolicy, REQUEST, startWithPolicy } from "./support/evaluation";
import { type Issued, selfSigned } from "./support/keys";

const terminateTls = (config: object, ...requestRules: readonly object[]): string =>
  JSON.stringify({
    on_tcp_connect: [{ actions: [{ type: "terminate-tls", config }] }],
    on_http_request: requestRules,
  });

const issueTrustedAndOther = (): Promise<[Issued, Issued]> =>
  Promise.all([selfSigned("ecdsa", "trusted"), selfSigned("rsa", "other")]);

test("terminate-tls accepts certificates of its authorities while they are valid", async () => {
  const [trusted, other] = await issueTrustedAndOther();
  const emulator = await startWithPolicy(
    terminateTls({ mutual_tls_certificate_authorities: ["ca_1", trusted.certificate] }),
    { "/certificate_authorities": [{ id: "ca_2", ca_pem: other.certificate }] },
  );
  const outcomeFor = async (cert: string) => (await emulator.evaluate({ ...REQUEST, cert })).outcome;
  expect(await emulator.evaluate(REQUEST)).toMatchObject({ outcome: "asks", asks: "client-certificate" });
  expect(await outcomeFor(trusted.certificate)).toBe("forwarded");
  expect(await outcomeFor(other.certificate)).toBe("refused");
  emulator.clock({ set: "2040-01-01T00:00:00Z" });
  expect(await outcomeFor(trusted.certificate)).toBe("refused");
});

test("terminate-tls verifies client certificates according to its strategy", async () => {
  const [trusted, other] = await issueTrustedAndOther();
  const seed = { "/certificate_authorities": [{ id: "ca_1", ca_pem: trusted.certificate }] };
  const outcomeFor = async (strategy: string, cert?: string) => {
    const policy = terminateTls({
      mutual_tls_certificate_authorities: ["ca_1"],
      mutual_tls_verification_strategy: strategy,
    });
    return (await evaluatePolicy(policy, cert === undefined ? {} : { cert }, seed)).outcome;
  };
  expect(await outcomeFor("require-and-verify", trusted.certificate)).toBe("forwarded");
  expect(await outcomeFor("require-and-verify", other.certificate)).toBe("refused");
  expect(await outcomeFor("require-any", other.certificate)).toBe("forwarded");
  expect(await outcomeFor("require-any")).toBe("asks");
  expect(await outcomeFor("request")).toBe("forwarded");
  expect(await outcomeFor("not-a-strategy")).toBe("undecided");
});

test.each(["conn.tls.client", "actions.ngrok.terminate_tls.client"])(
  "exposes the certificate to later rules as %s",
  async (client) => {
    const { certificate } = await selfSigned("ecdsa", "client");
    const rule = { expressions: [`${client}.subject.common_name == 'client'`], actions: [{ type: "deny" }] };
    const policy = terminateTls({ mutual_tls_certificate_authorities: [certificate] }, rule);
    expect(await evaluatePolicy(policy, { cert: certificate })).toMatchObject({
      outcome: "refused",
      status: 403,
    });
  },
);

test.each(["/edges/tls", "/edges/https"])(
  "%s requires a certificate of its authorities",
  async (collection) => {
    const [trusted, other] = await issueTrustedAndOther();
    const backend = { backend_id: "bkdtg_1" };
    const edge = {
      id: "edge_1",
      hostports: ["*.example.com:443"],
      mutual_tls: { certificate_authority_ids: ["ca_1"] },
    };
    const seed: Seed = {
      // Instead of the endpoint that evaluatePolicy adds.
      "/endpoints": [],
      "/backends/tunnel_group": [{ id: "bkdtg_1", labels: { app: "a" } }],
      "/certificate_authorities": [{ id: "ca_1", ca_pem: trusted.certificate }],
      [collection]: [collection === "/edges/tls" ? { ...edge, backend } : edge],
      ...(collection === "/edges/https" && {
        "/edges/https/edge_1/routes": [{ match_type: "path_prefix", match: "/", backend }],
      }),
    };
    const outcomeFor = async (cert?: string) =>
      (await evaluatePolicy("", { ...(cert && { cert }) }, seed)).outcome;
    expect(await outcomeFor()).toBe("asks");
    expect(await outcomeFor(trusted.certificate)).toBe("forwarded");
    expect(await outcomeFor(other.certificate)).toBe("refused");
  },
);
