import { eachObject, type ReadSetting } from "../../provider/inspect";
import { compareText } from "../common";
import type { Selectable } from "../selection";

const FIELDS = ["id", "agentVersion", "ip", "metadata", "os", "region", "startedAt", "transport"] as const;

export type Agent = Readonly<Record<(typeof FIELDS)[number] | "credentialId", string>>;

export const AGENTS: Selectable<Agent> = {
  read: readAgents,
  selectors: {
    session: ({ id }, ids) => ids.includes(id),
    region: ({ region }, regions) => regions.includes(region),
    os: ({ os }, names) => names.includes(os),
    metadata: ({ metadata }, texts) => texts.includes(metadata),
    agentVersion: ({ agentVersion }, versions) => versions.includes(agentVersion),
  },
  columns: {
    SESSION: ({ id }) => id,
    VERSION: ({ agentVersion }) => agentVersion,
    OS: ({ os }) => os,
    REGION: ({ region }) => region,
    IP: ({ ip }) => ip,
    TRANSPORT: ({ transport }) => transport,
    STARTED: ({ startedAt }) => startedAt,
    METADATA: ({ metadata }) => metadata,
  },
  emptyText: "no agent is online",
  noMatchText: "no online agent matches",
};

/** The online agents, by region, oldest session first. */
export async function readAgents(config: ReadSetting): Promise<Agent[]> {
  const agents: Agent[] = [];
  for await (const { value } of eachObject("TunnelSession", {}, config)) {
    const credential = value.credential as { readonly id?: unknown } | null;
    const texts = Object.fromEntries(FIELDS.map((key) => [key, String(value[key] ?? "")]));
    agents.push({ ...texts, credentialId: String(credential?.id ?? "") } as Agent);
  }
  const sortKey = ({ region, startedAt, id }: Agent) => `${region} ${startedAt} ${id}`;
  return agents.sort((a, b) => compareText(sortKey(a), sortKey(b)));
}
