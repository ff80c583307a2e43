import { z } from "zod";
import * as edge from "../../sdk";
import { nameList, resourceRule } from "../rule";
import { reference } from "../sources";

const config = z.object({
  stagedRestrictions: nameList(
    "Names of resources that only warn for now, until you know that nobody loses access.",
  ),
});

type Settings = z.output<typeof config>;

const onlyWarns = (enforced: boolean | undefined, name: string, { stagedRestrictions }: Settings) =>
  enforced !== true && !stagedRestrictions.includes(name);

export const edgeIprEnforced = resourceRule({
  id: "edge-ipr-enforced",
  severity: "high",
  title: "An IP restriction must be enforced.",
  reason: "A restriction that is not enforced only warns.",
  source: [reference("IP restriction")],
  advice:
    "Check that the policies allow everyone who needs access, then set enforced to true. Until then, list it in the settings.",
  fix: "Sets enforced to true.",
  config,
  cases: (on) => [
    on(
      edge.IpRestriction,
      ({ enforced }, { config: settings, name }) =>
        onlyWarns(enforced, name, settings) ? "enforced is not true: the restriction only warns." : undefined,
      (restriction, { config: settings, name }) => {
        if (!onlyWarns(restriction.enforced, name, settings)) return false;
        restriction.enforced = true;
        return true;
      },
    ),
  ],
});
