/** A request of the program or its user that cannot be fulfilled; the message says why and what to do. */
export class UserError extends Error {
  override readonly name: string = "UserError";
}
