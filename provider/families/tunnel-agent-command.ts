import { type CommandCalls, CommandRefused, defineCommand } from "../family/command";
import { anything, id, object, oneOf, out, text } from "../family/fields";
import type { Props } from "../family/resource";
import { time } from "./common";

const COLLECTION = "/tunnel_sessions";
const LIST_KEY = "tunnel_sessions";

/** Time that an agent needs between an update and a restart. API reference, section "Limits". */
const UPDATE_MS = 10_000;
/** How long a restarted agent may take to come back before its new session counts as unknown. */
const RETURN_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

/** The four reasons of the API reference, section "Tunnel agent commands", rule 3. */
const UPDATE_REASONS =
  "no update is available, the agent's configuration disabled update checks, the agent is already updating, or it has already updated but has not been restarted";

/** Sessions that this process has seen restart, old id to new id. */
const successors = new Map<string, string>();

/** API reference, section "Tunnel agent commands". */
export const tunnelAgentCommand = defineCommand({
  name: "TunnelAgentCommand",
  summary:
    "Tells the agent behind a tunnel session to restart, stop or update. It runs once on creation and again whenever `triggers` change; changing the command or the session alone runs nothing, and destroying it does nothing.",
  section: "Tunnel agent commands",
  inputs: {
    command: oneOf(
      ["restart", "stop", "update"],
      "What the agent does. `restart` is refused for agents on Windows. `update` never moves an agent to a new major version and takes ten seconds.",
    ),
    sessionId: id(
      "Id of the tunnel session. One that has restarted since is followed to its new id.",
    ).optional(),
    filter: object(
      {
        metadata: text("Metadata of the session.").optional(),
        region: text("Region of the session.").optional(),
        os: text("Operating system of the agent's host.").optional(),
        agentVersion: text("Version of the agent.").optional(),
      },
      "Chooses the session by its fields instead of its id. All given fields must be equal, and one session only may match.",
    ).optional(),
    triggers: anything(
      "Values whose change makes the command run again, such as a version or a date.",
    ).optional(),
  },
  outputs: {
    ranAt: time("When the command ran last.", { follows: ["*"] }),
    previousSessionId: out.text("Id of the session that the command was sent to.", { follows: ["*"] }),
    currentSessionId: out.text(
      "Id of the agent's session after the command; null after a stop, or when a restarted agent has not come back in time.",
      { nullable: true, follows: ["*"] },
    ),
  },
  rules: [
    {
      keys: ["sessionId", "filter"],
      text: "Exactly one of `sessionId` and `filter` is given.",
      broken: ({ sessionId, filter }) =>
        (sessionId === undefined) === (filter === undefined)
          ? "give either sessionId or filter, and not both"
          : undefined,
    },
    {
      keys: ["filter"],
      text: "A filter names one field at least.",
      broken: ({ filter }) =>
        filter !== undefined && Object.keys(filter as Props).length === 0
          ? "must name one of metadata, region, os, agentVersion"
          : undefined,
    },
  ],
  triggers: ["triggers"],
  run: async (calls, inputs, before) => {
    const chosen = await choose(calls, inputs, before);
    return calls.alone(String(chosen.id), async () => {
      // Another command of this program may have restarted the agent while this one waited for its turn.
      const session = await follow(calls, String(chosen.id));
      return command(calls, String(inputs.command), session);
    });
  },
});

async function choose(calls: CommandCalls, inputs: Props, before: Props | undefined): Promise<Props> {
  if (typeof inputs.sessionId === "string") return follow(calls, inputs.sessionId, before);
  const filter = Object.entries(inputs.filter as Props);
  const sessions = await calls.list(COLLECTION, LIST_KEY);
  const wire = (key: string) => (key === "agentVersion" ? "agent_version" : key);
  const found = sessions.filter((session) => filter.every(([key, value]) => session[wire(key)] === value));
  const [only] = found;
  if (only && found.length === 1) return only;
  const listed = (found.length > 0 ? found : sessions).map(described).join("; ");
  throw new Error(
    found.length > 1
      ? `filter matches ${found.length} tunnel sessions, but must match one: ${listed}`
      : `filter matches no tunnel session; online are: ${listed || "none"}`,
  );
}

