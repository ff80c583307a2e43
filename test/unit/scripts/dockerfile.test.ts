import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { readCommand, readInstructions } from "../../support/dockerfile";

const root = resolve(__dirname, "../../..");
const file = join(root, "emulator", "Dockerfile");
const instructions = (name: string) => readInstructions(file).filter((each) => each.name === name);

test.each(["emulator/Dockerfile", ".devcontainer/Dockerfile"])("the linter accepts %s", (path) => {
  expect(validate(readFileSync(join(root, path), "utf8"))).toEqual([]);
});

test("the emulator's image installs only the archive, without scripts, and runs as an unprivileged user", () => {
  expect(instructions("COPY").map(({ text }) => text)).toEqual(["pulumi-tunnel-edge-*.tgz emulator.tgz"]);
  expect(instructions("ADD")).toEqual([]);
  expect(instructions("RUN").map(({ text }) => text)).toEqual([
    expect.stringMatching(/--ignore-scripts .*\.\/emulator\.tgz/),
  ]);
  expect(instructions("USER").map(({ text }) => text)).toEqual(["node"]);
  const names = readInstructions(file).map(({ name }) => name);
  expect(names.indexOf("USER")).toBeGreaterThan(names.lastIndexOf("RUN"));
});

test("the port is the same in the image, its health check, and the documentation", () => {
  const [port = ""] = instructions("EXPOSE").map(({ text }) => text);
  expect(readCommand(file, "ENTRYPOINT")).toContain(port);
  expect(instructions("HEALTHCHECK")[0]?.text).toContain(`127.0.0.1:${port}/`);
  const page = readFileSync(join(root, "docs", "cli", "emulator.md"), "utf8");
  const [, token = ""] = /"--token", "(\w+)"/.exec(instructions("CMD")[0]?.text ?? "") ?? [];
  for (const words of [`http://emulator:${port}`, `127.0.0.1:${port}`, `TUNNEL_EDGE_API_TOKEN: ${token}`])
    expect(page).toContain(words);
});
