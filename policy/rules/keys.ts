import { z } from "zod";
import * as edge from "../../sdk";
import { daysUntil } from "../certificates";
import { metadataObject } from "../metadata";
import { findingsAbout, resourceRule, SOURCES, stackRule, stringList } from "../rule";

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
    return [edge.ServiceUser, edge.BotUser].flatMap((userClass) =>
      findingsAbout(account, userClass, ({ resource, props }) => {
        const owned = keys.filter((key) => account.refers(key.resource, resource, "ownerId"));
        if (props.active !== false || owned.length === 0) return undefined;
        return `active is false, but it owns ${owned.map((key) => key.resource.name).join(", ")}: delete them.`;
      }),
    );
  },
});

export const edgeKeyHasPurpose = resourceRule({
  id: "edge-key-has-purpose",
  severity: "low",
  title: "An API key should describe its purpose.",
  reason: "A key of unknown purpose is never deleted.",
  source: [SOURCES.cisInventory],
  advice: "Set description to what authenticates with the key.",
  fix: "Sets description to the project, stack and name of the resource.",
  cases: (on) =>
    on(
      edge.ApiKey,
      (key) => (key.description?.trim() ? undefined : "description is empty: say what uses the key."),
      (key, { project, stack, name }) => {
        key.description = `${project}/${stack}: ${name}`;
      },
    ),
});

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
    findingsAbout(account, edge.ApiKey, ({ props }) => {
      const age = -(daysUntil(props.createdAt) ?? 0);
      if (age <= maxDays) return undefined;
      return `the key is ${Math.floor(age)} days old (limit ${maxDays}): replace it.`;
    }),
});

export const edgeKeyOneConsumer = resourceRule({
  id: "edge-key-one-consumer",
  severity: "low",
  title: "An API key should name its one consumer in its metadata.",
  reason: "If a shared key leaks, all its consumers have to change at once.",
  source: [SOURCES.guide],
  advice: "Create a key for each consumer, and set metadata to JSON with a string `consumer`.",
  cases: (on) =>
    on(edge.ApiKey, (key) => {
      const consumer = metadataObject(key.metadata)?.consumer;
      if (typeof consumer === "string" && consumer.trim() !== "") return undefined;
      return 'metadata is not JSON with a string `consumer`, such as {"consumer":"ci"}.';
    }),
});

export const edgeKeyOwnerIsBot = stackRule({
  id: "edge-key-owner-is-bot",
  severity: "medium",
  title: "An API key should be owned by a service or bot user of the program.",
  reason: "A person's key stops working when the person leaves, and nobody reviews it.",
  source: [SOURCES.cisInventory],
  advice:
    "Set ownerId to the id of a ServiceUser, or of a BotUser if the account has no service users. The owner is fixed at creation, so the key is replaced.",
  config: z.object({
    allowedOwners: stringList("Ids of service and bot users that other programs manage."),
  }),
  check: (account, { allowedOwners }) => {
    const machines = [...account.of(edge.ServiceUser), ...account.of(edge.BotUser)];
    return findingsAbout(account, edge.ApiKey, ({ resource, props }) => {
      const isAllowed = typeof props.ownerId === "string" && allowedOwners.includes(props.ownerId);
      const isOwned = machines.some((owner) => account.refers(resource, owner.resource, "ownerId"));
      if (isAllowed || isOwned) return undefined;
      return "ownerId is not the id of a ServiceUser or BotUser of this program: set it to one.";
    });
  },
});
