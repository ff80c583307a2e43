import { beforeEach, vi } from "vitest";

/** Records stderr in each test of a file, with the journal off. */
export function recordStderr() {
  let text = "";
  const clear = () => {
    text = "";
  };
  beforeEach(() => {
    vi.stubEnv("TUNNEL_EDGE_JOURNAL_DIR", "off");
    clear();
    vi.spyOn(process.stderr, "write").mockImplementation((more) => {
      text += String(more);
      return true;
    });
  });
  return {
    text: () => text,
    warnings: () => text.split("\n").filter((line) => line.startsWith("warning: ")),
    clear,
  };
}
