// biome-ignore-all lint/suspicious/noTemplateCurlyInString: test texts with interpolations
import type { Emulator, JsonObject } from "../../emulator";
import { resources } from "../../provider/families";
import { isRecord } from "../../provider/family/field";
import type { ResourceFamily } from "../../provider/family/resource";
import { type ClassName, type Inputs, type SampleContext, samples } from "../samples";
import { createRandom } from "./random";
import { snakeCase } from "./store";

/** Strings that a program generator may stumble over. */
const TEXTS = [
  "Office",
  "office",
  "office!",
  "class",
  "10 net",
  "",
  'she said "no" and it\'s `fine` ${really}',
  "first line\nsecond line\n",
  "with\r\ncarriage returns\rand a tab\t",
  "back\\slash \\n \\` */ <!-- </script>",
  "Größe und Übersicht – 接続 🚀",
  "\u2028separators\u2029 and a bell \u0007",
  "constructor",
  "__proto__",
  "a very long description that goes on and on ".repeat(5),
];

const REQUEST_POLICIES: readonly string[] = [
  "on_http_request:\n  - actions:\n      - type: deny\n        config:\n          status_code: 403\n",
  '{"on_http_request":[{"actions":[{"type":"deny","config":{"status_code":404}}]}]}',
  '{ "on_http_request": [ { "expressions": ["req.url.path == \\"/${x}\\"", "req.method != \\"`tick`\\""], "actions": [ { "type": "deny" } ] } ] }',
];

const CONNECTION_POLICIES: readonly string[] = [
  '{"on_tcp_connect":[{"actions":[{"type":"log","config":{"metadata":{"__proto__":1,"n":12345678901234567890}}}]}]}',
  "on_tcp_connect: [] # `ticks`, ${braces} and \\backslashes\n\n",
];

const FREE_MAPS = new Set(["labels", "add", "criticalOptions", "extensions", "backends"]);
/** Number of different keys and certificates, which take long to generate. */
const KEY_PAIRS = 4;

/** Classes whose objects refer to no others, so strings that mention them form no cycle. */
const LEAVES: readonly ClassName[] = ["IpPolicy", "BotUser", "TunnelGroupBackend"];

/** Classes, each after those of its parent, signer, or certificate. */
const CLASSES = resources
  .map(({ name }) => name as ClassName)
  .sort((a, b) => Number(needsOther(a)) - Number(needsOther(b)));

function needsOther(name: ClassName): boolean {
  return ["HttpsEdgeRoute", "SshHostCertificate", "SshUserCertificate", "ReservedDomain"].includes(name);
}

export interface GeneratedAccountOptions {
  readonly seed: number;
  /** Number of objects, in addition to the emulator's own. */
  readonly objects: number;
}

/** Fills an account with objects of every family, if the number allows. Equal seeds produce equal accounts. */
export function fillAccount(emulator: Emulator, { seed, objects }: GeneratedAccountOptions): void {
  const random = createRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const ids = new Map<ClassName, string[]>();
  const number = Math.max(objects, 1);
  for (let n = 0; n < number; n += 1) {
    const name = n < CLASSES.length ? (CLASSES[n] as ClassName) : pick(CLASSES);
    ids.set(name, [...(ids.get(name) ?? []), `${name.toLowerCase()}_${idText(random)}`]);
  }
  const idOf = (name: ClassName) => pick(ids.get(name) ?? [`${name.toLowerCase()}_gone${idText(random)}`]);
  const leaves = LEAVES.flatMap((name) => ids.get(name) ?? []);
  const mentions = leaves.length > 0 ? leaves : ["missing_object"];
  for (const name of CLASSES) {
    for (const [n, id] of (ids.get(name) ?? []).entries()) {
      const hasKeyPair = /^(Tls|Ssh|CertificateAuthority)/.test(name);
      const context: SampleContext = {
        id: idOf,
        unique:
          hasKeyPair && !name.endsWith("Edge") ? `pair-${Math.floor(random() * KEY_PAIRS)}` : `u${n}-${seed}`,
      };
      const fields = generateFields(name, context, {
        random,
        pick,
        mentions: LEAVES.includes(name) ? ["missing_object"] : mentions,
      });
      const family = resources.find((candidate) => candidate.name === name) as ResourceFamily;
      const edgeId = String(fields.edge_id ?? "");
      if (family.pathKeys.length > 0 && !ids.get("HttpsEdge")?.includes(edgeId)) continue;
      emulator.seed({ [family.path.replace(/\{\w+\}/, edgeId)]: [{ ...fields, id } as JsonObject] });
    }
  }
  addUnmanageableObjects(emulator, seed);
}

