/** What this package adds to the service's text for some error codes. */
export interface ServiceCode {
  /** Numbers of the codes: 446 stands for `ERR_NGROK_446`. */
  readonly codes: readonly number[];
  /** What to do. */
  readonly advice: string;
  /** Path of the input that the error is about, where the code determines it. */
  readonly property?: string;
  /**
   * `inUse`: the object can be deleted once its users are. `notReserved`: the object needs another one that does not
   * exist (yet). `taken`: another object has what the request asks for.
   */
  readonly means?: "inUse" | "notReserved" | "taken";
}

const SUPPORT = "nothing in the program changes this: ask the service's support, or the account's owner";
const LIMIT =
  "delete what is no longer needed, or have the account's owner raise the limit; a replacement needs room for one more while both objects exist, unless the resource has deleteBeforeReplace: true";
const PACE =
  "the service limits how many are created in a period: run pulumi up again later, what was created is in the state";
const RESERVE_DOMAIN =
  "declare a ReservedDomain for it in this account and refer to its output `domain`, so that the engine knows the order; if one is declared, check whether it is of this account";
const RESERVE_ADDR =
  "declare a ReservedAddr in this account and refer to its output `addr`; an address cannot be chosen";
const OTHER_ACCOUNT =
  "another account has it: check whether tunnel-edge:apiToken is of the account that you mean, have the other account release it, or use another one";
const ADOPT =
  'to manage the existing one, set adoptId to its id; if this resource had another name before, give it aliases: [{ name: "<earlier name>" }] instead';
const EDGES_END =
  "the service no longer accepts changes to edges from this account: declare an Endpoint with a trafficPolicy instead, and set deleteOnDestroy: false on the edges or remove them from the state";
const GIVEN = "set deleteOnDestroy: false and run pulumi up, so that a destroy leaves it in place";
const idOf = (what: string) => `refer to the output \`id\` of ${what} of this account`;

