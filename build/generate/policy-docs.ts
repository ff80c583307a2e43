import { z } from "zod";
import { HELD_ELSEWHERE } from "../../policy/enforced-elsewhere";
import { defaultLevel, LEVELS } from "../../policy/enforcement";
import type { Rule } from "../../policy/rule";
import { RULES } from "../../policy/rules";
import { readPage, withRegion } from "../region";

const cell = (text: string) => text.replace(/\|/g, "\\|").replace(/\s+/g, " ");

function overview(): string {
  const rows = RULES.map(
    (rule: Rule) =>
      `| [${rule.id}](#${rule.id}) | ${rule.severity} | ${defaultLevel(rule)} | ${rule.fix ? "yes" : ""} | ${cell(rule.title)} |`,
  );
  return `## Overview\n\n| Rule | Severity | Level | Fix | What it requires |\n|---|---|---|---|---|\n${rows.join("\n")}\n`;
}

function details(rule: Rule): string {
  const level = rule.level ? `\n- **Level**: ${rule.level.is}, since ${rule.level.because}` : "";
  const fix = rule.fix ? `\n- **Fix**: ${rule.fix}` : "";
  return `### ${rule.id}

${rule.title}

- **Why**: ${rule.reason}
- **Checks**: ${rule.kind === "stack" ? "the stack" : classesOf(rule)}
- **What to do**: ${rule.advice}${fix}${level}
- **Source**: ${rule.source.join("; ")}
${settings(rule)}`;
}

const classesOf = (rule: Extract<Rule, { kind: "resource" }>) =>
  rule.cases.map(({ resourceClass }) => `\`${resourceClass.name}\``).join(", ");

function settings({ config }: Rule): string {
  const { properties = {} } = z.toJSONSchema(config, { io: "input" });
  const rows = Object.entries(properties).map(([name, schema]) => {
    const { description = "", default: preset } = schema as { description?: string; default?: unknown };
    return `| \`${name}\` | ${cell(description)} | \`${cell(JSON.stringify(preset))}\` |`;
  });
  return rows.length === 0 ? "" : `\n| Setting | Meaning | Default |\n|---|---|---|\n${rows.join("\n")}\n`;
}

function elsewhere(): string {
  const rows = HELD_ELSEWHERE.map(
    ({ id, severity, title, because, heldBy }) =>
      `| ${id} | ${severity} | ${cell(title)} | ${cell(because)} | ${cell(heldBy)} |`,
  );
  return `## Rules that are not policies

| Rule | Severity | What holds | Why it is not a policy | What ensures it |
|---|---|---|---|---|
${rows.join("\n")}
`;
}

const levels = () =>
  Object.entries(LEVELS)
    .map(([severity, level]) => `| ${severity} | ${level} |`)
    .join("\n");

/** Generates the tables and rules of docs/policy-rules.md. */
export function policyDocs(): string {
  const page = "docs/policy-rules.md";
  const rules = [overview(), "## Rules\n", ...RULES.map(details), elsewhere().trimEnd()].join("\n");
  const header = "| Severity | Default level |\n|---|---|\n";
  return withRegion(withRegion(readPage(page), "levels", header + levels()), "rules", rules);
}
