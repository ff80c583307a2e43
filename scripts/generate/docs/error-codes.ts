import { SERVICE_CODES, type ServiceCode } from "../../../provider/families/service-codes";
import { readPage, withRegion } from "../../region";
import { code, codes, section, table } from "./markdown";

const PAGE = "docs/error-codes.md";
const HEAD = ["code `ERR_NGROK_…`", "the service rejects", "property", "what to do"];

/** The text of the page of error codes: what is written by hand stays. */
export function errorCodesPage(): string {
  const sections = SERVICE_CODES.map(({ subject, rows }) =>
    section(`## ${subject}`, table(HEAD, rows.map(cellsOf))),
  );
  return withRegion(readPage(PAGE), "codes", sections.join("\n").trimEnd());
}

function cellsOf({ codes: numbers, refused, property, advice, means }: ServiceCode): string[] {
  return [
    rangesOf(numbers),
    means === undefined ? refused : `${refused} (*${MEANINGS[means]}*)`,
    property === undefined ? "" : code(property),
    advice ?? "see the service's message",
  ];
}

const MEANINGS = { inUse: "still used", notReserved: "not reserved yet", taken: "taken" } as const;

/** Numbers in their order, three or more in a row as a range. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: number[][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else ranges.push([number]);
  }
  return codes(
    ranges.flatMap((range) => (range.length < 3 ? range.map(String) : [`${range[0]}–${range.at(-1)}`])),
  );
}
