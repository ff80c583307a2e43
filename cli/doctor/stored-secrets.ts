import { looksSecret, type Read } from "../../provider/inspect";
import { type Finding, warning } from "./finding";

/** Settings that may contain a credential among other things. */
const MAY_HOLD_ONE = ["tunnel-edge:apiTokenCommand", "tunnel-edge:headers"];

/** Credentials in plain text in the settings of the stack, which teams commit. */
export function checkStored(read: Read, plain: readonly string[]): Finding[] {
  const shown = plain.filter((key) => {
    const value = read(key) ?? "";
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return (
      text !== "" && (key === "tunnel-edge:apiToken" || (MAY_HOLD_ONE.includes(key) && looksSecret(text)))
    );
  });
  return shown.map((key) =>
    warning(
      "stored secret",
      `${key} is in plain text in the settings of the stack`,
      `encrypt it: pulumi config set --secret ${key}, and take another token if the file was committed`,
    ),
  );
}
