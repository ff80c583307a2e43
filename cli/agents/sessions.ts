import Table from "cli-table3";
import { eachObject, type Read } from "../../provider/account";
import { plainText } from "../common";

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

/** The sessions that are online, by region, the oldest first. */
export async function sessionsOf(config: Read): Promise<Session[]> {
  const sessions: Session[] = [];
  for await (const { value } of eachObject("TunnelSession", {}, config)) sessions.push(sessionOf(value));
  return sessions.sort((one, other) => compare(orderOf(one), orderOf(other)));
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
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** A table without colours and lines, so that other tools can read it as well. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const bare = { top: "", "top-mid": "", "top-left": "", "top-right": "", bottom: "", "bottom-mid": "" };
  const none = { "bottom-left": "", "bottom-right": "", left: "", "left-mid": "", mid: "", "mid-mid": "" };
  const drawn = new Table({
    head: [...head],
    chars: { ...bare, ...none, right: "", "right-mid": "", middle: "  " },
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
  });
  drawn.push(...rows.map((row) => row.map(oneLine)));
  return drawn.toString().replace(/ +$/gm, "");
}

const LONGEST_CELL = 48;

/** What a cell shows of a text: metadata may be kilobytes of JSON, and comes from whoever runs the agent. */
function oneLine(text: string): string {
  const visible = plainText(text);
  return visible.length > LONGEST_CELL ? `${visible.slice(0, LONGEST_CELL - 1)}…` : visible;
}
