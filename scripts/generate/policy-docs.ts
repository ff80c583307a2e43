import { z } from "zod";
import { HELD_ELSEWHERE } from "../../policy/held-elsewhere";
import { defaultLevel, LEVELS } from "../../policy/levels";
import type { Rule } from "../../policy/rule";
import { RULES } from "../../policy/rules";

const INTRO = `# Policy rules

<!-- Generated from policy/ by \`npm run generate\`; do not edit. -->

${RULES.length} rules for tunnel-and-edge accounts, as a policy pack of [@pulumi/policy](https://www.npmjs.com/package/@pulumi/policy),
which has to be installed beside this package: \`npm install --save-dev @pulumi/policy\`.

## Use

With a current language host (Pulumi's own installation), name the folder:

\`\`\`sh
pulumi preview --policy-pack node_modules/pulumi-tunnel-edge/policy-pack
\`\`\`

A host that answers "not supported" to a folder is given the script in it, which does the same (Linux and macOS):

\`\`\`sh
pulumi preview --policy-pack node_modules/pulumi-tunnel-edge/policy-pack/run.js
\`\`\`

Levels and settings come from a JSON file, \`--policy-pack-config policy.json\`. \`all\` stands for every rule:

\`\`\`json
{
  "all": "advisory",
  "edge-ipr-enforced": "remediate",
  "edge-key-max-age": { "enforcementLevel": "mandatory", "maxDays": 30 }
}
\`\`\`

A pack of your own can hold these rules beside others. Its folder needs a \`PulumiPolicy.yaml\` (\`runtime: nodejs\`) and a
\`package.json\` with a version; its program is:

\`\`\`ts
import { PolicyPack } from "@pulumi/policy";
import { edgePolicies } from "pulumi-tunnel-edge/policy";

new PolicyPack("acme", {
  policies: [
    ...edgePolicies({
      levels: { low: "disabled", "edge-ipr-enforced": "remediate" },
      config: { "edge-route-has-guard": { publicRoutes: ["landing-page"] } },
    }),
  ],
});
\`\`\`

## Levels

| Severity | Level unless set otherwise |
|---|---|
${Object.entries(LEVELS)
  .map(([severity, level]) => `| ${severity} | ${level} |`)
  .join("\n")}

\`mandatory\` stops the preview or update, \`advisory\` warns, \`disabled\` leaves the rule out. \`remediate\` rewrites what the rule
can rewrite before the service sees it; what is still wrong then stops the operation. Values of secrets stay secret when
a rule rewrites other parts of the same resource, and no message holds a value that could be secret.

Rules about resources run before each is created or updated. Rules about the stack run at the end of a preview or update
without errors; what only the service can tell (the age of a key, a DNS error) shows from the first refresh or update on.
During a preview, a rule that needs a value that is not known yet says so and is run again by the update.

Standards are cited by their published summaries.
`;

const cell = (text: string) => text.replace(/\|/g, "\\|").replace(/\s+/g, " ");

function overview(): string {
  const rows = RULES.map(
    (rule: Rule) =>
      `| [${rule.id}](#${rule.id}) | ${rule.severity} | ${defaultLevel(rule)} | ${rule.fix ? "yes" : ""} | ${cell(rule.title)} |`,
  );
  return `## Overview\n\n| Rule | Severity | Level | Fix | What it asks for |\n|---|---|---|---|---|\n${rows.join("\n")}\n`;
}

function details(rule: Rule): string {
  const level = rule.level ? `\n- **Level**: ${rule.level.is}, since ${rule.level.because}` : "";
  const fix = rule.fix ? `\n- **Fix**: ${rule.fix}` : "";
  return `### ${rule.id}

${rule.title}

- **Why**: ${rule.reason}
- **Looks at**: ${rule.kind === "stack" ? "the stack" : classesOf(rule)}
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
  return `## Rules that are no policies

| Rule | Severity | What holds | Why no policy | Held by |
|---|---|---|---|---|
${rows.join("\n")}
`;
}

/** The text of docs/policy-rules.md. */
export const policyDocs = () =>
  [INTRO, overview(), "## Rules\n", ...RULES.map(details), elsewhere()].join("\n");
