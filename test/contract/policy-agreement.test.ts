import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { type Emulator, startEmulator } from "../../emulator";
import { checkPolicy } from "../../traffic-policy";
import { ACTIONS } from "../../traffic-policy/actions/actions";
import type { Field, Fields } from "../../traffic-policy/actions/fields";
import { PHASE_NAMES } from "../../traffic-policy/language/phases";

/** The preview refuses what the service surely refuses; the emulator, which was written apart, does it at creation. */

/** A configuration, and what is done to it. */
type Variant = readonly [what: string, config: unknown];
type Put = (value: unknown) => unknown;

const MANY = 1000;

const VALUES: Readonly<Record<string, unknown>> = {
  url: "https://a.internal",
  issuer_url: "https://id.example.com",
  base_url: "https://models.example.com",
  credentials: "user:password1",
  allow: "192.0.2.0/24",
  deny: "192.0.2.0/24",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the service fills it in
  ip_policies: "${vars.policy}",
};

/** A value that a field takes. */
function exampleOf(key: string, field: Field): unknown {
  switch (field.kind) {
    case "text":
      if (field.expression) return field.expression === "condition" ? "true" : "conn.client_ip";
      return VALUES[key] ?? "abc";
    case "choice":
      return field.values[0];
    case "integer":
    case "number":
      return field.range?.[0] ?? 1;
    case "switch":
      return true;
    case "duration":
      return `${Math.max(field.range?.[0] ?? 60, field.step ?? 1)}s`;
    case "list":
      return [exampleOf(key, field.item)];
    case "map":
      return { name: exampleOf(key, field.value) };
    case "object":
      return configOf(field.fields, false);
    case "any":
      return "abc";
  }
}

const configOf = (fields: Fields, isWhole: boolean): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { required }]) => isWhole || required)
      .map(([key, field]) => [key, exampleOf(key, field)]),
  );

/** Values of other types than a field has, and values that it may have or not. */
const OTHERS: Readonly<Record<Field["kind"], readonly unknown[]>> = {
  text: [["a"], { a: 1 }, true, 7, "", "no thing", "a:b", "a\nb", "(", "é"],
  choice: [["a"], { a: 1 }, 7, "something else"],
  integer: ["x", [1], 1.5, true],
  number: ["x", [1], true],
  switch: ["maybe", [true], 1],
  duration: ["soon", { a: 1 }, 5, "5", "-5s", "0s", "1h30m", ""],
  list: ["a", { a: 1 }, 4, []],
  map: ["a", ["a"], 4, {}, { "a b": "c" }, { "": "c" }],
  object: ["a", ["a"], 4],
  any: [],
};

/** What breaks the limits of a field, and what just keeps them. */
function limitsOf(key: string, field: Field): readonly unknown[] {
  switch (field.kind) {
    case "integer":
    case "number": {
      const [low, high] = field.range ?? [0, 0];
      return field.range ? [low - 1, low, high, high + 1] : [];
    }
    case "duration": {
      const [low, high] = field.range ?? [0, 0];
      return field.range
        ? [`${low - 0.5}s`, `${low}s`, `${low + 1}s`, `${high}s`, `${high + (field.step ?? 1)}s`]
        : [];
    }
    case "text": {
      const long = field.maxLength
        ? [field.maxLength, field.maxLength + 1].map((size) => "a".repeat(size))
        : [];
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the service fills it in
      return [...long, ...(field.interpolated ? ["${((}", "${conn.client_ip}"] : [])];
    }
    case "list":
    case "map": {
      const [low, high] = field.size ?? [0, MANY];
      const item = field.kind === "list" ? field.item : field.value;
      const sizes = [low - 1, low, high, high + 1].filter((size) => size >= 0 && size <= MANY);
      const values = sizes.map((size) => Array.from({ length: size }, () => exampleOf(key, item)));
      return field.kind === "list"
        ? values
        : values.map((all) => Object.fromEntries(all.map((value, at) => [`k${at}`, value])));
    }
    default:
      return [];
  }
}

function variantsIn(fields: Fields, put: Put, path: string): Variant[] {
  const least = configOf(fields, false);
  return Object.entries(fields).flatMap(([key, field]): Variant[] => {
    const at = `${path}.${key}`;
    const { [key]: _, ...rest } = least;
    const value = exampleOf(key, field);
    const set = (other: unknown) => put({ ...rest, [key]: other });
    return [
      [`${at} left out`, put(rest)],
      [`${at}: null`, set(null)],
      ...variantsOf(key, field, value, set, at),
    ];
  });
}

