// npm start: set-up, the account's emulator, and a real `pulumi up` of the example account. Leaves no process behind.
import { relative } from "node:path";
import { dataFile, recall } from "./quickstart/account.mjs";
import { presentOn, resourcesOf, table } from "./quickstart/account-view.mjs";
import { openEmulator } from "./quickstart/emulator.mjs";
import { Pulumi, stack } from "./quickstart/pulumi.mjs";
import { exitWith } from "./setup/failure.mjs";
import { setup } from "./setup/index.mjs";
import { root } from "./setup/paths.mjs";

async function show(pulumi, url, token, changes) {
  const resources = await resourcesOf(pulumi);
  const present = await presentOn(url, token, resources);
  const outputs = Object.entries(JSON.parse(await pulumi.capture("stack", "output", "--json")));
  const touched = Object.entries(changes).filter(
    ([op, count]) => op !== "same" && op !== "refresh" && count > 0,
  );
  const rows = [
    ["CLASS", "NAME", "ID"],
    ...resources.map(({ className, name, id }) => [className, name, id]),
  ];
  const text = [
    touched.length === 0
      ? "Nothing has changed: the account is what examples/quickstart/index.ts declares."
      : "The account is now what examples/quickstart/index.ts declares.",
    "",
    `${present.length} of its ${resources.length} resources were just read back from the emulator:`,
    table(rows),
    ...(outputs.length > 0 ? ["", "Outputs of the stack:"] : []),
    ...(outputs.length > 0 ? [table(outputs.map(([name, value]) => [name, JSON.stringify(value)]))] : []),
    "",
    `The account is kept in ${relative(root, dataFile)}; no process runs now.`,
    "",
    table([
      ["npm run emulator", `serves it at ${url} until Ctrl-C`],
      ["npm start", "again, after a change to examples/quickstart/index.ts, sends only the difference"],
      ["npm run destroy", "removes everything from the account"],
    ]),
    "",
  ];
  process.stdout.write(`\n${text.join("\n")}`);
}

try {
  await setup();
  const account = recall();
  const emulator = await openEmulator(account);
  try {
    const pulumi = new Pulumi(account, emulator.url);
    await pulumi.capture("stack", "select", "--create", "--non-interactive");
    process.stdout.write(`\npulumi up, stack ${stack}, against the emulator at ${emulator.url}\n\n`);
    // With a refresh, so that a change made behind the program's back (npm run emulator) is seen and mended.
    const { code, changes } = await pulumi.operate("up", "--yes", "--refresh", "--suppress-permalink");
    if (code === 0) await show(pulumi, emulator.url, account.token, changes);
    process.exitCode = code;
  } finally {
    await emulator.stop();
  }
} catch (error) {
  exitWith(error);
}
