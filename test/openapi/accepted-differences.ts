import type { Explanation } from "./compare";

/** Facts about references, which aren't a family of the document. */
export const IGNORED = /^Ref /;

/** Accepted differences between the service's document and ours. */
export const EXPLANATIONS: readonly Explanation[] = [
  {
    paths: /^KubernetesOperator \/ /,
    silentSide: "document",
    reason: "in published clients, not yet in the document; functions read them",
  },
  {
    paths: /^HttpsEdgeRoute \/ (listKey|operation list)$/,
    silentSide: "document",
    reason:
      "the service has no list of routes: they are read from their edge; a service with such a list works too",
  },
  {
    paths: /^HttpsEdgeRoute \/ module saml response /,
    silentSide: "ours",
    reason:
      "computed by the service, named in no parameter; ignored, since only declared keys of a module are compared",
  },
  {
    paths: /^HttpsEdge \/ module tls_termination response terminate_at \/ type$/,
    silentSide: "ours",
    reason: 'always "edge", since no parameter sets it; ignored',
  },
  {
    paths: /^Endpoint \/ create type \/ required$/,
    silentSide: "ours",
    reason:
      "the document requires it and says that it defaults to cloud: it may be left out, and the provider sends it",
  },
  {
    paths: /^Endpoint \/ response url \/ type$/,
    silentSide: "ours",
    reason: "endpoints of edges are returned with only public_url, so both are read",
  },
];

/** Operations of the document that we don't support. */
export const LEFT_OUT: readonly Explanation[] = [
  {
    paths: /^\w+ \/abuse_reports/,
    silentSide: "ours",
    reason: "only for authorized accounts; not part of an infrastructure repository",
  },
];
