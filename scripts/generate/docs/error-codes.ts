import { SERVICE_CODES, type ServiceCode } from "../../../provider/families/service-codes";
import { code, codes, section, table } from "./markdown";

const INTRO = `<!-- Generated from provider/families/service-codes.ts by \`npm run generate\`; do not edit. -->
# Error codes of the service

A preview refuses only what is surely wrong. The rest is the service's to decide: what it allows differs from plan to plan, and
it has its own lists of names. Its refusals have a code in \`error_code\`, such as \`ERR_NGROK_446\`. An error of an update shows
the service's own words, then the property that it is about where the service or the code tells, then what to do.

These are the codes of which there is more to say than the service says itself; [Troubleshooting](troubleshooting.md) has this
package's own messages.
`;

/** The text of docs/error-codes.md. */
export const errorCodesPage = () =>
  [
    INTRO,
    ...SERVICE_CODES.map(({ subject, rows }) =>
      section(
        `## ${subject}`,
        table(["code `ERR_NGROK_…`", "the service refuses", "property", "what to do"], rows.map(cellsOf)),
      ),
    ),
  ].join("\n");

function cellsOf({ codes: numbers, refused, property, advice, means }: ServiceCode): string[] {
  return [
    rangesOf(numbers),
    means === undefined ? refused : `${refused} (*${MEANINGS[means]}*)`,
    property === undefined ? "" : code(property),
    advice ?? "see the service's own words",
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
