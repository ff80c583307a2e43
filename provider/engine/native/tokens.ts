/** Name of the package in Pulumi, and prefix of its configuration keys. */
export const PACKAGE = "tunnel-edge";

const NATIVE_PREFIX = `${PACKAGE}:index:`;
/** In states of the dynamic classes for ever. */
const DYNAMIC_PREFIX = `pulumi-nodejs:dynamic/${PACKAGE}:`;

/** The type of a class's resources under the native provider. */
export const nativeType = (className: string): string => NATIVE_PREFIX + className;

/** The type of a class's resources under the dynamic provider. */
export const dynamicType = (className: string): string => DYNAMIC_PREFIX + className;

/** The class of a type, under either provider; undefined for types of other packages. */
export function classOfType(type: string): string | undefined {
  const prefix = [NATIVE_PREFIX, DYNAMIC_PREFIX].find((known) => type.startsWith(known));
  const name = prefix === undefined ? "" : type.slice(prefix.length);
  return /^[A-Z]\w*$/.test(name) ? name : undefined;
}

export const isNativeType = (type: string): boolean => type.startsWith(NATIVE_PREFIX);

export const getToken = (className: string): string => `${NATIVE_PREFIX}get${className}`;

/**
 * The token of the function that reads all objects of a collection.
 *
 * @param plural - The family's plural.
 */
export const listToken = (plural: string): string => `${NATIVE_PREFIX}list${plural}`;

/** The provider's own type, for explicit providers. */
export const PROVIDER_TYPE = `pulumi:providers:${PACKAGE}`;

/**
 * Whether a provider's name is one that the engine makes up for resources without an explicit provider: `default`,
 * followed by the plugin's version and download address where the program tells them.
 *
 * @param version - That the provider's inputs ask for, where they are known. One that asks for a version, and has none in
 *   its name, is what a program calls `default` itself.
 */
export const isDefaultProvider = (name: string, version?: unknown): boolean =>
  (version ? VERSIONED : DEFAULT).test(name);

const VERSIONED = /^default_\d+_\d+_\d+(_.+)?$/;
const DEFAULT = /^default(_\d+_\d+_\d+(_.+)?|_\w+_\/.+)?$/;
