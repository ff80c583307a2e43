import { compare, limitLength } from "../values";
import { defineFunction, type FunctionTable, list, text } from "./function-entry";

/** The expression evaluator runs comprehensions. */
export const LISTS: FunctionTable = {
  "list.distinct(): list": defineFunction("The list without duplicates."),
  "list.flatten(int?): list": defineFunction("Flattens nested lists."),
  "list.join(string?): string": defineFunction("Joins strings into one.", (value, separator) => {
    const glue = separator === undefined ? "" : text(separator);
    let joined = "";
    for (const [index, item] of list(value).entries())
      joined = limitLength(`${joined}${index === 0 ? "" : glue}${text(item)}`);
    return joined;
  }),
  "list.slice(int, int): list": defineFunction("Items from one index to another."),
  "list.sort(): list": defineFunction("Sorts the items.", (value) => {
    const items = [...list(value)];
    // sort() doesn't compare a single item, which must also be comparable.
    for (const item of items) compare(item, item);
    return items.sort((a, b) => compare(a, b));
  }),
  "list.sortBy(name, any): list": defineFunction("Sorts the items by an expression."),
  "lists.range(int): list": defineFunction("Integers from 0 up to a number."),
};
