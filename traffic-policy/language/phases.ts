export const PROTOCOLS = ["http", "https", "tcp", "tls"] as const;

export type Protocol = (typeof PROTOCOLS)[number];

/** In the order in which they run. */
export const PHASES = {
  on_tcp_connect: {
    description: "Runs when a client has connected, before anything above TCP is read.",
    protocols: ["http", "https", "tls", "tcp"],
  },
  on_http_request: {
    description: "Runs when a request has arrived, before it is sent upstream.",
    protocols: ["http", "https"],
  },
  on_http_response: {
    description: "Runs when the upstream has responded, before the response is sent to the client.",
    protocols: ["http", "https"],
  },
  on_event_stream_message: {
    description: "Runs for each message of a response that is a stream of server-sent events.",
    protocols: ["http", "https"],
  },
} as const satisfies Record<string, { description: string; protocols: readonly Protocol[] }>;

export type PhaseName = keyof typeof PHASES;

export const PHASE_NAMES = Object.keys(PHASES) as readonly PhaseName[];

/** The resource that a policy is attached to. It determines the supported phases. */
export interface Attachment {
  /** With an article, such as `a tls endpoint`. */
  readonly name: string;
  readonly protocol: Protocol;
  /** The host that clients request; undefined if unknown, as for internal endpoints. */
  readonly host?: string;
  /** A phase that the resource doesn't support, though its protocol does, with the service's error code and advice. */
  readonly lacks?: { readonly phase: PhaseName; readonly code: number; readonly instead: string };
}

export const protocolHasPhase = (name: PhaseName, protocol: string): boolean =>
  PHASES[name].protocols.some((supported) => supported === protocol);

/** Returns the service's error for an unsupported phase; undefined for a supported one. */
export function phaseFault(
  phase: PhaseName,
  attachment: Attachment,
): { readonly code: number; readonly reason: string } | undefined {
  const { name, protocol, lacks } = attachment;
  const supported = PHASE_NAMES.filter(
    (candidate) => protocolHasPhase(candidate, protocol) && candidate !== lacks?.phase,
  );
  if (supported.includes(phase)) return undefined;
  const protocols = PHASES[phase].protocols.join(" or ");
  const move = `move its rules to ${supported.join(" or ")}, or attach the policy to an endpoint that serves ${protocols}`;
  const { code, instead } = lacks?.phase === phase ? lacks : { code: 2230, instead: move };
  const reason = `is a phase that ${name} doesn't support (it supports ${supported.join(", ")}): ${instead}`;
  return { code, reason };
}

/** Phases by earlier name, for HTTP. */
export const FORMER_PHASES: ReadonlyMap<string, PhaseName> = new Map([
  ["inbound", "on_http_request"],
  ["outbound", "on_http_response"],
]);

/** Returns the phase that an earlier name stands for. Without HTTP, `inbound` is the connection phase. */
export const formerPhase = (name: string, isHttp: boolean): PhaseName | undefined =>
  name === "inbound" && !isHttp ? "on_tcp_connect" : FORMER_PHASES.get(name);
