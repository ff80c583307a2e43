import { isClientError, LostReplyError } from "../../api";
import { type CommandCalls, type CommandFamily, type CommandOutcome, REMEMBERED } from "../../family/command";
import type { Props } from "../../family/resource";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import { type CheckResult, checkInputs } from "../plan/check";
import type { CheckRequest, Comparison, Diff, ObjectAndInputs, PlannedObject } from "../plan/results";
import type {
  CreateResult,
  Creation,
  ExistingObject,
  Lifecycle,
  ReadResult,
  Removal,
  Run,
  Update,
} from "../run/lifecycle";
import { UserError } from "../values/errors";
import type { Inputs, State } from "../values/kinds";
import { hasOnlyId } from "../values/stored";

/** Lifecycle of a command, which runs on creation and when its triggers change. Deleting it does nothing. */
export class CommandLifecycle implements Lifecycle {
  constructor(private readonly family: CommandFamily) {}

  check({ inputs, before = {} }: CheckRequest): CheckResult {
    return checkInputs(this.family.inputs, before, inputs, {
      rules: this.family.rules,
      outputs: Object.keys(this.family.outputs),
    });
  }

  diff(comparison: Comparison): Diff {
    const changedInputs = this.changedInputs(comparison);
    const changed = changedInputs.length > 0;
    return { changedInputs, changed, replaces: [], deleteBeforeReplace: false, unseen: false, warnings: [] };
  }

  changedInputs({ state, inputs }: Omit<ObjectAndInputs, "id">): readonly string[] {
    return this.family.triggers.filter(
      (key) =>
        holdsUnknown(inputs[key]) ||
        JSON.stringify(state[key] ?? null) !== JSON.stringify(inputs[key] ?? null),
    );
  }

  plan(inputs: Inputs, before?: ExistingObject): PlannedObject {
    const runs = !before || this.changedInputs({ ...before, inputs }).length > 0;
    const outputs = Object.keys(this.family.outputs).map(
      (key) => [key, runs ? UNKNOWN : before.state[key]] as const,
    );
    const known = outputs.filter(([, value]) => value !== undefined);
    return { ...(before && { id: before.id }), state: withOutputs(inputs, Object.fromEntries(known)) };
  }

  readonly names = () => [];
  readonly modules = () => [];

  async create(run: Run, { inputs }: Creation): Promise<CreateResult> {
    const outputs = await this.family.run(callsOf(run), inputs, undefined);
    return { id: `${this.family.name}-${run.now().toString(36)}`, state: withOutputs(inputs, outputs) };
  }

  /** @throws UserError for an import, because the result of a command can't be looked up. */
  async read(_account: Run, { id, state }: ExistingObject): Promise<ReadResult> {
    if (hasOnlyId(state))
      throw new UserError(
        `${this.family.name} ${id} cannot be imported: a command has no object. Declare it without import to run it`,
      );
    const inputKeys = Object.keys(this.family.inputs).filter((key) => state[key] !== undefined);
    return { id, state: { ...state }, inputs: Object.fromEntries(inputKeys.map((key) => [key, state[key]])) };
  }

  async update(run: Run, { state: before, inputs, changedInputs }: Update): Promise<State> {
    if (changedInputs.length > 0)
      return withOutputs(inputs, await this.family.run(callsOf(run), inputs, before));
    const outputKeys = [...Object.keys(this.family.outputs), REMEMBERED].filter(
      (key) => before[key] !== undefined,
    );
    return withOutputs(inputs, Object.fromEntries(outputKeys.map((key) => [key, before[key]])));
  }

  async delete(): Promise<Removal> {
    return "gone";
  }
}

const withOutputs = (inputs: Props, outputs: Props): State => ({ ...inputs, ...outputs });

function callsOf(run: Run): CommandCalls {
  return {
    get: (path) => run.api.find(path),
    list: async (path, listKey) => {
      const found: Props[] = [];
      for await (const item of run.api.list({ path, listKey })) found.push(item);
      return found;
    },
    send: (path) => send(run, path),
    exclusively: (key, task) => run.ledger.commands.run(key, task),
    report: (line) => run.report(line),
    now: () => run.now(),
    sleep: (milliseconds) => run.sleep(milliseconds),
  };
}

async function send(run: Run, path: string): Promise<CommandOutcome> {
  try {
    await run.api.post(path, undefined);
    return { outcome: "done" };
  } catch (error) {
    if (error instanceof LostReplyError) return { outcome: "lost", reason: error.message };
    if (isClientError(error)) return { outcome: "refused", reason: error.message };
    throw error;
  }
}
