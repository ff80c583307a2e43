import { accountFor } from "../account/account";
import { type Read, settingsOf } from "../account/settings/settings";
import { loadFamily } from "../families/load";
import { CommandRefused } from "../family/command";
import type { Props } from "../family/resource";
import { lifecycleOf, UserError } from "../lifecycle";

export { CommandRefused };

/**
 * Runs what a command class runs on creation.
 *
 * @returns Its outputs.
 * @throws CommandRefused when the service refuses the command, so that nothing was done.
 */
export async function runCommand(className: string, given: Props, config: Read): Promise<Props> {
  const family = await loadFamily(className);
  if (family?.kind !== "command") throw new Error(`${className} is not a command`);
  const lifecycle = lifecycleOf(family);
  const { inputs, failures } = lifecycle.check({ inputs: given });
  const [failure] = failures;
  if (failure) throw new UserError(`${failure.path}: ${failure.reason}`);
  return (await lifecycle.create(accountFor(settingsOf(config)), { inputs })).state;
}
