const width = 120;

/** The command that writes generated files. Each begins with it. */
export const madeBy = 'npm run openapi';

/** The text of a generated file with these fields. */
export const madeJson = (content: object): string => json({ made_by: madeBy, ...content });

/** JSON as the house formats it: objects over lines, arrays without objects on one where they fit. */
export function json(value: unknown): string {
  return `${written(value, '', 0)}\n`;
}

/** `around` is the width of what stands on the same line: a name before it, a comma behind it. */
function written(value: unknown, indent: string, around: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const flat = flatly(value);
    if (flat !== undefined && indent.length + around + flat.length <= width) return flat;
    return block(
      '[',
      value.map((item, i) => written(item, inner, comma(i, value))),
      ']',
      indent,
    );
  }
  const pairs = Object.entries(value).filter(([, item]) => item !== undefined);
  if (pairs.length === 0) return '{}';
  const keyed = pairs.map(([key, item], i) => {
    const name = `${JSON.stringify(key)}: `;
    return name + written(item, inner, name.length + comma(i, pairs));
  });
  return block('{', keyed, '}', indent);
}

/** What has no fields, on one line; undefined for an object with fields, and an array that holds one. */
function flatly(value: unknown): string | undefined {
  if (!Array.isArray(value))
    return typeof value !== 'object' || !value || isEmpty(value) ? JSON.stringify(value) : undefined;
  const items = value.map(flatly);
  return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
}

const comma = (i: number, among: readonly unknown[]) => (i < among.length - 1 ? 1 : 0);

const isEmpty = (value: object) => Object.keys(value).length === 0;

const block = (open: string, items: readonly string[], close: string, indent: string) =>
  `${open}\n${items.map((item) => `${indent}  ${item}`).join(',\n')}\n${indent}${close}`;
