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
