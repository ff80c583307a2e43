import { ACTIONS } from "../actions/actions";
import { variableNames } from "../language/aliases";
import { PHASE_NAMES, type PhaseName } from "../language/phases";
import { VARIABLE_TYPES as T, type Variables } from "../language/variable-types";

const prefixed = (prefix: string, variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).map(([name, variable]) => [`${prefix}.${name}`, variable]));

const PLACE = {
  city: [T.string, "City, in English."],
  continent: [T.string, "Continent."],
  country: [T.string, "Country, in English."],
  country_code: [T.string, "Country, as two letters (ISO 3166)."],
  is_eu: [T.bool, "Whether the country is in the European Union."],
  metro_code: [T.string, "Code of the metropolitan area."],
  subdivision: [T.string, "State or province, in English."],
  timezone: [T.string, "Time zone."],
} as const satisfies Variables;

const COORDINATES = {
  latitude: [T.string, "Latitude in degrees."],
  longitude: [T.string, "Longitude in degrees."],
  radius: [T.string, "Accuracy radius in kilometers."],
} as const satisfies Variables;

const ADDRESS: Variables = {
  categories: [T.list, "Categories of the address, such as `proxy.anonymous.tor`."],
  is_on_blocklist: [T.bool, "Whether it is on a blocklist."],
  is_tor_node: [T.bool, "Whether it is a Tor exit node."],
  "as.number": [T.int, "Number of the autonomous system."],
  "as.organization": [T.string, "Operator of the autonomous system."],
  ...prefixed("geo.location", {
    ...PLACE,
    ...COORDINATES,
    postal_code: [T.string, "Postal code."],
  }),
  ...prefixed("geo.registered_location", PLACE),
};

const DISTINGUISHED_NAME: Variables = {
  common_name: [T.string, "Common name."],
  country: [T.list, "Countries."],
  locality: [T.list, "Localities."],
  organization: [T.list, "Organizations."],
  organizational_unit: [T.list, "Organizational units."],
  postal_code: [T.list, "Postal codes."],
  province: [T.list, "Provinces."],
  street_address: [T.list, "Street addresses."],
};

const CERTIFICATE: Variables = {
  extensions: [T.list, "Extensions: `id`, `critical` and `value` of each."],
  issuer: [T.string, "Issuer name."],
  ...prefixed("issuer", DISTINGUISHED_NAME),
  subject: [T.string, "Subject name."],
  ...prefixed("subject", DISTINGUISHED_NAME),
  san: [T.string, "Subject alternative names."],
  "san.dns_names": [T.list, "DNS names."],
  "san.email_addresses": [T.list, "E-mail addresses."],
  "san.ip_addresses": [T.list, "IP addresses."],
  "san.uris": [T.list, "URIs."],
  serial_number: [T.string, "Serial number."],
  signature_algorithm: [T.string, "Signature algorithm."],
  "validity.not_before": [T.timestamp, "Start of validity."],
  "validity.not_after": [T.timestamp, "End of validity."],
};

const CONNECTION: Variables = {
  bytes_in: [T.int, "Bytes received from the client."],
  bytes_out: [T.int, "Bytes sent to the client."],
  client_ip: [T.string, "Address of the client."],
  ...prefixed("client_ip", ADDRESS),
  client_port: [T.int, "Port of the client."],
  server_ip: [T.string, "Address that the client connected to."],
  ...prefixed("server_ip", ADDRESS),
  server_port: [T.int, "Port that the client connected to."],
  server_region: [T.string, "Region of the service that the client connected to."],
  "ts.start": [T.timestamp, "When the client connected."],
  "ts.end": [T.timestamp, "When the connection ended."],
  ...prefixed("geo", {
    city: PLACE.city,
    country: PLACE.country,
    country_code: PLACE.country_code,
    subdivision: PLACE.subdivision,
    ...COORDINATES,
  }),
  ...prefixed("k8s.pod", {
    id: [T.string, "Id of the connected Kubernetes pod."],
    "metadata.name": [T.string, "Name of the pod."],
    "metadata.namespace": [T.string, "Namespace of the pod."],
    "metadata.annotations": [T.map, "Annotations of the pod."],
    "metadata.error_code": [T.string, "Error code if the metadata could not be read."],
    "metadata.error_message": [T.string, "Error message if the metadata could not be read."],
  }),
  ...prefixed("tls", {
    cipher_suite: [T.string, "Cipher suite."],
    ja4_fingerprint: [T.string, "JA4 fingerprint of the client."],
    negotiated_alpn: [T.string, "Protocol negotiated by ALPN."],
    session_resumed: [T.bool, "Whether the session was resumed."],
    sni: [T.string, "Hostname that the client requested."],
    version: [T.string, "Version of TLS."],
    ...prefixed("client", { ...CERTIFICATE, pem: [T.string, "Certificate of the client in PEM."] }),
    ...prefixed("server", CERTIFICATE),
  }),
};

const CONTENT: Variables = {
  content_encoding: [T.list, "Encodings of the body."],
  content_length: [T.int, "Size of the body in bytes."],
  content_type: [T.string, "Media type of the body."],
  "content_type.parameters": [T.map, "Parameters of the media type."],
  "content_type.raw": [T.string, "The unparsed header."],
  cookies: [T.map, "Lists of cookies by name."],
  headers: [T.map, "Lists of values by lowercase header name."],
  location: [T.string, "The `Location` header."],
  trailers: [T.map, "Lists of values by lowercase trailer name."],
};

