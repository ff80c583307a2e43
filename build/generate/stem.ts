/** Converts a class name to a file name: `IpPolicy` to `ip-policy`. */
export const stemOf = (name: string) => name.replace(/(?<=[a-z0-9])([A-Z])/g, "-$1").toLowerCase();
