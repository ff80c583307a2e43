import { describe, expect, test } from "vitest";
import { messageFor, nameSettingsFor } from "../../../../provider/account/settings/settings";
import { ApiError } from "../../../../provider/api";
import { HttpError } from "../../../../provider/transport";

const refused = (status: number) =>
  new ApiError(
    new HttpError("refused", { method: "GET", path: "/a" }, status, { error_code: "E", msg: "no" }, true),
  );

describe("messages for an explicit Provider", () => {
  test.each([
    ["check tunnel-edge:baseUrl or TUNNEL_EDGE_BASE_URL", 'check baseUrl of the provider "staging"'],
    ["is tunnel-edge:baseUrl the API's address?", 'is baseUrl of the provider "staging" the API\'s address?'],
    ["check tunnel-edge:headers and TUNNEL_EDGE_HEADERS", 'check headers of the provider "staging"'],
    [
      "run again with TUNNEL_EDGE_SAME_ACCOUNT=on or TUNNEL_EDGE_JOURNAL_DIR",
      "run again with TUNNEL_EDGE_SAME_ACCOUNT=on or TUNNEL_EDGE_JOURNAL_DIR",
    ],
  ])("%s", (text, expected) => {
    expect(nameSettingsFor("staging", text)).toBe(expected);
    expect(nameSettingsFor(undefined, text)).toBe(text);
  });

  test("advise how to set a refused token", () => {
    expect(messageFor("staging", refused(401))).toBe(
      'the API token was refused (401 E): set apiToken of the provider "staging"; GET /a: no; refresh and destroy use the token that the last `pulumi up` has stored: set a short-lived one with apiTokenCommand',
    );
    expect(messageFor(undefined, refused(401))).toBe(
      "the API token was refused (401 E): set tunnel-edge:apiToken or TUNNEL_EDGE_API_TOKEN; GET /a: no; refresh and destroy use the token that the last `pulumi up` has stored: after it has changed, run `pulumi up` first, or set TUNNEL_EDGE_API_TOKEN",
    );
    expect(messageFor("staging", refused(404))).toBe("GET /a: 404 E: no");
  });
});
