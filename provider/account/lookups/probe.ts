import { serviceCode } from "../../families/service-codes";
import { isRecord } from "../../family/field";
import { BaseUrl, excerpt, type Transport, TransportError } from "../../transport";
import { tokenSource, transportFor } from "../account";
import { ConfigurationError, type Settings } from "../settings/settings";

export type Address = Pick<BaseUrl, "displayed" | "isUnencrypted">;

export const addressOf = ({ baseUrl }: Settings): Address => new BaseUrl(baseUrl);

/** Sends a GET like any other request to the account, but without retries and queuing. Times are in ms. */
export async function probeAccount(settings: Settings, path: string) {
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
    /** Returns a response header on one line, shortened and redacted. */
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

/** The result if the settings or the token don't allow the probe. */
function refusal(refused: "token" | "configuration", error: unknown) {
  const isExpected = error instanceof TransportError || error instanceof ConfigurationError;
  if (!isExpected) throw error;
  return { refused, why: error.message };
}

function errorIn(body: unknown) {
  const code = isRecord(body) ? body.error_code : undefined;
  if (typeof code !== "string" || !/^ERR_\w{1,40}$/.test(code)) return undefined;
  return { code, advice: serviceCode(code)?.advice };
}
