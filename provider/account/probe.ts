import { BaseUrl, excerpt, type Transport, TransportError } from "../transport";
import { tokenSource, transportFor } from "./account";
import { ConfigurationError, type Settings } from "./settings";

/** How an account answers one request. */
export type Probe =
  | {
      readonly reached: true;
      readonly status: number;
      /** A JSON object or null; undefined for anything else. */
      readonly body: unknown;
      /** A header of the response as it may be shown: short, on one line, without secrets. */
      header(name: string): string | undefined;
      /** When it was sent, and how long the response took, in ms. */
      readonly sentAt: number;
      readonly took: number;
    }
  /** Why there is no response, in words; with a status where there is one that cannot be used. */
  | { readonly reached: false; readonly why: string; readonly status?: number }
  /** Why nothing can be sent, in words, and what is to blame. */
  | { readonly refused: "token" | "configuration"; readonly why: string };

/** Where an account is. */
export interface Address {
  readonly displayed: string;
  /** Whether tokens are sent over the network in plain. */
  readonly exposed: boolean;
}

export const addressOf = ({ baseUrl }: Settings): Address => new BaseUrl(baseUrl);

/** Sends one GET as every other request to the account is sent, but never again and without waiting for its turn. */
export async function probeAccount(settings: Settings, path: string): Promise<Probe> {
  const token = tokenSource(settings.token);
  let transport: Transport;
  try {
    transport = transportFor(settings, token);
  } catch (error) {
    return refusal("configuration", error);
  }
  try {
    // A command may take its time; the clock is measured by what comes after.
    await token.get();
    const sentAt = Date.now();
    const probe = await transport.probe(path);
    const took = Date.now() - sentAt;
    if (!probe.reached) return probe;
    const header = (name: string) => {
      const text = probe.headers[name];
      return typeof text === "string" ? excerpt(text, transport.redactor, 60) : undefined;
    };
    return { ...probe, header, sentAt, took };
  } catch (error) {
    return refusal("token", error);
  } finally {
    await transport.close();
  }
}

function refusal(refused: "token" | "configuration", error: unknown): Probe {
  const isExpected = error instanceof TransportError || error instanceof ConfigurationError;
  if (!isExpected) throw error;
  return { refused, why: error.message };
}
