import { tokenSource } from "../../provider/host/account";
import { ConfigurationError, type Read, type Settings, settingsOf } from "../../provider/host/settings";
import { type Finding, ok, problem, skipped, warning } from "./finding";

/** A list that every token may read, and that is short. */
const PROBE_PATH = "/tunnel_sessions?limit=1";
const LIST_KEY = "tunnel_sessions";
/** Clocks that are further apart make times of expiry wrong and lost replies hard to tell. */
const MOST_SKEW_SECONDS = 60;

/** Base URL, token, rate limit and clock: what one request to the API shows. */
export async function checkAccount(config: Read): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = settingsOf(config);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [
      problem("configuration", error.message, "set what is missing; the environment wins over the stack"),
    ];
  }
  let token: string;
  try {
    token = await tokenSource(settings.token).get();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [problem("token", why, "mend tunnel-edge:apiTokenCommand, or set TUNNEL_EDGE_API_TOKEN")];
  }
  const headers = headersOf(settings, token);
  if (!headers)
    return [
      problem(
        "token",
        "it, or one of tunnel-edge:headers, holds characters that no header may have",
        "look for line ends and white space in TUNNEL_EDGE_API_TOKEN and TUNNEL_EDGE_HEADERS",
      ),
    ];
  const address = shownUrl(settings.baseUrl);
  const sentAt = Date.now();
  let answer: Response;
  try {
    answer = await fetch(`${settings.baseUrl.replace(/\/+$/, "")}${PROBE_PATH}`, {
      headers: { accept: "application/json", ...settings.headers, authorization: `Bearer ${token}` },
      redirect: "manual",
      signal: AbortSignal.timeout(settings.requestTimeout * 1000),
    });
  } catch (error) {
    const remedy = "check tunnel-edge:baseUrl or TUNNEL_EDGE_BASE_URL, the network, and a proxy in between";
    return [problem("base URL", `${address} cannot be reached: ${causeOf(error)}`, remedy)];
  }
  const milliseconds = Date.now() - sentAt;
  const body: unknown = await answer.json().catch(() => undefined);
  return [
    baseUrlOf(settings, address, answer, body, milliseconds),
    tokenOf(answer, body),
    rateLimitOf(settings, answer),
    clockOf(answer, sentAt, milliseconds),
  ];
}

/** Undefined where a value cannot be sent. What fetch says of such a value holds the value itself. */
function headersOf(settings: Settings, token: string): Headers | undefined {
  try {
    return new Headers({
      accept: "application/json",
      ...settings.headers,
      authorization: `Bearer ${token}`,
    });
  } catch {
    return undefined;
  }
}

function baseUrlOf(
  settings: Settings,
  address: string,
  answer: Response,
  body: unknown,
  ms: number,
): Finding {
  const check = "base URL";
  const isApi = answer.status === 401 || answer.status === 403 || answer.status === 429 || isList(body);
  if (!isApi) {
    const found = `${address} answers ${answer.status}, and not with the API's list`;
    const where =
      answer.status >= 300 && answer.status < 400
        ? "the address that it leads to"
        : "the API's address, with its path if it has one";
    return answer.status >= 500
      ? warning(check, found, "the service has trouble: try again later")
      : problem(check, found, `set tunnel-edge:baseUrl to ${where}`);
  }
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(new URL(settings.baseUrl).hostname);
  if (settings.baseUrl.startsWith("http:") && !isLocal)
    return warning(check, `${address} is plain http: the token crosses the network unencrypted`, "use https");
  return ok(check, `${address} answers in ${ms} ms`);
}

function tokenOf(answer: Response, body: unknown): Finding {
  if (answer.status === 401)
    return problem(
      "token",
      "it is refused (401)",
      "set another one: tunnel-edge:apiToken or TUNNEL_EDGE_API_TOKEN",
    );
  if (answer.status === 403)
    return warning(
      "token",
      "it may not list tunnel sessions (403)",
      "give its owner the permissions that the program needs",
    );
  return isList(body) ? ok("token", "accepted") : skipped("token", "the answer does not tell");
}

/** Headers in which services announce a limit: the draft standard's, and the customary ones. */
const LIMIT_HEADERS = ["ratelimit-limit", "ratelimit", "x-ratelimit-limit"];

function rateLimitOf({ requestsPerMinute }: Settings, answer: Response): Finding {
  const check = "rate limit";
  const paced =
    requestsPerMinute === undefined ? "" : `; the provider sends at most ${requestsPerMinute} a minute`;
  if (answer.status === 429) {
    const wait = answer.headers.get("retry-after");
    return warning(
      check,
      `reached just now (429${wait === null ? "" : `, Retry-After ${wait}`})${paced}`,
      "the provider waits by itself; tunnel-edge:requestsPerMinute leaves room for what else uses the account",
    );
  }
  const announced = LIMIT_HEADERS.map((name) => answer.headers.get(name)).find((value) => value !== null);
  if (announced !== undefined) return ok(check, `the service announces ${announced}${paced}`);
  return ok(check, `not announced; 120 requests a minute are assumed by convention${paced}`);
}

function clockOf(answer: Response, sentAt: number, milliseconds: number): Finding {
  const server = Date.parse(answer.headers.get("date") ?? "");
  if (Number.isNaN(server)) return skipped("clock", "the service does not date its answers");
  // The stamp is cut off to a second, and was made somewhere between sending and receiving.
  const seconds = Math.round((server + 500 - (sentAt + milliseconds / 2)) / 1000);
  if (Math.abs(seconds) <= MOST_SKEW_SECONDS)
    return ok("clock", `within ${MOST_SKEW_SECONDS} s of the service's`);
  return warning(
    "clock",
    `this machine is ${Math.abs(seconds)} s ${seconds > 0 ? "behind" : "ahead of"} the service`,
    "let the machine keep its time (NTP): certificates are renewed by it",
  );
}

const isList = (body: unknown) =>
  typeof body === "object" &&
  body !== null &&
  (Array.isArray(Reflect.get(body, LIST_KEY)) || Reflect.get(body, LIST_KEY) === null);

/** The address without anything that a URL may carry beside it. */
function shownUrl(text: string): string {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname === "/" ? "" : pathname}`;
}

/** What the network said: fetch itself says only that it failed. */
function causeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string } };
  return cause?.message || cause?.code || (error instanceof Error ? error.message : String(error));
}
