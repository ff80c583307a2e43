import { isClientError, LostReplyError } from "../../api";
import { type CommandCalls, type CommandFamily, type CommandOutcome, REMEMBERED } from "../../family/command";
import type { Inputs, Props, State } from "../../family/resource";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import { checkInputs } from "../plan/check";
import type { ObjectAndInputs, ResourceIdentity } from "../plan/types";
import type { Intent } from "../run/journal";
import type { Lifecycle, Run } from "../run/lifecycle";
import { UserError } from "../values/errors";
import { hasOnlyId } from "../values/state";

/** Lifecycle of a command, which runs on creation and when its triggers change. Deleting it does nothing. */
export function commandLifecycle(family: CommandFamily): Lifecycle {
  const { name, outputs, triggers } = family;

  const changedInputs = ({ state, inputs }: Omit<ObjectAndInputs, "id">) =>
    triggers.filter(
      (key) =>
        holdsUnknown(inputs[key]) ||
        JSON.stringify(state[key] ?? null) !== JSON.stringify(inputs[key] ?? null),
    );

  function outputsIn(state: State = {}): Props {
    const keys = [...Object.keys(outputs), REMEMBERED].filter((key) => state[key] !== undefined);
    return Object.fromEntries(keys.map((key) => [key, state[key]]));
  }

  /** Begins the command's journal entry. Its body has the previous outputs, so each execution has its own entry. */
  function begin(run: Run, inputs: Inputs, creator: ResourceIdentity | undefined, before?: State): Intent {
    const body = { inputs, before: before && outputsIn(before) };
    const isReplacement = before === undefined && creator?.hasObject === true;
    // Without a stack, because entries of a stack count as objects that its state may lack.
    const creation = { family: name, path: "", body, name: creator?.name, isReplacement };
    const { earlier, ...intent } = run.journal.begin(creation);
    // A replacement forced by the user sends the command again, unless an earlier run of this replacement was killed.
    return { ...intent, earlier: isReplacement && !earlier?.isReplacement ? undefined : earlier };
  }

  async function sendOnce(run: Run, intent: Intent, inputs: Inputs, before?: State): Promise<Props> {
    if (intent.earlier) {
      run.report(
        `warning: ${name}: an interrupted run sent this command, and the outcome is unknown, so it is not sent again. Change ${triggers.join(", ")} to send it`,
      );
      const unknown = Object.fromEntries(Object.keys(outputs).map((key) => [key, null]));
      return { ...unknown, ...outputsIn(before) };
    }
    return family.run(callsOf(run, intent), inputs, before).catch((error: unknown) => {
      // An interrupted wait leaves the outcome unknown. Any other error states the outcome.
      if (!run.limit().aborted) intent.drop();
      throw error;
    });
  }

  return {
    check: ({ inputs, before = {} }) =>
      checkInputs(family.inputs, before, inputs, { rules: family.rules, outputs: Object.keys(outputs) }),

    changedInputs,

    diff(comparison) {
      const changed = changedInputs(comparison);
      return {
        changedInputs: changed,
        changed: changed.length > 0,
        replaces: [],
        deleteBeforeReplace: false,
        needsExplicitChange: false,
        warnings: [],
      };
    },

    plan(inputs, before) {
      const isSent = !before || changedInputs({ ...before, inputs }).length > 0;
      const state: Record<string, unknown> = { ...inputs };
      for (const key of Object.keys(outputs)) {
        const value = isSent ? UNKNOWN : before.state[key];
        if (value !== undefined) state[key] = value;
      }
      return before ? { id: before.id, state } : { state };
    },

    uniqueNames: () => [],
    modulePaths: () => [],

    async create(run, { inputs, creator }) {
      const intent = begin(run, inputs, creator);
      const result = await sendOnce(run, intent, inputs);
      const id = `${name}-${run.now().toString(36)}`;
      // The entry is removed by the next operation with this id, which proves that the engine has stored the command.
      intent.recordAnswer(id);
      return { id, state: stateOf(inputs, result) };
    },

    /** @throws UserError for an import, because the result of a command can't be looked up. */
    async read(_run, { id, state }) {
      if (hasOnlyId(state))
        throw new UserError(
          `${name} ${id} cannot be imported: a command has no object. Declare it without import to run it`,
        );
      const inputs = Object.entries(state).filter(
        ([key, value]) => Object.hasOwn(family.inputs, key) && value !== undefined,
      );
      return { id, state: { ...state }, inputs: Object.fromEntries(inputs) };
    },

    async update(run, { state: before, inputs, changedInputs: changed, creators = [] }) {
      if (changed.length === 0) return stateOf(inputs, outputsIn(before));
      const creator = creators.length === 1 ? creators[0] : undefined;
      const intent = begin(run, inputs, creator, before);
      return stateOf(inputs, await sendOnce(run, intent, inputs, before));
    },

    delete: async () => "gone",
  };
}

/** Takes Props, because the types of inputs and states exclude each other. */
const stateOf = (inputs: Props, results: Props): State => ({ ...inputs, ...results });

const callsOf = (run: Run, intent: Intent): CommandCalls => ({
  get: (path) => run.api.find(path),
  async list(path, listKey) {
    const objects: Props[] = [];
    for await (const item of run.api.list({ path, listKey })) objects.push(item);
    return objects;
  },
  async send(path): Promise<CommandOutcome> {
    intent.recordSending({ at: run.now() });
    try {
      await run.api.post(path, undefined);
      return { outcome: "done" };
    } catch (error) {
      if (error instanceof LostReplyError) return { outcome: "lost", reason: error.message };
      if (isClientError(error)) return { outcome: "refused", reason: error.message };
      throw error;
    }
  },
  exclusively: (key, task) => run.ledger.commands.runExclusive(key, task),
  report: (line) => run.report(line),
  now: () => run.now(),
  sleep: (milliseconds) => run.sleep(milliseconds),
});
