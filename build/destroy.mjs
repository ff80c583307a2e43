// npm run destroy: deletes the example account's resources.
import "./setup/exit-on-failure.mjs";
import { listResources, presentOn } from "./quickstart/account-view.mjs";
import { withQuickstart } from "./quickstart/pulumi.mjs";

await withQuickstart(async (pulumi, { url }, token) => {
  const before = await listResources(pulumi);
  const { code } = await pulumi.operate("destroy");
  if (code !== 0) return code;
  const remaining = await presentOn(url, token, before);
  process.stdout.write(
    `\n${before.length} resources destroyed, ${remaining.length} of them left on the emulator.\n`,
  );
  return remaining.length > 0 ? 1 : 0;
});
