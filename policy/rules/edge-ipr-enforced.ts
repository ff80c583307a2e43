import { z } from "zod";
import * as edge from "../../sdk";
import { nameList, reference, resourceRule } from "../rule";

export const edgeIprEnforced = resourceRule({
  id: "edge-ipr-enforced",
  severity: "high",
  title: "An IP restriction must be enforced.",
  reason: "A restriction that is not enforced only warns.",
  source: [reference("IP restriction")],
  advice:
    "Check that the policies allow everyone who needs access, then set enforced to true. Until then, add it to stagedRestrictions.",
  fix: "Sets enforced to true.",
  config: z.object({
    stagedRestrictions: nameList(
      "Names of restrictions that may stay in warn-only mode until you have verified that nobody loses access.",
    ),
  }),
  cases: (on) => [
    on(
      edge.IpRestriction,
      ({ enforced }, { config, name }) =>
        enforced === true || config.stagedRestrictions.includes(name)
          ? undefined
          : "enforced is not true: the restriction only warns.",
      (restriction) => {
        restriction.enforced = true;
      },
    ),
  ],
});
