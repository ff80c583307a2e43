import { SERVICE_CODES, type ServiceCode } from "../../../provider/families/service-codes";
import { readPage, withRegion } from "../../region";
import { code, codes, table } from "../markdown";

const PAGE = "docs/error-codes.md";
const HEADER = ["code `ERR_NGROK_…`", "meaning", "property", "what to do"];

export const errorCodesPage = (): string =>
  withRegion(readPage(PAGE), "codes", table(HEADER, SERVICE_CODES.map(errorCells)));

function errorCells({ codes: numbers, property, advice, means }: ServiceCode): string[] {
  return [
    codes(numbers.map(String)),
    means === undefined ? "" : MEANINGS[means],
    property === undefined ? "" : code(property),
    advice,
  ];
}

const MEANINGS = { inUse: "still used", notReserved: "not reserved yet", taken: "taken" } as const;
