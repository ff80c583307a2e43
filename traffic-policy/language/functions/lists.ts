import { bounded, compare, ExpressionFailure, equal, isList, plain, Undecided, type Value } from "../values";
import { list, text, whole } from "./arguments";
import { type Functions, of } from "./entry";

function flat(items: readonly Value[], levels: number, into: Value[]): Value[] {
  for (const item of items) {
    const plainValue = plain(item);
    if (isList(plainValue) && levels > 0) flat(plainValue, levels - 1, into);
    else into.push(plainValue);
    if (into.length > 10_000) throw new Undecided("a list of more than 10000 items");
  }
  return into;
}

/** Functions of lists. Comprehensions, such as `sortBy`, are read with the expression itself. */
export const LISTS: Functions = {
  "list.distinct(): list": of("Items without those that are there before.", (value) => {
    const items = list(value);
    if (items.length > 1000) throw new Undecided("distinct() of more than 1000 items");
    return items.filter((item, at) => items.findIndex((other) => equal(item, other)) === at);
  }),
  "list.flatten(int?): list": of("Items of the lists in a list.", (value, depth) => {
    const levels = depth === undefined ? 1 : whole(depth);
    if (levels < 0) throw new ExpressionFailure("flatten() needs a depth of 0 or more");
    return flat(list(value), levels, []);
  }),
  "list.join(string?): string": of("Texts as one text.", (value, separator) => {
    const between = separator === undefined ? "" : text(separator);
    let joined = "";
    for (const [at, item] of list(value).entries())
      joined = bounded(`${joined}${at === 0 ? "" : between}${text(item)}`);
    return joined;
  }),
  "list.slice(int, int): list": of("Items from one place to another.", (value, from, to) => {
    const items = list(value);
    if (whole(from) < 0 || whole(to) < whole(from) || whole(to) > items.length)
      throw new ExpressionFailure("slice() is out of range");
    return items.slice(whole(from), whole(to));
  }),
  "list.sort(): list": of("Items in order.", (value) => {
    const items = [...list(value)];
    // A single item is compared with nothing, and has to be comparable all the same.
    for (const item of items) compare(item, item);
    return items.sort((a, b) => compare(a, b));
  }),
  "list.sortBy(name, any): list": of("Items in the order of an expression."),
  "lists.range(int): list": of("Numbers from 0 up to a number.", (count) => {
    if (whole(count) > 10_000) throw new Undecided("a list of more than 10000 items");
    return Array.from({ length: whole(count) }, (_, at) => BigInt(at));
  }),
};