/** The session with an id, or the one that the same agent came back under. */
async function follow(calls: CommandCalls, sessionId: string, before?: Props): Promise<Props> {
  const remembered = before?.previousSessionId === sessionId ? before.currentSessionId : undefined;
  const next = successors.get(sessionId) ?? remembered;
  const session = await calls.get(`${COLLECTION}/${encodeURIComponent(sessionId)}`);
  if (session) return session;
  if (typeof next === "string" && next !== sessionId) return follow(calls, next);
  const online = (await calls.list(COLLECTION, LIST_KEY)).map(described).join("; ");
  throw new Error(
    `sessionId: there is no tunnel session ${sessionId} any more; online are: ${online || "none"}`,
  );
}

async function command(calls: CommandCalls, name: string, session: Props): Promise<Props> {
  const sessionId = String(session.id);
  if (name === "restart" && /windows/i.test(String(session.os))) {
    throw new Error(`command: an agent on Windows cannot restart; tunnel session ${described(session)}`);
  }
  const online = name === "restart" ? await calls.list(COLLECTION, LIST_KEY) : [];
  const sent = await calls.send(`${COLLECTION}/${encodeURIComponent(sessionId)}/${name}`);
  const ranAt = new Date(calls.now()).toISOString();
  if (sent.outcome === "refused") {
    const reasons = name === "update" ? `; an update fails when ${UPDATE_REASONS}` : "";
    throw new CommandRefused(
      `${name} of the agent behind ${described(session)} was refused: ${sent.why}${reasons}`,
    );
  }
  const done = (currentSessionId: string | null) => ({
    ranAt,
    previousSessionId: sessionId,
    currentSessionId,
  });
  if (name === "restart") {
    const successor = await awaitSuccessor(calls, session, new Set(online.map(({ id: seen }) => seen)));
    if (successor) return done(successor);
    if (sent.outcome === "done") {
      calls.report(
        `the agent behind tunnel session ${sessionId} was restarted but has not come back within ${RETURN_MS / 1000} s`,
      );
      return done(null);
    }
  } else if (sent.outcome === "done") {
    if (name === "update") await calls.sleep(UPDATE_MS);
    return done(name === "stop" ? null : sessionId);
  } else if (name === "stop" && (await isGone(calls, sessionId))) {
    return done(null);
  }
  throw new Error(
    `it is not known whether the ${name} of the agent behind tunnel session ${sessionId} ran, and a command is never repeated blindly: look at the agent, then run again. ${sent.outcome === "lost" ? sent.why : ""}`.trim(),
  );
}

const isGone = async (calls: CommandCalls, sessionId: string) =>
  (await calls.get(`${COLLECTION}/${encodeURIComponent(sessionId)}`)) === undefined;

/** Waits for the session under which the same agent comes back: none of those that were online before. */
async function awaitSuccessor(
  calls: CommandCalls,
  session: Props,
  before: ReadonlySet<unknown>,
): Promise<string | undefined> {
  const sessionId = String(session.id);
  const deadline = calls.now() + RETURN_MS;
  for (;;) {
    const sessions = await calls.list(COLLECTION, LIST_KEY);
    const successor = sessions.find(
      (candidate) => !before.has(candidate.id) && isSuccessor(session, candidate),
    );
    if (successor) {
      successors.set(sessionId, String(successor.id));
      return String(successor.id);
    }
    if (calls.now() >= deadline) return undefined;
    calls.report(`waiting for the agent behind tunnel session ${sessionId} to come back`);
    await calls.sleep(LOOK_EVERY_MS);
  }
}

function isSuccessor(old: Props, candidate: Props): boolean {
  const credential = (session: Props) => (session.credential as Props | null | undefined)?.id;
  return (
    credential(candidate) === credential(old) &&
    ["ip", "os", "metadata"].every((key) => (candidate[key] ?? "") === (old[key] ?? "")) &&
    Date.parse(String(candidate.started_at)) > Date.parse(String(old.started_at))
  );
}

const described = (session: Props) =>
  `${session.id} (${[session.os, session.region, session.agent_version && `agent ${session.agent_version}`, session.metadata && `metadata ${JSON.stringify(session.metadata)}`].filter(Boolean).join(", ")})`;
