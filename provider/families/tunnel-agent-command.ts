import { createHash } from "node:crypto";
import { type CommandCalls, CommandRefused, defineCommand, REMEMBERED } from "../family/command";
import { isRecord } from "../family/field";
import { anything, id, object, oneOf, out, string } from "../family/fields";
import type { Props } from "../family/resource";
import { UserError } from "../family/user-error";
import { time } from "./common";

const COLLECTION = "/tunnel_sessions";
const LIST_KEY = "tunnel_sessions";

/** Minimum time between an update and a restart of an agent. API reference, section "Limits". */
const UPDATE_MS = 10_000;
/** Time for a restarted agent to reconnect; after that, its new session counts as unknown. */
const RECONNECT_MS = 60_000;
const POLL_INTERVAL_MS = 1_000;

/** Reasons for rejecting an update. API reference, section "Tunnel agent commands", rule 3. */
const UPDATE_REASONS =
  "no update is available, the agent's configuration disabled update checks, the agent is already updating, or it has already updated but has not been restarted";

/** Sessions restarted by this process: old id to new id. */
const successors = new Map<string, string>();

export const tunnelAgentCommand = defineCommand({
  name: "TunnelAgentCommand",
  summary:
    "Tells the agent behind a tunnel session to restart, stop, or update. It runs once on creation and again whenever `triggers` change. Changing only the command or the session runs nothing, and neither does destroying it.",
  section: "Tunnel agent commands",
  inputs: {
    command: oneOf(
      {
        restart: "Restarts the agent. Rejected for agents on Windows.",
        stop: "Stops the agent.",
        update: "Updates the agent within ten seconds, never to a new major version.",
      },
      "What the agent does.",
    ),
    sessionId: id(
      "Id of the tunnel session. After a restart, the resource follows it to its new id.",
    ).optional(),
    filter: object(
      {
        metadata: string("Metadata of the session.").optional(),
        region: string("Region of the session.").optional(),
        os: string("Operating system of the agent's host.").optional(),
        agentVersion: string("Version of the agent.").optional(),
      },
      "Selects the session by its fields instead of its id. Exactly one session must match all of them.",
    ).optional(),
    triggers: anything(
      "Values whose change makes the command run again, such as a version or a date.",
    ).optional(),
  },
  outputs: {
    ranAt: time("When the command last ran.", { changesWith: ["*"] }),
    previousSessionId: out.string("Id of the session that the command was sent to.", { changesWith: ["*"] }),
    currentSessionId: out.string(
      "Id of the agent's session after the command; null after a stop, or if a restarted agent did not reconnect in time.",
      { nullable: true, changesWith: ["*"] },
    ),
  },
  rules: [
    {
      keys: ["sessionId", "filter"],
      text: "Exactly one of `sessionId` and `filter` is set.",
      violation: ({ sessionId, filter }) =>
        (sessionId === undefined) === (filter === undefined)
          ? "set exactly one of sessionId and filter"
          : undefined,
    },
    {
      keys: ["filter"],
      text: "A filter sets at least one field.",
      violation: ({ filter }) =>
        filter !== undefined && Object.keys(filter).length === 0
          ? "must name one of metadata, region, os, agentVersion"
          : undefined,
    },
  ],
  triggers: ["triggers"],
  run: async (calls, inputs, before) => {
    const session = await selectSession(calls, inputs, before);
    const { outputs, latest } = await withExclusiveAgent(calls, session, (current) =>
      sendCommand(calls, String(inputs.command), current),
    );
    const remembered: CommandState = {
      sessionId: inputs.sessionId,
      agent: fingerprint(latest),
      since: latest.started_at,
    };
    return { ...outputs, [REMEMBERED]: remembered };
  },
});

interface CommandState {
  readonly sessionId: unknown;
  /** Fingerprint of the agent, and the start of its last known session. */
  readonly agent: unknown;
  readonly since: unknown;
}

/** Runs a task once no other command of this process uses the agent. */
function withExclusiveAgent<T>(
  calls: CommandCalls,
  session: Props,
  task: (session: Props) => Promise<T>,
): Promise<T> {
  return calls.exclusively(String(session.id), async () => {
    // Another command may have restarted the agent in the meantime, so also wait for commands that use its new session.
    const current = await follow(calls, String(session.id));
    return current.id === session.id ? task(current) : withExclusiveAgent(calls, current, task);
  });
}

async function selectSession(
  calls: CommandCalls,
  inputs: { readonly sessionId?: string; readonly filter?: object },
  before: Props | undefined,
): Promise<Props> {
  if (typeof inputs.sessionId === "string") return follow(calls, inputs.sessionId, before);
  const filter = Object.entries(inputs.filter ?? {});
  const sessions = await calls.list(COLLECTION, LIST_KEY);
  const wireName = (key: string) => (key === "agentVersion" ? "agent_version" : key);
  const matching = sessions.filter((session) =>
    filter.every(([key, value]) => session[wireName(key)] === value),
  );
  const [session] = matching;
  if (session && matching.length === 1) return session;
  const listed = (matching.length > 0 ? matching : sessions).map(describeSession).join("; ");
  throw new UserError(
    matching.length > 1
      ? `filter matches ${matching.length} tunnel sessions, but must match one: ${listed}`
      : `filter matches no tunnel session. Online sessions: ${listed || "none"}`,
  );
}

