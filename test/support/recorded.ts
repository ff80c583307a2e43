/** A text with the ids that an emulator has given, which are new in each run, numbered in their order. */
export function withNumberedIds(text: string): string {
  const numbers = new Map<string, number>();
  return text.replace(/\b([a-z]+)_[0-9A-Za-z]{20,}\b/g, (id, prefix) => {
    numbers.set(id, numbers.get(id) ?? numbers.size + 1);
    return `<${prefix} ${numbers.get(id)}>`;
  });
}
