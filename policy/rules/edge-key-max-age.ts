import { z } from "zod";
import * as edge from "../../sdk";
import { daysUntil } from "../certificates";
import { SOURCES, stackRule } from "../rule";

export const edgeKeyMaxAge = stackRule({
  id: "edge-key-max-age",
  severity: "medium",
  title: "An API key should be replaced before it gets old.",
  reason: "A leaked key works until it is replaced.",
  source: [SOURCES.guide],
  advice: "Replace the key, for example with `pulumi up --replace <urn>`, and update its consumers.",
  config: z.object({
    maxDays: z.number().min(1).default(90).describe("Maximum age of a key, in days."),
  }),
  check: (account, { maxDays }) =>
    account.of(edge.ApiKey).flatMap(({ resource, props }) => {
      const age = -(daysUntil(props.createdAt) ?? 0);
      if (age <= maxDays) return [];
      return [
        { at: resource, message: `the key is ${Math.floor(age)} days old (limit ${maxDays}): replace it.` },
      ];
    }),
});
