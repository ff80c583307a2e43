import { onTestFinished, vi } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator";
import { closeAccounts } from "../../provider/account/account";
import { ownJournal } from "./hosted";
import { type NativeProcess, startNative } from "./native-protocol";

/** What a test opens here ends with it, the last first; so does what it has put in the place of something else. */

function putBack(): void {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
}

/** An account of the test's own, with the connections to it. */
export async function emulatedAccount(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator(options);
  onTestFinished(async () => {
    putBack();
    await closeAccounts();
    await emulator.close();
  });
  return emulator;
}

export function journalOfTest(): ReturnType<typeof ownJournal> {
  const journal = ownJournal();
  onTestFinished(() => {
    putBack();
    return journal.remove();
  });
  return journal;
}

export async function nativeOfTest(...options: Parameters<typeof startNative>): Promise<NativeProcess> {
  const native = await startNative(...options);
  onTestFinished(() => native.close());
  return native;
}
