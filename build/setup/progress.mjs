const clock = (ms) => {
  const seconds = Math.round(ms / 1000);
  return seconds < 60
    ? `${seconds}s`
    : `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, "0")}s`;
};

let stream = process.stdout;

/** Standard error, for commands whose standard output programs read. */
export function reportTo(next) {
  stream = next;
}

export function report(part, text) {
  stream.write(`${part.padEnd(14)}${text}\n`);
}

/**
 * Shows the progress of a long step: a line that is updated every second on a terminal, or a new line every 15 seconds
 * elsewhere.
 *
 * @param {string} text what is being done
 * @param {(detail: (text: string) => void) => Promise<T>} work receives a function that reports its progress
 */
export async function withProgress(part, text, work) {
  const started = Date.now();
  const terminal = stream.isTTY === true;
  let detail = "";
  const line = () => `${text} (${clock(Date.now() - started)}${detail && `, ${detail}`})`;
  const show = terminal
    ? () => stream.write(`\r\u001b[K${part.padEnd(14)}${line()}`.slice(0, stream.columns + 4))
    : () => report(part, line());
  if (!terminal) report(part, `${text} ...`);
  const timer = setInterval(show, terminal ? 1000 : 15_000);
  try {
    return await work((next) => {
      detail = next;
    });
  } finally {
    clearInterval(timer);
    if (terminal) stream.write("\r\u001b[K");
  }
}
