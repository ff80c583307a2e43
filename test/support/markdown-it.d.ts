/** The part of the library that the tests use. The library has no types. */
declare module "markdown-it" {
  export interface Token {
    readonly type: string;
    readonly content: string;
    readonly children: readonly Token[] | null;
  }

  export default class MarkdownIt {
    constructor(options: { readonly html: boolean });
    parse(text: string, environment: object): Token[];
  }
}
