import { describe, expect, test } from 'vitest';
import { cellOf, rupees } from '#lib/cli/output/cells.ts';
import { show } from '#lib/cli/output/output.ts';
import { drawTable } from '#lib/cli/output/table.ts';
import { plain } from '#lib/cli/output/terminal.ts';

const now = Date.parse('2026-11-21T04:10:00Z');

describe('a cell', () => {
  test.each([
    ['status', null, '-'],
    ['tags', {}, '-'],
    ['price_paise', 123_450, '₹1,234.50'],
    ['price_delta_paise_per_hour', -41, '-₹0.41/hour'],
    ['price_paise_per_month', 29_900, '₹299.00/month'],
    ['price_paise_per_hour', 0.4, '< ₹0.01/hour'],
    ['credit_paise', -0.4, '> -₹0.01'],
    ['plan.price_monthly', 299, '₹299.00/month'],
    ['ram', 512, '512 MiB'],
    ['disk', 10, '10 GiB'],
    ['size_gib', 10, '10 GiB'],
    ['target_percent', 60, '60 %'],
    ['cooldown_seconds', 300, '300 s'],
    ['usage.size_bytes', 1536, '1.5 KiB'],
    ['size', 1536, '1.5 KiB'],
    ['current_size', 3, '3'],
    ['objects', 1536, '1536'],
    ['created_at', '2026-11-21T04:08:30Z', '90 s ago'],
    ['expires_at', '2026-11-21T07:10:00Z', 'in 3 h'],
    ['plan', { name: 's1-nano', cpu: 1 }, 's1-nano'],
    ['rule', { a: 1, b: [2] }, 'a=1 b=[2]'],
    ['ids', ['a', 'b'], 'a,b'],
    ['daily', Array.from({ length: 30 }, () => ({ date: '2026-11-21', spend: 0 })), '30 items'],
  ])('of %s %j is %s', (column, value, cell) => expect(cellOf(column, value, now)).toBe(cell));

  test('has a time as it is, where no one looks', () => {
    expect(cellOf('at', '2026-11-21T04:08:30Z')).toBe('2026-11-21T04:08:30Z');
  });

  test('cannot draw on the terminal', () => {
    expect(cellOf('name', 'a\u001b[2J\u009bb\u202ec\nd')).toBe('a[2Jbc d');
    expect(plain('\u0000x\u007f')).toBe('x');
  });
});

test('rupees are grouped as in India', () => expect(rupees(123_456_789)).toBe('₹12,34,567.89'));

describe('a table', () => {
  const rows = [
    { id: 'i-01', name: 'web', note: 'a long note about nothing' },
    { id: 'i-02', name: '東京', note: null },
  ];
  const columns = ['id', 'name', 'note'];

  test('is as wide as its cells, wide characters counted twice', () => {
    const { text, hidden, isCut } = drawTable(rows, columns, { width: undefined, header: true });
    expect({ hidden, isCut }).toEqual({ hidden: [], isCut: false });
    expect(text).toBe('ID    NAME  NOTE\ni-01  web   a long note about nothing\ni-02  東京  -\n');
  });

  test('says rupees where it shows them', () => {
    const priced = drawTable([{ price_paise_per_hour: 41, paise: 'x' }], ['price_paise_per_hour', 'paise'], {
      width: undefined,
      header: true,
    });
    expect(priced.text).toBe('PRICE       PAISE\n₹0.41/hour  x\n');
  });

  test('has no column that no row has; what is empty or below an empty field is one', async () => {
    const body = { instances: [{ name: 'web', elastic_ip: null }] };
    const shown = (column: string, items?: string) =>
      show(body, { items, columns: [] }, { columns: column, quiet: true }, 'table');
    await expect(shown('nme', 'instances')).rejects.toThrow('columns: there is no "nme" (name, elastic_ip)');
    await expect(shown('elastic_ip.address', 'instances')).resolves.toBeUndefined();
  });

  test('shortens the widest columns, and says so', () => {
    const { text, hidden, isCut } = drawTable(rows, columns, { width: 22, header: false });
    expect({ text, hidden, isCut }).toEqual({
      text: 'i-01  web   a long no…\ni-02  東京  -\n',
      hidden: [],
      isCut: true,
    });
  });

  test('leaves out the last columns where that is not enough, and never the first', () => {
    const narrow = drawTable(rows, columns, { width: 10, header: false });
    expect(narrow).toEqual({ text: 'i-01  web\ni-02  東京\n', hidden: ['note'], isCut: false });
    expect(drawTable(rows, columns, { width: 3, header: false }).text).toBe('i-01\ni-02\n');
  });
});
