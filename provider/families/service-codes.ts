import rows from "./service-codes.json";

/** Advice that this package adds to the service's text for an error code. */
export interface ServiceCode {
  /** Numbers of the codes: 446 stands for `ERR_NGROK_446`. */
  readonly codes: readonly number[];
  /** Ends the error: `<the service's text>; <property>: <advice>`. */
  readonly advice: string;
  /** Path of the input that the error is about, if the code determines it. */
  readonly property?: string;
  /** Why the request failed, see `CodeMeaning`. */
  readonly means?: "exclusive" | "inUse" | "notReserved" | "taken";
}

/** The codes that change what this package does, or need better advice than the service's own text. */
export const SERVICE_CODES = rows as readonly ServiceCode[];

const byNumber: ReadonlyMap<number, ServiceCode> = new Map(
  SERVICE_CODES.flatMap((row) => row.codes.map((code) => [code, row] as const)),
);

/** Returns the entry of a code such as `ERR_NGROK_446`: empty if the code has none, undefined for a code of another service. */
export function serviceCode(code: string): Partial<ServiceCode> | undefined {
  const [, number] = /^ERR_NGROK_(\d{3,5})$/.exec(code) ?? [];
  return number === undefined ? undefined : (byNumber.get(Number(number)) ?? {});
}
