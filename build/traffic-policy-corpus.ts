// npx tsx build/traffic-policy-corpus.ts: checks every policy in the service's documentation.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { isMap, isScalar, isSeq, parseAllDocuments, stringify } from "yaml";
import { isRecord } from "../provider/family/field";
import { checkPolicy, type PolicyFinding } from "../traffic-policy";
import { ACTIONS } from "../traffic-policy/actions/actions";
import { FORMER_PHASES, PHASE_NAMES } from "../traffic-policy/language/phases";

const folder = process.env.TUNNEL_EDGE_TRAFFIC_POLICY_DOCS;

/** A policy from the pages, complete or completed from a part. */
interface Example {
  readonly at: string;
  readonly isWhole: boolean;
  readonly policy: unknown;
}

/** The reason why a fenced text isn't an example of a policy. */
type NoExample = "unreadable" | "unrelated";

function main(root: string): void {
  const pages = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => join(root, name))
    .filter((path) => /\.(mdx?|ya?ml|json)$/.test(path) && statSync(path).isFile())
    .sort();
  const fences = pages.flatMap((path) => findFences(path, relative(root, path)));
  const read = fences.map(({ at, text }) => readExamples(text, at));
  const examples = read.flatMap((result) => (typeof result === "string" ? [] : result));
  const checked = examples.map((example) => ({ ...example, findings: checkPolicy(example.policy) }));
  const hasErrors = ({ findings }: { findings: readonly PolicyFinding[] }) =>
    findings.some(({ isError }) => isError);
  const hasOnlyWarnings = (example: { findings: readonly PolicyFinding[] }) =>
    !hasErrors(example) && example.findings.length > 0;
  const lines = [
    `${fences.length} fenced texts in YAML or JSON on ${pages.length} pages`,
    `${read.filter((result) => result === "unrelated").length} are unrelated, ${read.filter((result) => result === "unreadable").length} cannot be read`,
    ...[true, false].map((isWhole) => {
      const policies = checked.filter((example) => example.isWhole === isWhole);
      const rejected = policies.filter(hasErrors).length;
      const warned = policies.filter(hasOnlyWarnings).length;
      const kind = isWhole ? "whole policies" : "completed parts of policies";
      return `${policies.length} ${kind}: ${policies.length - rejected} pass, ${warned} of them with warnings; ${rejected} are rejected`;
    }),
    ...findingLines("errors", checked.filter(hasErrors), true),
    ...findingLines("warnings", checked.filter(hasOnlyWarnings), false),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function findingLines(
  title: string,
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
    `${title}:`,
    ...reasons.flatMap(([reason, findings]) => [
      `  ${findings.length} x ${reason}`,
      ...findings.slice(0, 4).map(({ place }) => `      ${place}`),
    ]),
  ];
}

/** Returns the fenced texts of a page, without indentation; other files are one text. */
function findFences(path: string, name: string): { at: string; text: string }[] {
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

/** Returns the policies of a text: itself, those in a larger file, or one completed from a rule, action, or expression. */
function readExamples(text: string, at: string): Example[] | NoExample {
  const isAboutPolicies = /^["{\s]*on_(tcp|http)_\w+"?\s*:/.test(text.replace(/^\s*#.*$/gm, ""));
  if (isAboutPolicies) return [{ at, isWhole: true, policy: text }];
  const documents = parseAllDocuments(text, { logLevel: "error", uniqueKeys: false });
  if (!Array.isArray(documents)) return "unrelated";
  const inner = documents.flatMap((document) => policiesBelow(document.contents, at));
  if (inner.length > 0) return inner;
  if (documents.some(({ errors }) => errors.length > 0)) return "unreadable";
  const part = completePart(documents[0]?.toJS());
  return part === undefined ? "unrelated" : [{ at, isWhole: false, policy: part }];
}

/** Returns the policies inside larger files, such as those of the agent and Kubernetes. */
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
} else main(folder);
