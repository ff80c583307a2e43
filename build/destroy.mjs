// npm run destroy: deletes the example account's resources.
import "./setup/exit-on-failure.mjs";
import { countPresent, listResources } from "./quickstart/account-view.mjs";
import { withQuickstart } from "./quickstart/pulumi.mjs";

await withQuickstart(async (pulumi, { url }, token) => {
  const before = await listResources(pulumi);
  const { code } = await pulumi.operate("destroy");
  if (code !== 0) return code;
  const remaining = await countPresent(url, token, before);
  process.stdout.write(
    `\n${before.length} resources destroyed, ${remaining} of them left on the emulator.\n`,
  );
  return remaining > 0 ? 1 : 0;
});
