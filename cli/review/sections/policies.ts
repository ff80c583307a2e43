import { readFile } from "node:fs/promises";
import { z } from "zod";
import { shortList } from "../../../access";
import { CommandError } from "../../common";
import { subjectOf } from "../failure";
import { MOST_NAMED } from "../finding";

/** A policy's message about a resource or the stack. */
export interface PolicyResult {
  readonly policy: string;
  readonly pack: string;
  readonly level: string;
  readonly message: string;
  readonly urn?: string;
}

/** A policy with the same message for several resources. */
export interface AlikePolicies extends Pick<PolicyResult, "policy" | "level" | "message"> {
  /** Classes and names of the first ones; empty for the stack as a whole. */
  readonly subjects: string;
}

export function alikePolicies(policies: readonly PolicyResult[]): AlikePolicies[] {
  const groups = Map.groupBy(policies, ({ policy, level, message }) =>
    JSON.stringify([policy, level, message]),
  );
  return [...groups.values()].map((same) => {
    const { policy, level, message } = same[0] as PolicyResult;
    const subjects = same.flatMap(({ urn }) => (urn ? [subjectOf(urn)] : []));
    return { policy, level, message, subjects: shortList(subjects, MOST_NAMED) };
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
 * Reads the policy results from the engine's event log (`--event-log`): the output of `pulumi preview --json` does not
 * contain them.
 *
 * @throws CommandError when the file cannot be read.
 */
export async function readPolicyResults(file: string): Promise<PolicyResult[]> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    throw new CommandError(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}`);
  }
  const results = text.split("\n").flatMap((line, n): PolicyResult[] => {
    if (line.trim() === "") return [];
    const { policyEvent: event } = parseEvent(line, file, n + 1);
    if (!event) return [];
    const { policyName, policyPackName, enforcementLevel, message, resourceUrn } = event;
    return [
      {
        policy: policyName,
        pack: policyPackName,
        level: enforcementLevel,
        message: withoutColours(message, policyName),
        // The engine reports stack policies on the root resource.
        ...(resourceUrn && !resourceUrn.includes("::pulumi:pulumi:Stack::") && { urn: resourceUrn }),
      },
    ];
  });
  return [...new Map(results.map((result) => [JSON.stringify(result), result])).values()];
}

function parseEvent(line: string, file: string, number: number): z.output<typeof eventSchema> {
  try {
    return eventSchema.parse(JSON.parse(line));
  } catch {
    throw new CommandError(
      `${file}, line ${number}, is no event of the engine: write the file with \`pulumi preview --event-log\``,
    );
  }
}

/** Colours are tags such as <{%reset%}>; the message begins with its subject, which the report prints itself. */
function withoutColours(message: string, policy: string): string {
  const lines = message
    .replace(/<\{%.*?%\}>/g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith(policy));
  return lines.join(" ");
}
