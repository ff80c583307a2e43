import { ApiError } from "../../api";

/** A setting of the default account as messages name it, with the equivalent environment variable. */
const SETTING = /tunnel-edge:(\w+)(?: (?:or|and) TUNNEL_EDGE_\w+)?/g;

/** Names settings of the default account in a message as those of a Provider; unchanged for the default account. */
export function inWordsOf(account: string | undefined, text: string): string {
  if (account === undefined) return text;
  return text.replace(SETTING, (_, key: string) => `${key} of the provider ${JSON.stringify(account)}`);
}

/** The message of a resource's error in terms of its account. */
export function messageFor(account: string | undefined, error: Error): string {
  const text = inWordsOf(account, error.message);
  if (!(error instanceof ApiError && error.status === 401)) return text;
  const instead =
    account === undefined
      ? "after it has changed, run `pulumi up` first, or set TUNNEL_EDGE_API_TOKEN"
      : "give one that does not last as apiTokenCommand";
  return `${text}; refresh and destroy use the token that the last \`pulumi up\` has stored: ${instead}`;
}