/** The codes that change what this package does, or need better advice than the service's own text. */
export const SERVICE_CODES: readonly ServiceCode[] = [
  // Token and account
  {
    codes: [200, 201],
    advice: "something between here and the service removes or changes the header: check the proxies",
  },
  {
    codes: [202],
    advice: "use the complete token of an API key, as shown when the key was created",
  },
  {
    codes: [203],
    advice: "the key was deleted, or belongs to another service: create an API key and use its token",
  },
  {
    codes: [206, 207],
    advice:
      "this is the authtoken that agents start with (the token of a Credential): the API requires the token of an API key (ApiKey, or the dashboard's page of API keys)",
  },
  {
    codes: [208],
    advice:
      "this is the key's id: its token was shown once, when the key was created. If it is lost, create another key",
  },
  {
    codes: [102, 103, 204, 205, 247],
    advice: SUPPORT,
  },
  {
    codes: [217, 218],
    advice: `set the header: pulumi config set tunnel-edge:headers '{"ngrok-version": "2"}', TUNNEL_EDGE_HEADERS, or headers of a Provider`,
  },
  {
    codes: [220],
    advice:
      "run from an address that the policies of the IpRestriction of type api allow, or add an IpPolicyRule for this machine's address from an allowed address or the dashboard. For pipelines, allow a fixed egress address before enforcing the restriction",
  },
  {
    codes: [225],
    advice:
      "the account has other users as well: lower tunnel-edge:requestsPerMinute, or the number after pulumi up --parallel",
  },
  {
    codes: [226],
    advice:
      "set tunnel-edge:requestsPerMinute below the limit: it applies to the whole account, including its other users",
  },
  {
    codes: [635, 636],
    advice: "use the API key of a user or bot that may write in this account",
  },
  // Limits of the account
  {
    codes: [
      415, 418, 431, 433, 502, 508, 602, 603, 608, 613, 615, 617, 1410, 1411, 1415, 1417, 1954, 1956, 1958,
      1960, 7009, 7070, 7128, 7129, 18010, 18020, 18021, 23005, 24007,
    ],
    advice: LIMIT,
  },
  { codes: [432, 509, 614, 7071], advice: PACE },
  // Ids
  {
    codes: [223, 227, 243],
    advice: "refer to the output `id` of a resource of the class that the property names",
  },
  {
    codes: [228],
    property: "mutualTls.certificateAuthorityIds",
    advice: "refer to the output `id` of a CertificateAuthority",
  },
  {
    codes: [229],
    advice: idOf("an IpPolicy"),
  },
  {
    codes: [242],
    property: "backend.backendId",
    advice: "refer to the output `id` of a backend, such as a TunnelGroupBackend",
  },
  {
    codes: [1414],
    property: "ipPolicyId",
    advice: idOf("an IpPolicy"),
  },
  {
    codes: [1801],
    property: "ipPolicyIds",
    advice: idOf("an IpPolicy"),
  },
  {
    codes: [1949, 1951],
    property: "sshCertificateAuthorityId",
    advice: idOf("an SshCertificateAuthority"),
  },
  {
    codes: [1965],
    property: "certificateId",
    advice: idOf("a TlsCertificate"),
  },
  {
    codes: [2216],
    property: "trafficPolicy",
    advice:
      "use the output `id` of an IpPolicy of this account in the policy: write the policy as an object, or use pulumi.jsonStringify",
  },
  {
    codes: [6501, 6526, 6527],
    advice: "refer to the output `id` of a backend of this account",
  },
  {
    codes: [5103],
    property: "destinationIds",
    advice: idOf("an EventDestination"),
  },
  {
    codes: [24006],
    property: "vaultId",
    advice: idOf("a Vault"),
  },
  // Reserved domains and addresses
  {
    codes: [413],
    property: "domain",
    advice: ADOPT,
    means: "taken",
  },
  {
    codes: [414, 417, 430],
    property: "domain",
    advice: OTHER_ACCOUNT,
    means: "taken",
  },
  {
    codes: [436],
    property: "certificateManagementPolicy",
    advice:
      "the domain has had a policy set outside of this program: run pulumi refresh, then add certificateManagementPolicy to the program or remove it",
  },
  {
    codes: [446],
    advice:
      "delete its users first, or remove the domain from their `hostports` or `url`; refer to the domain's output `domain` there, so that the engine knows the order",
    means: "inUse",
  },
  {
    codes: [458, 601, 637],
    advice: GIVEN,
  },
  {
    codes: [511, 512],
    property: "domain",
    advice:
      "delete those records, reserve the domain, and set the records of its output `dnsRecords` after that",
  },
  // Credentials and keys
  {
    codes: [609],
    property: "publicKey",
    advice: ADOPT,
    means: "taken",
  },
  {
    codes: [610],
    property: "publicKey",
    advice: "remove the key from the other account, or create a new pair: ssh-keygen -t ed25519",
    means: "taken",
  },
  {
    codes: [627, 628, 629],
    property: "ownerId",
    advice: "the owner is fixed: revert the change, or replace the key: pulumi up --replace <urn>",
  },
  {
    codes: [630, 633],
    property: "ownerId",
    advice: "use the API key of an administrator, or leave ownerId out",
  },
  // IP policies and restrictions
  {
    codes: [1408],
    property: "cidr",
    advice: `a policy has one rule for each CIDR: remove one of the two; ${ADOPT}`,
    means: "taken",
  },
  {
    codes: [1419],
    advice: "remove the policy from the IpRestriction of type dashboard first, or add another rule to it",
    means: "inUse",
  },
  {
    codes: [1420],
    advice: "remove it from the `ipPolicyIds` of its users first",
    means: "inUse",
  },
  {
    codes: [1802],
    property: "type",
    advice: `an account has one restriction of each type; ${ADOPT}`,
    means: "taken",
  },
  // Certificates and authorities
  {
    codes: [1927],
    property: "certificateManagementPolicy",
    advice: "upload a certificate (TlsCertificate) and set certificateId to its id",
  },
  {
    codes: [1964],
    advice:
      "delete its certificates first, including those that another program or the dashboard created, and those that `deleteOnDestroy: false` left in place",
    means: "inUse",
  },
  {
    codes: [1966],
    advice:
      "the service deletes it with the domain's certificateManagementPolicy: remove that, or leave the certificate alone",
    means: "inUse",
  },
  // Traffic policies
  {
    codes: [2230],
    property: "trafficPolicy",
    advice:
      "use on_tcp_connect for tls and tcp, and the other phases for http and https; a preview warns of the phase",
  },
  {
    codes: [2248, 2262],
    property: "trafficPolicy",
    advice: "use on_http_request, or serve the hostname with an Endpoint of another scheme",
  },
  // Edges and routes
  {
    codes: [6502],
    advice: "remove it from the `backends` of its users first",
    means: "inUse",
  },
  {
    codes: [7008, 7196],
    advice: EDGES_END,
  },
  {
    codes: [7019],
    advice: "remove the edge from the domain or address first, on the dashboard if no program set it",
    means: "inUse",
  },
  {
    codes: [7113],
    property: "hostports",
    advice: RESERVE_ADDR,
    means: "notReserved",
  },
  {
    codes: [7117],
    property: "hostports",
    advice: RESERVE_DOMAIN,
    means: "notReserved",
  },
  {
    codes: [7114, 7118],
    property: "hostports",
    advice: OTHER_ACCOUNT,
  },
  {
    codes: [7115, 7119],
    property: "hostports",
    advice: "remove the configuration from the domain or address on the dashboard",
  },
  {
    codes: [7116],
    property: "hostports",
    advice: "write it as app.example.com:443; other ports need a ReservedAddr and a TcpEdge",
  },
  {
    codes: [7120],
    property: "hostports",
    advice: "use the output `addr` of a ReservedAddr, or a TlsEdge or HttpsEdge for the domain",
  },
  {
    codes: [7121, 7133],
    property: "hostports",
    advice: "use a ReservedDomain, or a TcpEdge for the address",
  },
  {
    codes: [7122],
    property: "hostports",
    advice:
      "remove it from the other edge first. If this program deletes the other edge, do that in a run of its own, since the engine deletes last",
    means: "taken",
  },
  {
    codes: [7132],
    property: "hostports",
    advice: "stop the agent's endpoint, or have it join the edge by labels",
  },
  {
    codes: [7125, 7126],
    property: "match",
    advice: ADOPT,
    means: "taken",
  },
  {
    codes: [7079],
    advice: "keep one of oauth, oidc and saml, or disable the others: enabled: false",
  },
  {
    codes: [7166],
    property: "oauth.provider",
    advice: "create an OAuth app at the provider and set its clientId and clientSecret",
  },
  // Endpoints
  {
    codes: [307],
    property: "url",
    advice: RESERVE_ADDR,
    means: "notReserved",
  },
  {
    codes: [318, 319, 321, 15002],
    property: "url",
    advice: RESERVE_DOMAIN,
    means: "notReserved",
  },
  {
    codes: [309, 320],
    property: "url",
    advice: OTHER_ACCOUNT,
  },
  {
    codes: [18005],
    property: "url",
    advice: "run `pulumi refresh`, and then again: another scheme replaces the endpoint",
  },
  {
    codes: [18006],
    property: "url",
    advice: `${RESERVE_DOMAIN}; for tcp, ${RESERVE_ADDR}`,
    means: "notReserved",
  },
  {
    codes: [18009],
    property: "url",
    advice: ADOPT,
    means: "taken",
  },
  {
    codes: [18016, 18017],
    property: "url",
    advice: `to share the URL, set poolingEnabled to true on both; ${ADOPT}`,
    means: "taken",
  },
  {
    codes: [9028, 9029],
    property: "url",
    advice: "use a hostname that ends in .internal, or remove the binding internal",
  },
  // Service users, events, agent ingresses, vaults and secrets
  {
    codes: [4112],
    property: "name",
    advice: ADOPT,
    means: "taken",
  },
  {
    codes: [5108],
    property: "target",
    advice: "run `pulumi refresh`, and then again: another kind of target replaces the destination",
  },
  {
    codes: [5112],
    advice:
      "take it out of the subscriptions first: those of this program change first by themselves if their `destinationIds` refer to its output `id`",
    means: "inUse",
  },
  {
    codes: [6706],
    property: "domain",
    advice: ADOPT,
    means: "taken",
  },
  {
    codes: [23003],
    advice:
      "delete its secrets first: those of this program go first by themselves if their `vaultId` is the output `id` of the Vault; others are in another program or were made by hand",
    means: "inUse",
  },
  {
    codes: [23004],
    property: "name",
    advice: ADOPT,
    means: "taken",
  },
  {
    codes: [24005],
    property: "name",
    advice: ADOPT,
    means: "taken",
  },
  {
    codes: [24009],
    property: "vaultName",
    advice: "give the name of a Vault of this account, or refer to its output `id` as vaultId",
  },
  // Agent commands
  {
    codes: [804, 805, 806],
    property: "command",
    advice: "run it on the agent's machine; the message says why",
  },
  {
    codes: [807, 808, 809, 810],
    advice: "check the agent on its machine, then change `triggers` to run the command again",
  },
];

const byNumber: ReadonlyMap<number, ServiceCode> = new Map(
  SERVICE_CODES.flatMap((row) => row.codes.map((code) => [code, row] as const)),
);

/** The entry of a code such as `ERR_NGROK_446`: empty for a code without one, undefined for another service's. */
export function serviceCode(code: string): Partial<ServiceCode> | undefined {
  const [, number] = /^ERR_NGROK_(\d{3,5})$/.exec(code) ?? [];
  return number === undefined ? undefined : (byNumber.get(Number(number)) ?? {});
}
