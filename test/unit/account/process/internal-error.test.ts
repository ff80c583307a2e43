import { join } from "node:path";
import { expect, test } from "vitest";
import { internalErrorReport } from "../../../../provider/account/process/internal-error";
import { packageFolder } from "../../../../provider/manifest";

const own = (file: string) => join(packageFolder, "provider", file);

test.each([
  [["at /app/index.js:1:2"], "index.js:1:2"],
  [["at new Pool (file:///app/node_modules/undici/pool.js:3:4)"], "node_modules/undici/pool.js:3:4"],
  [["at readFile (node:fs:5:6)", `at ${own("read.js")}:7:8`], "provider/read.js:7:8"],
  [["at eval (native)"], "an unknown location"],
])("reports the place of a bug with the stack %j as %s", (frames, place) => {
  const error = new Error("at message (/app/message.js:1:1)");
  error.stack = [`Error: ${error.message}`, ...frames.map((frame) => `    ${frame}`)].join("\n");
  const report = internalErrorReport(error, "Vault, read");
  expect(report).toContain(`(Error at ${place}) in Vault, read: please report`);
});

test("shows no frames if the message was reassigned, because the earlier message may look like frames", () => {
  const error = new Error("rejected");
  error.stack = "Error: refused\n    at hunter2 (/app/hunter2.js:1:1)\n    at run (/app/run.js:1:1)";
  const report = internalErrorReport(error, "Vault, read");
  expect(report).toContain("(Error at an unknown location) in Vault, read");
  expect(report).not.toContain("hunter2");
});
