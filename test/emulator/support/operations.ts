import { Account } from "../../../emulator/account/account";
import { idPrefixes } from "../../../emulator/catalog";
import { type ApiOperation, operations } from "../../../emulator/http/operations";
import { Resources } from "../../../emulator/resources/resources";
import { settingsSchema } from "../../../emulator/settings";
import { Storage } from "../../../emulator/store/storage";

/** Every operation that the emulator serves, with the option `reference` or by default. */
export function servedOperations(): ApiOperation[] {
  const all = [true, false].flatMap((reference) => {
    const account = new Account(new Storage(), settingsSchema.parse({ reference }), idPrefixes);
    return operations(new Resources(account));
  });
  return [...new Map(all.map((operation) => [`${operation.method} ${operation.path}`, operation])).values()];
}
