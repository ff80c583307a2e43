import type { Emulator } from "../../emulator";

/** The configuration of an emulated account, as taken by the functions that read one. */
export const configFor = (emulator: Emulator) => {
  const config: Readonly<Record<string, unknown>> = {
    "tunnel-edge:baseUrl": emulator.url,
    "tunnel-edge:apiToken": emulator.token,
  };
  return (key: string): unknown => config[key];
};
