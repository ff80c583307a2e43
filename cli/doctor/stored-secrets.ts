import { looksSecret, type ReadSetting } from "../../provider/inspect";
import { type Finding, findingsOf } from "./finding";

/** Settings that may contain a credential. */
const MAY_CONTAIN_SECRET = ["tunnel-edge:apiTokenCommand", "tunnel-edge:headers"];

/** Finds credentials in plain text in the stack's settings, which teams commit. */
export function checkStored(read: ReadSetting, plain: readonly string[]): Finding[] {
  const exposed = plain.filter((key) => {
    const value = read(key) ?? "";
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return (
      text !== "" &&
      (key === "tunnel-edge:apiToken" || (MAY_CONTAIN_SECRET.includes(key) && looksSecret(text)))
    );
  });
  return exposed.map((key) =>
    findingsOf("stored secret").warning(
      `the stack's settings contain ${key} in plain text`,
      `encrypt it: pulumi config set --secret ${key}, and replace the token if the file was committed`,
    ),
  );
}
