import {
  compare,
  ExpressionFailure,
  equal,
  isList,
  limitLength,
  toPlain,
  Undecided,
  type Value,
} from "../values";
import { defineFunction, type FunctionTable, integer, list, text } from "./function-entry";

function flatten(items: readonly Value[], levels: number, result: Value[]): Value[] {
  for (const item of items) {
    const plainValue = toPlain(item);
    if (isList(plainValue) && levels > 0) flatten(plainValue, levels - 1, result);
    else result.push(plainValue);
    if (result.length > 10_000) throw new Undecided("a list of more than 10000 items");
  }
  return result;
}

export const LISTS: FunctionTable = {
  "list.distinct(): list": defineFunction("The list without duplicates.", (value) => {
    const items = list(value);
    if (items.length > 1000) throw new Undecided("distinct() of more than 1000 items");
    return items.filter((item, index) => items.findIndex((other) => equal(item, other)) === index);
  }),
  "list.flatten(int?): list": defineFunction("Flattens nested lists.", (value, depth) => {
    const levels = depth === undefined ? 1 : integer(depth);
    if (levels < 0) throw new ExpressionFailure("flatten() needs a depth of 0 or more");
    return flatten(list(value), levels, []);
  }),
  "list.join(string?): string": defineFunction("Joins strings into one.", (value, separator) => {
    const glue = separator === undefined ? "" : text(separator);
    let joined = "";
    for (const [index, item] of list(value).entries())
      joined = limitLength(`${joined}${index === 0 ? "" : glue}${text(item)}`);
    return joined;
  }),
  "list.slice(int, int): list": defineFunction("Items from one index to another.", (value, from, to) => {
    const items = list(value);
    if (integer(from) < 0 || integer(to) < integer(from) || integer(to) > items.length)
      throw new ExpressionFailure("slice() is out of range");
    return items.slice(integer(from), integer(to));
  }),
  "list.sort(): list": defineFunction("Sorts the items.", (value) => {
    const items = [...list(value)];
    // A list with one item fails too if the item has no order, but sort() wouldn't compare it.
    for (const item of items) compare(item, item);
    return items.sort((a, b) => compare(a, b));
  }),
  // Evaluated by `Expressions`, because its second argument is an expression.
  "list.sortBy(name, any): list": defineFunction("Sorts the items by an expression."),
  "lists.range(int): list": defineFunction("Integers from 0 up to a number.", (count) => {
    if (integer(count) > 10_000) throw new Undecided("a list of more than 10000 items");
    return Array.from({ length: integer(count) }, (_, index) => BigInt(index));
  }),
};
