import { SERVICE_CODES, type ServiceCode } from "../../../provider/families/service-codes";
import { readPage, withRegion } from "../../region";
import { bullets, code, codes, table } from "../markdown";

const PAGE = "docs/error-codes.md";
const HEADER = ["code `ERR_NGROK_…`", "meaning", "property", "what to do"];

/** Advice of many codes, by the name that stands for it in the table. */
const SHARED: Readonly<Record<string, string>> = {
  adopt:
    'to manage the existing one, such as one that retainOnDelete left in place, set adoptId to its id; if this resource had a different name before, give it aliases: [{ name: "<earlier name>" }] instead',
  "another account":
    "another account has it: check whether tunnel-edge:apiToken belongs to the right account, have the other account release it, or use another one",
  reserve:
    "declare a ReservedDomain for it in this account and refer to its output `domain`, so that the engine knows the order; if one is declared, check whether it belongs to this account",
};

export function errorCodesPage(): string {
  const shared = Object.entries(SHARED).map(([name, advice]) => {
    if (!SERVICE_CODES.some((row) => row.advice.includes(advice))) throw new Error(`No code has: ${advice}`);
    return `*${name}*: ${advice}`;
  });
  const rows = table(HEADER, SERVICE_CODES.map(errorCells));
  return withRegion(readPage(PAGE), "codes", `In the last column:\n\n${bullets(shared)}\n${rows}`);
}

function errorCells({ codes: numbers, property, advice, means }: ServiceCode): string[] {
  return [
    codes(numbers.map(String)),
    means === undefined ? "" : MEANINGS[means],
    property === undefined ? "" : code(property),
    Object.entries(SHARED).reduce((text, [name, full]) => text.replace(full, `*${name}*`), advice),
  ];
}

const MEANINGS = {
  exclusive: "exclusive",
  inUse: "still used",
  notReserved: "not reserved yet",
  taken: "taken",
} as const;
