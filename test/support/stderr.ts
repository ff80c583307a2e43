import { beforeEach, vi } from "vitest";

/** Records what each test of a file makes the provider write to stderr; the journal is off. */
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