/** Returns the session with an id, or the one under which the same agent reconnected. */
async function follow(calls: CommandCalls, sessionId: string, before: Props = {}): Promise<Props> {
  const session = await calls.get(`${COLLECTION}/${encodeURIComponent(sessionId)}`);
  if (session) return session;
  const remembered: Partial<CommandState> = isRecord(before[REMEMBERED]) ? before[REMEMBERED] : {};
  // The state of the last run applies only if it is about this session: the program may have changed `sessionId`.
  const isKnown = [remembered.sessionId, before.previousSessionId, before.currentSessionId].includes(
    sessionId,
  );
  const next = successors.get(sessionId) ?? (isKnown ? before.currentSessionId : undefined);
  if (typeof next === "string" && next !== sessionId) return follow(calls, next, before);
  const online = await calls.list(COLLECTION, LIST_KEY);
  const laterSessions = isKnown ? online.filter((candidate) => isLater(remembered, candidate)) : [];
  const [successor] = laterSessions;
  if (successor && laterSessions.length === 1) return successor;
  throw new UserError(
    laterSessions.length > 1
      ? `sessionId: the agent of tunnel session ${sessionId} has reconnected as one of these sessions; set sessionId to the right one: ${laterSessions.map(describeSession).join("; ")}`
      : `sessionId: there is no tunnel session ${sessionId}. Online sessions: ${online.map(describeSession).join("; ") || "none"}`,
  );
}

/** Returns the outputs of the command, and the agent's latest session. */
async function sendCommand(calls: CommandCalls, name: string, session: Props) {
  const sessionId = String(session.id);
  if (name === "restart" && /windows/i.test(String(session.os)))
    throw new UserError(
      `command: an agent on Windows cannot restart; tunnel session ${describeSession(session)}`,
    );
  const online = name === "restart" ? await calls.list(COLLECTION, LIST_KEY) : [];
  const path = `${COLLECTION}/${encodeURIComponent(sessionId)}`;
  const sent = await calls.send(`${path}/${name}`);
  const ranAt = new Date(calls.now()).toISOString();
  if (sent.outcome === "refused") {
    const reasons = name === "update" ? `; an update fails when ${UPDATE_REASONS}` : "";
    throw new CommandRefused(
      `${name} of the agent behind ${describeSession(session)} was refused: ${sent.reason}${reasons}`,
    );
  }
  const finish = (current: Props | null) => ({
    outputs: { ranAt, previousSessionId: sessionId, currentSessionId: current && String(current.id) },
    latest: current ?? session,
  });
  if (name === "restart") {
    const earlierIds = new Set(online.map(({ id: onlineId }) => onlineId));
    const { successor, why } = await awaitSuccessor(calls, session, earlierIds);
    if (successor) return finish(successor);
    if (sent.outcome === "done") {
      // The command has run. An error would make the next run restart the agent again.
      calls.report(`the agent behind tunnel session ${sessionId} was restarted but ${why}`);
      return finish(null);
    }
  } else if (sent.outcome === "done") {
    if (name === "update") await calls.sleep(UPDATE_MS);
    return finish(name === "stop" ? null : session);
  } else if (name === "stop" && (await calls.get(path)) === undefined) {
    return finish(null);
  }
  throw new UserError(
    `it is unknown whether the ${name} of the agent behind tunnel session ${sessionId} ran, and commands are not retried automatically: check the agent, then run again. ${sent.reason}`,
  );
}

/** Returns the session under which an agent reconnected, or why that is unknown. `earlierIds`: sessions before the restart. */
async function awaitSuccessor(
  calls: CommandCalls,
  session: Props,
  earlierIds: ReadonlySet<unknown>,
): Promise<{ readonly successor?: Props; readonly why?: string }> {
  const sessionId = String(session.id);
  const last = { agent: fingerprint(session), since: session.started_at };
  const deadline = calls.now() + RECONNECT_MS;
  for (let looks = 0; ; looks++) {
    let sessions: readonly Props[];
    try {
      sessions = await calls.list(COLLECTION, LIST_KEY);
    } catch (error) {
      return {
        why: `its new session cannot be looked up: ${error instanceof Error ? error.message : error}`,
      };
    }
    const reconnected = sessions.find(
      (candidate) => !earlierIds.has(candidate.id) && isLater(last, candidate),
    );
    if (reconnected) {
      successors.set(sessionId, String(reconnected.id));
      return { successor: reconnected };
    }
    if (calls.now() >= deadline) return { why: `did not reconnect within ${RECONNECT_MS / 1000} s` };
    if (looks === 0) calls.report(`waiting for the agent behind tunnel session ${sessionId} to reconnect`);
    await calls.sleep(POLL_INTERVAL_MS);
  }
}

const isLater = ({ agent, since }: Partial<CommandState>, candidate: Props) =>
  fingerprint(candidate) === agent && Date.parse(String(candidate.started_at)) > Date.parse(String(since));

/** Identifies the sessions of one agent without revealing anything about it. */
function fingerprint({ credential, ip, os, metadata }: Props): string {
  const facts = [isRecord(credential) ? credential.id : undefined, ip, os, metadata].map(
    (fact) => fact ?? "",
  );
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 22);
}

const describeSession = (session: Props) =>
  `${session.id} (${[session.os, session.region, session.agent_version && `agent ${session.agent_version}`, session.metadata && `metadata ${JSON.stringify(session.metadata)}`].filter(Boolean).join(", ")})`;
