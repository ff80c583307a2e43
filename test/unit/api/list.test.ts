import { describe, expect, test } from "vitest";
import { ResponseError } from "../../../provider/api";
import { pagesOf } from "../../../provider/api/list";

/** An endless list that counts its requested pages. */
function endless(bytes: number) {
  let pages = 0;
  const get = async () => {
    pages++;
    const response = {
      things: [{ id: `t_${pages}` }],
      next_page_uri: `https://x/things?before_id=t_${pages}`,
    };
    return { response, bytes };
  };
  const localPath = (link: string) => link.slice("https://x".length);
  return { source: { get, localPath }, pages: () => pages };
}

async function failure(source: Parameters<typeof pagesOf>[0]): Promise<Error> {
  try {
    for await (const _ of pagesOf(source, { path: "/things", listKey: "things" }));
  } catch (error) {
    return error as Error;
  }
  throw new Error("it ended");
}

describe("a list that does not end", () => {
  test.each([
    ["after 10,000 pages", 300, 10_001, "10001 pages, 3 MiB in total"],
    ["after 512 MiB", 32 * 1024 * 1024, 17, "17 pages, 544 MiB in total"],
  ])("fails %s", async (_, bytes, pages, words) => {
    const list = endless(bytes);
    const error = await failure(list.source);
    expect(error).toBeInstanceOf(ResponseError);
    expect(error.message).toBe(
      `GET /things: the list does not end after ${words}: is tunnel-edge:baseUrl the API's address?`,
    );
    expect(list.pages()).toBe(pages);
  });
});
