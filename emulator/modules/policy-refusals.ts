import { checkPolicy, NAMED_OBJECTS, readPolicy } from "../../traffic-policy";
import { formerPhase, PHASE_NAMES, PROTOCOLS, protocolHasPhase } from "../../traffic-policy/language/phases";
import type { Call } from "../account/call";
import { type Json, textOf } from "../json";
import { emulatesService, reject } from "../service";

/** The endpoint, edge, or route that has a traffic policy. */
export interface Attachment {
  /** Of an endpoint. It is unknown whether an edge takes a phase of another protocol. */
  readonly protocol?: string;
  /** The host that clients name; none for an internal endpoint. */
  readonly host?: string;
  /** The code for `on_tcp_connect` where connections are not seen, and why. */
  readonly unseen?: readonly [code: number, why: string];
}

/** Larger ones are accepted unchecked: parsing them would cost too much. */
const LARGEST = 64 * 1024;

/**
 * Refuses a traffic policy that the service refuses, by its syntax, phases, actions, configurations, and the objects that it
 * names. Interpolated values pass, and so do features that only some accounts lack.
 *
 * @param at - The parameter that holds the policy.
 */
export function refusePolicy(call: Call, value: Json | undefined, at: string, attachment: Attachment): void {
  const { protocol, host } = attachment;
  const text = textOf(value);
  if (!emulatesService(call) || text === "" || text.length > LARGEST) return;
  refusePhases(call, text, at, attachment);
  const known = PROTOCOLS.find((name) => name === protocol);
  const attachedTo = known && { name: `a URL of ${known}`, protocol: known, ...(host && { host }) };
  for (const { code, path, reason } of checkPolicy(text, attachedTo))
    if (code !== undefined) reject(call, code, `${[at, ...path].join(".").slice(0, 200)} ${reason}.`, at);
  for (const { of, id } of NAMED_OBJECTS.find(text))
    if (of === "IpPolicy" && call.account.storage.get("/ip_policies", id) === undefined)
      reject(call, 2216, `${at} names an IP policy that does not exist.`, at);
}

function refusePhases(call: Call, text: string, at: string, { protocol, unseen }: Attachment): void {
  const { tree } = readPolicy(text);
  const isHttp = protocol === undefined || protocolHasPhase("on_http_request", protocol);
  for (const name of tree?.kind === "map" ? tree.entries.keys() : []) {
    const phase = PHASE_NAMES.find((known) => known === name) ?? formerPhase(name, isHttp);
    if (phase === "on_tcp_connect" && unseen) reject(call, unseen[0], `${at}: ${unseen[1]}`, at);
    if (phase && protocol !== undefined && !protocolHasPhase(phase, protocol))
      reject(call, 2230, `${at}: ${phase} is no phase of the protocol ${protocol}.`, at);
  }
}
