import { onTestFinished, vi } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator";
import { closeAccounts } from "../../provider/account/account";
import { isolatedJournal } from "./hosted-provider";
import { type NativeProcess, startNative } from "./native-protocol";

// Resources that are closed when the test ends, in reverse order of creation. Stubs and mocks are restored first.

function restoreMocks(): void {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
}

export async function emulatedAccount(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator(options);
  onTestFinished(async () => {
    restoreMocks();
    await closeAccounts();
    await emulator.close();
  });
  return emulator;
}

export function testJournal(): ReturnType<typeof isolatedJournal> {
  const journal = isolatedJournal();
  onTestFinished(() => {
    restoreMocks();
    return journal.remove();
  });
  return journal;
}

export async function testNative(...options: Parameters<typeof startNative>): Promise<NativeProcess> {
  const native = await startNative(...options);
  onTestFinished(() => native.close());
  return native;
}
