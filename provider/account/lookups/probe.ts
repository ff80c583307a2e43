import { serviceCode } from "../../families/service-codes";
import { BaseUrl, excerpt, type Transport, TransportError } from "../../transport";
import { tokenSource, transportFor } from "../account";
import { ConfigurationError, type Settings } from "../settings/settings";

export type Probe =
  | (Extract<Response, { readonly reached: true }> & {
      /** The service's error code, with advice, if the response has one. */
      readonly error?: { readonly code: string; readonly advice: string | undefined };
      /** Returns a response header on one line, shortened and without secrets. */
      header(name: string): string | undefined;
      /** Ms since 1970. */
      readonly sentAt: number;
      /** Duration until the response, in ms. */
      readonly took: number;
    })
  | Extract<Response, { readonly reached: false }>
  /** Nothing was sent. */
  | { readonly refused: "token" | "configuration"; readonly why: string };

type Response = Awaited<ReturnType<Transport["probe"]>>;

export type Address = Pick<BaseUrl, "displayed" | "exposed">;

export const addressOf = ({ baseUrl }: Settings): Address => new BaseUrl(baseUrl);

/** Sends one GET like any other request to the account, but without retries and without queuing. */
export async function probeAccount(settings: Settings, path: string): Promise<Probe> {
  const token = tokenSource(settings.token);
  let transport: Transport;
  try {
    transport = transportFor(settings, token);
  } catch (error) {
    return refusal("configuration", error);
  }
  try {
    // Runs a token command first, so that `took` excludes its duration.
    await token();
    const sentAt = Date.now();
    const probe = await transport.probe(path);
    const took = Date.now() - sentAt;
    if (!probe.reached) return probe;
    const header = (name: string) => {
      const text = probe.headers[name];
      return typeof text === "string" ? excerpt(text, transport.redactor, 60) : undefined;
    };
    const error = errorIn(probe.body);
    return { ...probe, header, sentAt, took, ...(error && { error }) };
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

function errorIn(body: unknown): { readonly code: string; readonly advice: string | undefined } | undefined {
  const code: unknown =
    body !== null && typeof body === "object" ? Reflect.get(body, "error_code") : undefined;
  if (typeof code !== "string" || !/^ERR_\w{1,40}$/.test(code)) return undefined;
  return { code, advice: serviceCode(code)?.advice };
}
