import { SERVICE_CODES, type ServiceCode } from "../../../provider/families/service-codes";
import { readPage, withRegion } from "../../region";
import { ANSWERED, AT_PREVIEW, IMPOSSIBLE, LEFT } from "./code-places";
import { code, codes, section, table } from "./markdown";

const PAGE = "docs/error-codes.md";
const HEAD = ["code `ERR_NGROK_…`", "the service rejects", "property", "what to do"];

/** The page of error codes; its handwritten text is kept. */
export function errorCodesPage(): string {
  const sections = SERVICE_CODES.map(({ subject, rows }) =>
    section(`## ${subject}`, table(HEAD, rows.map(cellsOf))),
  );
  const withCodes = withRegion(readPage(PAGE), "codes", sections.join("\n").trimEnd());
  return withRegion(withCodes, "places", table(["where", "codes `ERR_NGROK_…`"], placesOf()));
}

/** Where each code is met. */
function placesOf(): string[][] {
  const numbers = (rows: object) => rangesOf(Object.keys(rows).map(Number));
  const because = (where: string, rows: Readonly<Record<string, readonly number[]>>) =>
    Object.entries(rows).map(([why, codes]) => [`${where}: ${why}`, rangesOf(codes)]);
  return [
    ["rejected at preview, where the program has the value", numbers(AT_PREVIEW)],
    ["known to the service alone; the emulator answers the code", numbers(ANSWERED)],
    ...because("left to the service", LEFT),
    ...because("not met by this package", IMPOSSIBLE),
  ];
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

/** Sorted numbers, three or more consecutive ones as a range. */
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
