/**
 * An object exists but is not (yet) what the program asked for. The host hands its state to the engine, so that it is
 * kept and the next run repairs it.
 */
export class PartialFailure extends Error {
  override readonly name = "PartialFailure";
  constructor(
    readonly id: string,
    /** What is known of the object now. */
    readonly state: Readonly<Record<string, unknown>>,
    readonly reasons: readonly string[],
    options?: ErrorOptions,
  ) {
    super(reasons.join("; "), options);
  }
}

/** A request of the program that cannot be met; the message says why and what to do. */
export class UserError extends Error {
  override readonly name = "Refusal";
}
