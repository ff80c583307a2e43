import * as edge from "../../sdk";
import { resourceRule, SOURCES } from "../rule";

export const edgeKeyHasPurpose = resourceRule({
  id: "edge-key-has-purpose",
  severity: "low",
  title: "An API key should describe its purpose.",
  reason: "A key of unknown purpose is never deleted.",
  source: [SOURCES.cisInventory],
  advice: "Set description to what authenticates with the key.",
  fix: "Sets description to the project, stack and name of the resource.",
  cases: (on) => [
    on(
      edge.ApiKey,
      (key) => (key.description?.trim() ? undefined : "description is empty: say what uses the key."),
      (key, { project, stack, name }) => {
        key.description = `${project}/${stack}: ${name}`;
      },
    ),
  ],
});
