import { ACTIONS } from "../actions/actions";
import { ALIASES } from "../language/aliases";
import { PHASE_NAMES, type PhaseName } from "../language/phases";
import { VARIABLE_TYPES as T, type Variables } from "../language/variable-types";

const below = (prefix: string, variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).map(([name, variable]) => [`${prefix}.${name}`, variable]));

const PLACE: Variables = {
  city: [T.string, "City, in English."],
  continent: [T.string, "Continent."],
  country: [T.string, "Country, in English."],
  country_code: [T.string, "Country, as two letters (ISO 3166)."],
  is_eu: [T.bool, "Whether the country is in the European Union."],
  metro_code: [T.string, "Code of the metropolitan area."],
  subdivision: [T.string, "State, province or the like, in English."],
  timezone: [T.string, "Time zone."],
};

/** What is known of an address. */
const ADDRESS: Variables = {
  categories: [T.list, "Lists of addresses that it is on, such as `proxy.anonymous.tor`."],
  is_on_blocklist: [T.bool, "Whether a blocklist names it."],
  is_tor_node: [T.bool, "Whether it is an exit of Tor."],
  "as.number": [T.int, "Number of its autonomous system."],
  "as.organization": [T.string, "Who runs its autonomous system."],
  ...below("geo.location", {
    ...PLACE,
    latitude: [T.string, "Latitude in degrees."],
    longitude: [T.string, "Longitude in degrees."],
    postal_code: [T.string, "Postal code."],
    radius: [T.string, "Kilometers around the place within which it may be."],
  }),
  ...below("geo.registered_location", PLACE),
};

const NAME: Variables = {
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
  issuer: [T.string, "Name of who has issued it."],
  ...below("issuer", NAME),
  subject: [T.string, "Name of whom it is for."],
  ...below("subject", NAME),
  san: [T.string, "Its alternative names."],
  "san.dns_names": [T.list, "Hostnames among them."],
  "san.email_addresses": [T.list, "E-mail addresses among them."],
  "san.ip_addresses": [T.list, "IP addresses among them."],
  "san.uris": [T.list, "URIs among them."],
  serial_number: [T.string, "Serial number."],
  signature_algorithm: [T.string, "Algorithm of its signature."],
  "validity.not_before": [T.timestamp, "When it becomes valid."],
  "validity.not_after": [T.timestamp, "When it ends."],
};

const CONNECTION: Variables = {
  bytes_in: [T.int, "Bytes that the client has sent."],
  bytes_out: [T.int, "Bytes that were sent to the client."],
  client_ip: [T.string, "Address of the client."],
  ...below("client_ip", ADDRESS),
  client_port: [T.int, "Port of the client."],
  server_ip: [T.string, "Address that the client has connected to."],
  ...below("server_ip", ADDRESS),
  server_port: [T.int, "Port that the client has connected to."],
  server_region: [T.string, "Place of the service's network where the client has connected."],
  "ts.start": [T.timestamp, "When the client connected."],
  "ts.end": [T.timestamp, "When the connection ended."],
  ...below("geo", {
    city: [T.string, "City of the client, in English."],
    country: [T.string, "Country of the client, in English."],
    country_code: [T.string, "Country of the client, as two letters (ISO 3166)."],
    latitude: [T.string, "Latitude of the client in degrees."],
    longitude: [T.string, "Longitude of the client in degrees."],
    radius: [T.string, "Kilometers around the place within which the client may be."],
    subdivision: [T.string, "State, province or the like of the client, in English."],
  }),
  ...below("k8s.pod", {
    id: [T.string, "Id of the Kubernetes pod that has connected."],
    "metadata.name": [T.string, "Name of the pod."],
    "metadata.namespace": [T.string, "Namespace of the pod."],
    "metadata.annotations": [T.map, "Annotations of the pod."],
    "metadata.error_code": [T.string, "Code of the error with which these could not be had."],
    "metadata.error_message": [T.string, "The same in words."],
  }),
  ...below("tls", {
    cipher_suite: [T.string, "Cipher suite."],
    ja4_fingerprint: [T.string, "JA4 fingerprint of the client."],
    negotiated_alpn: [T.string, "Protocol that ALPN agreed on."],
    session_resumed: [T.bool, "Whether an earlier session goes on."],
    sni: [T.string, "Hostname that the client has asked for."],
    version: [T.string, "Version of TLS."],
    ...below("client", { ...CERTIFICATE, pem: [T.string, "Certificate of the client in PEM."] }),
    ...below("server", CERTIFICATE),
  }),
};

