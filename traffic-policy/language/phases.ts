/** Protocols that the URL of an endpoint may have. */
export const PROTOCOLS = ["http", "https", "tcp", "tls"] as const;

export type Protocol = (typeof PROTOCOLS)[number];

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

/** What a policy is attached to, as far as it decides which phases the policy has. */
export interface Attachment {
  /** With its article, such as `a tls endpoint`. */
  readonly name: string;
  readonly protocol: Protocol;
  /** The host that clients name, where it is that of the URL; the clients of an internal endpoint name another one. */
  readonly host?: string;
  /** A phase of the protocol that it does not have, and what to do with the rules of the phase. */
  readonly lacks?: { readonly phase: PhaseName; readonly instead: string };
}

/** The phases that the service runs for an attachment. */
const phasesOf = ({ protocol, lacks }: Attachment): readonly PhaseName[] =>
  PHASE_NAMES.filter((name) => isOfProtocol(name, protocol) && name !== lacks?.phase);

export const isOfProtocol = (name: PhaseName, protocol: string): boolean =>
  PHASES[name].protocols.some((one) => one === protocol);

/** Why an attachment does not take a phase, and what to do; undefined for a phase that it takes. */
export function whyNotTaken(phase: PhaseName, attachment: Attachment): string | undefined {
  const taken = phasesOf(attachment);
  if (taken.includes(phase)) return undefined;
  const instead =
    attachment.lacks?.phase === phase
      ? attachment.lacks.instead
      : `move them to ${taken.join(" or ")}, or attach the policy to what serves ${PHASES[phase].protocols.join(" or ")}`;
  return `is a phase that ${attachment.name} does not take (it takes ${taken.join(", ")}): the service may refuse the policy, and never runs these rules; ${instead}`;
}

/** Phases as the service called them in its first versions, for HTTP. */
export const FORMER_PHASES: ReadonlyMap<string, PhaseName> = new Map([
  ["inbound", "on_http_request"],
  ["outbound", "on_http_response"],
]);

/** The phase that an earlier name stands for: `inbound` is for connections where no requests are seen. */
export const formerPhase = (name: string, isHttp: boolean): PhaseName | undefined =>
  name === "inbound" && !isHttp ? "on_tcp_connect" : FORMER_PHASES.get(name);
