/** The meaning of a service error for a program, by the number of its error code. */
export interface ServiceCode {
  /** Numbers of the codes: 446 stands for `ERR_NGROK_446`. */
  readonly codes: readonly number[];
  /** What the service rejects, for the docs. An error message quotes the service itself. */
  readonly refused: string;
  /** Path of the input that the error is about, where the code determines it. */
  readonly property?: string;
  /** What to do; omitted where the service's message says it. */
  readonly advice?: string;
  /**
   * `inUse`: the object is still in use and can be deleted once its users are. `notReserved`: the object needs
   * another one that does not exist (yet). `taken`: another object has what the request asks for.
   */
  readonly means?: "inUse" | "notReserved" | "taken";
}

/** Codes about one subject. */
export interface CodeGroup {
  readonly subject: string;
  readonly rows: readonly ServiceCode[];
}

const SUPPORT = "nothing in the program changes this: ask the service's support, or the account's owner";
const PLAN =
  "the account's plan does not include this: remove it from the program, or have the account's owner raise the plan";
const LIMIT =
  "delete what is no longer needed, or have the account's owner raise the limit; a replacement needs room for one more while both objects exist, unless the resource has deleteBeforeReplace: true";
const PACE =
  "the service limits how many are created in a period: run pulumi up again later, what was created is in the state";
const SHORTEN =
  "shorten it: the limit counts bytes of UTF-8, and a character outside ASCII takes two or more";
const HOSTNAME = "correct the name, or write it in its ASCII form (punycode)";
const MISTAKE_OF_REQUEST =
  "a proxy may have changed the request; if there is none, report it to the authors of pulumi-tunnel-edge with the operation id";
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
const POLICY_DOCS =
  "look up the action in the service's documentation of traffic policies, and use its current spelling: lower case, with hyphens";