const REQUEST: Variables = {
  ...CONTENT,
  body: [T.string, "The body."],
  host: [T.string, "The `Host` header."],
  method: [T.string, "Method of the request."],
  version: [T.string, "Version of HTTP."],
  "ts.body_received": [T.timestamp, "When the body was received."],
  "ts.header_received": [T.timestamp, "When the headers were received."],
  url: [T.string, "URL of the request."],
  ...prefixed("url", {
    authority: [T.string, "Host and port."],
    host: [T.string, "Host."],
    path: [T.string, "Percent-decoded path."],
    port: [T.int, "Port."],
    query: [T.string, "Query, without the question mark."],
    query_params: [T.map, "Lists of query parameters by name."],
    raw: [T.string, "The URL as received."],
    raw_path: [T.string, "The path as received."],
    scheme: [T.string, "Scheme."],
    uri: [T.string, "Path and query."],
    user_password: [T.string, "User and password."],
  }),
  user_agent: [T.string, "The `User-Agent` header."],
  ...prefixed("user_agent", {
    name: [T.string, "Name of the program."],
    version: [T.string, "Version of the program."],
    os: [T.string, "Operating system."],
    os_version: [T.string, "Version of the operating system."],
    device: [T.string, "Device."],
    is_mobile: [T.bool, "Whether it is a phone."],
    is_tablet: [T.bool, "Whether it is a tablet."],
    is_desktop: [T.bool, "Whether it is a desktop computer."],
    is_bot: [T.bool, "Whether it is a bot."],
    url: [T.string, "URL of the program."],
  }),
};

const RESPONSE: Variables = { ...CONTENT, status_code: [T.int, "Status code of the response."] };

const ENDPOINT: Variables = {
  addr: [T.string, "Host and port of the endpoint."],
  host: [T.string, "Host of the endpoint."],
  id: [T.string, "Id of the endpoint."],
  port: [T.int, "Port of the endpoint."],
  protocol: [T.string, "Protocol of the endpoint."],
  url: [T.string, "URL of the endpoint."],
};

const RESULTS: Variables = Object.assign(
  {},
  ...Object.values(ACTIONS).map(({ result }) => (result ? prefixed(result.name, result.variables) : {})),
);

/** Results that are aliases of other variables. */
const RESULT_ALIASES: Variables = Object.fromEntries(
  Object.entries(prefixed("conn", CONNECTION)).flatMap(([name, [type]]) =>
    variableNames(name)
      .filter((alias) => alias.startsWith("actions."))
      .map((alias) => [alias, [type, `Same as \`${name}\`.`] as const]),
  ),
);

interface Group {
  readonly description: string;
  readonly phases: readonly PhaseName[];
  readonly variables: Variables;
}

const HTTP: readonly PhaseName[] = ["on_http_request", "on_http_response", "on_event_stream_message"];

export const VARIABLE_GROUPS: readonly Group[] = [
  { description: "The connection", phases: PHASE_NAMES, variables: prefixed("conn", CONNECTION) },
  { description: "The endpoint", phases: PHASE_NAMES, variables: prefixed("endpoint", ENDPOINT) },
  { description: "The request", phases: HTTP, variables: prefixed("req", REQUEST) },
  {
    description: "The response",
    phases: ["on_http_response", "on_event_stream_message"],
    variables: prefixed("res", RESPONSE),
  },
  {
    description: "The time",
    phases: PHASE_NAMES,
    variables: { "time.now": [T.string, "The time, in UTC and RFC 3339 format."] },
  },
  {
    description: "Variables that `set-vars` set earlier in the phase",
    phases: PHASE_NAMES,
    variables: { vars: [T.map, "The variables by name."] },
  },
  {
    description: "Results of the last run of an action",
    phases: PHASE_NAMES,
    variables: { ...prefixed("actions.ngrok", RESULTS), ...RESULT_ALIASES },
  },
];

/** A node in the tree of variable names. */
export interface VariableNode {
  /** Undefined for a node that only groups others. */
  type?: keyof typeof T;
  readonly parts: Map<string, VariableNode>;
  readonly phases: readonly PhaseName[];
}

export const VARIABLES: ReadonlyMap<string, VariableNode> = buildTree();

export function findVariable(name: string): VariableNode | undefined {
  let [node, parts]: [VariableNode | undefined, ReadonlyMap<string, VariableNode>] = [undefined, VARIABLES];
  for (const part of name.split(".")) {
    node = parts.get(part);
    if (node === undefined) return undefined;
    parts = node.parts;
  }
  return node;
}

function buildTree(): Map<string, VariableNode> {
  const roots = new Map<string, VariableNode>();
  for (const { variables, phases } of VARIABLE_GROUPS) {
    for (const [name, [type]] of Object.entries(variables)) {
      let parts = roots;
      let node: VariableNode | undefined;
      for (const part of name.split(".")) {
        node = parts.get(part) ?? { parts: new Map(), phases };
        parts.set(part, node);
        parts = node.parts;
      }
      if (node) node.type = type;
    }
  }
  return roots;
}
