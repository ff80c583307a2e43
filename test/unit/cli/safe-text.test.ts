import MarkdownIt, { type Token } from "markdown-it";
import { describe, expect, test } from "vitest";
import {
  htmlText,
  jsonText,
  markdownCode,
  markdownText,
  mermaidText,
  plainLines,
  plainText,
  sarifText,
} from "../../../cli/common";
import fc from "../../support/properties";

/** Controls, colors, an erased line, a title, bidirectional overrides, a separator, zero width, a tag, a surrogate. */
const INVISIBLE = [
  "\u0007",
  "\r",
  "\u001b[31m",
  "\u001b[2K",
  "\u001b]0;title\u0007",
  "\u009b2J",
  "\u202e",
  "\u2066",
  "\u2028",
  "\u200b",
  "\u{e0041}",
  "\ud800",
];

/** Strings with a meaning in Markdown, in HTML, or for a code host. */
const ACTIVE = [
  "[x](https://evil.example)",
  "![x](//evil.example/x.png)",
  "[x]: https://evil.example",
  "<https://evil.example>",
  "https://evil.example/?a=1",
  "(www.evil.example)",
  "<img src=x onerror=alert(1)>",
  "</details><script>alert(1)</script>",
  "@everyone",
  "(@octo-cat/team)",
  "a@evil.example",
  "#1",
  "owner/name#1",
  "GH-12",
  "!7",
  "&3",
  "$5",
  "%9",
  "~bug",
  "[feature_flag:1]",
  "9fceb02d0ae598e95dc970b74767f19372d61af8",
  ":boom:",
  "/close",
  "| cut |",
  "a\\|b",
  "`code`",
  "``",
  "`@us`x`er`",
  "(`one` `two`)",
  "**bold** _it_ ~~gone~~",
  "- item",
  "1. item",
  "# heading",
  "> quoted",
  "---",
  "\n\n## forged\n\n- [ ] task",
  "\r```\r",
  "&lt;&amp;&#64;",
];

const externalText = fc
  .array(fc.oneof(fc.constantFrom(...ACTIVE, ...INVISIBLE, " ", "x"), fc.string({ maxLength: 4 })), {
    maxLength: 6,
  })
  .map((parts) => parts.join(""));

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

describe("text for a terminal", () => {
  test("contains nothing that moves the cursor, or hides or reverses text", () => {
    fc.assert(fc.property(externalText, (text) => !invisible.test(plainText(text))));
    fc.assert(
      fc.property(
        externalText,
        (text) =>
          !plainLines(text)
            .split("\n")
            .some((line) => invisible.test(line)),
      ),
    );
  });

  test("shows invisible characters by code point", () => {
    expect(plainText("a\u202eb\u001b[31mc\r\nd\te")).toBe("a\\u{202e}b\\u{1b}[31mc d e");
    expect(plainText("Zürich 日本 🎉")).toBe("Zürich 日本 🎉");
    expect(plainLines("\u001b[31merror:\u001b[0m no\r\n\tat x\rforged")).toBe(
      "error: no\n  at x\\u{d}forged",
    );
  });

  test("is cut between characters if it is too long", () => {
    expect(plainText("🎉".repeat(5000))).toMatch(/^(?:🎉){999}…$/u);
  });
});

const hosts = new MarkdownIt({ html: true });

/** Renders Markdown like a code host: kinds of elements, text outside of code, and all text. */
function render(markdown: string) {
  const kinds = new Set<string>();
  let [plain, all] = ["", ""];
  let cells = 0;
  const walk = (tokens: readonly Token[]) => {
    for (const { type, content, children } of tokens) {
      if (type !== "inline") kinds.add(type.replace(/_(open|close)$/, ""));
      if (type === "td_open") cells += 1;
      if (children) walk(children);
      else if (type !== "inline") {
        all += content;
        // Elements end a text node, so text before and after them is never matched together.
        plain += type === "text" || type === "text_special" ? content : "\n";
      }
    }
  };
  walk(hosts.parse(markdown, {}));
  return { kinds: [...kinds].sort(), plain, all: all.replaceAll("\u200b", ""), cells };
}

