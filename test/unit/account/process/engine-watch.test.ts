import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { endWithEngine } from "../../../../provider/account/process/engine-watch";

afterEach(() => {
  vi.useRealTimers();
});

test("a process ends five seconds after its engine", async () => {
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout"] });
  const engine = createServer().listen(0, "127.0.0.1");
  await once(engine, "listening");
  const end = vi.fn();
  const ended = new Promise<void>((resolve) => end.mockImplementation(resolve));
  endWithEngine(`127.0.0.1:${(engine.address() as AddressInfo).port}`, end);

  const answered = once(engine, "connection");
  vi.advanceTimersByTime(2_000);
  await answered;
  expect(end).not.toHaveBeenCalled();

  engine.close();
  await once(engine, "close");
  vi.advanceTimersByTime(2_000);
  await ended;
  vi.advanceTimersByTime(4_999);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(exit).toHaveBeenCalledWith(0);
});
