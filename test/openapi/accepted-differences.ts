import type { Explained } from "./compare";

/** Facts about references, which aren't a family of the document. */
export const SILENT = /^Ref /;

/** Accepted differences between the service's document and ours. */
export const EXPLAINED: readonly Explained[] = [
  {
    paths: /^KubernetesOperator \/ /,
    silent: "document",
    reason: "in published clients, not yet in the document; functions read them",
  },
  {
    paths: /^HttpsEdgeRoute \/ (listKey|operation list)$/,
    silent: "document",
    reason:
      "the service has no list of routes: they are read from their edge; a service that has the list is served too",
  },
  {
    paths: /^HttpsEdgeRoute \/ module saml response /,
    silent: "ours",
    reason:
      "computed by the service, named in no parameter; ignored, since only declared keys of a module are compared",
  },
  {
    paths: /^HttpsEdge \/ module tls_termination response terminate_at \/ type$/,
    silent: "ours",
    reason: 'always "edge", since no parameter sets it; ignored',
  },
  {
    paths: /^Endpoint \/ create type \/ required$/,
    silent: "ours",
    reason:
      "the document requires it and says that it defaults to cloud: it may be left out, and the provider sends it",
  },
  {
    paths: /^Endpoint \/ response url \/ type$/,
    silent: "ours",
    reason: "endpoints of edges are returned with only public_url, so both are read",
  },
];

/** Operations of the document that we don't support. */
export const LEFT_OUT: readonly Explained[] = [
  {
    paths: /^\w+ \/abuse_reports/,
    silent: "ours",
    reason: "only for authorized accounts; not part of an infrastructure repository",
  },
];
