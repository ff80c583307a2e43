import { authorityPem, sshPublicKey, tlsKeyPair } from "../support/crypto";
import { type Declared, type JsonInputs, reference, resource } from "../support/program";

/** 50 resources of all families. Some are equal, so a creation that is mistaken for another changes the number of objects. */
export function tortureProgram(): Declared[] {
  const declared: Declared[] = [];
  const add = (className: string, count: number, inputs: (n: number) => JsonInputs) => {
    const first = declared.filter((row) => row.class === className).length + 1;
    for (let n = first; n < first + count; n++)
      declared.push(resource(className, `${className}-${n}`, inputs(n)));
  };
  const pem = tlsKeyPair("torture.example.com");
  const policy = '{"on_http_request":[{"actions":[{"type":"deny"}]}]}';

  add("IpPolicy", 4, () => ({ description: "office", metadata: '{"team":"edge"}' }));
  add("IpPolicy", 4, (n) => ({ description: `site ${n}` }));
  add("IpPolicyRule", 5, (n) => ({
    ipPolicyId: reference("IpPolicy-1"),
    cidr: `192.0.2.${n}/32`,
    action: "allow",
  }));
  add("IpRestriction", 1, () => ({
    type: "dashboard",
    ipPolicyIds: [reference("IpPolicy-1"), reference("IpPolicy-2")],
  }));
  add("BotUser", 2, () => ({ name: "deployer" }));
  add("ApiKey", 2, () => ({ description: "pipeline" }));
  add("Credential", 2, () => ({ acl: ["bind:*.example.com"] }));
  add("SshCredential", 1, () => ({ publicKey: sshPublicKey("agent") }));
  add("TlsCertificate", 2, () => ({ ...pem }));
  add("CertificateAuthority", 1, () => ({ caPem: authorityPem("clients") }));
  add("ReservedDomain", 1, () => ({ domain: "plain.torture.example.com" }));
  add("ReservedDomain", 1, () => ({
    domain: "served.torture.example.com",
    certificateId: reference("TlsCertificate-1"),
  }));
  add("ReservedDomain", 1, () => ({
    domain: "managed.torture.example.com",
    certificateManagementPolicy: { authority: "letsencrypt" },
  }));
  add("ReservedAddr", 2, () => ({ region: "eu" }));
  add("SshCertificateAuthority", 1, () => ({ description: "fleet" }));
  add("SshUserCertificate", 2, () => ({
    sshCertificateAuthorityId: reference("SshCertificateAuthority-1"),
    publicKey: sshPublicKey("person"),
    principals: ["deploy"],
  }));
  add("SshHostCertificate", 1, () => ({
    sshCertificateAuthorityId: reference("SshCertificateAuthority-1"),
    publicKey: sshPublicKey("host"),
  }));
  add("TunnelGroupBackend", 3, () => ({ labels: { app: "shop" } }));
  add("WeightedBackend", 1, () => ({
    backends: { [reference("TunnelGroupBackend-1")]: 10, [reference("TunnelGroupBackend-2")]: 90 },
  }));
  add("FailoverBackend", 1, () => ({
    backends: [reference("TunnelGroupBackend-1"), reference("WeightedBackend-1")],
  }));
  add("TlsEdge", 1, () => ({
    hostports: ["tls.torture.example.com:443"],
    backend: { backendId: reference("TunnelGroupBackend-1") },
    ipRestriction: { ipPolicyIds: [reference("IpPolicy-1")] },
    mutualTls: { certificateAuthorityIds: [reference("CertificateAuthority-1")] },
    tlsTermination: { terminateAt: "edge" },
    trafficPolicy: { value: '{"on_tcp_connect":[{"actions":[{"type":"deny"}]}]}' },
  }));
  add("TlsEdge", 1, () => ({ description: "managed elsewhere" }));
  add("TlsEdgeTlsTermination", 1, () => ({ edgeId: reference("TlsEdge-2"), terminateAt: "edge" }));
  add("TlsEdgeMutualTls", 1, () => ({
    edgeId: reference("TlsEdge-2"),
    certificateAuthorityIds: [reference("CertificateAuthority-1")],
  }));
  add("TcpEdge", 1, () => ({ description: "database" }));
  add("TcpEdgeIpRestriction", 1, () => ({
    edgeId: reference("TcpEdge-1"),
    ipPolicyIds: [reference("IpPolicy-3")],
  }));
  add("HttpsEdge", 1, () => ({ hostports: ["https.torture.example.com:443"] }));
  add("HttpsEdgeRoute", 2, (n) => ({
    edgeId: reference("HttpsEdge-1"),
    matchType: "path_prefix",
    match: `/${n}`,
    compression: { enabled: true },
    webhookVerification: { provider: "github", secret: "torture-webhook-secret" },
  }));
  add("HttpsEdgeRouteBackend", 1, () => ({
    edgeId: reference("HttpsEdge-1"),
    routeId: reference("HttpsEdgeRoute-1"),
    backendId: reference("FailoverBackend-1"),
  }));
  add("Endpoint", 2, (n) => ({ url: `https://endpoint-${n}.torture.example.com`, trafficPolicy: policy }));
  return declared;
}
