import type { Client } from "./client";
import type { Question, TextQuestion } from "./question";
import { holds } from "./text";
import type { Tri } from "./tri";
import { textOfUrl } from "./url";

/** The answer of one client to a question; undefined where its data do not tell. */
export function answerOf(question: Question, client: Client): Tri {
  switch (question.asks) {
    case "address":
      return question.networks.admits(client.address);
    case "version":
      if (question.isOldest && client.oldestTls === undefined && client.tls === "1.3") return false;
      return client.tls === undefined ? undefined : Number(client.tls.slice(2)) >= question.level;
    case "fact":
      return client.has.some(({ key }) => key === question.key);
    case "unknown":
      return undefined;
    case "text": {
      const { is, value, isFolded } = question;
      const text = is === "network" ? undefined : textIn(question, client);
      if (text === undefined || is === "network") return undefined;
      return is === "present" ? true : holds({ is, value, isFolded }, text);
    }
  }
}

function textIn({ subject, version, rewrites }: TextQuestion, client: Client): string | undefined {
  const { url, method, headers } = client;
  if (subject === "req.host" && headers.host !== undefined) return headers.host[0];
  if (rewrites !== undefined) return textOfUrl({ subject, rewrites }, url);
  if (version !== "") return undefined;
  return subject === "req.method" ? method : textOfUrl({ subject, rewrites: [] }, url);
}
