/** The JSONata source of a `{% … %}` string, or undefined when the string is plain text. */
export function asExpression(text: string): string | undefined {
  return text.startsWith('{%') && text.endsWith('%}') && text.length >= 4 ? text.slice(2, -2).trim() : undefined;
}
