import { randomText, sha256 } from "../account/objects";
import { textOf } from "../json";
import type { Behaviour } from "../schema/family";
import { checkOwner, ownedBy } from "./owner";

/** API reference: "API key". */
export const apiKey: Behaviour = {
  check: checkOwner,
  atCreation: ownedBy,
  reveal() {
    const token = `api_${randomText()}`;
    return { response: { token }, remember: { token_sha256: sha256(token) } };
  },
  // The start token's key is the emulator's own: it is not listed, so that no one adopts it.
  isListed: ({ fields }) => fields.start !== true,
  seedHints: ["token"],
  seed: (_call, given) => {
    const token = textOf(given.token);
    return token === "" ? given : { ...given, token_sha256: sha256(token) };
  },
};