const CONTENT: Variables = {
  content_encoding: [T.list, "Encodings of the body."],
  content_length: [T.int, "Bytes of the body."],
  content_type: [T.string, "Media type of the body."],
  "content_type.parameters": [T.map, "Parameters of the media type."],
  "content_type.raw": [T.string, "The header as it is."],
  cookies: [T.map, "Cookies by name: a list of each."],
  headers: [T.map, "Headers by name in lower case: a list of values of each."],
  location: [T.string, "The header `Location`."],
  trailers: [T.map, "Trailers by name in lower case: a list of values of each."],
};

const REQUEST: Variables = {
  ...CONTENT,
  body: [T.string, "The body."],
  host: [T.string, "The header `Host`."],
  method: [T.string, "Method of the request."],
  version: [T.string, "Version of HTTP."],
  "ts.body_received": [T.timestamp, "When the body had come in."],
  "ts.header_received": [T.timestamp, "When the headers had come in."],
  url: [T.string, "URL of the request."],
  ...below("url", {
    authority: [T.string, "Host and port."],
    host: [T.string, "Host."],
    path: [T.string, "Path, with percent signs decoded."],
    port: [T.int, "Port."],
    query: [T.string, "Query, without the question mark."],
    query_params: [T.map, "Parameters of the query: a list of values of each."],
    raw: [T.string, "The URL as it came."],
    raw_path: [T.string, "The path as it came."],
    scheme: [T.string, "Scheme."],
    uri: [T.string, "Path and query."],
    user_password: [T.string, "User and password."],
  }),
  user_agent: [T.string, "The header `User-Agent`."],
  ...below("user_agent", {
    name: [T.string, "Name of the program."],
    version: [T.string, "Version of the program."],
    os: [T.string, "Operating system."],
    os_version: [T.string, "Version of the operating system."],
    device: [T.string, "Device."],
    is_mobile: [T.bool, "Whether it is a phone."],
    is_tablet: [T.bool, "Whether it is a tablet."],
    is_desktop: [T.bool, "Whether it is a computer."],
    is_bot: [T.bool, "Whether it is a bot."],
    url: [T.string, "URL that the program names."],
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

/** What an action leaves: its results under `actions.ngrok`. */
const RESULTS: Variables = Object.assign(
  {},
  ...Object.values(ACTIONS).map(({ result }) => (result ? below(result.name, result.variables) : {})),
);

/** Results that have the values of other variables. */
const SAME_RESULTS: Variables = Object.fromEntries(
  [...ALIASES].flatMap(([alias, name]) => {
    const [type] = CONNECTION[name.replace(/^conn\./, "")] ?? [];
    return type && alias.startsWith("actions.") ? [[alias, [type, `The same as \`${name}\`.`]]] : [];
  }),
);

interface Group {
  readonly description: string;
  readonly phases: readonly PhaseName[];
  readonly variables: Variables;
}

const HTTP: readonly PhaseName[] = ["on_http_request", "on_http_response", "on_event_stream_message"];

/** The variables of expressions and interpolations, by what they are about. */
export const VARIABLE_GROUPS: readonly Group[] = [
  { description: "The connection", phases: PHASE_NAMES, variables: below("conn", CONNECTION) },
  { description: "The endpoint", phases: PHASE_NAMES, variables: below("endpoint", ENDPOINT) },
  { description: "The request", phases: HTTP, variables: below("req", REQUEST) },
  {
    description: "The response",
    phases: ["on_http_response", "on_event_stream_message"],
    variables: below("res", RESPONSE),
  },
  {
    description: "The time",
    phases: PHASE_NAMES,
    variables: { "time.now": [T.string, "The time, in UTC and RFC 3339 format."] },
  },
  {
    description: "What `set-vars` has set earlier in the phase",
    phases: PHASE_NAMES,
    variables: { vars: [T.map, "The variables by name."] },
  },
  {
    description: "What the last run of an action has left",
    phases: PHASE_NAMES,
    variables: { ...below("actions.ngrok", RESULTS), ...SAME_RESULTS },
  },
];

/** One part of the names of variables. */
export interface VariableNode {
  /** Undefined for what only groups others. */
  type?: keyof typeof T;
  readonly parts: Map<string, VariableNode>;
  readonly phases: readonly PhaseName[];
}

/** The roots of all names of variables. */
export const VARIABLES: ReadonlyMap<string, VariableNode> = tree();

/** A variable of the service. */
export function variableAt(subject: string): VariableNode | undefined {
  let [node, parts]: [VariableNode | undefined, ReadonlyMap<string, VariableNode>] = [undefined, VARIABLES];
  for (const part of subject.split(".")) {
    node = parts.get(part);
    if (node === undefined) return undefined;
    parts = node.parts;
  }
  return node;
}

function tree(): Map<string, VariableNode> {
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
