/** An expression of HCL that is written as it stands. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A text as HCL reads it: nothing in it is a template. */
export const quoted = (text: string): string =>
  JSON.stringify(text)
    .replaceAll(/\\([bf])/g, (_, mark) => (mark === 'b' ? '\\u0008' : '\\u000c'))
    .replaceAll(/[$%](?=\{)/g, (mark) => mark + mark);

/** A value as an expression, whose further lines begin with this many spaces. */
export function expression(value: unknown, indent = 2): string {
  if (value instanceof Raw) return value.text;
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Array.isArray(value)
    ? value.map((item) => expression(item, indent + 2))
    : Object.entries(value).map(([key, item]) => `${keyed(key)} = ${expression(item, indent + 2)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return open + close;
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return `[${entries.join(', ')}]`;
  const pad = ' '.repeat(indent);
  return `${open}\n${entries.map((entry) => `${pad}  ${entry},\n`).join('')}${pad}${close}`;
}

const keyed = (key: string): string => (/^[a-z_][a-z0-9_]*$/i.test(key) ? key : quoted(key));

/** A name of a resource in a configuration, made of any text. */
export const label = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]/g, '_').replace(/^(?![A-Za-z_])/, '_');
