import { ApiFailure, refusal } from "../failure";
import { asList, asObject, asText, type JsonObject } from "../json";
import type { StoredObject } from "../store/storage";
import { formatTimestamp } from "../timestamp";
import type { AccountObjects } from "./objects";

const SESSIONS = "/tunnel_sessions";
const TUNNELS = "/tunnels";
/** Collection of the sessions whose agents are restarting. `returns_at`: when the agent is back, in milliseconds. */
const RETURNING = "#returning";

/** Duration of an update. API reference: "Tunnel agent commands". */
const UPDATE_SECONDS = 10;

export const AGENT_COMMANDS = ["restart", "stop", "update"] as const;

/** The agents behind the account's tunnel sessions. */
export class Agents {
  constructor(private readonly account: AccountObjects) {}

  /** The two sessions that every account starts with, one of them on Windows. */
  startInitialSessions(): void {
    for (const { ip, os } of [
      { ip: "203.0.113.10", os: "linux" },
      { ip: "203.0.113.11", os: "windows" },
    ])
      this.account.add(SESSIONS, "ts", {
        region: "us",
        transport: this.account.settings.reference ? "tunnel/v2" : "ngrok/2",
        agent_version: "3.18.4",
        ip,
        os,
        metadata: `demo-${os}`,
        credential_id: this.account.newId("cr"),
        started_at: this.account.clock.timestamp(),
        agent: {},
      });
  }

  /** Reconnects the restarted agents that are back at a time; by default, all of them. */
  reconnect(until = Number.POSITIVE_INFINITY): void {
    const returning = this.account.storage.all(RETURNING);
    for (const session of returning.filter(({ fields }) => Number(fields.returns_at) <= until))
      this.#reconnect(session);
  }

  /** @throws ApiFailure if a rule forbids the command. API reference: "Tunnel agent commands". */
  command(session: StoredObject, command: (typeof AGENT_COMMANDS)[number]): void {
    if (command === "stop") this.#disconnect(session);
    else if (command === "restart") this.#restart(session);
    else this.#update(session);
  }

  /** Starts the tunnels of the session's agent; ends those that it started before. */
  startTunnels(session: StoredObject): void {
    this.endTunnels(session.id, ({ fields }) => fields.by_agent === true);
    for (const tunnel of asList(asObject(session.fields.agent).tunnels)) {
      const { id, labels } = asObject(tunnel);
      const fields = {
        public_url: "",
        started_at: asText(session.fields.started_at),
        metadata: "",
        proto: "",
        region: asText(session.fields.region),
        tunnel_session_id: session.id,
        endpoint_id: null,
        labels: asObject(labels),
        forwards_to: "http://localhost:80",
        by_agent: true,
      };
      this.account.add(TUNNELS, "tn", fields, id ? { id: asText(id) } : {});
    }
  }

  /** Ends the tunnels of a session that has ended. */
  endTunnels(sessionId: string, matches: (tunnel: StoredObject) => boolean = () => true): void {
    const { storage } = this.account;
    for (const tunnel of [...storage.all(TUNNELS)])
      if (tunnel.fields.tunnel_session_id === sessionId && matches(tunnel))
        storage.delete(TUNNELS, tunnel.id);
  }

  #disconnect(session: StoredObject): void {
    this.account.storage.delete(SESSIONS, session.id);
    this.endTunnels(session.id);
  }

  #restart(session: StoredObject): void {
    if (/^windows/i.test(asText(session.fields.os)))
      throw this.#failure(804, "Restart is not supported on Windows: the agent cannot restart itself there.");
    const agent = asObject(session.fields.agent);
    this.#disconnect(session);
    // An agent that is restarted in the middle of an update comes back without the update.
    const version = this.#isUpdating(agent) ? null : asText(agent.updated_to);
    const seconds = typeof agent.reconnect_seconds === "number" ? agent.reconnect_seconds : 0;
    const returning: StoredObject = {
      ...session,
      fields: {
        ...session.fields,
        agent_version: version || asText(session.fields.agent_version),
        agent: { ...agent, updating_until: null, updated_to: null },
        returns_at: this.account.clock.now() + seconds * 1000,
      },
    };
    if (seconds <= 0) this.#reconnect(returning);
    else this.account.storage.put(RETURNING, returning);
  }

  /** Adds the session of a restarted agent, which has a new id and a later start. Everything else is unchanged. */
  #reconnect(session: StoredObject): void {
    this.account.storage.delete(RETURNING, session.id);
    const { returns_at: _, ...fields } = session.fields;
    const previous = Date.parse(asText(session.fields.started_at)) || 0;
    const started_at = formatTimestamp(Math.max(this.account.clock.now(), previous + 1000));
    const added = this.account.add(SESSIONS, "ts", { ...fields, started_at }, { created_at: started_at });
    this.startTunnels(added);
  }

  #update(session: StoredObject): void {
    const agent = asObject(session.fields.agent);
    if (this.#isUpdating(agent)) throw this.#failure(809, "The agent is already updating.");
    if (agent.updated_to)
      throw this.#failure(809, "The agent has already updated but has not been restarted.");
    if (agent.update_checks === false)
      throw this.#failure(806, "The agent's configuration disabled update checks.");
    const updated_to = availableVersion(agent, asText(session.fields.agent_version));
    if (updated_to === undefined) throw this.#failure(809, "No update is available for the agent.");
    const updating_until = formatTimestamp(this.account.clock.now() + UPDATE_SECONDS * 1000);
    this.account.storage.put(SESSIONS, {
      ...session,
      fields: { ...session.fields, agent: { ...agent, updating_until, updated_to } },
    });
  }

  #failure(code: number, why: string): ApiFailure {
    return this.account.settings.reference ? new ApiFailure("agent", why) : refusal(code, why);
  }

  #isUpdating(agent: JsonObject): boolean {
    return Date.parse(asText(agent.updating_until)) > this.account.clock.now();
  }
}

/** Returns the version that an update would install. An update never crosses a major version. */
function availableVersion(agent: JsonObject, current: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = versionParts(current);
  if (agent.available_version === undefined) return `${major}.${minor + 1}.0`;
  const offered = asText(agent.available_version);
  const [newMajor = 0, newMinor = 0, newPatch = 0] = versionParts(offered);
  const isNewer = newMinor > minor || (newMinor === minor && newPatch > patch);
  return offered !== "" && newMajor === major && isNewer ? offered : undefined;
}

function versionParts(version: string): number[] {
  return version.split(".").map((part) => Number.parseInt(part, 10) || 0);
}
