// npx tsx test/policy-edits/documented-policies.ts: checks every policy in the service's documentation, and counts the expressions that
// the review analyzes and the edits that it decides.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { isMap, isScalar, isSeq, parseAllDocuments, stringify } from "yaml";
import { readPreview } from "../../cli/review/preview";
import { review } from "../../cli/review/report";
import { isRecord } from "../../provider/family/field";
import { checkPolicy, type PolicyFinding } from "../../traffic-policy";
import { ACTIONS } from "../../traffic-policy/actions/actions";
import { FORMER_PHASES, PHASE_NAMES } from "../../traffic-policy/language/phases";
import { type Condition, readGuards } from "../../traffic-policy/symbolic/policy-reader";

const folder = process.env.TUNNEL_EDGE_TRAFFIC_POLICY_DOCS;

/** A policy from the pages, complete or completed from a part. */
interface Example {
  readonly location: string;
  readonly isWhole: boolean;
  readonly policy: unknown;
}

interface CheckedExample extends Example {
  readonly findings: readonly PolicyFinding[];
}

/** The reason that a fenced text isn't an example of a policy. */
type NoExample = "unreadable" | "unrelated";

async function main(root: string): Promise<void> {
  const pages = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => join(root, name))
    .filter((path) => /\.(mdx?|ya?ml|json)$/.test(path) && statSync(path).isFile())
    .sort();
  const fences = pages.flatMap((path) => findFences(path, relative(root, path)));
  const read = fences.map(({ location, text }) => readExamples(text, location));
  const examples = read.flatMap((result) => (typeof result === "string" ? [] : result));
  const checked = examples.map((example) => ({ ...example, findings: checkPolicy(example.policy) }));
  const hasErrors = ({ findings }: CheckedExample) => findings.some(({ isError }) => isError);
  const accepted = checked.filter((example) => !hasErrors(example));
  const hasWarnings = ({ findings }: CheckedExample) => findings.length > 0;
  const lines = [
    `${fences.length} fenced texts in YAML or JSON on ${pages.length} pages`,
    `${read.filter((result) => result === "unrelated").length} are unrelated, ${read.filter((result) => result === "unreadable").length} cannot be read`,
    ...[true, false].map((isWhole) => {
      const policies = checked.filter((example) => example.isWhole === isWhole);
      const passing = accepted.filter((example) => example.isWhole === isWhole);
      const warned = passing.filter(hasWarnings).length;
      const kind = isWhole ? "whole policies" : "completed parts of policies";
      return `${policies.length} ${kind}: ${passing.length} pass, ${warned} of them with warnings; ${policies.length - passing.length} are rejected`;
    }),
    ...findingLines("errors", checked.filter(hasErrors), true),
    ...findingLines("warnings", accepted.filter(hasWarnings), false),
    ...analyzedLines(accepted),
    ...(await decidedLines(accepted)),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function findingLines(title: string, examples: readonly CheckedExample[], isError: boolean): string[] {
  const rows = examples.flatMap(({ location, findings }) =>
    findings
      .filter((finding) => finding.isError === isError)
      .map(({ path, line, reason }) => ({
        reason,
        position: `${location} +${line ?? "?"}: ${path.join(".")}`,
      })),
  );
  const reasons = [...Map.groupBy(rows, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length);
  return [
    `${title}:`,
    ...reasons.flatMap(([reason, findings]) => [
      `  ${findings.length} x ${reason}`,
      ...findings.slice(0, 4).map(({ position }) => `      ${position}`),
    ]),
  ];
}

/** Counts the expressions that the review analyzes completely. The same example in YAML and JSON counts once. */
function analyzedLines(examples: readonly Example[]): string[] {
  const conditions = new Map<string, { readonly location: string; readonly condition: Condition }>();
  for (const { location, policy } of examples)
    for (const condition of readGuards(policy)?.rules.flatMap(({ conditions }) => conditions) ?? [])
      conditions.set(JSON.stringify(condition), { location, condition });
  const unanalyzed = [...conditions.values()].filter(
    ({ condition }) => unanalyzedTexts(condition).length > 0,
  );
  return [
    `${conditions.size - unanalyzed.length} of ${conditions.size} expressions are read in full; not these:`,
    ...unanalyzed.map(
      ({ location, condition }) => `  ${location}: ${unanalyzedTexts(condition).join(" | ").slice(0, 200)}`,
    ),
  ];
}

const partsOf = (condition: Condition): readonly Condition[] =>
  condition.kind === "not" ? [condition.of] : "of" in condition ? condition.of : [];

/** Returns the expressions of a condition that the review doesn't analyze. */
const unanalyzedTexts = (condition: Condition): string[] =>
  condition.kind === "expression" && !condition.hasKnownNames
    ? [condition.text]
    : partsOf(condition).flatMap(unanalyzedTexts);

type Rules = readonly unknown[];
type Phases = Readonly<Record<string, unknown>>;

/** A change to one rule of a policy. */
interface Edit {
  readonly kind: "guard removed" | "guard added" | "header added" | "rule moved";
  readonly before: Phases;
  readonly after: Phases;
}

/** Counts the edits for which the review can decide whether clients gain access. */
async function decidedLines(examples: readonly Example[]): Promise<string[]> {
  const edits = new Map(
    examples.flatMap(({ location, policy }) =>
      listEdits(policy).map((edit) => [JSON.stringify(edit), { location, edit }] as const),
    ),
  );
  const results: { location: string; kind: string; undecided: string | undefined }[] = [];
  for (const { location, edit } of edits.values())
    results.push({ location, kind: edit.kind, undecided: await undecidedClients(edit) });
  const kinds = [...Map.groupBy(results, ({ kind }) => kind)];
  const count = (all: typeof results) =>
    `${all.filter(({ undecided }) => undecided === undefined).length} of ${all.length}`;
  return [
    `${count(results)} edits are decided: ${kinds.map(([kind, all]) => `${kind} ${count(all)}`).join(", ")}; not these:`,
    ...results.flatMap(({ location, kind, undecided }) =>
      undecided === undefined ? [] : [`  ${location}: ${kind}: ${undecided}`],
    ),
  ];
}

function listEdits(policy: unknown): Edit[] {
  const phases =
    typeof policy === "string" ? parseAllDocuments(policy, { logLevel: "error" })[0]?.toJS() : policy;
  const rules = readGuards(phases)?.rules ?? [];
  return rules.flatMap(({ phase, index, actions }): Edit[] => {
    const all: Rules = isRecord(phases) && Array.isArray(phases[phase]) ? phases[phase] : [];
    if (all[index] === undefined) return [];
    const withRules = (changed: Rules): Phases => ({ ...phases, [phase]: changed });
    const without = withRules(all.toSpliced(index, 1));
    const isGuard = actions.some(({ effect }) => effect === "guards" || effect === "refuses");
    const moved = all.toSpliced(index, 2, all[index + 1], all[index]);
    const header = { actions: [{ type: "add-headers", config: { headers: { "x-added": "yes" } } }] };
    const edits: readonly (Edit | false)[] = [
      isGuard && { kind: "guard removed", before: phases, after: without },
      isGuard && { kind: "guard added", before: without, after: phases },
      index === 0 &&
        phase === "on_http_request" && {
          kind: "header added",
          before: phases,
          after: withRules([header, ...all]),
        },
      index + 1 < all.length && { kind: "rule moved", before: phases, after: withRules(moved) },
    ];
    return edits.filter((edit) => edit !== false);
  });
}

/** Adds a rule that forwards the request, so that a guard before it protects something. */
function withForwarding(phases: Phases): Phases {
  const { on_http_request: rules = [] } = phases;
  const last = { actions: [{ type: "forward-internal", config: { url: "https://app.internal" } }] };
  return { ...phases, on_http_request: Array.isArray(rules) ? [...rules, last] : rules };
}

const URN = "urn:pulumi:prod::docs::pulumi-nodejs:dynamic/tunnel-edge:Endpoint::";

const stateOf = (url: string, trafficPolicy: Phases) => ({
  id: url,
  inputs: { url, trafficPolicy },
  outputs: { url, trafficPolicy },
});

/** Returns the clients whose access the review leaves undecided; undefined if it decides all. */
async function undecidedClients({ before, after }: Edit): Promise<string | undefined> {
  const steps = [
    {
      op: "update",
      urn: `${URN}app`,
      oldState: stateOf("https://app.example.com", withForwarding(before)),
      newState: stateOf("https://app.example.com", withForwarding(after)),
      detailedDiff: { trafficPolicy: { kind: "update", inputDiff: true } },
    },
  ];
  const preview = JSON.stringify({ config: {}, steps, changeSummary: {} });
  const { exposure } = await review(readPreview(preview, "the edit"));
  const undecided = exposure.changed.filter(
    ({ verdict, opensCertainly }) => verdict !== "same" && verdict !== "closes" && !opensCertainly,
  );
  if (undecided.length === 0) return undefined;
  const clients = undecided.flatMap(({ gainsAccess }) => gainsAccess.map(({ who }) => who));
  return clients.join(" | ").slice(0, 300);
}

/** Returns the fenced texts of a page, without indentation; other files are one text. */
function findFences(path: string, name: string): { location: string; text: string }[] {
  const page = readFileSync(path, "utf8");
  if (!/\.mdx?$/.test(path)) return [{ location: name, text: page }];
  const fences = page.matchAll(/^([ \t]*)(`{3,})(ya?ml|json)\b[^\n]*\n([\s\S]*?)^[ \t]*\2[ \t]*$/gim);
  return [...fences].map(({ index, 1: indent = "", 4: text = "" }) => ({
    location: `${name}:${page.slice(0, index).split("\n").length + 1}`,
    text: text.replaceAll(new RegExp(`^[ \\t]{0,${indent.length}}`, "gm"), ""),
  }));
}

const isPhase = (key: string) =>
  PHASE_NAMES.some((name) => name === key) || FORMER_PHASES.has(key) || /^on_(?!error$)[a-z_]+$/.test(key);

/** Returns the text, the policies inside it, or a policy completed from a rule, action, or expression. */
function readExamples(text: string, location: string): Example[] | NoExample {
  const isAboutPolicies = /^["{\s]*on_(tcp|http)_\w+"?\s*:/.test(text.replace(/^\s*#.*$/gm, ""));
  if (isAboutPolicies) return [{ location, isWhole: true, policy: text }];
  const documents = parseAllDocuments(text, { logLevel: "error", uniqueKeys: false });
  if (!Array.isArray(documents)) return "unrelated";
  const inner = documents.flatMap((document) => policiesBelow(document.contents, location));
  if (inner.length > 0) return inner;
  if (documents.some(({ errors }) => errors.length > 0)) return "unreadable";
  const part = completePart(documents[0]?.toJS());
  return part === undefined ? "unrelated" : [{ location, isWhole: false, policy: part }];
}

/** Returns the policies inside larger files, such as those of the agent and Kubernetes. */
function policiesBelow(node: unknown, location: string): Example[] {
  if (isScalar(node))
    return typeof node.value === "string" && /(^|["\s])on_(tcp|http)_\w+"?\s*:/.test(node.value)
      ? [{ location, isWhole: true, policy: node.value }]
      : [];
  if (isSeq(node)) return node.items.flatMap((item) => policiesBelow(item, location));
  if (!isMap(node)) return [];
  if (node.items.some(({ key }) => isScalar(key) && isPhase(String(key.value))))
    return [{ location, isWhole: true, policy: stringify(node) }];
  return node.items.flatMap(({ value }) => policiesBelow(value, location));
}

function completePart(value: unknown): unknown {
  const deny = [{ type: "deny" }];
  const rules = Array.isArray(value) ? value : [value];
  if (!rules.every(isRecord) || rules.length === 0) return undefined;
  const usesResponse = rules.some((rule) => /res\.|(?:get|has)Res/.test(JSON.stringify(rule)));
  const phase = usesResponse ? "on_http_response" : "on_http_request";
  const [first] = rules;
  if (first === undefined) return undefined;
  if ("actions" in first) return { [phaseFor(first.actions, phase)]: rules };
  if ("type" in first && ("config" in first || Object.hasOwn(ACTIONS, String(first.type))))
    return { [phaseFor(rules, phase)]: [{ actions: rules }] };
  if ("expressions" in first && Object.keys(first).length <= 2)
    return {
      [phase]: rules.map((rule) => ({
        ...rule,
        actions: phase === "on_http_response" ? [{ type: "log", config: { metadata: {} } }] : deny,
      })),
    };
  return undefined;
}

/** Returns the first phase that accepts the first action. */
function phaseFor(actions: unknown, fallback: string): string {
  const [first] = Array.isArray(actions) ? actions : [];
  const type = isRecord(first) ? String(first.type) : "";
  const { phases = [] } = Object.hasOwn(ACTIONS, type) ? (ACTIONS[type] ?? {}) : {};
  return phases.some((phase) => phase === fallback) ? fallback : (phases[0] ?? fallback);
}

if (folder === undefined || folder === "") {
  process.stderr.write("TUNNEL_EDGE_TRAFFIC_POLICY_DOCS must be a folder with the service's documentation\n");
  process.exitCode = 2;
} else void main(folder);
