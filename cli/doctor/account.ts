import {
  type Address,
  addressOf,
  ConfigurationError,
  isRecord,
  looksSecret,
  probeAccount,
  type ReadSetting,
  type Settings,
  settingsOf,
} from "../../provider/inspect";
import { type StoredConfig, settingIn } from "../account";
import { type Finding, findingsOf } from "./finding";

const PROBE_PATH = "/tunnel_sessions?limit=1";

/** True if the body is the list at PROBE_PATH. */
const isList = (body: unknown) =>
  isRecord(body) && (Array.isArray(body.tunnel_sessions) || body.tunnel_sessions === null);

/** A larger clock difference makes expiry times wrong and lost responses hard to detect. */
const MAX_SKEW_SECONDS = 60;

/** Settings that may contain a credential. */
const MAY_CONTAIN_SECRET = ["tunnel-edge:apiTokenCommand", "tunnel-edge:headers"];

/** Finds credentials in plain text in the stack's settings, which teams commit. */
export function checkStored(config: StoredConfig): Finding[] {
  const exposed = Object.keys(config).filter((key) => {
    const value = settingIn(config)(key) ?? "";
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (config[key]?.secret === true || text === "") return false;
    return key === "tunnel-edge:apiToken" || (MAY_CONTAIN_SECRET.includes(key) && looksSecret(text));
  });
  return exposed.map((key) =>
    findingsOf("stored secret").warning(
      `the stack's settings contain ${key} in plain text`,
      `encrypt it: pulumi config set --secret ${key}, and replace the token if the file was committed`,
    ),
  );
}

/** Checks base URL, token, rate limit, and clock with a single API request. */
export async function checkAccount(config: ReadSetting): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = settingsOf(config);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [
      findingsOf("configuration").problem(
        error.message,
        "set what is missing, and correct what is wrong; the environment takes precedence over the stack",
      ),
    ];
  }
  const probe = await probeAccount(settings, PROBE_PATH);
  if ("refused" in probe) {
    const remedy = {
      token: TOKEN_REMEDY,
      configuration: "correct it; the environment takes precedence over the stack",
    };
    return [findingsOf(probe.refused).problem(probe.why, remedy[probe.refused])];
  }
  const address = addressOf(settings);
  if (!probe.reached) {
    const remedy = "check tunnel-edge:baseUrl or TUNNEL_EDGE_BASE_URL, the network, and a proxy in between";
    const observed =
      probe.status === undefined ? "cannot be reached" : `returns no usable response (${probe.status})`;
    return [findingsOf("base URL").problem(`${address.displayed} ${observed}: ${probe.why}`, remedy)];
  }
  return [
    checkBaseUrl(address, probe),
    checkToken(probe),
    checkRateLimit(settings, probe),
    checkClock(probe),
  ];
}

const TOKEN_REMEDY =
  "correct tunnel-edge:apiTokenCommand, or set TUNNEL_EDGE_API_TOKEN without line ends and whitespace";

type ProbeResponse = Extract<Awaited<ReturnType<typeof probeAccount>>, { readonly reached: true }>;

function checkBaseUrl({ displayed, isUnencrypted }: Address, response: ProbeResponse): Finding {
  const { ok, problem, warning } = findingsOf("base URL");
  const isApi = [401, 403, 429].includes(response.status) || isList(response.body);
  if (!isApi && response.error && response.status < 500) {
    const { code, advice = "look the code up in the service's documentation" } = response.error;
    return problem(`${displayed} refuses the request (${response.status}, ${code})`, advice);
  }
  if (!isApi) {
    const observed = `${displayed} responds with ${response.status} instead of the API's list`;
    const where =
      response.status >= 300 && response.status < 400
        ? "the redirect's target"
        : "the API's address, with its path if it has one";
    return response.status >= 500
      ? warning(observed, "the service has a problem: try again later")
      : problem(observed, `set tunnel-edge:baseUrl to ${where}`);
  }
  if (isUnencrypted)
    return warning(`${displayed} is plain http: the token crosses the network unencrypted`, "use https");
  return ok(`${displayed} responds in ${response.took} ms`);
}

function checkToken(response: ProbeResponse): Finding {
  const { ok, problem, skipped, warning } = findingsOf("token");
  if (response.status === 401)
    return problem("it is refused (401)", "set another token: tunnel-edge:apiToken or TUNNEL_EDGE_API_TOKEN");
  if (response.status === 403)
    return warning(
      "it lacks the permission to list tunnel sessions (403)",
      "grant the token's owner the permissions that the program needs",
    );
  return isList(response.body) ? ok("accepted") : skipped("the response does not show whether it is valid");
}

/** Headers that announce a rate limit: those of the draft standard and common ones. */
const LIMIT_HEADERS = ["ratelimit-limit", "ratelimit", "x-ratelimit-limit"];

function checkRateLimit({ requestsPerMinute }: Settings, response: ProbeResponse): Finding {
  const { ok, warning } = findingsOf("rate limit");
  const pacing =
    requestsPerMinute === undefined ? "" : `; the provider sends at most ${requestsPerMinute} a minute`;
  if (response.status === 429) {
    const wait = response.header("retry-after");
    return warning(
      `reached just now (429${wait === undefined ? "" : `, Retry-After ${wait}`})${pacing}`,
      "the provider waits automatically; tunnel-edge:requestsPerMinute leaves room for other users of the account",
    );
  }
  const announced = LIMIT_HEADERS.map(response.header).find((value) => value !== undefined);
  if (announced !== undefined) return ok(`the service announces ${announced}${pacing}`);
  return ok(`not announced; assuming 120 requests a minute${pacing}`);
}

function checkClock({ header, sentAt, took }: ProbeResponse): Finding {
  const { ok, skipped, warning } = findingsOf("clock");
  const serverTime = Date.parse(header("date") ?? "");
  if (Number.isNaN(serverTime)) return skipped("the service's responses have no date");
  // The header omits milliseconds (500 on average), and was written between sending and receiving (half of `took`).
  const seconds = Math.round((serverTime + 500 - (sentAt + took / 2)) / 1000);
  if (Math.abs(seconds) <= MAX_SKEW_SECONDS) return ok(`within ${MAX_SKEW_SECONDS} s of the service's`);
  return warning(
    `this machine is ${Math.abs(seconds)} s ${seconds > 0 ? "behind" : "ahead of"} the service`,
    "synchronize the machine's clock (NTP): it determines when certificates are renewed",
  );
}
