import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Noun } from '#lib/terraform/map/noun.ts';
import { nouns } from '#lib/terraform/map/nouns.ts';
import { type Attribute, schemas } from '#lib/terraform/provider/schema.ts';
import { sourceSchemas } from '#lib/terraform/provider/source.ts';

test('the table of resources in docs/terraform.md is that of the schemas', () => {
  const text = readFileSync(new URL('../../../docs/terraform.md', import.meta.url), 'utf8');
  const rows = Object.entries(schemas).map(([name, { attributes }]) => {
    const those = (holds: (attribute: Attribute) => unknown) =>
      Object.keys(attributes)
        .filter((one) => holds(attributes[one] as Attribute))
        .map((one) => `\`${one}\``)
        .join(', ');
    const anew = those(({ settable, changes }) => settable && !changes);
    const { names, list } = nouns[name] as Noun;
    const own = list ? 'id or name' : 'id';
    const by = names ? `\`${names.join('/') || 'account'}\`` : own;
    return `| \`svc_${name}\` | ${those(({ settable }) => settable)} | ${anew} | ${by} |`;
  });
  const [section = ''] = text.split('## Data sources');
  expect(section.match(/^\| `svc_.*$/gm)).toEqual(rows);
});

test('and so is the table of data sources', () => {
  const text = readFileSync(new URL('../../../docs/terraform.md', import.meta.url), 'utf8');
  const rows = Object.entries(sourceSchemas).map(([name, { items, attributes }]) => {
    const given = Object.keys(attributes).filter((one) => attributes[one]?.settable);
    return `| \`svc_${name}\` | ${given.map((one) => `\`${one}\``).join(', ')} | ${items ? `\`${items}\`` : 'one'} |`;
  });
  const [, section = ''] = text.split('## Data sources');
  expect(section.match(/^\| `svc_.*$/gm)).toEqual(rows);
});
