import { classesOf, type Field, isRecord, type Refusal } from "./field";

/** How the service's ids begin, by class. Ids of other forms are left to the service. */
export const ID_PREFIXES: Readonly<Record<string, string>> = {
  AgentIngress: "agin",
  ApiKey: "ak",
  BotUser: "bot",
  CertificateAuthority: "ca",
  Credential: "cr",
  Endpoint: "ep",
  EventDestination: "ed",
  EventSubscription: "esb",
  FailoverBackend: "bkdfo",
  HttpResponseBackend: "bkdhr",
  HttpsEdge: "edghts",
  HttpsEdgeRoute: "edghtsrt",
  IpPolicy: "ipp",
  IpPolicyRule: "ipr",
  IpRestriction: "ipx",
  ReservedAddr: "ra",
  ReservedDomain: "rd",
  Secret: "secret",
  ServiceUser: "service",
  SshCertificateAuthority: "sshca",
  SshCredential: "sshcr",
  SshHostCertificate: "shcrt",
  SshUserCertificate: "sucrt",
  StaticBackend: "bkdsc",
  TcpEdge: "edgtcp",
  TlsCertificate: "cert",
  TlsEdge: "edgtls",
  Tunnel: "tn",
  TunnelGroupBackend: "bkdtg",
  TunnelSession: "ts",
  Vault: "vault",
  WeightedBackend: "bkdwd",
};

const CLASSES = new Map(Object.entries(ID_PREFIXES).map(([name, prefix]) => [prefix, name]));

/** The class that an id belongs to by its prefix; undefined for an id of another form. */
export const classOf = (id: string): string | undefined => CLASSES.get(/^([a-z]+)_\w+$/.exec(id)?.[1] ?? "");

/** Returns the ids in a value whose prefix is that of another class than the property takes. */
export function refuseForeignIds(field: Field, value: unknown): readonly Refusal[] {
  const named = field.meta.names?.find(value) ?? [];
  const classes = classesOf(field) ?? [];
  const refusals = [
    ...named.map(({ id, of, path }) => ({ id, classes: [of], path })),
    ...(classes.length === 0 ? [] : idsIn(value).map(({ id, path }) => ({ id, classes, path }))),
  ];
  return refusals.flatMap(({ id, classes: expected, path }) => {
    const actual = typeof id === "string" ? classOf(id) : undefined;
    if (actual === undefined || expected.includes(actual)) return [];
    return [{ path, reason: `must be the id of ${listed(expected)}, not of a ${actual}` }];
  });
}

/** An id, a list of ids, or a map by id. */
function idsIn(value: unknown): { id: unknown; path: (string | number)[] }[] {
  if (Array.isArray(value)) return value.map((id, at) => ({ id, path: [at] }));
  if (isRecord(value)) return Object.keys(value).map((id) => ({ id, path: [id] }));
  return [{ id: value, path: [] }];
}

const listed = (classes: readonly string[]) =>
  classes.map((name) => `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name}`).join(" or ");