/** One row per error about which this package can tell the user more than the service does. */
export const SERVICE_CODES: readonly CodeGroup[] = [
  {
    subject: "Token and account",
    rows: [
      {
        codes: [200, 201],
        refused: "a request without a readable Authorization header",
        advice: "something between here and the service removes or changes the header: check the proxies",
      },
      {
        codes: [202],
        refused: "a token that is not an API key's",
        advice: "use the complete token of an API key, as it was shown when the key was created",
      },
      {
        codes: [203],
        refused: "a token that belongs to no API key",
        advice: "the key was deleted, or belongs to another service: create an API key and use its token",
      },
      {
        codes: [206, 207],
        refused: "an agent's authtoken instead of an API key's token",
        advice:
          "this is the authtoken that agents start with (the token of a Credential): the API requires the token of an API key (ApiKey, or the dashboard's page of API keys)",
      },
      {
        codes: [208],
        refused: "the id of an API key instead of its token",
        advice:
          "this is the key's id: its token was shown once, when the key was created. If nobody has it, create another key",
      },
      {
        codes: [102, 103, 204, 205, 247],
        refused: "an account that is suspended, has not paid, or may not use the API",
        advice: SUPPORT,
      },
      {
        codes: [217, 218],
        refused: "a request without the version of the API, or with one that does not exist",
        advice: `set the header: pulumi config set tunnel-edge:headers '{"ngrok-version": "2"}', TUNNEL_EDGE_HEADERS, or headers of a Provider`,
      },
      {
        codes: [220],
        refused: "a request from an address that the account's IP restriction on the API does not allow",
        advice:
          "run from an address that the policies of the IpRestriction of type api allow, or have somebody with such an address (or the dashboard) add an IpPolicyRule for this machine's. For pipelines, allow a fixed egress address before the restriction is enforced",
      },
      {
        codes: [225],
        refused: "too many requests at the same time",
        advice:
          "others use the account as well: lower tunnel-edge:requestsPerMinute, or the number after pulumi up --parallel",
      },
      {
        codes: [226],
        refused: "more requests than the account may make, such as 120 a minute",
        advice:
          "set tunnel-edge:requestsPerMinute below the limit: it applies to the whole account, with everybody else who uses it",
      },
      {
        codes: [635, 636],
        refused: "a key whose owner may not write, or is not active",
        advice: "use the API key of a user or bot that may write in this account",
      },
    ],
  },
  {
    subject: "Any request",
    rows: [
      {
        codes: [210, 211, 212, 213, 216, 230, 231, 232, 233, 244],
        refused: "a malformed request",
        advice: MISTAKE_OF_REQUEST,
      },
      {
        codes: [214],
        refused: "an unknown parameter",
        advice: "the service does not have this property (any more): remove it from the program",
      },
      { codes: [215], refused: "a value that the service does not accept" },
      {
        codes: [223, 227, 243],
        refused: "an id of an object of another kind",
        advice: "refer to the output `id` of a resource of the class that the property names",
      },
      {
        codes: [228],
        refused: "an id that is not a certificate authority's",
        property: "mutualTls.certificateAuthorityIds",
        advice: "refer to the output `id` of a CertificateAuthority",
      },
      {
        codes: [229],
        refused: "an id that is not an IP policy's",
        advice: "refer to the output `id` of an IpPolicy",
      },
      {
        codes: [242],
        refused: "an id that is not a backend's",
        property: "backend.backendId",
        advice: "refer to the output `id` of a backend, such as a TunnelGroupBackend",
      },
      {
        codes: [422, 506, 606, 1400, 1401, 18004],
        refused: "an update that names nothing to be changed",
        advice: MISTAKE_OF_REQUEST,
      },
      {
        codes: [250],
        refused: "a filter that is not a CEL expression, or that uses a field that the list does not have",
        property: "filter",
      },
      {
        codes: [504, 604, 1421, 1914, 1916, 1937, 1945, 1947, 6503, 6700, 7073, 420, 18012],
        refused: "a description that is too long",
        property: "description",
        advice: SHORTEN,
      },
      {
        codes: [100, 421, 505, 605, 1915, 1917, 1938, 1946, 1948, 6504, 6701, 7074, 18013],
        refused: "metadata that is too long",
        property: "metadata",
        advice: SHORTEN,
      },
    ],
  },
  {
    subject: "Reserved domains and addresses",
    rows: [
      {
        codes: [400, 500],
        refused: "a region that does not exist",
        property: "region",
      },
      { codes: [401, 412, 419, 501], refused: "a name that the account's plan does not allow", advice: PLAN },
      {
        codes: [402, 403, 406, 407, 408, 409, 410, 411, 423, 429, 438, 448, 513, 514],
        refused: "a string that is not a domain that can be reserved (438: an underscore)",
        property: "domain",
        advice: HOSTNAME,
      },
      {
        codes: [404, 405, 416, 447, 450],
        refused: "a name below a domain of the service that does not allow it",
        property: "domain",
        advice: "use another name, or one below a domain of your own",
      },
      {
        codes: [413],
        refused: "a domain that this account has reserved already",
        property: "domain",
        advice: ADOPT,
        means: "taken",
      },
      {
        codes: [414, 417, 430],
        refused: "a domain that another account has reserved or uses",
        property: "domain",
        advice: OTHER_ACCOUNT,
        means: "taken",
      },
      {
        codes: [415, 418, 431, 433, 502, 508],
        refused: "more domains or addresses than the account may have",
        advice: LIMIT,
      },
      { codes: [432, 509], refused: "too many new domains or addresses in a period", advice: PACE },
      {
        codes: [503],
        refused: "an address in a region that has none left",
        property: "region",
        advice: "use another region",
      },
      {
        codes: [434],
        refused: "a certificate beside a certificate management policy",
        property: "certificateManagementPolicy",
        advice: "set certificateId or certificateManagementPolicy, not both",
      },
      {
        codes: [435],
        refused: "an authority that issues no certificates",
        property: "certificateManagementPolicy.authority",
      },
      {
        codes: [436],
        refused: "detaching a certificate from a domain whose policy manages it",
        property: "certificateManagementPolicy",
        advice:
          "somebody has set a policy on the domain meanwhile: run pulumi refresh, then add certificateManagementPolicy to the program or remove it",
      },
      {
        codes: [439],
        refused: "a certificate management policy on a domain of the service",
        property: "certificateManagementPolicy",
        advice: "leave certificateManagementPolicy out: the service has certificates for its own domains",
      },
      {
        codes: [440],
        refused: "an uploaded certificate on a domain of the service",
        property: "certificateId",
        advice: "leave certificateId out, or serve the certificate on a domain of your own",
      },
      {
        codes: [446],
        refused: "deleting a domain that an edge or a cloud endpoint uses",
        advice:
          "delete its users first, or remove the domain from their `hostports` or `url`; refer to the domain's output `domain` there, so that the engine knows the order",
        means: "inUse",
      },
      {
        codes: [451, 456, 459, 460, 461],
        refused: "points of presence (`resolvesTo`) that the domain or the plan does not allow",
        property: "resolvesTo",
      },
      {
        codes: [458],
        refused: "deleting the domain that the service has given to the account",
        advice: "set deleteOnDestroy: false and run pulumi up, so that a destroy leaves it in place",
      },
      {
        codes: [511, 512],
        refused: "a domain whose DNS records point to the service already",
        property: "domain",
        advice:
          "delete those records, reserve the domain, and set the records of its output `dnsRecords` after that",
      },
    ],
  },
  {
    subject: "Credentials and keys",
    rows: [
      {
        codes: [600],
        refused: "an ACL rule that is neither `*` nor begins with `bind:`",
        property: "acl",
      },
      {
        codes: [619, 620, 622],
        refused: "an ACL rule that the account's plan does not allow",
        property: "acl",
        advice: PLAN,
      },
      {
        codes: [601, 637],
        refused: "deleting the credential that the service has given to a user",
        advice: "set deleteOnDestroy: false and run pulumi up, so that a destroy leaves it in place",
      },
      {
        codes: [602, 603, 608, 613, 615, 617],
        refused: "more keys or credentials than the account may have",
        advice: LIMIT,
      },
      { codes: [614], refused: "too many new keys in a period", advice: PACE },
      { codes: [607], refused: "SSH tunnels that the account does not have", advice: PLAN },
      {
        codes: [609],
        refused: "a public key that the account already has",
        property: "publicKey",
        advice: ADOPT,
        means: "taken",
      },
      {
        codes: [610],
        refused: "a public key that another account has",
        property: "publicKey",
        advice: "remove the key from the other account, or create a new pair: ssh-keygen -t ed25519",
        means: "taken",
      },
      {
        codes: [611, 612],
        refused: "a string that is not a public key",
        property: "publicKey",
        advice: 'use the line of the .pub file: readFileSync(path, "utf8")',
      },
      {
        codes: [627, 628, 629],
        refused: "another owner for a key that has one",
        property: "ownerId",
        advice: "the owner is fixed: revert the change, or replace the key: pulumi up --replace <urn>",
      },
      {
        codes: [630, 633],
        refused: "an owner that the token may not name",
        property: "ownerId",
        advice: "use the API key of an administrator, or leave ownerId out",
      },
      { codes: [634], refused: "an owner that does not exist", property: "ownerId" },
    ],
  },
  {
    subject: "IP policies and restrictions",
    rows: [
      {
        codes: [1406, 1409],
        refused: "a string that is not a network, or one whose address is not the network's first",
        property: "cidr",
      },
      {
        codes: [1408],
        refused: "a CIDR twice in one policy",
        property: "cidr",
        advice: `a policy has one rule for each CIDR: remove one of the two; ${ADOPT}`,
        means: "taken",
      },
      {
        codes: [1413],
        refused: "an address without the length of its network",
        property: "cidr",
        advice: "add /32 to an IPv4 address, /128 to an IPv6 address",
      },
      {
        codes: [1410, 1415, 1411, 1417],
        refused: "more policies or rules than the account may have",
        advice: LIMIT,
      },
      {
        codes: [1414],
        refused: "a rule for a policy that does not exist",
        property: "ipPolicyId",
        advice: "refer to the output `id` of an IpPolicy of this account",
      },
      {
        codes: [1419],
        refused: "deleting the only rule of a policy that restricts the dashboard",
        advice: "remove the policy from the IpRestriction of type dashboard first, or add another rule to it",
        means: "inUse",
      },
      {
        codes: [1420],
        refused: "deleting an IP policy that an IP restriction refers to",
        advice: "remove it from the `ipPolicyIds` of its users first",
        means: "inUse",
      },
      { codes: [1422, 1423], refused: "a rule without `allow` or `deny`", property: "action" },
      {
        codes: [1800],
        refused: "more policies than a restriction may have",
        property: "ipPolicyIds",
        advice: "combine the rules of several policies into one",
      },
      {
        codes: [1801],
        refused: "a restriction with a policy that does not exist",
        property: "ipPolicyIds",
        advice: "refer to the output `id` of an IpPolicy of this account",
      },
      {
        codes: [1802],
        refused: "a second restriction of one type",
        property: "type",
        advice: `an account has one restriction of each type; ${ADOPT}`,
        means: "taken",
      },
      { codes: [1803], refused: "a type of restriction that does not exist", property: "type" },
      {
        codes: [1804],
        refused: "a restriction without a policy",
        property: "ipPolicyIds",
        advice:
          "name at least one IpPolicy; to switch the restriction off, set enforced: false, or delete it",
      },
      {
        codes: [1805, 1806, 1807, 1808],
        refused: "a type of restriction that the account's plan does not allow",
        property: "type",
        advice: PLAN,
      },
    ],
  },
  {
    subject: "Certificates and authorities",
    rows: [
      {
        codes: [1902],
        refused: "a private key with a passphrase",
        property: "privateKeyPem",
        advice: "write it without one: openssl pkey -in key.pem",
      },
      { codes: [1901, 1903, 1924], refused: "a string that is not a private key", property: "privateKeyPem" },
      { codes: [1922, 1925], refused: "a string that is not a certificate", property: "certificatePem" },
      {
        codes: [1923],
        refused: "a private key of another certificate",
        property: "privateKeyPem",
        advice: "use the key of the first certificate in certificatePem",
      },
      {
        codes: [1926],
        refused: "certificates in the wrong order",
        property: "certificatePem",
        advice: "the leaf comes first, and each further certificate is the issuer of the one before",
      },
      {
        codes: [1904, 1905, 1918, 1953],
        refused: "certificates that the account's plan does not allow",
        advice: PLAN,
      },
      {
        codes: [1908],
        refused: "an authority that issues no certificates",
        property: "certificateManagementPolicy.authority",
      },
      {
        codes: [1909],
        refused: "a type of private key that does not exist",
        property: "certificateManagementPolicy.privateKeyType",
      },
      {
        codes: [1927],
        refused: "a domain for which the service cannot manage certificates",
        property: "certificateManagementPolicy",
        advice: "upload a certificate (TlsCertificate) and set certificateId to its id",
      },
      {
        codes: [1911, 1913, 1919, 1920, 1921],
        refused: "a string that is not a certificate of an authority",
        property: "caPem",
      },
      {
        codes: [1912],
        refused: "two certificates in one certificate authority",
        property: "caPem",
        advice: "declare one CertificateAuthority for each certificate",
      },
      {
        codes: [1954, 1956, 1958, 1960],
        refused: "more authorities or certificates than the account may have",
        advice: LIMIT,
      },
      { codes: [1934, 1952], refused: "a string that is not a public key", property: "publicKey" },
      {
        codes: [1950],
        refused: "a certificate for a type of public key that cannot have one",
        property: "publicKey",
        advice: "use an RSA, ECDSA or Ed25519 key",
      },
      { codes: [1936], refused: "a type of private key that does not exist", property: "privateKeyType" },
      {
        codes: [1939],
        refused: "a size of RSA keys other than 2048 and 4096",
        property: "keySize",
        advice: "use 2048 or 4096",
      },
      {
        codes: [1940],
        refused: "a size for a key that is not RSA",
        property: "keySize",
        advice: 'leave keySize out, or set privateKeyType: "rsa"',
      },
      {
        codes: [1941],
        refused: "an elliptic curve that the service does not have",
        property: "ellipticCurve",
        advice: "use nistp256, nistp384 or nistp521",
      },
      {
        codes: [1942],
        refused: "an elliptic curve for a key that is not ECDSA",
        property: "ellipticCurve",
        advice: 'leave ellipticCurve out, or set privateKeyType: "ecdsa"',
      },
      {
        codes: [1943, 1962, 1963],
        refused: "a certificate that ends before it begins",
        property: "validUntil",
      },
      {
        codes: [1949, 1951],
        refused: "a certificate of an authority that does not exist",
        property: "sshCertificateAuthorityId",
        advice: "refer to the output `id` of an SshCertificateAuthority of this account",
      },
      {
        codes: [1964],
        refused: "deleting an SSH authority that has signed a certificate",
        advice:
          "delete its certificates first, including those that another program or the dashboard created, and those that `deleteOnDestroy: false` left in place",
        means: "inUse",
      },
      {
        codes: [1965],
        refused: "a certificate that does not exist",
        property: "certificateId",
        advice: "refer to the output `id` of a TlsCertificate of this account",
      },
      {
        codes: [1966],
        refused: "deleting a certificate that the service manages for a domain",
        advice:
          "the service deletes it with the domain's certificateManagementPolicy: remove that, or leave the certificate alone",
        means: "inUse",
      },
    ],
  },
  {
    subject: "Traffic policies",
    rows: [
      {
        codes: [2201],
        refused: "an action that does not exist",
        property: "trafficPolicy",
        advice: POLICY_DOCS,
      },
      {
        codes: [2202],
        refused: "an action in a phase that does not have it",
        property: "trafficPolicy",
        advice: POLICY_DOCS,
      },
      {
        codes: [2230],
        refused: "a phase that the protocol of the endpoint or edge does not have",
        property: "trafficPolicy",
        advice:
          "use on_tcp_connect for tls and tcp, and the other phases for http and https; a preview warns of the phase",
      },
      {
        codes: [2205],
        refused: "an action for another protocol than the endpoint's",
        property: "trafficPolicy",
        advice: "use the action on an endpoint of its protocol",
      },
      {
        codes: [2216],
        refused: "an IP policy that does not exist",
        property: "trafficPolicy",
        advice:
          "use the output `id` of an IpPolicy of this account in the policy: write the policy as an object, or use pulumi.jsonStringify",
      },
      {
        codes: [2248, 2262],
        refused: "the phase `on_tcp_connect` where connections are not seen",
        property: "trafficPolicy",
        advice: "use on_http_request, or serve the hostname with an Endpoint of another scheme",
      },
      {
        codes: [2256, 2263, 2264, 2265, 7194, 7195, 9023],
        refused: "a policy that the account's plan does not allow",
        property: "trafficPolicy",
        advice: PLAN,
      },
      {
        codes: [
          2200, 2203, 2204, 2206, 2207, 2208, 2209, 2210, 2211, 2212, 2213, 2214, 2215, 2217, 2218, 2219,
          2221, 2222, 2223, 2224, 2225, 2226, 2227, 2228, 2229, 2231, 2232, 2233, 2234, 2235, 2236, 2237,
          2238, 2239, 2240, 2241, 2242, 2243, 2244, 2245, 2246, 2250, 2252, 2255, 2257, 2258, 2261, 2266,
          2267, 9026,
        ],
        refused: "a policy that cannot be read or compiled",
        property: "trafficPolicy",
      },
    ],
  },
  {
    subject: "Backends",
    rows: [
      { codes: [6500, 6529], refused: "backends that the account's plan does not allow", advice: PLAN },
      {
        codes: [6501, 6526, 6527],
        refused: "a backend that does not exist, or is of another kind",
        advice: "refer to the output `id` of a backend of this account",
      },
      {
        codes: [6502],
        refused: "deleting a backend that another backend refers to",
        advice: "remove it from the `backends` of its users first",
        means: "inUse",
      },
      {
        codes: [6505, 6506, 6507],
        refused: "an address of a static backend that is not a host with its port",
        property: "address",
        advice: "write it as origin.example.com:443, without a scheme",
      },
      {
        codes: [6508, 6509, 6510, 6531],
        refused: "labels of a tunnel group that are too many, too long or contain `=`",
        property: "labels",
      },
      {
        codes: [6511, 6512, 6513, 6524, 6525],
        refused: "backends that are too many, of the wrong kind, or have a wrong weight",
        property: "backends",
      },
    ],
  },
  {
    subject: "Edges, routes and their modules",
    rows: [
      {
        codes: [7008, 7196],
        refused: "edges, in an account that may not have them (any more)",
        advice: EDGES_END,
      },
      {
        codes: [7009, 7070, 7128, 7129],
        refused: "more edges, routes or hostports than the account may have",
        advice: LIMIT,
      },
      { codes: [7071], refused: "too many new edges in a period", advice: PACE },
      {
        codes: [7019],
        refused: "deleting an edge that a domain or an address refers to",
        advice: "remove the edge from the domain or address first, on the dashboard if no program set it",
        means: "inUse",
      },
      {
        codes: [7104, 7112],
        refused: "a string that is not a hostport",
        property: "hostports",
        advice: "write it as app.example.com:443",
      },
      {
        codes: [7113],
        refused: "an address that is not reserved",
        property: "hostports",
        advice: RESERVE_ADDR,
        means: "notReserved",
      },
      {
        codes: [7117],
        refused: "a hostport whose domain is not reserved",
        property: "hostports",
        advice: RESERVE_DOMAIN,
        means: "notReserved",
      },
      {
        codes: [7114, 7118],
        refused: "a hostport that another account has reserved",
        property: "hostports",
        advice: OTHER_ACCOUNT,
      },
      {
        codes: [7115, 7119],
        refused: "a hostport with an endpoint configuration of the service's earlier kind",
        property: "hostports",
        advice: "remove the configuration from the domain or address on the dashboard",
      },
      {
        codes: [7116],
        refused: "a port other than 443 on a domain",
        property: "hostports",
        advice: "write it as app.example.com:443; other ports need a ReservedAddr and a TcpEdge",
      },
      {
        codes: [7120],
        refused: "a domain on a TCP edge",
        property: "hostports",
        advice: "use the output `addr` of a ReservedAddr, or a TlsEdge or HttpsEdge for the domain",
      },
      {
        codes: [7121, 7133],
        refused: "an address on an HTTPS or TLS edge",
        property: "hostports",
        advice: "use a ReservedDomain, or a TcpEdge for the address",
      },
      {
        codes: [7122],
        refused: "a hostport that another edge serves",
        property: "hostports",
        advice:
          "remove it from the other edge first. If this program deletes the other edge, do that in a run of its own, since the engine deletes last",
        means: "taken",
      },
      {
        codes: [7132],
        refused: "a hostport that an agent currently serves",
        property: "hostports",
        advice: "stop the agent's endpoint, or have it join the edge by labels",
      },
      { codes: [7123, 7131, 7135], refused: "a match that is not a path", property: "match" },
      {
        codes: [7125, 7126],
        refused: "a match twice on one edge",
        property: "match",
        advice: ADOPT,
        means: "taken",
      },
      { codes: [7130], refused: "a kind of match that does not exist", property: "matchType" },
      {
        codes: [7109],
        refused: "`terminateAt` on an HTTPS edge",
        property: "tlsTermination.terminateAt",
        advice: "leave it out, or use a TlsEdge",
      },
      { codes: [224], refused: "a place where TLS cannot end", property: "tlsTermination.terminateAt" },
      {
        codes: [219],
        refused: "a version of TLS that does not exist",
        property: "tlsTermination.minVersion",
        advice: "use 1.2 or 1.3",
      },
      {
        codes: [7062],
        refused: "modules that an edge cannot apply where TLS is not terminated",
        property: "tlsTermination.terminateAt",
        advice: 'remove those modules, or set terminateAt: "edge"',
      },
      {
        codes: [7007, 7013, 7025],
        refused: "IP policies that do not exist, are too many, or none",
        property: "ipRestriction.ipPolicyIds",
      },
      {
        codes: [7023, 7024, 7069],
        refused: "a header that has no valid name or value, or is given twice in two spellings",
        property: "requestHeaders.add",
      },
      {
        codes: [7072, 7014, 7075],
        refused: "certificate authorities that do not exist, or are too many or too large",
        property: "mutualTls.certificateAuthorityIds",
      },
      {
        codes: [7011],
        refused: "a share that is not between 0 and 1",
        property: "circuitBreaker.errorThresholdPercentage",
      },
      {
        codes: [7016],
        refused: "a duration that is not above 0",
        property: "circuitBreaker.trippedDuration",
      },
      { codes: [7017], refused: "a window that is not above 0", property: "circuitBreaker.rollingWindow" },
      { codes: [7018], refused: "a number of buckets out of range", property: "circuitBreaker.numBuckets" },
      {
        codes: [7026],
        refused: "a secret for SNS, which has none",
        property: "webhookVerification.secret",
        advice: "leave it out",
      },
      {
        codes: [7027, 7154],
        refused: "a secret that is missing or too long",
        property: "webhookVerification.secret",
      },
      {
        codes: [7029, 7030],
        refused: "a webhook provider that is not on the service's list",
        property: "webhookVerification.provider",
        advice: "the service's message has the list",
      },
      {
        codes: [7012, 7036, 7037, 7165],
        refused: "an identity provider that does not exist, none or several",
        property: "oauth.provider",
      },
      {
        codes: [7166],
        refused: "an identity provider for which the service has no app of its own",
        property: "oauth.provider",
        advice: "create an OAuth app at the provider and set its clientId and clientSecret",
      },
      {
        codes: [7033, 7034, 7038, 7056, 7137, 7138, 7141],
        refused: "an OAuth app that is not complete, or whose scopes do not suffice",
        property: "oauth.provider",
      },
      {
        codes: [
          7039, 7040, 7043, 7044, 7045, 7046, 7047, 7048, 7049, 7050, 7051, 7052, 7053, 7054, 7055, 7057,
          7058, 7059, 7060, 7061, 7139, 7140, 7142, 7143, 7144, 7145, 7146, 7147,
        ],
        refused: "users, domains, teams, organizations or groups that are misspelt, duplicate, or too many",
        property: "oauth.provider",
      },
      {
        codes: [7067, 7068],
        refused: "email addresses or domains with capital letters",
        property: "oauth.provider",
        advice: "write them in lower case",
      },
      {
        codes: [7035, 7158],
        refused: "an interval that is too short or too long",
        property: "oauth.authCheckInterval",
      },
      {
        codes: [7042, 7136],
        refused: "a prefix that is too long or has other characters",
        property: "oauth.cookiePrefix",
      },
      {
        codes: [7092],
        refused: "a session without activity that lasts more than a year",
        property: "oidc.inactivityTimeout",
      },
      { codes: [7161], refused: "a session that lasts too long", property: "oauth.maximumDuration" },
      {
        codes: [7079],
        refused: "two of OAuth, OIDC and SAML on one route",
        advice: "keep one of oauth, oidc and saml, or disable the others: enabled: false",
      },
      {
        codes: [7127, 7134, 7155],
        refused: "OAuth, OIDC or SAML on a route, or on more routes, where the service does not have it",
        advice: "declare it on one route of the edge, which selects a path",
      },
      {
        codes: [7080, 7083, 7091],
        refused: "metadata of the identity provider that is missing, too long or unreadable",
        property: "saml.idpMetadata",
      },
      { codes: [7087, 7088], refused: "an issuer that is missing or too long", property: "oidc.issuer" },
      { codes: [7089, 7148], refused: "a client id that is missing or too long", property: "oidc.clientId" },
      {
        codes: [7090, 7149],
        refused: "a client secret that is missing or too long",
        property: "oidc.clientSecret",
      },
      { codes: [7150, 7151], refused: "scopes that are too many or too long", property: "oidc.scopes" },
      { codes: [7153], refused: "a prefix that is too long", property: "oidc.cookiePrefix" },
      { codes: [7162], refused: "a session that lasts too long", property: "oidc.maximumDuration" },
      {
        codes: [
          7031, 7041, 7093, 7094, 7095, 7096, 7097, 7098, 7099, 7100, 7101, 7102, 7103, 7108, 7163, 7167,
        ],
        refused: "a module or an edge that the account's plan does not allow",
        advice: PLAN,
      },
    ],
  },
  {
    subject: "Cloud endpoints",
    rows: [
      {
        codes: [307],
        refused: "a URL whose address is not reserved",
        property: "url",
        advice: RESERVE_ADDR,
        means: "notReserved",
      },
      {
        codes: [318, 319, 321, 15002],
        refused: "a URL whose domain is not reserved, or a wildcard that is not reserved as such",
        property: "url",
        advice: RESERVE_DOMAIN,
        means: "notReserved",
      },
      {
        codes: [309, 320],
        refused: "a URL that another account has reserved",
        property: "url",
        advice: OTHER_ACCOUNT,
      },
      {
        codes: [248],
        refused: "an endpoint of another type than `cloud`",
        property: "type",
        advice: "only agents create endpoints of other types: read them with getEndpoint or listEndpoints",
      },
      {
        codes: [249, 9030, 9031, 9032, 9033, 9034, 9035, 9036, 18001, 18003, 18022],
        refused: "a URL that the service cannot serve",
        property: "url",
      },
      {
        codes: [9037, 9038],
        refused: "a URL with a path",
        property: "url",
        advice: "leave the path out: let rules of the traffic policy tell paths apart",
      },
      {
        codes: [18005],
        refused: "another scheme in the URL of an existing endpoint",
        property: "url",
        advice: "run `pulumi refresh`, and then again: another scheme replaces the endpoint",
      },
      {
        codes: [18006],
        refused: "a URL whose domain or address is not reserved",
        property: "url",
        advice: `${RESERVE_DOMAIN}; for tcp, ${RESERVE_ADDR}`,
        means: "notReserved",
      },
      {
        codes: [18009],
        refused: "a URL that another endpoint of the account has",
        property: "url",
        advice: ADOPT,
        means: "taken",
      },
      {
        codes: [18016, 18017],
        refused: "a URL that another endpoint has, where one of the two has no `poolingEnabled: true`",
        property: "url",
        advice: `to share the URL, set poolingEnabled to true on both; ${ADOPT}`,
        means: "taken",
      },
      {
        codes: [18002],
        refused: "a traffic policy that cannot be read or compiled",
        property: "trafficPolicy",
      },
      {
        codes: [310, 312, 313, 314, 315, 9027, 15000, 18008, 18019],
        refused: "a URL, a binding, pooling or cloud endpoints that the account's plan does not allow",
        advice: PLAN,
      },
      {
        codes: [18010, 18020, 18021],
        refused: "more endpoints, or more of one URL, than the account may have",
        advice: LIMIT,
      },
      {
        codes: [9028, 9029],
        refused: "the binding `internal` on a URL that does not end in `.internal`",
        property: "url",
        advice: "use a hostname that ends in .internal, or remove the binding internal",
      },
      {
        codes: [9039, 9041, 18018],
        refused: "the binding `kubernetes` on a URL that cannot have it",
        property: "url",
      },
      {
        codes: [9043],
        refused: "plain HTTP in an account that may not have it",
        property: "url",
        advice: "write the URL with https",
      },
      {
        codes: [15005],
        refused: "a binding that does not exist",
        property: "bindings",
        advice: "use public, internal or kubernetes",
      },
      {
        codes: [15006],
        refused: "a binding twice",
        property: "bindings",
        advice: "an endpoint has one binding: remove the other one",
      },
      {
        codes: [15010],
        refused: "a binding to a Kubernetes operator that does not exist",
        property: "bindings",
        advice: "install the operator, or remove the binding",
      },
    ],
  },
  {
    subject: "Service users, events and agent ingresses",
    rows: [
      { codes: [4109], refused: "a service user without a name", property: "name" },
      {
        codes: [4112],
        refused: "a service user with the name of another one",
        property: "name",
        advice: ADOPT,
        means: "taken",
      },
      {
        codes: [236, 240, 5100, 5106, 5115],
        refused: "an event destination without exactly one target and one way to authenticate",
        property: "target",
      },
      {
        codes: [5104, 5107, 5116, 5120, 5129, 5130],
        refused:
          "an event destination whose ARNs are none, or of another kind, or without one way to authenticate",
        property: "target",
        advice:
          "use the ARN as Amazon shows it: of a role for `roleArn`, of the stream or log group for the target",
      },
      {
        codes: [5133, 5136, 5137, 5138],
        refused: "an event destination without the key, the id, the name or the URI that its target needs",
        property: "target",
      },
      {
        codes: [5103],
        refused: "an event subscription that names a destination which does not exist",
        property: "destinationIds",
        advice: "refer to the output `id` of an EventDestination of this account",
      },
      {
        codes: [5108],
        refused: "a target of another kind for an existing event destination",
        property: "target",
        advice: "run `pulumi refresh`, and then again: another kind of target replaces the destination",
      },
      {
        codes: [5112],
        refused: "deleting an event destination that is still used",
        advice:
          "take it out of the subscriptions first: those of this program change first by themselves if their `destinationIds` refer to its output `id`",
        means: "inUse",
      },
      {
        codes: [5127],
        refused: "a type twice in an event subscription",
        property: "sources",
        advice: "remove one of them",
      },
      { codes: [5141], refused: "a subscription to audit events", property: "sources", advice: PLAN },
      {
        codes: [6704],
        refused: "an agent ingress on a string that is no domain",
        property: "domain",
        advice: HOSTNAME,
      },
      {
        codes: [6705],
        refused: "an agent ingress on a domain of the service",
        property: "domain",
        advice: "use a domain of your own",
      },
      {
        codes: [6706],
        refused: "an agent ingress with a domain that another one has",
        property: "domain",
        advice: ADOPT,
        means: "taken",
      },
    ],
  },
  {
    subject: "Vaults and secrets",
    rows: [
      {
        codes: [23000, 23001, 23002, 24000, 24001, 24002],
        refused:
          "a name of a vault or secret that is empty, too long or has other characters than the service takes",
        property: "name",
        advice: "use letters, digits and `_`, `/`, `.` or `-`",
      },
      {
        codes: [23003],
        refused: "deleting a vault that still has secrets",
        advice:
          "delete its secrets first: those of this program go first by themselves if their `vaultId` is the output `id` of the Vault; others are in another program or were made by hand",
        means: "inUse",
      },
      {
        codes: [23004],
        refused: "a second vault of one name",
        property: "name",
        advice: ADOPT,
        means: "taken",
      },
      {
        codes: [24005],
        refused: "a second secret of one name in a vault",
        property: "name",
        advice: ADOPT,
        means: "taken",
      },
      {
        codes: [24003, 24004],
        refused: "a value of a secret that is empty or too long",
        property: "value",
        advice: "the message has the limit, which counts bytes of UTF-8",
      },
      {
        codes: [24006],
        refused: "a secret for a vault that does not exist",
        property: "vaultId",
        advice: "refer to the output `id` of a Vault of this account",
      },
      {
        codes: [24008],
        refused: "a secret without a vault",
        property: "vaultId",
        advice: "give the output `id` of a Vault of this account, or the name of one as vaultName",
      },
      {
        codes: [24009],
        refused: "a secret for a vault whose name no vault has",
        property: "vaultName",
        advice: "give the name of a Vault of this account, or refer to its output `id` as vaultId",
      },
      { codes: [23005, 24007], refused: "more vaults or secrets than the plan has", advice: LIMIT },
    ],
  },
  {
    subject: "Agent commands",
    rows: [
      {
        codes: [804, 805, 806],
        refused: "a command that the agent cannot run remotely",
        property: "command",
        advice: "run it on the agent's machine; the message says why",
      },
      {
        codes: [807, 808, 809, 810],
        refused: "a command that failed on the agent, or whose response did not arrive",
        advice: "check the agent on its machine, then change `triggers` to run the command again",
      },
    ],
  },
];

const byNumber: ReadonlyMap<number, ServiceCode> = new Map(
  SERVICE_CODES.flatMap(({ rows }) => rows.flatMap((row) => row.codes.map((code) => [code, row] as const))),
);

/** The entry of a code such as `ERR_NGROK_446`; undefined for an unknown one. */
export function serviceCode(code: string): ServiceCode | undefined {
  const [, number] = /^ERR_NGROK_(\d{3,5})$/.exec(code) ?? [];
  return number === undefined ? undefined : byNumber.get(Number(number));
}
