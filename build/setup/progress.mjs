const formatDuration = (ms) => {
  const seconds = Math.round(ms / 1000);
  return seconds < 60
    ? `${seconds}s`
    : `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, "0")}s`;
};

let stream = process.stdout;

/** Redirects reports: to standard error, for commands whose standard output programs read. */
export function reportTo(output) {
  stream = output;
}

export function report(part, text) {
  stream.write(`${part.padEnd(14)}${text}\n`);
}

/**
 * Shows the progress of a long step: a line that is updated every second on a terminal, or a new line every 15 seconds
 * elsewhere.
 *
 * @param {string} text what is being done
 * @param {(setDetail: (text: string) => void) => Promise<T>} work receives a function that sets the text after the time
 */
export async function withProgress(part, text, work) {
  const started = Date.now();
  const isTerminal = stream.isTTY === true;
  let detail = "";
  const line = () => `${text} (${formatDuration(Date.now() - started)}${detail && `, ${detail}`})`;
  // The escape sequence that clears the line has 4 characters.
  const show = isTerminal
    ? () => stream.write(`\r\u001b[K${part.padEnd(14)}${line()}`.slice(0, stream.columns + 4))
    : () => report(part, line());
  if (!isTerminal) report(part, `${text} ...`);
  const timer = setInterval(show, isTerminal ? 1000 : 15_000);
  try {
    return await work((newDetail) => {
      detail = newDetail;
    });
  } finally {
    clearInterval(timer);
    if (isTerminal) stream.write("\r\u001b[K");
  }
}
