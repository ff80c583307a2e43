import { connect } from "node:net";

const CHECK_INTERVAL_MS = 2_000;
/** Lets the journal record the responses to requests in flight. */
const GRACE_MS = 5_000;

/** Calls `end` after the engine has ended, then ends this process. A killed engine doesn't stop its providers. */
export function endWithEngine(address: string | undefined, end: () => void = () => undefined): void {
  // A shell may be the parent, so the address is watched too.
  const parent = process.ppid;
  let isEnding = false;
  const ended = () => {
    if (isEnding) return;
    isEnding = true;
    clearInterval(timer);
    setTimeout(() => process.exit(0), GRACE_MS);
    end();
  };
  const timer = setInterval(async () => {
    if (process.ppid !== parent || (address !== undefined && (await isRefused(address)))) ended();
  }, CHECK_INTERVAL_MS);
  timer.unref();
  // Writing fails once the engine is gone. Without a listener, the host of dynamic providers would print that error endlessly.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", ended);
}

function isRefused(address: string): Promise<boolean> {
  const colon = address.lastIndexOf(":");
  const socket = connect({ host: address.slice(0, colon), port: Number(address.slice(colon + 1)) });
  return new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(false));
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
  }).finally(() => socket.destroy());
}
