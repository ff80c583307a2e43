/** Protocols that the URL of an endpoint may have. */
type Protocol = "http" | "https" | "tls" | "tcp";

interface Phase {
  readonly description: string;
  /** Protocols of the endpoints that reach the phase. */
  readonly protocols: readonly Protocol[];
  /** Stem of the TypeScript types of the phase. */
  readonly typeName: string;
}

/** When the rules of a policy run, in the order of the life of a connection. */
export const PHASES = {
  on_tcp_connect: {
    description: "A client has connected, and nothing above TCP has been read.",
    protocols: ["http", "https", "tls", "tcp"],
    typeName: "OnTcpConnect",
  },
  on_http_request: {
    description: "A request has come in, and has not been sent upstream.",
    protocols: ["http", "https"],
    typeName: "OnHttpRequest",
  },
  on_http_response: {
    description: "The upstream has answered, and the client has not got the response.",
    protocols: ["http", "https"],
    typeName: "OnHttpResponse",
  },
  on_event_stream_message: {
    description: "A message of a response that is a stream of server-sent events has come in.",
    protocols: ["http", "https"],
    typeName: "OnEventStreamMessage",
  },
} as const satisfies Readonly<Record<string, Phase>>;

export type PhaseName = keyof typeof PHASES;

export const PHASE_NAMES = Object.keys(PHASES) as readonly PhaseName[];

/** Phases as the service called them in its first versions. */
export const FORMER_PHASES: ReadonlyMap<string, PhaseName> = new Map([
  ["inbound", "on_http_request"],
  ["outbound", "on_http_response"],
]);
