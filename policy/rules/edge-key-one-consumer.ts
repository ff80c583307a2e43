import * as edge from "../../sdk";
import { metadataObject } from "../properties";
import { resourceRule, SOURCES } from "../rule";

export const edgeKeyOneConsumer = resourceRule({
  id: "edge-key-one-consumer",
  severity: "low",
  title: "An API key should name its one consumer in its metadata.",
  reason: "If a shared key leaks, all its consumers have to change at once.",
  source: [SOURCES.guide],
  advice: "Create a key for each consumer, and set metadata to JSON with a string `consumer`.",
  cases: (on) => [
    on(edge.ApiKey, (key) => {
      const consumer = metadataObject(key.metadata)?.consumer;
      const isOne = typeof consumer === "string" && consumer.trim() !== "";
      return isOne ? undefined : 'metadata is not JSON with a string `consumer`, such as {"consumer":"ci"}.';
    }),
  ],
});
