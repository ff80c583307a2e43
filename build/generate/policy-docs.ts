import { z } from "zod";
import { HELD_ELSEWHERE } from "../../policy/enforced-elsewhere";
import { defaultLevel, LEVELS } from "../../policy/enforcement";
import { RULES } from "../../policy/pack";
import type { Rule } from "../../policy/rule";
import { readPage, withRegion } from "../region";
import { code, codes, section, table } from "./markdown";

function overview(): string {
  const severities = Object.keys(LEVELS);
  const bySeverity = RULES.toSorted(
    (first, second) => severities.indexOf(first.severity) - severities.indexOf(second.severity),
  );
  const groups = Map.groupBy(bySeverity, (rule: Rule) => `${rule.severity}, ${defaultLevel(rule)}`);
  const link = ({ id, fix }: Rule) => `[${id}](#${id})${fix ? "*" : ""}`;
  const rows = [...groups].map(([group, rules]) => [group, rules.map(link).join(", ")]);
  return section("## Overview", table(["Severity and level", "Rules (*: can fix what they find)"], rows));
}

function details(rule: Rule): string {
  const level = rule.level ? `\n- **Level**: ${rule.level.enforcement}, since ${rule.level.reason}` : "";
  const fix = rule.fix ? `\n- **Fix**: ${rule.fix}` : "";
  return `### ${rule.id}

${rule.title}

- **Why**: ${rule.reason}
- **Checks**: ${rule.kind === "stack" ? "the stack" : codes(rule.cases.map(({ resourceClass }) => resourceClass.name))}
- **What to do**: ${rule.advice}${fix}${level}
- **Source**: ${rule.source.join("; ")}
${settings(rule)}`;
}

function settings({ config }: Rule): string {
  const { properties = {} } = z.toJSONSchema(config, { io: "input" });
  const rows = Object.entries(properties).map(([name, schema]) => {
    const { description = "", default: preset } = schema as { description?: string; default?: unknown };
    return [code(name), description, code(JSON.stringify(preset))];
  });
  return rows.length === 0 ? "" : `\n${table(["Setting", "Meaning", "Default"], rows)}`;
}

const elsewhere = () =>
  section(
    "## Rules that are not policies",
    table(
      ["Rule", "Severity", "What holds", "Why it is not a policy", "What ensures it"],
      HELD_ELSEWHERE.map((rule) => [rule.id, rule.severity, rule.title, rule.because, rule.heldBy]),
    ),
  );

export function policyDocs(): string {
  const page = "docs/policy-rules.md";
  const rules = [overview(), "## Rules\n", ...RULES.map(details), elsewhere().trimEnd()].join("\n");
  const levels = table(["Severity", "Default level"], Object.entries(LEVELS)).trimEnd();
  return withRegion(withRegion(readPage(page), "levels", levels), "rules", rules);
}
