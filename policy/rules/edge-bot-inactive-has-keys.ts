import * as edge from "../../sdk";
import { SOURCES, stackRule } from "../rule";

export const edgeBotInactiveHasKeys = stackRule({
  id: "edge-bot-inactive-has-keys",
  severity: "high",
  title: "An inactive service or bot user must own no keys.",
  reason: "Stolen credentials that nobody uses go unnoticed.",
  source: [SOURCES.cisDormant],
  advice: "Delete the keys and credentials of the service or bot user, or set active to true.",
  check: (account) => {
    const keys = [
      ...account.of(edge.ApiKey),
      ...account.of(edge.Credential),
      ...account.of(edge.SshCredential),
    ];
    return [...account.of(edge.ServiceUser), ...account.of(edge.BotUser)]
      .filter(({ props }) => props.active === false)
      .flatMap(({ resource }) => {
        const owned = keys.filter((key) => account.refers(key.resource, resource, "ownerId"));
        if (owned.length === 0) return [];
        const names = owned.map((key) => key.resource.name).join(", ");
        return [{ at: resource, message: `active is false, but it owns ${names}: delete them.` }];
      });
  },
});
