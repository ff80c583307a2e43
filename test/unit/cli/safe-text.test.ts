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

/** Controls, colours, an erased line, a changed title, bidirectional overrides, separators, zero width, a tag. */
const UNSEEN = [
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

/** What Markdown, HTML or a code host makes something of. */
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

const foreign = fc
  .array(fc.oneof(fc.constantFrom(...ACTIVE, ...UNSEEN, " ", "x"), fc.string({ maxLength: 4 })), {
    maxLength: 6,
  })
  .map((parts) => parts.join(""));

const isUnseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

describe("text for a terminal", () => {
  test("holds nothing that moves the cursor, hides or turns text", () => {
    fc.assert(fc.property(foreign, (text) => !isUnseen.test(plainText(text))));
    fc.assert(
      fc.property(
        foreign,
        (text) =>
          !plainLines(text)
            .split("\n")
            .some((line) => isUnseen.test(line)),
      ),
    );
  });

  test("shows what was there", () => {
    expect(plainText("a\u202eb\u001b[31mc\r\nd\te")).toBe("a\\u{202e}b\\u{1b}[31mc d e");
    expect(plainText("Zürich 日本 🎉")).toBe("Zürich 日本 🎉");
    expect(plainLines("\u001b[31merror:\u001b[0m no\r\n\tat x\rforged")).toBe(
      "error: no\n  at x\\u{d}forged",
    );
  });

  test("is cut where one text is longer than a page, between characters", () => {
    expect(plainText("🎉".repeat(5000))).toMatch(/^(?:🎉){999}…$/u);
  });
});

const hosts = new MarkdownIt({ html: true });

/** What a code host renders of Markdown: kinds of elements, text outside of code, and all text. */
function rendered(markdown: string) {
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
        // Elements end a text node, so that what is on both sides is never read together.
        plain += type === "text" || type === "text_special" ? content : "\n";
      }
    }
  };
  walk(hosts.parse(markdown, {}));
  return { kinds: [...kinds].sort(), plain, all: all.replaceAll("\u200b", ""), cells };
}

/**
 * What GitHub and GitLab make of rendered text by themselves, by their documentation: "Autolinked references and URLs",
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

/** Kinds of what text is rendered to. */
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

  test.each(Object.entries(contexts))("is text and code only in %s", (name, within) => {
    const check = (text: string, fragment: string) => {
      const { kinds, plain, all, cells } = rendered(within(`see ${fragment}`));
      const own = [...TEXT, ...(ALLOWED[name] ?? [])];
      expect(kinds.filter((kind) => !own.includes(kind))).toEqual([]);
      for (const pattern of READ_BY_HOSTS) expect(plain).not.toMatch(pattern);
      expect(cells).toBe(name === "a cell of a table" ? 2 : 0);
      const told = (one: string) => one.replace(/[`\s\u200b]/g, "");
      expect(told(all)).toContain(told(plainText(text)));
    };
    for (const text of ACTIVE) {
      check(text, markdownText(text));
      check(text, markdownCode(text));
    }
    fc.assert(
      fc.property(foreign, (text) => {
        check(text, markdownText(text));
        check(text, markdownCode(text));
      }),
      { numRuns: 2000 },
    );
  });

  test("begins neither list nor heading", () => {
    for (const text of [...ACTIVE, "+ x", "12) x", "=", "-"]) {
      const { kinds } = rendered(markdownText(text));
      expect(kinds.filter((kind) => !["paragraph", ...TEXT].includes(kind))).toEqual([]);
    }
  });

  test("reads like what it was", () => {
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
  test("ends neither an element nor an attribute of HTML", () => {
    fc.assert(
      fc.property(foreign, (text) => !/[<>"']/.test(htmlText(text)) && !isUnseen.test(htmlText(text))),
    );
  });

  test("ends no label of a diagram", () => {
    fc.assert(fc.property(foreign, (text) => /^(?:[\p{L}\p{N} ./:()@=-]|#\d+;)*$/u.test(mermaidText(text))));
  });

  test("is neither link nor placeholder in SARIF", () => {
    expect(sarifText("see [here](https://evil.example) {0}")).toBe("see [here] (https://evil.example) {{0}}");
  });

  test("is the same value in JSON, and does nothing to a terminal", () => {
    fc.assert(
      fc.property(foreign, (text) => {
        const json = jsonText({ [text]: [text] });
        expect(JSON.parse(json)).toEqual({ [text]: [text] });
        expect(isUnseen.test(json.replaceAll("\n", ""))).toBe(false);
      }),
    );
  });
});

test("code with any number of backticks is enclosed", () => {
  expect(() => markdownCode("a`".repeat(300_000))).not.toThrow();
});
