import { expect, test } from "vitest";
import type { Seed } from "../../emulator/index";
import { evaluatePolicy, REQUEST, withPolicy } from "./support/evaluation";
import { type Issued, selfSigned } from "./support/keys";

const terminating = (config: object, ...later: readonly object[]): string =>
  JSON.stringify({
    on_tcp_connect: [{ actions: [{ type: "terminate-tls", config }] }],
    on_http_request: later,
  });

const ourAndTheirCertificate = (): Promise<[Issued, Issued]> =>
  Promise.all([selfSigned("ecdsa", "ours"), selfSigned("rsa", "theirs")]);

test("terminate-tls accepts certificates of its authorities while they are valid", async () => {
  const [ours, theirs] = await ourAndTheirCertificate();
  const emulator = await withPolicy(
    terminating({ mutual_tls_certificate_authorities: ["ca_1", ours.certificate] }),
    { "/certificate_authorities": [{ id: "ca_2", ca_pem: theirs.certificate }] },
  );
  const outcome = async (cert: string) => (await emulator.evaluate({ ...REQUEST, cert })).outcome;
  expect(await emulator.evaluate(REQUEST)).toMatchObject({ outcome: "asks", asks: "client-certificate" });
  expect(await outcome(ours.certificate)).toBe("forwarded");
  expect(await outcome(theirs.certificate)).toBe("refused");
  emulator.clock({ set: "2040-01-01T00:00:00Z" });
  expect(await outcome(ours.certificate)).toBe("refused");
});

test("terminate-tls accepts an authority by its id, any certificate, or none, by its strategy", async () => {
  const [ours, theirs] = await ourAndTheirCertificate();
  const seed = { "/certificate_authorities": [{ id: "ca_1", ca_pem: ours.certificate }] };
  const verdict = async (strategy: string, cert?: string) => {
    const policy = terminating({
      mutual_tls_certificate_authorities: ["ca_1"],
      mutual_tls_verification_strategy: strategy,
    });
    return (await evaluatePolicy(policy, cert === undefined ? {} : { cert }, seed)).outcome;
  };
  expect(await verdict("require-and-verify", ours.certificate)).toBe("forwarded");
  expect(await verdict("require-and-verify", theirs.certificate)).toBe("refused");
  expect(await verdict("require-any", theirs.certificate)).toBe("forwarded");
  expect(await verdict("require-any")).toBe("asks");
  expect(await verdict("request")).toBe("forwarded");
  expect(await verdict("nothing")).toBe("undecided");
});

test.each(["conn.tls.client", "actions.ngrok.terminate_tls.client"])(
  "later rules read %s",
  async (client) => {
    const { certificate } = await selfSigned("ecdsa", "ours");
    const rule = { expressions: [`${client}.subject.common_name == 'ours'`], actions: [{ type: "deny" }] };
    const policy = terminating({ mutual_tls_certificate_authorities: [certificate] }, rule);
    expect(await evaluatePolicy(policy, { cert: certificate })).toMatchObject({
      outcome: "refused",
      status: 403,
    });
  },
);

test.each(["/edges/tls", "/edges/https"])("%s require a certificate of their authorities", async (kind) => {
  const [ours, theirs] = await ourAndTheirCertificate();
  const backend = { backend_id: "bkdtg_1" };
  const edge = {
    id: "edge_1",
    hostports: ["*.example.com:443"],
    mutual_tls: { certificate_authority_ids: ["ca_1"] },
  };
  const seed: Seed = {
    "/endpoints": [],
    "/backends/tunnel_group": [{ id: "bkdtg_1", labels: { app: "a" } }],
    "/certificate_authorities": [{ id: "ca_1", ca_pem: ours.certificate }],
    [kind]: [kind === "/edges/tls" ? { ...edge, backend } : edge],
    ...(kind === "/edges/https" && {
      "/edges/https/edge_1/routes": [{ match_type: "path_prefix", match: "/", backend }],
    }),
  };
  const verdict = async (cert?: string) =>
    (await evaluatePolicy("", { ...(cert && { cert }) }, seed)).outcome;
  expect(await verdict()).toBe("asks");
  expect(await verdict(ours.certificate)).toBe("forwarded");
  expect(await verdict(theirs.certificate)).toBe("refused");
});
