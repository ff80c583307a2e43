import { execFileSync, spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseKey } from "sshpk";
import { describe, expect, onTestFinished } from "vitest";
import { needs } from "../support/needs";
import { type Client, emulatedReference, startClient, test } from "./support/client";
import { selfSigned, sshPair } from "./support/keys";

const upload = (api: Client, certificate_pem: string, private_key_pem: string) =>
  api.create("/tls_certificates", { certificate_pem, private_key_pem });

describe("TLS certificates", () => {
  test.each(["rsa", "ecdsa", "ed25519"] as const)(
    "%s: responses describe the leaf and never contain the key",
    async (type) => {
      const api = await startClient();
      const { certificate, key } = await selfSigned(type);
      const created = await api.create("/tls_certificates", {
        description: "d",
        metadata: "m",
        certificate_pem: certificate,
        private_key_pem: key,
      });
      expect(created).toEqual({
        id: expect.stringMatching(/^cert_/),
        uri: `${api.url}/tls_certificates/${created.id}`,
        created_at: expect.any(String),
        description: "d",
        metadata: "m",
        certificate_pem: certificate,
        subject_common_name: "app.example.com",
        subject_alternative_names: {
          dns_names: ["app.example.com", "*.app.example.com"],
          ips: ["203.0.113.7"],
        },
        issued_at: null,
        not_before: "2026-01-01T00:00:00Z",
        not_after: "2036-01-01T00:00:00Z",
        key_usages: ["digitalSignature", "keyCertSign", "cRLSign"],
        extended_key_usages: ["serverAuth", "clientAuth"],
        private_key_type: type,
        issuer_common_name: "app.example.com",
        serial_number: new X509Certificate(certificate).serialNumber.toLowerCase(),
        subject_organization: "Example Ltd",
        subject_organizational_unit: "Edge",
        subject_locality: "Zurich",
        subject_province: "ZH",
        subject_country: "CH",
      });
      expect(JSON.stringify(api.objects())).not.toContain("PRIVATE KEY");
    },
  );

  test("with `reference`, a chain is described by its first certificate", async ({ reference: api }) => {
    const [first, second] = [
      await selfSigned("rsa", "one.example.com"),
      await selfSigned("ecdsa", "two.example.com"),
    ];
    const chain = `${first.certificate}\n${second.certificate}`;
    const expected = { subject_common_name: "one.example.com", not_before: "2026-01-01T00:00:00Z" };
    expect(await upload(api, chain, first.key)).toMatchObject(expected);
    expect(await api.create("/certificate_authorities", { ca_pem: chain })).toMatchObject({
      ...expected,
      key_usages: ["digitalSignature", "keyCertSign", "cRLSign"],
      extended_key_usages: ["serverAuth", "clientAuth"],
    });
  });
});

const openSsh = needs("ssh-keygen of OpenSSH", spawnSync("ssh-keygen", ["-?"]).error === undefined);

/** The output of `ssh-keygen -L`, which rejects a certificate whose format or signature is wrong. */
function describeCertificate(line: string): string {
  const folder = mkdtempSync(join(tmpdir(), "emulator-ssh-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "key-cert.pub");
  writeFileSync(file, `${line}\n`);
  return execFileSync("ssh-keygen", ["-L", "-f", file], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, TZ: "UTC" },
  });
}

const authorities = [
  { private_key_type: "ed25519" },
  { private_key_type: "ecdsa" },
  { private_key_type: "ecdsa", elliptic_curve: "nistp384" },
  { private_key_type: "ecdsa", elliptic_curve: "nistp521" },
  { private_key_type: "rsa", key_size: 2048 },
] as const;

