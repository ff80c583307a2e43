import { z } from "zod";
import { Account } from "./account/account";
import { idPrefixes } from "./catalog";
import { Control } from "./control/control";
import { addControlRoutes } from "./control/routes";
import type { Seed } from "./control/seed";
import { isLoopback } from "./http/caller";
import { Faults, faultSchema } from "./http/faults";
import { operations } from "./http/operations";
import { Pipeline } from "./http/pipeline";
import { Recorder } from "./http/recorder";
import { EmulatorServer } from "./http/server";
import { EmulatorOptionError, readOption } from "./read-option";
import { Resources } from "./resources/resources";
import { type Settings, settingsSchema } from "./settings";
import { FileStorage } from "./store/file-storage";
import { Storage } from "./store/storage";

const optionsSchema = settingsSchema.extend({
  /** Initial objects; ignored when a data file already has an account. */
  seed: z.custom<Seed>().optional(),
  /** Initially active faults. */
  faults: z.array(faultSchema).readonly().default([]),
});

/** The emulator's start options. Every one is optional. */
export type EmulatorOptions = z.input<typeof optionsSchema>;

/** A running emulator. All methods except `evaluate` and `close` are synchronous. */
export interface Emulator
  extends Pick<
    Control,
    "requests" | "faults" | "seed" | "mutate" | "clock" | "evaluate" | "objects" | "reset"
  > {
  /** Base URL of the API, with the base path and without a trailing slash. */
  readonly url: string;
  /** Initial API key, which belongs to the account's only user, an admin. */
  readonly token: string;
  /** Stops serving and releases the data file. Open connections are cut. */
  close(): Promise<void>;
}

/**
 * Starts an emulated account.
 *
 * @throws EmulatorOptionError for an invalid option; DataFileError if the data file can't be used
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const settings = readOption("", optionsSchema, options);
  const storage = settings.dataFile === undefined ? new Storage() : new FileStorage(settings.dataFile);
  const isNew = storage.meta.user === undefined;
  const account = new Account(storage, settings, idPrefixes);
  const token = account.open(settings.token);
  const resources = new Resources(account);
  const faults = new Faults();
  const recorder = new Recorder();
  const pipeline = new Pipeline(account, faults, recorder);
  const control = new Control(account, resources, faults, recorder, pipeline, settings);
  const server = new EmulatorServer(pipeline);
  for (const operation of operations(resources)) server.serve(settings.basePath, operation);
  addControlRoutes(server, settings.basePath, control);
  try {
    account.baseUrl = await listen(server, settings);
    control.addInitialFaults();
    if (isNew) control.seedInitialObjects();
    // Flushed last, so that a failed start leaves the data file unchanged, and the next start seeds it.
    storage.flush();
  } catch (error) {
    await server.close();
    storage.close();
    throw error;
  }
  return {
    url: account.baseUrl,
    token,
    requests: (filter) => control.requests(filter),
    faults: (change) => control.faults(change),
    seed: (objects) => control.seed(objects),
    mutate: (change) => control.mutate(change),
    clock: (change) => control.clock(change),
    evaluate: (question) => control.evaluate(question),
    objects: control.objects.bind(control) as Control["objects"],
    reset: () => control.reset(),
    async close() {
      await server.close();
      storage.flush();
      storage.close();
    },
  };
}

/** @returns the base URL of the API */
async function listen(server: EmulatorServer, { port, host, basePath }: Settings): Promise<string> {
  try {
    const { port: actualPort, address } = await server.listen(port, host);
    if (!isLoopback(address))
      process.stderr.write(
        `warning: the emulator listens on ${address}. Its controls need no token, so anyone who can reach it can read and change everything. Listen on 127.0.0.1 unless others need access.\n`,
      );
    return `http://${host.includes(":") ? `[${host}]` : host}:${actualPort}${basePath}`;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    // The system rejects a port that is in use or privileged; anything else is due to the address.
    const { code } = cause as NodeJS.ErrnoException;
    const option = code === "EADDRINUSE" || code === "EACCES" ? "port" : "host";
    throw new EmulatorOptionError(option, `cannot listen on ${host}:${port}: ${why}`, { cause });
  }
}
