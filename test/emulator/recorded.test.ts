import { X509Certificate } from "node:crypto";
import { describe, expect } from "vitest";
import { test } from "./support/client";

/** Behavior beyond the reference, from recorded requests and responses of the service. */
describe("as recorded at the service", () => {
  test.for([
    ["/service_users", { name: "robot" }, /^service_/],
    ["/backends/static", { address: "10.0.0.1:80" }, /^bkdsc_/],
  ] as const)("ids of %s", async ([collection, body, id], { api }) => {
    expect((await api.make(collection, body)).id).toMatch(id);
  });

  test("ids of SSH certificates", async ({ api }) => {
    const authority = await api.make("/ssh_certificate_authorities");
    const { public_key } = await api.make("/ssh_certificate_authorities");
    const body = { ssh_certificate_authority_id: authority.id, public_key, principals: ["a"] };
    expect((await api.make("/ssh_user_certificates", body)).id).toMatch(/^sucrt_/);
    expect((await api.make("/ssh_host_certificates", body)).id).toMatch(/^shcrt_/);
  });

  test("an endpoint without a type is a cloud endpoint", async ({ api }) => {
    const endpoint = await api.make("/endpoints", { url: "https://app.internal", traffic_policy: "{}" });
    expect(endpoint.type).toBe("cloud");
  });

  test("a webhook provider is accepted in any case, and returned as given", async ({ api }) => {
    const edge = await api.make("/edges/https");
    const route = await api.make(`/edges/https/${edge.id}/routes`, { match_type: "exact_path", match: "/" });
    const path = `/edges/https/${edge.id}/routes/${route.id}/webhook_verification`;
    const { status, body } = await api.call("PUT", path, { provider: "TWILIO", secret: "s" });
    expect([status, body.provider]).toEqual([200, "TWILIO"]);
    expect((await api.call("PUT", path, { provider: "SNS" })).status).toBe(200);
    const unknown = await api.call("PUT", path, { provider: "TWILI0", secret: "s" });
    expect(unknown.body.error_code).toBe("ERR_NGROK_7030");
  });

  test("a SAML module shows the certificate that requests are signed with", async ({ api }) => {
    const edge = await api.make("/edges/https");
    const route = await api.make(`/edges/https/${edge.id}/routes`, { match_type: "exact_path", match: "/" });
    const path = `/edges/https/${edge.id}/routes/${route.id}/saml`;
    const { body } = await api.call("PUT", path, { idp_metadata: "<EntityDescriptor/>" });
    expect(new X509Certificate(body.request_signing_certificate_pem).subject).toBe("CN=idp.tunnel-edge.dev");
    expect(route.uri).toBe(`${api.url}/edges/https/${edge.id}/routes/${route.id}`);
  });

  test("a secret is put into the vault of a name", async ({ api }) => {
    const vault = await api.make("/vaults", { name: "app" });
    const secret = { name: "password", value: "x" };
    const { vault_name, ...made } = await api.make("/vault_secrets", { ...secret, vault_name: "app" });
    expect([vault_name, made.vault.id]).toEqual(["app", vault.id]);
    const unknown = await api.call("POST", "/vault_secrets", { ...secret, vault_name: "other" });
    expect(unknown.body.error_code).toBe("ERR_NGROK_24009");
  });

  test("IPv6 networks come back in lower case", async ({ api }) => {
    const policy = await api.make("/ip_policies");
    const rule = { ip_policy_id: policy.id, cidr: "2001:DB8::/32", action: "allow" };
    expect((await api.make("/ip_policy_rules", rule)).cidr).toBe("2001:db8::/32");
  });

  test("the format of a destination is accepted in either case", async ({ api }) => {
    const target = { datadog: { api_key: "k" } };
    for (const format of ["json", "JSON"])
      expect((await api.make("/event_destinations", { format, target })).format).toBe(format);
    expect((await api.call("POST", "/event_destinations", { format: "xml", target })).status).toBe(400);
  });
});
