/** Also the namespace of the configuration keys. */
export const PACKAGE = "tunnel-edge";

const NATIVE_PREFIX = `${PACKAGE}:index:`;
/** Prefix of the dynamic classes' types, which states contain permanently. */
const DYNAMIC_PREFIX = `pulumi-nodejs:dynamic/${PACKAGE}:`;

export const nativeType = (className: string): string => NATIVE_PREFIX + className;

export const dynamicType = (className: string): string => DYNAMIC_PREFIX + className;

/** Returns the class of a type of either provider; undefined for types of other packages. */
export function classOfType(type: string): string | undefined {
  const prefix = [NATIVE_PREFIX, DYNAMIC_PREFIX].find((candidate) => type.startsWith(candidate));
  const name = prefix === undefined ? "" : type.slice(prefix.length);
  return /^[A-Z]\w*$/.test(name) ? name : undefined;
}

export const isNativeType = (type: string): boolean => type.startsWith(NATIVE_PREFIX);

export const getFunctionToken = (className: string): string => `${NATIVE_PREFIX}get${className}`;

export const listFunctionToken = (plural: string): string => `${NATIVE_PREFIX}list${plural}`;

export const PROVIDER_TYPE = `pulumi:providers:${PACKAGE}`;

/**
 * True for a default provider: the engine names it `default`, `default_1_2_3`, `default_1_2_3_<download URL>`, or
 * `default_<download URL>`. With `version`, an input that the engine adds, the name contains one.
 */
export const isDefaultProvider = (name: string, version?: unknown): boolean =>
  (version ? VERSIONED : DEFAULT).test(name);

const VERSIONED = /^default_\d+_\d+_\d+(_.+)?$/;
const DEFAULT = /^default(_\d+_\d+_\d+(_.+)?|_\w+_\/.+)?$/;
