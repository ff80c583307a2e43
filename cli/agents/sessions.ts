import { eachObject, type Read } from "../../provider/inspect";
import { compareText } from "../common";

/** The session of an agent that is online. */
export interface Session {
  readonly id: string;
  readonly agentVersion: string;
  readonly credentialId: string;
  readonly ip: string;
  readonly metadata: string;
  readonly os: string;
  readonly region: string;
  readonly startedAt: string;
  readonly transport: string;
}

/** The online sessions by region, the oldest first. */
export async function sessionsOf(config: Read): Promise<Session[]> {
  const sessions: Session[] = [];
  for await (const { value } of eachObject("TunnelSession", {}, config)) sessions.push(sessionOf(value));
  return sessions.sort((one, other) => compareText(orderOf(one), orderOf(other)));
}

function sessionOf(value: Readonly<Record<string, unknown>>): Session {
  const text = (key: string) => String(value[key] ?? "");
  const credential = value.credential as { readonly id?: unknown } | null;
  return {
    id: text("id"),
    agentVersion: text("agentVersion"),
    credentialId: String(credential?.id ?? ""),
    ip: text("ip"),
    metadata: text("metadata"),
    os: text("os"),
    region: text("region"),
    startedAt: text("startedAt"),
    transport: text("transport"),
  };
}

const orderOf = ({ region, startedAt, id }: Session) => `${region} ${startedAt} ${id}`;
