import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { clients } from '#test/clients/clients.ts';
import { compatibility, path, sectionOf } from '#test/clients/runner/document.ts';
import { expected } from '#test/clients/runner/run.ts';

/* docs/compatibility.md is what `npm run test:clients` wrote of the rows that there are. */

const page = readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

test('the page has a section for each client, in their order', () => {
  expect([...page.matchAll(/^## (.*)$/gm)].map(([, name]) => name)).toEqual(clients.map(({ name }) => name));
});

describe.each(clients)('$name', (client) => {
  it('has the version that was run, and each row with what came of it', () => {
    const { version, verdicts } = sectionOf(page, client.name);
    expect(version).toMatch(/^\d+\.\d/);
    expect(verdicts).toEqual(client.rows.map((row) => ({ feature: row.feature, verdict: expected(row) })));
  });
});

test('there are at least 60 rows, and none twice', () => {
  const names = clients.flatMap(({ name, rows }) => rows.map(({ feature }) => `${name}: ${feature}`));
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect([...new Set(names)]).toEqual(names);
});

describe('the page', () => {
  const clientOf = (name: string) => ({ name, version: '', rows: [{ feature: `a | ${name}`, does: '' }] });
  const [first, second] = [clientOf('one'), clientOf('two')];
  const seen = { client: 'one', version: '1.0', verdicts: [{ feature: 'a | one', verdict: 'works', seen: '' }] };
  const before = compatibility([first], [seen], '');

  it('keeps what was seen last of a client that is not installed now', () => {
    const missing = { client: 'one', version: undefined, verdicts: [] };
    expect(compatibility([first], [missing], before)).toBe(before);
    expect(compatibility([first], [], before)).toBe(before);
  });

  it('says of a row that was never tried that it was not', () => {
    expect(sectionOf(compatibility([first, second], [], before), 'two').verdicts).toEqual([
      { feature: 'a | two', verdict: 'not tried yet' },
    ]);
  });
});
