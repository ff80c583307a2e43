import { bool } from "../../family/fields";

/** Every module has it. API reference, section "Create HTTPS Edge Route". */
export const enabled = bool("Whether the module is applied to traffic.", {
  unset: { sends: true },
}).optional();
