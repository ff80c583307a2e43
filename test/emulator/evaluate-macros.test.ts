import { describe, expect, test } from "vitest";
import type { Question } from "../../emulator/index";
import { ask, denyIf } from "./support/evaluation";

const QUESTION: Partial<Question> = {
  url: "https://app.example.com/?q=hello&q=again&empty=",
  headers: {
    "User-Agent": "Google-Images/1",
    "X-List": '["first entry"]',
    cookie: "session=abc; session=def",
  },
};

/** What the reference says that each of them results in. */
const holds: readonly string[] = [
  "base64.decode('aGVsbG8=') == b'hello'",
  "base64.encode(b'hello') == 'aGVsbG8='",
  "basic_auth.encode('username', 'password1') == 'Basic dXNlcm5hbWU6cGFzc3dvcmQx'",
  "b'hello'.size() == 5",
  "size(b'world!') == 6",
  "getReqCookie('session').value == 'abc'",
  "hasReqCookie('session') && !hasReqCookie('other')",
  "getReqHeader('User-Agent').exists(v, v.matches('(?i)google-images'))",
  "getReqHeader('X-None') == []",
  "hasReqHeader('User-Agent') && !hasReqHeader('X-None')",
  "getQueryParam('q') == ['hello', 'again'] && size(getQueryParam('none')) == 0",
  "hasQueryParam('empty') && !hasQueryParam('none')",
  "hash.crc32('hello') == '3610a686' && hash.crc32('hello', 'base64') == 'NhCmhg=='",
  "hash.crc64('hello') == '3c3eeee2d8100000' && 'hello'.crc64('base64') == 'PD7u4tgQAAA='",
  "hash.crc64('') == '0000000000000000' && '123456789'.crc64() == 'b90956c775a41001'",
  "hash.xxhash64('hello') == '26c7827d889f6da3' && 'hello'.xxhash64('base64') == 'JseCfYifbaM='",
  "hash.xxhash64('') == 'ef46db3751d8e999' && 'abc'.xxhash64() == '44bc2cf5ad770999'",
  "'Hello world'.xxhash64() == 'c500b0c912b376d8' && hash.xxhash64('Hello, world!') == 'f58336a78b6f9476'",
  "'The quick brown fox jumps over the lazy dog'.xxhash64() == '0b242d361fda71bc'",
  "hash.md5('hello') == '5d41402abc4b2a76b9719d911017c592'",
  "hash.sha1('hello', 'hex') == 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d'",
  "'hello'.sha256('base64') == 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ='",
  "json.decode(getReqHeader('x-list')[0])[0] == 'first entry'",
  `json.encode({'b': [1, 'x'], 'a': true}) == '{"a":true,"b":[1,"x"]}'`,
  "[1, -2, 3].exists(x, x > 0) && ![1, -2].all(x, x > 0)",
  "['hello', 'mellow'].join() == 'hellomellow' && ['hello', 'mellow'].join(' ') == 'hello mellow'",
  "[].join('/') == ''",
  "[1, 2, 3, 4].map(num, num % 2 == 0, num * 2) == [4, 8]",
  "[1, 2, 3, 4].slice(1, 3) == [2, 3]",
  "[1, [2, 3], [4]].flatten() == [1, 2, 3, 4] && [1, [2, [3, 4]]].flatten() == [1, 2, [3, 4]]",
  "[1, [2, [3, [4]]]].flatten(2) == [1, 2, 3, [4]]",
  "[3, 2, 1].sort() == [1, 2, 3] && ['b', 'c', 'a'].sort() == ['a', 'b', 'c']",
  "[{'n': 'foo', 's': 0}, {'n': 'bar', 's': -10}].sortBy(e, e.s).map(e, e.n) == ['bar', 'foo']",
  "[1, 'b', 2, 'b'].distinct() == [1, 'b', 2]",
  "lists.range(5) == [0, 1, 2, 3, 4]",
  "{'one': 1, 'two': 2}.filter(x, x.startsWith('o')) == ['one']",
  "{'one': 1, 'two': 2, 'three': 3}.map(k, k.startsWith('t'), k.upper()) == ['TWO', 'THREE']",
  "size({1: true, 2: false}) == 2",
  "queryString.decode('a=b&c=d')['c'] == 'd' && queryString.encode({'a': 'b', 'c': 'd'}) == 'a=b&c=d'",
  "matches('foobar', 'foo.*') && 'hello'.matches('^h.*o$') && !'test'.matches('fail')",
  "'hello'.charAt(4) == 'o' && 'hello'.charAt(5) == ''",
  "'hello mellow'.indexOf('ello', 2) == 7 && 'hello mellow'.indexOf('jello') == -1",
  "'hello mellow'.lastIndexOf('ello') == 7 && 'hello mellow'.lastIndexOf('ello', 6) == 1 && 'hello mellow'.lastIndexOf('') == 12",
  "'hello mellow'.split() == ['hello', 'mellow'] && 'hello,mellow,hi'.split(',', 2) == ['hello', 'mellow']",
  "'hello mellow'.replace('l', 'L', 2) == 'heLLo mellow' && 'hello mellow'.replace('x', 'X') == 'hello mellow'",
  "'c29tZTp0aGluZw=='.decodeBase64() == 'some:thing' && 'some:thing'.encodeBase64() == 'c29tZTp0aGluZw=='",
  "'i;md/r/$y'.escapeUrl() == 'i%3Bmd%2Fr%2F%24y' && url.unescape('i%3Bmd%2Fr%2F%24y') == 'i;md/r/$y'",
  "'{\"a\":\"b\"}'.isJson() && !'not json'.isJson()",
  "'192.168.1.1'.isPrivateIp() && !'192.169.1.1'.isPrivateIp()",
  "'https://ngrok.com'.isURL() && !'not a url'.isURL()",
  "'Ärger in Österreich'.lower() == 'ärger in österreich' && 'TacoCÆt Xii'.lowerAscii() == 'tacocÆt xii'",
  "'https://ngrok.com'.parseUrl().host == 'ngrok.com' && url.parse('https://ngrok.com').scheme == 'https'",
  "'tacocat'.substring(4) == 'cat' && 'tacocat'.substring(0, 4) == 'taco'",
  "'  \\ttrim\\n    '.trim() == 'trim' && 'gums'.reverse() == 'smug'",
  "size('こんにちは') == 5",
  "timestamp('2023-12-25T00:00:00Z').getDate() == 25 && timestamp('2023-12-25T00:00:00Z').getDayOfMonth() == 24",
  "timestamp('2023-12-25T12:00:00Z').getDayOfWeek() == 1 && timestamp('2023-12-25T12:00:00Z').getMonth() == 11",
  "timestamp('2023-12-25T12:30:30Z').getHours('Asia/Tokyo') == 21 && timestamp('2023-12-25T12:30:30Z').getHours('-07:00') == 5",
  "timestamp('2023-12-31T23:30:00Z').getFullYear('+01:00') == 2024 && timestamp('2023-12-31T23:30:00Z').getDayOfYear('Europe/Berlin') == 0",
  "timestamp('2024-07-01T12:00:00Z').getHours('America/New_York') == 8 && timestamp('2024-01-01T12:00:00Z').getHours('America/New_York') == 7",
  "timestamp('2024-12-31T00:00:00.250Z').getDayOfYear() == 365 && timestamp('2024-12-31T00:00:00.250Z').getMilliseconds('Asia/Kolkata') == 250",
  "timestamp('2024-12-30T18:30:00Z').getHours('Asia/Kolkata') == 0 && timestamp('2024-12-30T18:30:00Z').getDate('Asia/Kolkata') == 31",
  `strings.quote('a "b"\\n') == '"a \\\\"b\\\\"\\\\n"'`,
  "timestamp('2023-12-25T12:30:30Z').getSeconds() == 30 && duration('1h30m').getMinutes() == 90 && duration('3h').getHours() == 3",
  "duration('1.234s').getMilliseconds() == 234 && duration('-1.234s').getMilliseconds() == -234",
  "inCidrRange('192.168.1.100', '192.168.1.0/24') && !inCidrRange('192.168.2.1', '192.168.1.0/24')",
  "inCidrRange('66.249.66.7', '66.249.66.1/24') && !inCidrRange('192.168.1.1', 'no range')",
  "inCidrRanges('192.168.1.100', ['nothing', '192.168.1.0/24']) && !inCidrRanges('192.168.1.1', [])",
  "inCidrRanges(conn.client_ip, ['198.51.100.0/24', '2001:4860::/32'])",
  "'hello %s'.format(['world']) == 'hello world' && 'integer: %d'.format([42]) == 'integer: 42'",
  "'%f'.format([3.14]) == '3.140000' && '%.2f'.format([1]) == '1.00' && '%f'.format([-0.25]) == '-0.250000'",
  "'%x'.format([26]) == '1a' && '%X'.format(['é']) == 'C3A9' && '%o'.format([-8]) == '-10'",
  "'binary: %b'.format([5]) == 'binary: 101' && 'bool: %b'.format([true]) == 'bool: 1'",
  "'%s is %s%%'.format([true, 42]) == 'true is 42%' && 'none'.format([]) == 'none'",
  "string(42) == '42' && int('42') == 42 && double('1.5') == 1.5 && bool('true')",
];