describe("SSH certificates, as parsed by ssh-keygen", openSsh, () => {
  test.each([
    ...authorities.map((authority) => [authority, "ed25519"] as const),
    [authorities[0], "rsa"] as const,
    [authorities[0], "ecdsa"] as const,
  ])("%o signs a key of type %s", async (params, type) => {
    const api = await startClient();
    const authority = await api.create("/ssh_certificate_authorities", params);
    expect(authority.key_type).toBe(params.private_key_type);
    const inputs = {
      ssh_certificate_authority_id: authority.id,
      principals: ["root", "deploy"],
      critical_options: { "force-command": "/bin/true", "source-address": "203.0.113.0/24" },
      extensions: { "permit-X11-forwarding": "", "permit-pty": "" },
      valid_until: "2036-02-01T00:00:00Z",
      description: "laptop",
    };
    const created = await api.create("/ssh_user_certificates", {
      ...inputs,
      public_key: sshPair(type).publicKey,
      valid_after: "2026-02-01T01:00:00+01:00",
    });
    expect(created).toMatchObject({ ...inputs, key_type: type, valid_after: "2026-02-01T00:00:00Z" });
    const text = describeCertificate(created.certificate);
    const fingerprint = parseKey(authority.public_key, "ssh").fingerprint("sha256").toString();
    for (const line of [
      "user certificate",
      `Signing CA: ${params.private_key_type.toUpperCase()} ${fingerprint}`,
      'Key ID: "laptop"',
      "Valid: from 2026-02-01T00:00:00 to 2036-02-01T00:00:00",
      "force-command /bin/true",
      "source-address 203.0.113.0/24",
      "permit-X11-forwarding",
      "permit-pty",
      "root",
      "deploy",
    ])
      expect(text).toContain(line);
  });

  test("default to a day with two extensions for users and a year for hosts, valid for all principals", async ({
    api,
  }) => {
    api.clock({ set: "2030-01-01T00:00:00Z", freeze: true });
    const ssh_certificate_authority_id = (await api.create("/ssh_certificate_authorities")).id;
    const body = { ssh_certificate_authority_id, public_key: sshPair("ed25519").publicKey };
    const user = await api.create("/ssh_user_certificates", body);
    expect(user).toMatchObject({
      principals: [],
      critical_options: {},
      extensions: { "permit-pty": "", "permit-user-rc": "" },
      valid_after: "2030-01-01T00:00:00Z",
      valid_until: "2030-01-02T00:00:00Z",
    });
    const host = await api.create("/ssh_host_certificates", body);
    expect(host).toMatchObject({ principals: [], valid_until: "2031-01-01T00:00:00Z" });
    expect(host).not.toHaveProperty("extensions");
    expect(host).not.toHaveProperty("critical_options");
    expect(describeCertificate(user.certificate)).toMatch(/Principals: \(none\)[\s\S]*permit-user-rc/);
    expect(describeCertificate(host.certificate)).toMatch(/host certificate[\s\S]*Extensions: \(none\)/);
  });
});

