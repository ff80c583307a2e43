import type { Rewrite } from "../provider/traffic-policy/guards";
import type { Client } from "./client";
import type { Tri } from "./guard";
import type { Question } from "./question";
import { holds, replaced } from "./text";

/** Subjects that are read from the URL alone. */
function fromUrl(subject: string, url: URL): string | undefined {
  switch (subject) {
    case "req.url":
    case "req.url.raw":
      return url.href;
    case "req.url.path":
    case "req.url.raw_path":
      return url.pathname;
    case "req.url.query":
      return url.search.slice(1);
    case "req.url.uri":
      return `${url.pathname}${url.search}`;
    case "req.host":
    case "req.url.host":
    case "req.url.authority":
    case "conn.tls.sni":
      return url.host;
    case "req.url.scheme":
      return url.protocol.slice(0, -1);
    default:
      return undefined;
  }
}

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
      const { subject, is, value, isFolded, version } = question;
      if (version !== "" || is === "network") return undefined;
      const text = subject === "req.method" ? client.method : textIn(subject, client);
      if (text === undefined) return undefined;
      return is === "present" ? true : holds({ is, value, isFolded }, text);
    }
  }
}

const textIn = (subject: string, { url }: Client): string | undefined =>
  URL.canParse(url) ? fromUrl(subject, new URL(url)) : undefined;

/** What a URL becomes; undefined where that is not told, such as for groups of other names than digits. */
export function rewrittenUrl({ from, to }: Rewrite, url: string): string | undefined {
  if (!URL.canParse(url) || /\$(?!\d(?!\w)|\{\d{1,2}\})/.test(to)) return undefined;
  const template = to.replace(/\\/g, "\\\\").replace(/\$\{(\d{1,2})\}/g, "$$$1");
  const given = from === undefined ? to : replaced(url, from, template);
  return given !== undefined && URL.canParse(given, url) ? new URL(given, url).href : undefined;
}