/**
 * Text that GitHub and GitLab link or run, according to their documentation: "Autolinked references and URLs",
 * "Mentioning people and teams", "GitLab-specific references", "Quick actions".
 */
const READ_BY_HOSTS: readonly RegExp[] = [
  /@[a-z0-9]/i,
  /#\d/,
  /\bGH-\d/i,
  /(^|[^\w])[!$&%]\d/,
  /~\w/,
  /\[\w+:\d/,
  /\/\//,
  /\bwww\.\w/,
  /\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/,
  /:[a-z]\w*:/,
  /^\/\w/m,
];

const TEXT = ["text", "text_special", "code_inline"];

describe("text for Markdown", () => {
  const contexts: Readonly<Record<string, (fragment: string) => string>> = {
    "a paragraph": (fragment) => fragment,
    "a list": (fragment) => `- ${fragment}`,
    "a cell of a table": (fragment) => `| a | b |\n|---|---|\n| ${fragment} | end |`,
  };
  const ALLOWED: Readonly<Record<string, readonly string[]>> = {
    "a paragraph": ["paragraph"],
    "a list": ["paragraph", "bullet_list", "list_item"],
    "a cell of a table": ["table", "thead", "tbody", "tr", "th", "td"],
  };

  test.each(Object.entries(contexts))("renders as text and code only, in %s", (name, within) => {
    const check = (text: string, fragment: string) => {
      const { kinds, plain, all, cells } = render(within(`see ${fragment}`));
      const own = [...TEXT, ...(ALLOWED[name] ?? [])];
      expect(kinds.filter((kind) => !own.includes(kind))).toEqual([]);
      for (const pattern of READ_BY_HOSTS) expect(plain).not.toMatch(pattern);
      expect(cells).toBe(name === "a cell of a table" ? 2 : 0);
      const bare = (value: string) => value.replace(/[`\s\u200b]/g, "");
      expect(bare(all)).toContain(bare(plainText(text)));
    };
    for (const text of ACTIVE) {
      check(text, markdownText(text));
      check(text, markdownCode(text));
    }
    fc.assert(
      fc.property(externalText, (text) => {
        check(text, markdownText(text));
        check(text, markdownCode(text));
      }),
      { numRuns: 2000 },
    );
  });

  test("starts neither a list nor a heading", () => {
    for (const text of [...ACTIVE, "+ x", "12) x", "=", "-"]) {
      const { kinds } = render(markdownText(text));
      expect(kinds.filter((kind) => !["paragraph", ...TEXT].includes(kind))).toEqual([]);
    }
  });

  test("stays readable", () => {
    expect(markdownText("write it with `pulumi preview --json`: now")).toBe(
      "write it with `pulumi preview --json`: now",
    );
    expect(markdownText("users of github: (bob@example.com), or *.example.com")).toBe(
      "users of github: (`bob@example.com`), or \\*.example.com",
    );
    expect(markdownCode("a|b`c")).toBe("`a`&#124;`` b`c ``");
  });
});

describe("text for other outputs", () => {
  test("cannot end an element or attribute in HTML", () => {
    fc.assert(
      fc.property(externalText, (text) => !/[<>"']/.test(htmlText(text)) && !invisible.test(htmlText(text))),
    );
  });

  test("cannot end a label in a diagram", () => {
    fc.assert(
      fc.property(externalText, (text) => /^(?:[\p{L}\p{N} ./:()@=-]|#\d+;)*$/u.test(mermaidText(text))),
    );
  });

  test("contains neither links nor placeholders in SARIF", () => {
    expect(sarifText("see [here](https://evil.example) {0}")).toBe("see [here] (https://evil.example) {{0}}");
  });

  test("has the same value in JSON, and no effect on a terminal", () => {
    fc.assert(
      fc.property(externalText, (text) => {
        const json = jsonText({ [text]: [text] });
        expect(JSON.parse(json)).toEqual({ [text]: [text] });
        expect(invisible.test(json.replaceAll("\n", ""))).toBe(false);
      }),
    );
  });
});

test("markdownCode() encloses any number of backticks", () => {
  expect(() => markdownCode("a`".repeat(300_000))).not.toThrow();
});
