import { beforeEach, vi } from "vitest";

/** Records stderr in each test of a file, with the journal off. */
export function recordStderr() {
  let text = "";
  const forget = () => {
    text = "";
  };
  beforeEach(() => {
    vi.stubEnv("TUNNEL_EDGE_JOURNAL_DIR", "off");
    forget();
    vi.spyOn(process.stderr, "write").mockImplementation((more) => {
      text += String(more);
      return true;
    });
  });
  return {
    text: () => text,
    warnings: () => text.split("\n").filter((line) => line.startsWith("warning: ")),
    forget,
  };
}
