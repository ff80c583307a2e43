import { FINGERPRINT } from "../../account/origin/origin";
import { internalErrorIn, internalErrorReport } from "../../account/process/internal-error";
import { withoutSecrets } from "../../account/process/report";
import { UnknownSettingError } from "../../account/settings/settings";
import { inWordsOf } from "../../account/settings/wording";
import { PartialFailure, secretsIn } from "../../lifecycle";
import type { ConfiguredAccount } from "./account";
import type { StateEvidence } from "./evidence";
import type { EngineValues } from "./values";

/** An error of one call in the words that the engine shows. */
export class CallError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "tunnel-edge";
    // Not meant for users: the engine's host prints the stack beside the message.
    this.stack = "";
  }
}

/** An object exists but does not match its program yet: the engine is to store it with the error. */
export class UnfinishedError extends CallError {
  constructor(
    message: string,
    readonly id: string,
    /** In the form that the engine accepts. */
    readonly state: Readonly<Record<string, unknown>>,
    readonly reasons: readonly string[],
  ) {
    super(message);
  }
}

/** One call from the engine. */
interface EngineCall {
  readonly doing: string;
  readonly inputs?: Values;
  readonly state?: Values;
}

/** Inputs and states as the engine passes them. */
type Values = Readonly<Record<string, unknown>>;

/** Turns the errors of a family's operations into those that the engine shows and stores. */
export class CallErrors {
  constructor(
    private readonly account: ConfiguredAccount,
    private readonly evidence: StateEvidence,
    private readonly values: EngineValues,
  ) {}

  /** Runs one call of the engine. @throws CallError, or UnfinishedError where an object exists */
  async explained<T>(call: EngineCall, task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      if (error instanceof UnknownSettingError) throw error;
      throw await this.explain(call, error);
    }
  }

  private async explain({ doing, inputs = {}, state = {} }: EngineCall, error: unknown): Promise<CallError> {
    const { name, shape } = this.values;
    const secrets = [inputs, state].flatMap((values) => secretsIn(shape, values));
    const internal = internalErrorIn(error);
    const report =
      internal === undefined
        ? undefined
        : internalErrorReport(internal, { what: `${name}, ${doing}`, secrets });
    if (!(error instanceof PartialFailure))
      return new CallError(withoutSecrets(report ?? (await this.account.messageOf(error as Error))));
    // A token that is no longer available must not lose the object.
    const stamp = await this.evidence.stamp(state).catch(() => ({ [FINGERPRINT]: state[FINGERPRINT] }));
    const stored = this.values.stored(error.id, { ...error.state, ...stamp });
    const account = await this.account.name();
    const reasons = error.reasons.map((reason) => inWordsOf(account, reason));
    const all = report === undefined ? reasons : [...reasons, report];
    const message = withoutSecrets(inWordsOf(account, error.message));
    return new UnfinishedError(message, error.id, stored, all.map(withoutSecrets));
  }
}