function variantsOf(key: string, field: Field, value: unknown, set: Put, at: string): Variant[] {
  const own = [...OTHERS[field.kind], ...limitsOf(key, field)].map(
    (other): Variant => [`${at}: ${JSON.stringify(other).slice(0, 60)}`, set(other)],
  );
  if (field.kind === "list") {
    const [first] = value as readonly unknown[];
    own.push(...variantsOf(key, field.item, first, (item) => set([item]), `${at}[0]`));
  }
  if (field.kind === "map") {
    const { name } = value as { name: unknown };
    own.push(...variantsOf(key, field.value, name, (item) => set({ name: item }), `${at}.name`));
  }
  if (field.kind === "object") own.push(...variantsIn(field.fields, set, at));
  return own;
}

const one = (phase: string, action: object) => ({ [phase]: [{ actions: [action] }] });

/** Policies by what is done to them. */
function* policies(): Generator<readonly [string, object]> {
  for (const [type, { phases, config }] of Object.entries(ACTIONS)) {
    const [whole, least] = [configOf(config ?? {}, true), configOf(config ?? {}, false)];
    for (const phase of PHASE_NAMES) yield [`${type} in ${phase}`, one(phase, { type, config: least })];
    const variants: Variant[] = [
      ["whole", whole],
      ["without", undefined],
      ["null", null],
      ["text", "a"],
      ["list", ["a"]],
      ["more", { ...least, something: 1 }],
      ...variantsIn(config ?? {}, (value) => value, ""),
    ];
    for (const [what, value] of variants)
      yield [
        `${type} ${what}`,
        one(phases.at(-1) ?? "", { type, ...(value !== undefined && { config: value }) }),
      ];
  }
  const actions = [{ type: "deny" }];
  for (const [at, rule] of [
    "deny",
    ["deny"],
    null,
    4,
    { actions, name: 4 },
    { actions, name: ["a"] },
    { actions, name: null },
    { actions, expressions: null },
    { actions, expressions: [] },
    { actions, expressions: "true" },
    { actions, expressions: [true] },
    { actions, expressions: [["true"]] },
    { actions, expressions: [null] },
    { actions, expressions: ["((("] },
    { actions, expressions: [""] },
    { actions: null },
    { actions: "deny" },
    { actions: ["deny"] },
    { actions: [{}] },
    { actions: [{ type: null }] },
    { actions: [{ type: ["deny"] }] },
    { actions: [{ type: "deny", config: { status_code: "403" } }] },
  ].entries())
    yield [`rule ${at}`, { on_http_request: [rule] }];
  for (const rules of ["a", {}, 4, null, []]) yield [`rules ${rules}`, { on_http_request: rules }];
  yield ["a phase", { requests: [] }];
  yield [
    "two gateways",
    { on_http_request: [{ actions: [{ type: "ai-gateway" }, { type: "ai-gateway" }] }] },
  ];
}

let emulator: Emulator;
const endpoint = "ep_policies";

beforeAll(async () => {
  const url = "https://app.example.com";
  const seeded = { id: endpoint, type: "cloud", url, traffic_policy: "" };
  emulator = await startEmulator({ seed: { "/endpoints": [seeded] } });
});

afterAll(() => emulator?.close());

/** What the emulator says of a policy that it refuses. */
async function refusal(text: string): Promise<string | undefined> {
  const answer = await fetch(`${emulator.url}/endpoints/${endpoint}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
    body: JSON.stringify({ traffic_policy: text }),
  });
  const body = (await answer.json()) as { error_code?: string; msg?: string };
  return answer.ok ? undefined : `${body.error_code}: ${body.msg}`;
}

const TOGETHER = 100;

test("preview and emulator refuse the same policies, in JSON and in YAML", async () => {
  const asked = [...policies()].flatMap(([what, policy], at) =>
    [JSON.stringify(policy), ...(at % 4 === 0 ? [stringify(policy)] : [])].map(
      (text) => [what, text] as const,
    ),
  );
  const different: unknown[] = [];
  let refused = 0;
  for (let at = 0; at < asked.length; at += TOGETHER) {
    const some = asked.slice(at, at + TOGETHER);
    const answers = await Promise.all(some.map(([, text]) => refusal(text)));
    for (const [index, [what, text]] of some.entries()) {
      const answer = answers[index];
      const [error] = checkPolicy(text).filter(({ isError }) => isError);
      if (error) refused += 1;
      // Which IP policies there are, only the service knows.
      if (answer?.includes("ERR_NGROK_2216")) continue;
      if ((error === undefined) !== (answer === undefined))
        different.push([what, text, error?.reason, answer]);
    }
  }
  expect(different).toEqual([]);
  // Of a test that refuses nothing, or all, nobody would learn.
  expect(refused).toBeGreaterThan(1000);
  expect(asked.length - refused).toBeGreaterThan(800);
});
