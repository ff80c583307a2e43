/** Maximum length of a path segment; longer ones are never valid. */
const MAX_SEGMENT_LENGTH = 2000;

/** The route that a request matches. */
export interface Match<T> {
  readonly target: T;
  /** Values of the path's parameters, unescaped. */
  readonly params: Readonly<Record<string, string>>;
}

interface Route<T> {
  readonly method: string;
  readonly pattern: RegExp;
  readonly target: T;
}

/** Matches requests by method and path. If several routes match, the first one added takes precedence. */
export class Router<T> {
  readonly #routes: Route<T>[] = [];

  /**
   * @param path fixed segments and `:name` parameters, which hold one segment; a `*name` at the end holds all others
   */
  add(method: string, path: string, target: T): void {
    const pattern = path
      .replaceAll(".", "\\.")
      .replace(/:(\w+)/g, "(?<$1>[^/]+)")
      .replace(/\*(\w+)$/, "(?<$1>.+)");
    this.#routes.push({ method, pattern: new RegExp(`^${pattern}$`), target });
  }

  /**
   * @param path the raw path
   * @returns undefined if nothing matches, "unreadable" if an escape is invalid or a segment is too long
   */
  find(method: string, path: string): Match<T> | "unreadable" | undefined {
    if (!isReadable(path)) return "unreadable";
    for (const route of this.#routes) {
      const match = route.method === method ? route.pattern.exec(path) : null;
      if (match) return { target: route.target, params: unescaped(match.groups ?? {}) };
    }
    return undefined;
  }
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
  } catch {
    return false;
  }
  return path.split("/").every((segment) => segment.length <= MAX_SEGMENT_LENGTH);
}

const unescaped = (params: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