interface Choices {
  readonly random: () => number;
  readonly pick: <T>(from: readonly T[]) => T;
  /** Ids that strings may mention. */
  readonly mentions: readonly string[];
}

function generateFields(name: ClassName, context: SampleContext, choices: Choices): JsonObject {
  const { random, pick } = choices;
  const sample = samples[name];
  const full = sample.full(context);
  const minimal = sample.minimal(context);
  const changes = sample.changes(context);
  const chosen: Record<string, unknown> = { ...minimal };
  for (const [key, value] of Object.entries(full))
    if (!(key in chosen) && random() < 0.6) chosen[key] = value;
  for (const [key, change] of Object.entries(changes)) {
    if (change.from === undefined && change.with === undefined && random() < 0.3) chosen[key] = change.to;
  }
  if (name === "ReservedDomain" && random() < 0.4) {
    delete chosen.certificateId;
    chosen.certificateManagementPolicy = { privateKeyType: pick(["rsa", "ecdsa"]) };
  }
  if (name === "BotUser") chosen.name = pick(TEXTS) || "bot";
  if ("description" in full) chosen.description = pick(TEXTS);
  if ("metadata" in full)
    chosen.metadata = pick([pick(TEXTS), JSON.stringify({ about: pick(choices.mentions) })]);
  if (typeof chosen.trafficPolicy === "string")
    chosen.trafficPolicy = pick([...REQUEST_POLICIES, ...CONNECTION_POLICIES, policyWithIds(choices)]);
  if (isRecord(chosen.trafficPolicy) && "value" in chosen.trafficPolicy)
    chosen.trafficPolicy = {
      ...chosen.trafficPolicy,
      value: pick(
        name === "HttpsEdgeRoute" ? REQUEST_POLICIES : [...CONNECTION_POLICIES, policyWithIds(choices)],
      ),
    };
  if (isRecord(chosen.labels))
    chosen.labels = { ...chosen.labels, [pick(["a b", 'quo"te', "__proto__x"])]: pick(TEXTS) };
  for (const local of ["waitForCertificate", "releaseProtection", "renewBefore"]) delete chosen[local];
  if (
    name === "TlsEdge" &&
    isRecord(chosen.tlsTermination) &&
    chosen.tlsTermination.terminateAt === "upstream"
  )
    delete chosen.mutualTls;
  return toWire(chosen) as JsonObject;
}

/** Returns a traffic policy that names IP policies by their ids. */
function policyWithIds({ pick, mentions }: Choices): string {
  const policy = {
    on_tcp_connect: [{ actions: [{ type: "restrict-ips", config: { ip_policies: [pick(mentions)] } }] }],
  };
  return pick([
    JSON.stringify(policy),
    `on_tcp_connect:\n  - actions:\n      - config: {ip_policies: [${pick(mentions)}]}\n        type: restrict-ips\n`,
  ]);
}

function addUnmanageableObjects(emulator: Emulator, seed: number): void {
  emulator.seed({
    "/endpoints": [{ url: `https://agent-${seed}.example.com`, type: "ephemeral", traffic_policy: "" }],
    "/tls_certificates": [{ subject_common_name: `automatic-${seed}.example.com` }],
  });
}

/** Converts parameters to the API's spelling. A secret has the same value everywhere, so tests can supply it. */
function toWire(value: unknown, key = ""): unknown {
  if (key === "clientSecret") return String(value).replace(/-two$/, "-one");
  if (key === "trafficPolicy" || key === "value")
    return typeof value === "string" || !isRecord(value) ? value : policyToWire(value);
  if (Array.isArray(value)) return value.map((item) => toWire(item));
  if (!isRecord(value)) return value;
  const isFree = FREE_MAPS.has(key);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [isFree ? name : snakeCase(name), toWire(item, name)]),
  );
}

/** Converts a module, or a policy given as an object. */
const policyToWire = (value: Inputs) =>
  "value" in value ? { ...value, value: toWire(value.value, "value") } : JSON.stringify(value);

const idText = (random: () => number) =>
  Array.from(
    { length: 20 },
    () => "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGH"[Math.floor(random() * 44)],
  ).join("");
