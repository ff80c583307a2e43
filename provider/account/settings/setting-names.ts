import { ApiError } from "../../api";

/** A setting of the default account in a message, with its environment variable. */
const SETTING = /tunnel-edge:(\w+)(?: (?:or|and) TUNNEL_EDGE_\w+)?/g;

/** Names the settings in a message as an explicit Provider does. For the default account, returns it unchanged. */
export function nameSettingsFor(account: string | undefined, text: string): string {
  if (account === undefined) return text;
  return text.replace(SETTING, (_, key: string) => `${key} of the provider ${JSON.stringify(account)}`);
}

/** Returns the message of a resource's error, with the names of its account's settings. */
export function messageFor(account: string | undefined, error: Error): string {
  const text = nameSettingsFor(account, error.message);
  if (!(error instanceof ApiError && error.status === 401)) return text;
  const advice =
    account === undefined
      ? "after it has changed, run `pulumi up` first, or set TUNNEL_EDGE_API_TOKEN"
      : "set a short-lived one with apiTokenCommand";
  return `${text}; refresh and destroy use the token that the last \`pulumi up\` has stored: ${advice}`;
}
