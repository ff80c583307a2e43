import { ACTIONS, resultName } from "../actions/actions";
import type { Variables, VariableType } from "../actions/fields";
import { variableNames } from "../language/aliases";
import { PHASE_NAMES, type PhaseName } from "../language/phases";

const prefixed = (prefix: string, variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).map(([name, variable]) => [`${prefix}.${name}`, variable]));

const PLACE = {
  city: ["string", "City, in English."],
  continent: ["string", "Continent."],
  country: ["string", "Country, in English."],
  country_code: ["string", "Country, as two letters (ISO 3166)."],
  is_eu: ["bool", "Whether the country is in the European Union."],
  metro_code: ["string", "Code of the metropolitan area."],
  subdivision: ["string", "State or province, in English."],
  timezone: ["string", "Time zone."],
} as const satisfies Variables;

const COORDINATES = {
  latitude: ["string", "Latitude in degrees."],
  longitude: ["string", "Longitude in degrees."],
  radius: ["string", "Accuracy radius in kilometers."],
} as const satisfies Variables;

const ADDRESS: Variables = {
  categories: ["list", "Categories of the address, such as `proxy.anonymous.tor`."],
  is_on_blocklist: ["bool", "Whether it is on a blocklist."],
  is_tor_node: ["bool", "Whether it is a Tor exit node."],
  "as.number": ["int", "Number of the autonomous system."],
  "as.organization": ["string", "Operator of the autonomous system."],
  ...prefixed("geo.location", {
    ...PLACE,
    ...COORDINATES,
    postal_code: ["string", "Postal code."],
  }),
  ...prefixed("geo.registered_location", PLACE),
};

const DISTINGUISHED_NAME: Variables = {
  common_name: ["string", "Common name."],
  country: ["list", "Countries."],
  locality: ["list", "Localities."],
  organization: ["list", "Organizations."],
  organizational_unit: ["list", "Organizational units."],
  postal_code: ["list", "Postal codes."],
  province: ["list", "Provinces."],
  street_address: ["list", "Street addresses."],
};

const CERTIFICATE: Variables = {
  extensions: ["list", "Extensions: `id`, `critical` and `value` of each."],
  issuer: ["string", "Issuer name."],
  ...prefixed("issuer", DISTINGUISHED_NAME),
  subject: ["string", "Subject name."],
  ...prefixed("subject", DISTINGUISHED_NAME),
  san: ["string", "Subject alternative names."],
  "san.dns_names": ["list", "DNS names."],
  "san.email_addresses": ["list", "E-mail addresses."],
  "san.ip_addresses": ["list", "IP addresses."],
  "san.uris": ["list", "URIs."],
  serial_number: ["string", "Serial number."],
  signature_algorithm: ["string", "Signature algorithm."],
  "validity.not_before": ["timestamp", "Start of validity."],
  "validity.not_after": ["timestamp", "End of validity."],
};

const CONNECTION: Variables = {
  bytes_in: ["int", "Bytes received from the client."],
  bytes_out: ["int", "Bytes sent to the client."],
  client_ip: ["string", "Address of the client."],
  ...prefixed("client_ip", ADDRESS),
  client_port: ["int", "Port of the client."],
  server_ip: ["string", "Address that the client connected to."],
  ...prefixed("server_ip", ADDRESS),
  server_port: ["int", "Port that the client connected to."],
  server_region: ["string", "Region of the service that the client connected to."],
  "ts.start": ["timestamp", "When the client connected."],
  "ts.end": ["timestamp", "When the connection ended."],
  ...prefixed("geo", {
    city: PLACE.city,
    country: PLACE.country,
    country_code: PLACE.country_code,
    subdivision: PLACE.subdivision,
    ...COORDINATES,
  }),
  ...prefixed("k8s.pod", {
    id: ["string", "Id of the connected Kubernetes pod."],
    "metadata.name": ["string", "Name of the pod."],
    "metadata.namespace": ["string", "Namespace of the pod."],
    "metadata.annotations": ["map", "Annotations of the pod."],
    "metadata.error_code": ["string", "Error code if the metadata could not be read."],
    "metadata.error_message": ["string", "Error message if the metadata could not be read."],
  }),
  ...prefixed("tls", {
    cipher_suite: ["string", "Cipher suite."],
    ja4_fingerprint: ["string", "JA4 fingerprint of the client."],
    negotiated_alpn: ["string", "Protocol negotiated by ALPN."],
    session_resumed: ["bool", "Whether the session was resumed."],
    sni: ["string", "Hostname that the client requested."],
    version: ["string", "Version of TLS."],
    ...prefixed("client", { ...CERTIFICATE, pem: ["string", "Certificate of the client in PEM."] }),
    ...prefixed("server", CERTIFICATE),
  }),
};

