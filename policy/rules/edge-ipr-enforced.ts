import * as edge from "../../sdk";
import { resourceRule } from "../rule";
import { reference } from "../sources";

export const edgeIprEnforced = resourceRule({
  id: "edge-ipr-enforced",
  severity: "high",
  title: "An IP restriction is enforced.",
  reason: "One that is not enforced only warns, wherever it is that the warnings go.",
  source: [reference("IP restriction")],
  advice: "Set enforced to true once you have seen that the policies let in everybody who should get in.",
  fix: "Sets enforced to true.",
  cases: (on) => [
    on(
      edge.IpRestriction,
      ({ enforced }) => (enforced === true ? undefined : "enforced is not true: the restriction only warns."),
      (restriction) => {
        if (restriction.enforced === true) return false;
        restriction.enforced = true;
        return true;
      },
    ),
  ],
});
