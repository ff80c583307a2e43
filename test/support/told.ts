import { beforeEach, vi } from "vitest";

/** What each test of a file makes the provider write to stderr, and writes no journal. */
export function told() {
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
