import type { OAuthProviderArgs } from "../../sdk/resources";

/** A word on each setting, at any depth. */
export interface Words<Word extends string> {
  readonly [key: string]: Word | Words<Word>;
}

/** A word on each setting of a class or module: the compiler asks for one that is added. */
export type WordsOn<T, Word extends string> = { readonly [K in keyof Required<T>]: Word | Words<Word> };

/** The same words on each provider of OAuth but GitHub, which has settings of its own. */
export const onProviders = <Other, GitHub>(other: Other, github: GitHub) =>
  ({
    github,
    facebook: other,
    microsoft: other,
    google: other,
    linkedin: other,
    gitlab: other,
    twitch: other,
    amazon: other,
  }) satisfies Record<keyof OAuthProviderArgs, unknown>;

/** A setting with its place. */
export interface Setting {
  readonly path: readonly string[];
  readonly value: unknown;
}

/**
 * The settings on which there is no word.
 *
 * @param isOff - Whether nothing in a value matters.
 */
export function withoutWord<Word extends string>(
  values: object,
  words: Words<Word>,
  isOff: (value: object) => boolean = () => false,
  path: readonly string[] = [],
): Setting[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined || value === null) return [];
    const known = Object.hasOwn(words, key) ? words[key] : undefined;
    const at = [...path, key];
    if (known === undefined) return [{ path: at, value }];
    if (typeof known === "string" || typeof value !== "object" || isOff(value)) return [];
    return withoutWord(value, known, isOff, at);
  });
}
