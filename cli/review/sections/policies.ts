import { z } from "zod";
import { shortList } from "../../../access";
import { CommandError, readTextFile } from "../../common";
import { subjectOf } from "../failure";
import { MAX_LISTED } from "../finding";

export type PolicyResult = ReturnType<typeof parsePolicyResults>[number];

/** Groups equal violations. `subjects` names their first resources; it is empty for the stack as a whole. */
export function groupPolicies(policies: readonly PolicyResult[]) {
  const groups = Map.groupBy(policies, ({ policy, level, message }) =>
    JSON.stringify([policy, level, message]),
  );
  return [...groups.values()].map((group) => {
    const { policy, level, message } = group[0] as PolicyResult;
    const subjects = group.flatMap(({ urn }) => (urn ? [subjectOf(urn)] : []));
    return { policy, level, message, subjects: shortList(subjects, MAX_LISTED) };
  });
}

const eventSchema = z.object({
  policyEvent: z
    .object({
      resourceUrn: z.string().optional(),
      message: z.string(),
      policyName: z.string(),
      policyPackName: z.string(),
      enforcementLevel: z.string(),
    })
    .optional(),
});

/**
 * Reads policy results from the engine's event log (`--event-log`), because `pulumi preview --json` omits them.
 *
 * @throws CommandError if the file can't be read.
 */
export const readPolicyResults = async (file: string) =>
  parsePolicyResults((await readTextFile(file)).split("\n"), file);

/** @param source - The origin of the lines, for errors. */
export function parsePolicyResults(lines: readonly string[], source: string) {
  const results = lines.flatMap((line, n) => {
    if (line.trim() === "") return [];
    const { policyEvent: event } = parseEvent(line, source, n + 1);
    if (!event) return [];
    const { policyName, policyPackName, enforcementLevel, message, resourceUrn } = event;
    return {
      policy: policyName,
      pack: policyPackName,
      level: enforcementLevel,
      message: cleanMessage(message, policyName),
      // The engine reports stack policies on the root resource.
      ...(resourceUrn && !resourceUrn.includes("::pulumi:pulumi:Stack::") && { urn: resourceUrn }),
    };
  });
  return [...new Map(results.map((result) => [JSON.stringify(result), result])).values()];
}

function parseEvent(line: string, file: string, number: number): z.output<typeof eventSchema> {
  try {
    return eventSchema.parse(JSON.parse(line));
  } catch {
    throw new CommandError(
      `${file}, line ${number}, is not an engine event: create the file with \`pulumi preview --event-log\``,
    );
  }
}

/** Removes color tags, such as `<{%reset%}>`, and the line that names the policy, which the report prints itself. */
function cleanMessage(message: string, policy: string): string {
  const lines = message
    .replace(/<\{%.*?%\}>/g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith(policy));
  return lines.join(" ");
}
