import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import type { EmulatorOptionError, EmulatorOptions } from "../emulator/index";
import { CommandError, EXIT, messageOf } from "./common";

export function emulatorCommand(): Command {
  return new Command("emulator")
    .description(
      "Serve an emulated account; prints one JSON line with its url and token, then runs until stopped.",
    )
    .addOption(numberOption("--port <n>", "port to listen on, 0 for a free one", "port").default(0))
    .option("--host <address>", "address to listen on (default: 127.0.0.1)")
    .option(
      "--allowed-host <name...>",
      "other host names of the emulator; requests with unlisted names are refused",
    )
    .option("--base-path <path>", "path prefix of the API, such as /api/v2")
    .option("--token <token>", "API token of the account (default: the one in the data file, or a new one)")
    .option("--data <file>", "file that keeps the account across restarts")
    .option(
      "--reference",
      "do only what the API reference says, without the observed behavior of the compatible service",
    )
    .option("--require-version", "refuse requests without the header ngrok-version, as the service does")
    .option(
      "--live-shapes",
      "return absent values as the service does (strings omitted, lists null), and keys that the reference lacks",
    )
    .option("--hide-secrets", "do not return OAuth, OIDC, and webhook secrets")
    .addOption(numberOption("--page-size <n>", "objects in a page, 1 to 100 (default: 100)", "page size"))
    .addOption(
      new Option(
        "--rate-limit <limit>",
        "requests/seconds in a rolling window, and how Retry-After is sent: 120/60, 10/1/seconds, 10/1/date",
      ).argParser(rateLimit),
    )
    .addOption(numberOption("--max-concurrent <n>", "maximum number of simultaneous requests", "number"))
    .addOption(numberOption("--latency <ms>", "delay of every response in milliseconds", "delay"))
    .addOption(
      numberOption("--provisioning <s>", "seconds until a certificate is issued (default: 5)", "time"),
    )
    .addOption(
      new Option(
        "--attachment-switch <how>",
        "what to do if a certificate is set on a domain with a management policy, or the reverse",
      ).choices(["replace", "refuse"]),
    )
    .addOption(
      new Option(
        "--sign-in-modules <how many>",
        "how many of OAuth, OIDC, and SAML one route may apply",
      ).choices(["any", "one"]),
    )
    .addOption(
      new Option("--absent-modules <how>", "response to GET and DELETE of a module that is not set").choices([
        "not-found",
        "empty",
      ]),
    )
    .option("--service-domain <domain...>", "domains of the service itself, whose subdomains need no CNAME")
    .option("--seed <file>", "JSON or YAML file with objects to start with, by collection path")
    .option("--faults <file>", "JSON or YAML file with a list of faults to start with")
    .addHelpText(
      "after",
      `
Examples:
  tunnel-edge emulator --port 4040 --data .tunnel-edge/account.jsonl
  tunnel-edge emulator --rate-limit 120/60/seconds --latency 50 --reference

Control API, without a token: GET /__emulator/requests, /__emulator/objects/<collection>,
POST /__emulator/{faults,seed,mutate,clock,reset}.

Exit codes: 0 stopped by SIGINT or SIGTERM, 1 something failed, such as a port that is taken, 2 wrong command line`,
    )
    .action(serve);
}

/** The emulator's option for each flag with a different name. */
const OPTION_NAMES: Readonly<Record<string, keyof EmulatorOptions>> = {
  data: "dataFile",
  latency: "latencyMs",
  provisioning: "provisioningSeconds",
  serviceDomain: "serviceDomains",
  allowedHost: "allowedHosts",
};

/** Starts the emulator, which validates the options, and runs it until a signal stops the process. */
async function serve(flags: Readonly<Record<string, unknown>>, command: Command): Promise<void> {
  const { EmulatorOptionError, startEmulator } = await import("../emulator/index.js");
  const entries = Object.entries(flags).map(async ([flag, value]) => [
    OPTION_NAMES[flag] ?? flag,
    isFileFlag(flag) ? await parseDocument(String(value)) : value,
  ]);
  const emulator = await startEmulator(Object.fromEntries(await Promise.all(entries))).catch(
    (error: unknown) => {
      throw error instanceof EmulatorOptionError ? translateOptionError(error, command) : error;
    },
  );
  const stopped = Promise.race(["SIGINT", "SIGTERM"].map((signal) => once(process, signal)));
  process.stdout.write(`${JSON.stringify({ url: emulator.url, token: emulator.token })}\n`);
  await stopped;
  await emulator.close();
}

/** True for flags that name a file, which contains the option's value. */
const isFileFlag = (flag: string) => flag === "seed" || flag === "faults";

/** Reports an option's error under the flag or file that set it. */
function translateOptionError({ option, why, cause }: EmulatorOptionError, command: Command): CommandError {
  const [, name = "", within = ""] = /^(\w*)(.*)$/s.exec(option) ?? [];
  if (isFileFlag(name)) {
    const parts = [command.getOptionValue(name), within.replace(/^[ .]+/, ""), why];
    return new CommandError(parts.filter((part) => part !== "").join(": "));
  }
  const isNamed = (key: string) => (OPTION_NAMES[key] ?? key) === name;
  const flag = command.options.find((candidate) => isNamed(candidate.attributeName()))?.long ?? option;
  // With a cause, the option is valid but could not be used, such as a port that is in use.
  return new CommandError(`${flag}: ${why}`, cause === undefined ? EXIT.usage : EXIT.failed);
}

async function parseDocument(file: string): Promise<unknown> {
  const { parse } = await import("yaml");
  try {
    // A named pipe without a writer would block, and /dev/zero never ends. Shells pass a command's output below /dev/fd.
    if (!file.startsWith("/dev/fd/") && file !== "/dev/stdin" && !(await stat(file)).isFile())
      throw new Error("is not a regular file");
    return parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw new Error(`${file} cannot be read as JSON or YAML: ${messageOf(cause)}`);
  }
}

/** @param noun - Names the number in an error. */
const numberOption = (flags: string, description: string, noun: string) =>
  new Option(flags, description).argParser((value) => {
    const number = Number(value);
    if (value.trim() === "" || !Number.isFinite(number))
      throw new InvalidArgumentError(`The ${noun} must be a number.`);
    return number;
  });

function rateLimit(value: string): EmulatorOptions["rateLimit"] {
  const [, requests, seconds, style = "none"] =
    /^(\d+)\/(\d+(?:\.\d+)?)(?:\/(seconds|date|none))?$/.exec(value) ?? [];
  if (requests === undefined || seconds === undefined)
    throw new InvalidArgumentError("Use the form requests/seconds, such as 120/60 or 120/60/seconds.");
  return {
    requests: Number(requests),
    windowSeconds: Number(seconds),
    retryAfter: style as "seconds" | "date" | "none",
  };
}
