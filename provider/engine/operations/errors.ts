/** The error of a call, with the message that the engine shows. */
export class CallError extends Error {
  override readonly name = "tunnel-edge";
  // The engine's host would print the stack.
  override readonly stack = "";
}

/** An object exists but does not match its program yet. The engine stores it despite the error. */
export class UnfinishedError extends CallError {
  constructor(
    message: string,
    readonly id: string,
    /** Encoded for the engine. */
    readonly state: Readonly<Record<string, unknown>>,
    readonly reasons: readonly string[],
  ) {
    super(message);
  }
}
