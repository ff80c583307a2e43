/** File name of a class: `IpPolicy` is in `ip-policy.ts`. */
export const stemOf = (name: string) => name.replace(/(?<=[a-z0-9])([A-Z])/g, "-$1").toLowerCase();
