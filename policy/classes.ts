import type * as pulumi from "@pulumi/pulumi";
import * as edge from "../sdk";
import type { ResourceClass } from "./rule";

type Sdk = typeof edge;

/** Names of the classes that have metadata. */
type NamesWithMetadata = {
  [K in keyof Sdk]: Sdk[K] extends abstract new (
    ...args: never[]
  ) => infer R
    ? R extends { readonly metadata: pulumi.Output<string> }
      ? K
      : never
    : never;
}[keyof Sdk];

/** Every class with metadata; the compiler refuses a list that misses one. */
const WITH_METADATA = {
  ApiKey: edge.ApiKey,
  CertificateAuthority: edge.CertificateAuthority,
  Credential: edge.Credential,
  Endpoint: edge.Endpoint,
  FailoverBackend: edge.FailoverBackend,
  HttpsEdge: edge.HttpsEdge,
  HttpsEdgeRoute: edge.HttpsEdgeRoute,
  IpPolicy: edge.IpPolicy,
  IpPolicyRule: edge.IpPolicyRule,
  IpRestriction: edge.IpRestriction,
  ReservedAddr: edge.ReservedAddr,
  ReservedDomain: edge.ReservedDomain,
  SshCertificateAuthority: edge.SshCertificateAuthority,
  SshCredential: edge.SshCredential,
  SshHostCertificate: edge.SshHostCertificate,
  SshUserCertificate: edge.SshUserCertificate,
  TcpEdge: edge.TcpEdge,
  TlsCertificate: edge.TlsCertificate,
  TlsEdge: edge.TlsEdge,
  TunnelGroupBackend: edge.TunnelGroupBackend,
  WeightedBackend: edge.WeightedBackend,
} as const satisfies { [K in NamesWithMetadata]: Sdk[K] };

/** The inputs that all of these share. */
export interface Notes {
  description?: string;
  metadata?: string;
}

/** The same, as classes of which nothing but these inputs matters. */
export const CLASSES_WITH_METADATA = Object.values(WITH_METADATA) as unknown as readonly ResourceClass<
  pulumi.Resource,
  Notes
>[];
