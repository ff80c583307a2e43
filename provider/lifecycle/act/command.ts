import { isClientError, LostReplyError } from "../../api";
import { type CommandCalls, type CommandFamily, type CommandOutcome, REMEMBERED } from "../../family/command";
import type { Props } from "../../family/resource";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import { type CheckResult, checkInputs } from "../plan/check";
import type {
  CheckRequest,
  Comparison,
  Creator,
  Diff,
  ObjectAndInputs,
  PlannedObject,
} from "../plan/results";
import type { Intent } from "../run/journal";
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
import { hasOnlyId } from "../values/state";

/** Lifecycle of a command, which runs on creation and when its triggers change. Deleting it does nothing. */
export class CommandLifecycle implements Lifecycle {
  constructor(private readonly family: CommandFamily) {}

  check({ inputs, before = {} }: CheckRequest): CheckResult {
    const { rules, outputs } = this.family;
    return checkInputs(this.family.inputs, before, inputs, { rules, outputs: Object.keys(outputs) });
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
    const state: Record<string, unknown> = { ...inputs };
    for (const key of Object.keys(this.family.outputs)) {
      const value = runs ? UNKNOWN : before.state[key];
      if (value !== undefined) state[key] = value;
    }
    return before ? { id: before.id, state } : { state };
  }

  readonly names = () => [];
  readonly modules = () => [];

  async create(run: Run, { inputs, creator }: Creation): Promise<CreateResult> {
    const intent = this.begin(run, inputs, creator);
    const outputs = await this.sendOnce(run, intent, inputs);
    const id = `${this.family.name}-${run.now().toString(36)}`;
    // The next operation with this id shows that the engine has recorded the command, and removes the entry.
    intent.answered(id);
    return { id, state: withOutputs(inputs, outputs) };
  }

  /** @throws UserError for an import, because the result of a command can't be looked up. */
  async read(_run: Run, { id, state }: ExistingObject): Promise<ReadResult> {
    if (hasOnlyId(state))
      throw new UserError(
        `${this.family.name} ${id} cannot be imported: a command has no object. Declare it without import to run it`,
      );
    const inputs = Object.entries(state).filter(
      ([key, value]) => Object.hasOwn(this.family.inputs, key) && value !== undefined,
    );
    return { id, state: { ...state }, inputs: Object.fromEntries(inputs) };
  }

  async update(run: Run, { state: before, inputs, changedInputs, creators = [] }: Update): Promise<State> {
    if (changedInputs.length === 0) return withOutputs(inputs, this.outputsIn(before));
    const creator = creators.length === 1 ? creators[0] : undefined;
    const intent = this.begin(run, inputs, creator, before);
    return withOutputs(inputs, await this.sendOnce(run, intent, inputs, before));
  }

  async delete(): Promise<Removal> {
    return "gone";
  }

  /** Opens the command's journal entry. The previous outputs distinguish it from earlier runs of the command. */
  private begin(run: Run, inputs: Inputs, creator: Creator | undefined, before?: State): Intent {
    const { name: family } = this.family;
    const body = { inputs, before: before && this.outputsIn(before) };
    const isReplacement = before === undefined && creator?.hasObject === true;
    // Without a stack, the entry doesn't count as an object that the state lacks.
    const creation = { family, path: "", body, name: creator?.name, isReplacement };
    const { earlier, ...intent } = run.journal.begin(creation);
    // A replacement forced by the user sends the command again, unless its own run was killed.
    return { ...intent, earlier: isReplacement && !earlier?.isReplacement ? undefined : earlier };
  }

  private async sendOnce(run: Run, intent: Intent, inputs: Inputs, before?: State): Promise<Props> {
    const { name, outputs, triggers } = this.family;
    if (intent.earlier) {
      run.report(
        `warning: ${name}: a run that was interrupted sent this command, and its outcome is unknown: it is not sent again. Change ${triggers.join(", ")} to send it again`,
      );
      const unknown = Object.fromEntries(Object.keys(outputs).map((key) => [key, null]));
      return { ...unknown, ...this.outputsIn(before) };
    }
    return this.family.run(callsOf(run, intent), inputs, before).catch((error: unknown) => {
      // An interrupted wait leaves the outcome unknown. Any other error states the outcome.
      if (!run.limit().aborted) intent.dropped();
      throw error;
    });
  }

  private outputsIn(state: State = {}): Props {
    const keys = [...Object.keys(this.family.outputs), REMEMBERED].filter((key) => state[key] !== undefined);
    return Object.fromEntries(keys.map((key) => [key, state[key]]));
  }
}

const withOutputs = (inputs: Props, outputs: Props): State => ({ ...inputs, ...outputs });

const callsOf = (run: Run, intent: Intent): CommandCalls => ({
  get: (path) => run.api.find(path),
  async list(path, listKey) {
    const found: Props[] = [];
    for await (const item of run.api.list({ path, listKey })) found.push(item);
    return found;
  },
  async send(path): Promise<CommandOutcome> {
    intent.sending({ at: run.now() });
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
