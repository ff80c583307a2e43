// npm run destroy: deletes the example account's resources.
import { recall } from "./quickstart/account.mjs";
import { listResources, presentOn } from "./quickstart/account-view.mjs";
import { openEmulator } from "./quickstart/emulator.mjs";
import { Pulumi } from "./quickstart/pulumi.mjs";
import { exitWith } from "./setup/failure.mjs";
import { setup } from "./setup/index.mjs";

try {
  await setup();
  const account = recall();
  const emulator = await openEmulator(account);
  try {
    const pulumi = new Pulumi(account, emulator.url);
    await pulumi.capture("stack", "select", "--create", "--non-interactive");
    const before = await listResources(pulumi);
    const { code } = await pulumi.operate("destroy");
    process.exitCode = code;
    if (code === 0) {
      const left = await presentOn(emulator.url, account.token, before);
      process.stdout.write(
        `\n${before.length} resources destroyed, ${left.length} of them left on the emulator.\n`,
      );
      if (left.length > 0) process.exitCode = 1;
    }
  } finally {
    await emulator.stop();
  }
} catch (error) {
  exitWith(error);
}
