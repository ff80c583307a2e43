// npm run traffic-policy-corpus: checks every policy in the pages of the service's own documentation.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { isMap, isScalar, isSeq, parseAllDocuments, stringify } from "yaml";
import { isRecord } from "../provider/family/field";
import { checkPolicy, type PolicyFinding } from "../traffic-policy";
import { ACTIONS } from "../traffic-policy/actions/actions";
import { FORMER_PHASES, PHASE_NAMES } from "../traffic-policy/language/phases";

const folder = process.env.TUNNEL_EDGE_TRAFFIC_POLICY_DOCS;

/** A policy of the pages: whole as it stands, or a part of one that was made whole. */
interface Example {
  readonly at: string;
  readonly isWhole: boolean;
  readonly policy: unknown;
}

/** Why a fenced text is no example of a policy. */
type Other = "unreadable" | "something else";

function main(root: string): void {
  const pages = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => join(root, name))
    .filter((path) => /\.(mdx?|ya?ml|json)$/.test(path) && statSync(path).isFile())
    .sort();
  const fences = pages.flatMap((path) => fencesIn(path, relative(root, path)));
  const read = fences.map(({ at, text }) => examplesIn(text, at));
  const examples = read.flatMap((one) => (typeof one === "string" ? [] : one));
  const checked = examples.map((example) => ({ ...example, findings: checkPolicy(example.policy) }));
  const isRefused = ({ findings }: { findings: readonly PolicyFinding[] }) =>
    findings.some(({ isError }) => isError);
  const isWarned = (one: { findings: readonly PolicyFinding[] }) =>
    !isRefused(one) && one.findings.length > 0;
  const lines = [
    `${fences.length} fenced texts in YAML or JSON on ${pages.length} pages`,
    `${read.filter((one) => one === "something else").length} are about something else, ${read.filter((one) => one === "unreadable").length} cannot be read`,
    ...[true, false].map((isWhole) => {
      const these = checked.filter((one) => one.isWhole === isWhole);
      const counts = [these.filter(isRefused), these.filter(isWarned)].map(({ length }) => length);
      const [refused = 0, warned = 0] = counts;
      const what = isWhole ? "whole policies" : "parts of policies, made whole";
      return `${these.length} ${what}: ${these.length - refused} pass, ${warned} of them with warnings; ${refused} are refused`;
    }),
    ...findingLines("refused", checked.filter(isRefused), true),
    ...findingLines("warned about", checked.filter(isWarned), false),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** The findings by their reasons, with the places of each. */
function findingLines(
  what: string,
  examples: readonly (Example & { findings: readonly PolicyFinding[] })[],
  isError: boolean,
): string[] {
  const rows = examples.flatMap(({ at, findings }) =>
    findings
      .filter((finding) => finding.isError === isError)
      .map(({ path, line, reason }) => ({ reason, place: `${at} +${line ?? "?"}: ${path.join(".")}` })),
  );
  const reasons = [...Map.groupBy(rows, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length);
  return [
    `${what}:`,
    ...reasons.flatMap(([reason, same]) => [
      `  ${same.length} x ${reason}`,
      ...same.slice(0, 4).map(({ place }) => `      ${place}`),
    ]),
  ];
}

/** The fenced texts of a page, without what they are indented by; other files are one text. */
function fencesIn(path: string, name: string): { at: string; text: string }[] {
  const page = readFileSync(path, "utf8");
  if (!/\.mdx?$/.test(path)) return [{ at: name, text: page }];
  const fences = page.matchAll(/^([ \t]*)(`{3,})(ya?ml|json)\b[^\n]*\n([\s\S]*?)^[ \t]*\2[ \t]*$/gim);
  return [...fences].map(({ index, 1: indent = "", 4: text = "" }) => ({
    at: `${name}:${page.slice(0, index).split("\n").length + 1}`,
    text: text.replaceAll(new RegExp(`^[ \\t]{0,${indent.length}}`, "gm"), ""),
  }));
}

const isPhase = (key: string) =>
  PHASE_NAMES.some((name) => name === key) || FORMER_PHASES.has(key) || /^on_(?!error$)[a-z_]+$/.test(key);

/** The policies of a text: itself, those in a larger file, or a rule, an action or an expression that a policy is made of. */
function examplesIn(text: string, at: string): Example[] | Other {
  const isAboutPolicies = /^["{\s]*on_(tcp|http)_\w+"?\s*:/.test(text.replace(/^\s*#.*$/gm, ""));
  if (isAboutPolicies) return [{ at, isWhole: true, policy: text }];
  const documents = parseAllDocuments(text, { logLevel: "error", uniqueKeys: false });
  if (!Array.isArray(documents)) return "something else";
  const inner = documents.flatMap((document) => policiesBelow(document.contents, at));
  if (inner.length > 0) return inner;
  if (documents.some(({ errors }) => errors.length > 0)) return "unreadable";
  const part = partOf(documents[0]?.toJS());
  return part === undefined ? "something else" : [{ at, isWhole: false, policy: part }];
}

/** Policies that stand in larger files, such as those of the agent and of Kubernetes, as texts of their own. */
function policiesBelow(node: unknown, at: string): Example[] {
  if (isScalar(node))
    return typeof node.value === "string" && /(^|["\s])on_(tcp|http)_\w+"?\s*:/.test(node.value)
      ? [{ at, isWhole: true, policy: node.value }]
      : [];
  if (isSeq(node)) return node.items.flatMap((item) => policiesBelow(item, at));
  if (!isMap(node)) return [];
  if (node.items.some(({ key }) => isScalar(key) && isPhase(String(key.value))))
    return [{ at, isWhole: true, policy: stringify(node) }];
  return node.items.flatMap(({ value }) => policiesBelow(value, at));
}

function partOf(value: unknown): unknown {
  const deny = [{ type: "deny" }];
  const rules = Array.isArray(value) ? value : [value];
  if (!rules.every(isRecord) || rules.length === 0) return undefined;
  const phase = rules.some(
    (rule) => JSON.stringify(rule).includes("res.") || JSON.stringify(rule).includes("getRes"),
  )
    ? "on_http_response"
    : "on_http_request";
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

/** The first phase that takes the first action. */
function phaseFor(actions: unknown, fallback: string): string {
  const [first] = Array.isArray(actions) ? actions : [];
  const type = isRecord(first) ? String(first.type) : "";
  const { phases = [] } = Object.hasOwn(ACTIONS, type) ? (ACTIONS[type] ?? {}) : {};
  return phases.some((phase) => phase === fallback) ? fallback : (phases[0] ?? fallback);
}

if (folder === undefined || folder === "") {
  process.stderr.write(
    "TUNNEL_EDGE_TRAFFIC_POLICY_DOCS must name a folder of pages: a checkout of the service's documentation\n",
  );
  process.exitCode = 2;
} else main(folder);
