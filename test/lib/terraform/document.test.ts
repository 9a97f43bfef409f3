import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Attribute, schemas } from '#lib/terraform/provider/schema.ts';

test('the table of resources in docs/terraform.md is that of the schemas', () => {
  const text = readFileSync(new URL('../../../docs/terraform.md', import.meta.url), 'utf8');
  const rows = Object.entries(schemas).map(([name, { attributes }]) => {
    const those = (holds: (attribute: Attribute) => unknown) =>
      Object.keys(attributes)
        .filter((one) => holds(attributes[one] as Attribute))
        .map((one) => `\`${one}\``)
        .join(', ');
    const anew = those(({ settable, changes }) => settable && !changes);
    return `| \`svc_${name}\` | ${those(({ settable }) => settable)} | ${anew} |`;
  });
  expect(text.match(/^\| `svc_.*$/gm)).toEqual(rows);
});
