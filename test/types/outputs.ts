import type * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

/** Compiled, never run: what comes out has the type that the API reference gives it. */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Refuses to compile unless both types are the same. */
const same = <A, B>(_: Same<A, B>): void => undefined;

type Of<T> = T extends pulumi.Output<infer V> ? V : never;

same<Of<edge.IpPolicy["uri"]>, string>(true);
same<Of<edge.IpPolicy["createdAt"]>, string>(true);
same<Of<edge.IpPolicy["description"]>, string>(true);
same<Of<edge.ApiKey["token"]>, string>(true);
same<Of<edge.Credential["token"]>, string>(true);
same<edge.ApiKeyResult["token"], string | null>(true);
same<Of<edge.ReservedDomain["cnameTarget"]>, string | null>(true);
same<Of<edge.ReservedDomain["certificate"]>, edge.Ref | null>(true);
same<Of<edge.ReservedDomain["certificateId"]>, string | undefined>(true);
same<Of<edge.TlsCertificate["privateKeyType"]>, "rsa" | "ecdsa" | "ed25519">(true);
same<Of<edge.TlsCertificate["issuedAt"]>, string | null>(true);
same<Of<edge.TlsCertificate["keyUsages"]>, string[]>(true);
same<Of<edge.SshUserCertificate["validUntil"]>, string>(true);
same<Of<edge.TunnelGroupBackend["tunnels"]>, edge.Ref[]>(true);
same<Of<edge.TlsEdge["unmanagedModules"]>, string[]>(true);
same<Of<edge.TlsEdge["tlsTermination"]>, edge.TlsTerminationModule | undefined>(true);
same<edge.EndpointResult["type"], "ephemeral" | "edge" | "cloud">(true);
same<edge.TunnelSessionResult["transport"], "tunnel/v2" | "ssh">(true);

export async function right(): Promise<unknown[]> {
  const policy: edge.IpPolicyResult = await edge.getIpPolicy({ id: "ipp_1" });
  const route = await edge.getHttpsEdgeRoute({ edgeId: "e", matchType: "exact_path", match: "/" });
  const found: pulumi.Output<edge.ReservedDomainResult> = edge.getReservedDomainOutput({
    domain: "a.example.com",
  });
  for await (const session of edge.eachTunnelSession()) if (session.os === "windows") break;
  const routes: edge.HttpsEdgeRouteResult[] = await edge.listHttpsEdgeRoutes({ edgeId: "e" });
  return [
    policy.createdAt.length,
    route.oauth?.provider.github?.teams,
    found.dnsRecords.apply((records) => records.map(({ type }) => type)),
    routes,
    edge.listIpPoliciesOutput({ dependsOn: new edge.IpPolicy("policy") }),
    edge.getTlsEdgeMutualTls({ edgeId: "e" }),
  ];
}

export const wrong = [
  // @ts-expect-error neither id nor domain
  () => edge.getReservedDomain({}),
  // @ts-expect-error one or the other
  () => edge.getReservedDomain({ id: "rd_1", domain: "a.example.com" }),
  // @ts-expect-error a route needs its edge
  () => edge.getHttpsEdgeRoute({ id: "r" }),
  // @ts-expect-error routes are listed of an edge
  () => edge.listHttpsEdgeRoutes(),
  // @ts-expect-error an output goes to the function that ends in Output
  () => edge.getIpPolicy({ id: new edge.IpPolicy("policy").id }),
  // @ts-expect-error one of what people write on an object
  () => edge.getIpPolicy({ description: "office", metadata: "team=edge" }),
  // @ts-expect-error an unknown match type
  () => edge.getHttpsEdgeRoute({ edgeId: "e", matchType: "regex", match: "/" }),
  // @ts-expect-error the token of a key that is looked up is null
  async () => (await edge.getApiKey({ id: "ak_1" })).token.length,
  // @ts-expect-error outputs cannot be assigned
  (policy: edge.IpPolicy) => (Object.assign(policy, {}).uri = undefined),
];
