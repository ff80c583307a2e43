import type * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

/** Compiled, never run: outputs and results of lookups have the types that the API reference states. */

type Equals<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const assertType = <Actual, Expected>(_: Equals<Actual, Expected>): void => undefined;

type OutputValue<T> = T extends pulumi.Output<infer V> ? V : never;

assertType<OutputValue<edge.IpPolicy["uri"]>, string>(true);
assertType<OutputValue<edge.IpPolicy["createdAt"]>, string>(true);
assertType<OutputValue<edge.IpPolicy["description"]>, string>(true);
assertType<OutputValue<edge.ApiKey["token"]>, string>(true);
assertType<OutputValue<edge.Credential["token"]>, string>(true);
assertType<edge.ApiKeyResult["token"], string | null>(true);
assertType<OutputValue<edge.ReservedDomain["cnameTarget"]>, string | null>(true);
assertType<OutputValue<edge.ReservedDomain["certificate"]>, edge.Ref | null>(true);
assertType<OutputValue<edge.ReservedDomain["certificateId"]>, string | undefined>(true);
assertType<OutputValue<edge.TlsCertificate["privateKeyType"]>, "rsa" | "ecdsa" | "ed25519">(true);
assertType<OutputValue<edge.TlsCertificate["issuedAt"]>, string | null>(true);
assertType<OutputValue<edge.TlsCertificate["keyUsages"]>, string[]>(true);
assertType<OutputValue<edge.SshUserCertificate["validUntil"]>, string>(true);
assertType<OutputValue<edge.TunnelGroupBackend["tunnels"]>, edge.Ref[]>(true);
assertType<OutputValue<edge.TlsEdge["unmanagedModules"]>, string[]>(true);
assertType<OutputValue<edge.TlsEdge["tlsTermination"]>, edge.TlsTerminationModule | undefined>(true);
assertType<edge.EndpointResult["type"], "ephemeral" | "edge" | "cloud">(true);
assertType<edge.TunnelSessionResult["transport"], "tunnel/v2" | "ssh">(true);

export async function right(): Promise<unknown[]> {
  const policy: edge.IpPolicyResult = await edge.getIpPolicy({ id: "ipp_1" });
  const route = await edge.getHttpsEdgeRoute({ edgeId: "e", matchType: "exact_path", match: "/" });
  const domain: pulumi.Output<edge.ReservedDomainResult> = edge.getReservedDomainOutput({
    domain: "a.example.com",
  });
  for await (const session of edge.eachTunnelSession()) if (session.os === "windows") break;
  const routes: edge.HttpsEdgeRouteResult[] = await edge.listHttpsEdgeRoutes({ edgeId: "e" });
  return [
    policy.createdAt.length,
    route.oauth?.provider.github?.teams,
    domain.dnsRecords.apply((records) => records.map(({ type }) => type)),
    routes,
    edge.listIpPoliciesOutput({ dependsOn: new edge.IpPolicy("policy") }),
    edge.getTlsEdgeMutualTls({ edgeId: "e" }),
  ];
}

export const wrong = [
  // @ts-expect-error either id or domain is required
  () => edge.getReservedDomain({}),
  // @ts-expect-error id and domain exclude each other
  () => edge.getReservedDomain({ id: "rd_1", domain: "a.example.com" }),
  // @ts-expect-error a route is looked up within its edge
  () => edge.getHttpsEdgeRoute({ id: "r" }),
  // @ts-expect-error routes are listed within their edge
  () => edge.listHttpsEdgeRoutes(),
  // @ts-expect-error only the function with the suffix Output accepts an output
  () => edge.getIpPolicy({ id: new edge.IpPolicy("policy").id }),
  // @ts-expect-error description and metadata exclude each other
  () => edge.getIpPolicy({ description: "office", metadata: "team=edge" }),
  // @ts-expect-error an unknown match type
  () => edge.getHttpsEdgeRoute({ edgeId: "e", matchType: "regex", match: "/" }),
  // @ts-expect-error a lookup returns null for the token
  async () => (await edge.getApiKey({ id: "ak_1" })).token.length,
  // @ts-expect-error outputs cannot be assigned
  (policy: edge.IpPolicy) => (Object.assign(policy, {}).uri = undefined),
];
