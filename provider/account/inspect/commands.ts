import { loadFamily } from "../../families/load";
import { CommandRefused } from "../../family/command";
import type { Props } from "../../family/resource";
import { lifecycleOf, UserError } from "../../lifecycle";
import { accountFor } from "../account";
import { type Read, settingsOf } from "../settings";

export { CommandRefused };

/**
 * Runs what a command class runs when it is created.
 *
 * @returns Its outputs.
 * @throws CommandRefused when the service refuses it, so that nothing was done.
 */
export async function runCommand(className: string, given: Props, config: Read): Promise<Props> {
  const family = await loadFamily(className);
  if (family?.kind !== "command") throw new Error(`${className} is not a command`);
  const lifecycle = lifecycleOf(family);
  const { inputs, failures } = lifecycle.check({}, given);
  const [failure] = failures;
  if (failure) throw new UserError(`${failure.path}: ${failure.reason}`);
  return (await lifecycle.create(accountFor(settingsOf(config)), inputs)).state;
}