describe("automatic certificates", () => {
  const policy = { certificate_management_policy: { private_key_type: "ecdsa" } };

  test("a certificate is issued after the provisioning delay, then renewed", async () => {
    const api = await startClient({ provisioningSeconds: 30 });
    api.clock({ set: "2030-01-01T00:00:00Z", freeze: true });
    const domain = await api.create("/reserved_domains", { domain: "*.auto.example.com", ...policy });
    const path = `/reserved_domains/${domain.id}`;
    expect(domain.certificate_management_status).toEqual({
      renews_at: null,
      provisioning_job: {
        error_code: null,
        msg: expect.any(String),
        started_at: "2030-01-01T00:00:00Z",
        retries_at: null,
      },
    });
    api.clock({ advance: 29 });
    expect((await api.call("GET", path)).body.certificate).toBeNull();
    api.clock({ advance: 1 });
    const served = (await api.call("GET", path)).body;
    expect(served.certificate_management_status).toEqual({
      renews_at: "2030-03-02T00:00:30Z",
      provisioning_job: null,
    });
    const certificate = (await api.call("GET", `/tls_certificates/${served.certificate.id}`)).body;
    expect(certificate).toMatchObject({
      issued_at: "2030-01-01T00:00:30Z",
      not_after: "2030-04-01T00:00:30Z",
      private_key_type: "ecdsa",
      subject_alternative_names: { dns_names: ["*.auto.example.com"], ips: [] },
    });
    expect(new X509Certificate(certificate.certificate_pem).checkHost("x.auto.example.com")).toBeTruthy();
    api.clock({ set: "2030-03-02T00:00:40Z" });
    expect((await api.call("GET", path)).body).toMatchObject({
      certificate: { id: certificate.id },
      certificate_management_status: { provisioning_job: { started_at: "2030-03-02T00:00:30Z" } },
    });
    api.clock({ advance: 30 });
    const renewed = (await api.call("GET", path)).body;
    expect(renewed.certificate.id).not.toBe(certificate.id);
    expect(renewed.certificate_management_status.provisioning_job).toBeNull();
    await api.call("DELETE", path);
    expect(api.objects("/tls_certificates")).toEqual([]);
  });

  test("provisioning failures are reported, retried, and cleared", async () => {
    const api = await startClient({ provisioningSeconds: 10 });
    api.clock({ freeze: true });
    api.mutate({ domain: "*.broken.example.com", provisioning: "DNS_ERROR" });
    api.mutate({ domain: "shaky.example.com", provisioning: "INTERNAL_ERROR", times: 1, msg: "try later" });
    const dns = await api.create("/reserved_domains", { domain: "a.broken.example.com", ...policy });
    const shaky = await api.create("/reserved_domains", { domain: "shaky.example.com", ...policy });
    api.clock({ advance: 10 });
    const job = async (id: string) =>
      (await api.call("GET", `/reserved_domains/${id}`)).body.certificate_management_status.provisioning_job;
    expect(await job(dns.id)).toMatchObject({ error_code: "DNS_ERROR", retries_at: expect.any(String) });
    expect(await job(shaky.id)).toMatchObject({ error_code: "INTERNAL_ERROR", msg: "try later" });
    api.clock({ advance: 61 });
    expect(await job(shaky.id)).toBeNull();
    api.clock({ advance: 3600 });
    expect(await job(dns.id)).toMatchObject({ error_code: "DNS_ERROR" });
    api.mutate({ path: `/reserved_domains/${dns.id}`, provisioning: "succeed" });
    expect(await job(dns.id)).toBeNull();
    api.mutate({ path: `/reserved_domains/${dns.id}`, provisioning: "renew" });
    expect(await job(dns.id)).toMatchObject({ error_code: null });
  });

  /** A domain with an uploaded certificate. */
  async function withUpload(api: Client) {
    const { certificate, key } = await selfSigned();
    const { id: certificate_id } = await upload(api, certificate, key);
    const domain = await api.create("/reserved_domains", { domain: "app.example.com", certificate_id });
    return { path: `/reserved_domains/${domain.id}`, certificate_id };
  }

  test("with `reference`, a certificate replaces the policy and vice versa", async () => {
    // The first response has the certificate and the job; that of the service has neither.
    const api = await emulatedReference({ provisioningSeconds: 10 });
    const { path, certificate_id } = await withUpload(api);
    expect((await api.call("PATCH", path, policy)).body).toMatchObject({
      certificate: { id: certificate_id },
      certificate_management_status: { provisioning_job: {} },
    });
    expect((await api.call("PATCH", path, { certificate_id })).body).toMatchObject({
      certificate: { id: certificate_id },
      certificate_management_policy: null,
      certificate_management_status: null,
    });
    expect((await api.call("PATCH", path, { ...policy, certificate_id })).status).toBe(400);
  });

  test("attachmentSwitch: refuse requires detaching the attachment before setting the other kind", async () => {
    const api = await startClient({ attachmentSwitch: "refuse" });
    const { path, certificate_id } = await withUpload(api);
    expect((await api.call("PATCH", path, policy)).status).toBe(400);
    await api.call("DELETE", `${path}/certificate`);
    expect((await api.call("PATCH", path, policy)).status).toBe(200);
    expect((await api.call("PATCH", path, { certificate_id })).status).toBe(400);
  });

  test("detaching keeps an uploaded certificate, and deletes an automatic one", async () => {
    const api = await startClient({ provisioningSeconds: 0 });
    const { path, certificate_id } = await withUpload(api);
    await api.call("DELETE", `${path}/certificate_management_policy`);
    expect((await api.call("GET", path)).body.certificate.id).toBe(certificate_id);
    expect(await api.call("DELETE", `${path}/certificate`)).toMatchObject({ status: 204, text: "" });
    expect((await api.call("GET", path)).body.certificate).toBeNull();
    await api.call("PATCH", path, policy);
    expect((await api.call("GET", path)).body.certificate).not.toBeNull();
    expect((await api.call("DELETE", `${path}/certificate_management_policy`)).status).toBe(204);
    expect((await api.call("GET", path)).body).toMatchObject({
      certificate: null,
      certificate_management_policy: null,
      certificate_management_status: null,
    });
    const uploadedOnly = [expect.objectContaining({ id: certificate_id })];
    expect(api.objects("/tls_certificates")).toEqual(uploadedOnly);
    await api.call("PATCH", path, policy);
    expect(api.objects("/tls_certificates")).toHaveLength(2);
    await api.call("PATCH", path, { certificate_id });
    expect(api.objects("/tls_certificates")).toEqual(uploadedOnly);
    expect((await api.call("DELETE", "/reserved_domains/rd_x/certificate")).status).toBe(404);
  });
});