test.each(holds)("%s", async (expression) => {
  expect(await ask(denyIf(expression), QUESTION)).toMatchObject({ outcome: "refused", status: 403 });
});

describe("failures, of which the reference names these", () => {
  test.each([
    "base64.decode('aGVsbG8') == b'hello'",
    "[1, [2]].flatten(-1) == []",
    "[1, 'b'].sort() == []",
    "[[1, 2, 3]].sort() == []",
    "'hello'.charAt(-1) == ''",
    "'hello mellow'.lastIndexOf('ello', 20) == 1",
    "'tacocat'.substring(-1) == ''",
    "'tacocat'.substring(2, 1) == ''",
    "'a'.matches('(')",
    "1 / 0 == 1",
    "9223372036854775807 + 1 > 0",
    "[1][1] == 1",
    "{'a': 1}['b'] == 1",
    "'a' < 1",
    "'%s %s'.format(['a']) == 'a '",
    "'%q'.format(['a']) == 'a'",
    "'100%'.format([]) == '100%'",
    "'%d'.format([1.5]) == '1'",
    "'hello'.crc64('octal') == ''",
    "1 + 1.0 == 2.0",
    "req.method",
  ])("%s", async (expression) => {
    for (const condition of [expression, `!(${expression})`])
      expect(await ask(denyIf(condition), QUESTION)).toMatchObject({ outcome: "forwarded" });
  });
});

test.each([
  "'%e'.format([3.14]) == '3.140000e+00'",
  "'%f'.format([1234.5]) == '1234.500000'",
  "'%.0f'.format([2.5]) == '2'",
  "'%s'.format([3.14]) == '3.14'",
  "'%s'.format([['a']]) == '[a]'",
  "'%.2s'.format(['abc']) == 'ab'",
  "'a'.format(['b']) == 'a'",
])("%s is undecided, since versions of CEL differ", async (expression) => {
  expect(await ask(denyIf(expression), QUESTION)).toMatchObject({ outcome: "undecided" });
});
