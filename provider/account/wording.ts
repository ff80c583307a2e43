import { ApiError } from "../api";

/** A setting of the default account as texts name it, with the environment variable that stands for it as well. */
const SETTING = /tunnel-edge:(\w+)(?: (?:or|and) TUNNEL_EDGE_\w+)?/g;

/** A text with the settings of the default account named as those of a Provider; as it is for the default account. */
export function inWordsOf(account: string | undefined, text: string): string {
  if (account === undefined) return text;
  return text.replace(SETTING, (_, key: string) => `${key} of the provider ${JSON.stringify(account)}`);
}

/** What an error of a resource says of its account. */
export function messageFor(account: string | undefined, error: Error): string {
  const text = inWordsOf(account, error.message);
  const isStored = account !== undefined && error instanceof ApiError && error.status === 401;
  return isStored
    ? `${text}; refresh and destroy use the token that the last \`pulumi up\` has stored: give one that does not last as apiTokenCommand`
    : text;
}
