/** An error that the user can fix; the message says why it occurred and what to do. */
export class UserError extends Error {
  override readonly name: string = "UserError";
}
