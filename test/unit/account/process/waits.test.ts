import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { currentLimit, withinLimit, withLimit } from "../../../../provider/account/process/waits";
import { UserError } from "../../../../provider/lifecycle";

const never = new Promise<string>(() => undefined);

test("the error of a wait beyond its operation's limit names the event and the limit", async () => {
  const limit = new AbortController();
  const waiting = withLimit(limit.signal, () => withinLimit(never, "the other process has not ended"));
  limit.abort(new UserError("the timeout of 5 s has passed"));
  await expect(waiting).rejects.toThrow(
    new UserError("the other process has not ended; the timeout of 5 s has passed"),
  );
});

test("a wait returns the result of its task, also after the limit and without one", async () => {
  const limit = new AbortController();
  const wait = () => withinLimit(sleep(1, "done"), "nothing has happened");
  expect(await wait()).toBe("done");
  expect(await withLimit(limit.signal, wait)).toBe("done");
  limit.abort(new UserError("too late"));
  expect(await withLimit(limit.signal, wait)).toBe("done");
});

test("an operation has its own limit", async () => {
  const limit = new AbortController();
  expect(await withLimit(limit.signal, async () => currentLimit())).toBe(limit.signal);
  expect(currentLimit().aborted).toBe(false);
  expect(currentLimit()).not.toBe(limit.signal);
});
