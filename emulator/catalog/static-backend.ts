import { textOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuseAsService } from "../service";
import { guardBackend } from "./backend";

/** Service only: the reference does not have it. */
export const staticBackend: Behaviour = {
  check(call, { address }) {
    const text = textOf(address);
    const [, host, port = ""] = /^(\[[0-9a-f:.]+\]|[^\s/:@[\]]*):(\d+)$/i.exec(text) ?? [];
    if (host === "") refuseAsService(call, 6507, "The address has no host.", "address");
    if (host === undefined || Number(port) < 1 || Number(port) > 65_535)
      refuseAsService(call, 6506, "The address is not host:port.", "address");
  },
  guard: guardBackend,
};
