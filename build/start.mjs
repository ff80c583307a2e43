// npm start: runs the setup, the account's emulator, and `pulumi up` of the example account. Leaves no process behind.
import { relative } from "node:path";
import { dataFile, stack } from "./quickstart/account.mjs";
import { countPresent, listResources, table } from "./quickstart/account-view.mjs";
import { withQuickstart } from "./quickstart/pulumi.mjs";
import "./setup/exit-on-failure.mjs";
import { root } from "./setup/paths.mjs";

const program = "examples/quickstart/index.ts";

async function show(pulumi, { url, shared }, token, changes) {
  const resources = await listResources(pulumi);
  const present = await countPresent(url, token, resources);
  const outputs = Object.entries(JSON.parse(await pulumi.capture("stack", "output", "--json")));
  const asText = (value) => (typeof value === "string" ? value : JSON.stringify(value));
  const isUnchanged = Object.entries(changes).every(
    ([op, count]) => op === "same" || op === "refresh" || count === 0,
  );
  const sections = [
    isUnchanged
      ? `Nothing has changed: the account matches ${program}.`
      : `The account now matches ${program}.`,
    `${present} of its ${resources.length} resources were just read back from the emulator:`,
    table([["CLASS", "NAME", "ID"], ...resources.map(({ className, name, id }) => [className, name, id])]),
    ...(outputs.length === 0
      ? []
      : [`Outputs of the stack:`, table(outputs.map(([name, value]) => [name, asText(value)]))]),
    shared
      ? `The account is kept in ${relative(root, dataFile)} and served at ${url} by the emulator that was already running.`
      : `The account is kept in ${relative(root, dataFile)}; no process is left running.`,
    table([
      ...(shared ? [] : [["npm run emulator", `serves it at ${url} until Ctrl-C`]]),
      ["npm start", `again, after a change to ${program}, sends only the difference`],
      ["npm run destroy", "removes what the program has created"],
    ]),
  ];
  process.stdout.write(`\n${sections.join("\n\n")}\n`);
}

await withQuickstart(async (pulumi, emulator, token) => {
  process.stdout.write(`\npulumi up, stack ${stack}, against the emulator at ${emulator.url}\n\n`);
  // With a refresh, so that a change made outside the program (npm run emulator) is detected and reverted.
  const { code, changes } = await pulumi.operate("up", "--refresh");
  if (code === 0) await show(pulumi, emulator, token, changes);
  return code;
});