const CONTENT: Variables = {
  content_encoding: ["list", "Encodings of the body."],
  content_length: ["int", "Size of the body in bytes."],
  content_type: ["string", "Media type of the body."],
  "content_type.parameters": ["map", "Parameters of the media type."],
  "content_type.raw": ["string", "The unparsed header."],
  cookies: ["map", "Lists of cookies by name."],
  headers: ["map", "Lists of values by lowercase header name."],
  location: ["string", "The `Location` header."],
  trailers: ["map", "Lists of values by lowercase trailer name."],
};

const REQUEST: Variables = {
  ...CONTENT,
  body: ["string", "The body."],
  host: ["string", "The `Host` header."],
  method: ["string", "Method of the request."],
  version: ["string", "Version of HTTP."],
  "ts.body_received": ["timestamp", "When the body was received."],
  "ts.header_received": ["timestamp", "When the headers were received."],
  url: ["string", "URL of the request."],
  ...prefixed("url", {
    authority: ["string", "Host and port."],
    host: ["string", "Host."],
    path: ["string", "Percent-decoded path."],
    port: ["int", "Port."],
    query: ["string", "Query, without the question mark."],
    query_params: ["map", "Lists of query parameters by name."],
    raw: ["string", "The URL as received."],
    raw_path: ["string", "The path as received."],
    scheme: ["string", "Scheme."],
    uri: ["string", "Path and query."],
    user_password: ["string", "User and password."],
  }),
  user_agent: ["string", "The `User-Agent` header."],
  ...prefixed("user_agent", {
    name: ["string", "Name of the program."],
    version: ["string", "Version of the program."],
    os: ["string", "Operating system."],
    os_version: ["string", "Version of the operating system."],
    device: ["string", "Device."],
    is_mobile: ["bool", "Whether it is a phone."],
    is_tablet: ["bool", "Whether it is a tablet."],
    is_desktop: ["bool", "Whether it is a desktop computer."],
    is_bot: ["bool", "Whether it is a bot."],
    url: ["string", "URL of the program."],
  }),
};

const RESPONSE: Variables = { ...CONTENT, status_code: ["int", "Status code of the response."] };

const ENDPOINT: Variables = {
  addr: ["string", "Host and port of the endpoint."],
  host: ["string", "Host of the endpoint."],
  id: ["string", "Id of the endpoint."],
  port: ["int", "Port of the endpoint."],
  protocol: ["string", "Protocol of the endpoint."],
  url: ["string", "URL of the endpoint."],
};

const RESULTS: Variables = Object.assign(
  {},
  ...Object.entries(ACTIONS).map(([type, { result = {} }]) => prefixed(resultName(type) ?? "", result)),
);

/** Results of actions that have the same values as variables of the connection. */
const RESULT_ALIASES: Variables = Object.fromEntries(
  Object.entries(prefixed("conn", CONNECTION)).flatMap(([name, [type]]) =>
    variableNames(name)
      .filter((alias) => alias.startsWith("actions."))
      .map((alias) => [alias, [type, `Same as \`${name}\`.`] as const]),
  ),
);

interface VariableGroup {
  readonly description: string;
  readonly phases: readonly PhaseName[];
  readonly variables: Variables;
}

const HTTP: readonly PhaseName[] = ["on_http_request", "on_http_response", "on_event_stream_message"];

export const VARIABLE_GROUPS: readonly VariableGroup[] = [
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
    variables: { "time.now": ["string", "The time, in UTC and RFC 3339 format."] },
  },
  {
    description: "Variables that `set-vars` set earlier in the phase",
    phases: PHASE_NAMES,
    variables: { vars: ["map", "The variables by name."] },
  },
  {
    description: "Results of the last run of an action",
    phases: PHASE_NAMES,
    variables: { ...prefixed("actions.ngrok", RESULTS), ...RESULT_ALIASES },
  },
];

export interface VariableNode {
  /** Undefined for a group of variables. */
  type?: VariableType;
  readonly parts: Map<string, VariableNode>;
  readonly phases: readonly PhaseName[];
}

export const VARIABLES: ReadonlyMap<string, VariableNode> = buildTree();

export function findVariable(name: string): VariableNode | undefined {
  const [root = "", ...fields] = name.split(".");
  return fields.reduce((node, field) => node?.parts.get(field), VARIABLES.get(root));
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
