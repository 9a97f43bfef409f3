import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, test } from 'vitest';
import { boundOf, type ClaimName, claims, isKept, partNames, tolerance } from '#test/bench/versus/claims.ts';
import { RawClient, wire } from '#test/bench/versus/raw.ts';
import { page, type Results, readPage } from '#test/bench/versus/report.ts';

/* docs/performance.md is what `npm run bench -- versus` wrote of the claims that there are. */

const rowsOf = (document: string): string[][] => {
  const [, section = ''] = document.split('## Claims\n');
  const lines =
    section
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| ')) ?? [];
  return lines.slice(1).map((line) => line.slice(2, -2).split(' | '));
};

const names = Object.keys(claims) as ClaimName[];

describe('the page', () => {
  const rows = rowsOf(readPage());

  it('has a row for each claim, with its bound', () => {
    expect(rows.map(([what, bound]) => [what, bound])).toEqual(names.map((name) => [claims[name].what, boundOf(name)]));
  });

  it.each(names)('has a measured value of %s', (name) => {
    expect(rows.find(([what]) => what === claims[name].what)?.[2]).toMatch(/^\d+\.\d\d( s)?$/);
  });

  it('has a section for each part, with the day and the calibration', () => {
    const [, ...sections] = readPage().split(/^## /m);
    expect(sections).toHaveLength(partNames.length + 1);
    for (const section of sections.slice(1)) expect(section).toMatch(/\n\nMeasured on 2\d{3}-.* calibration \d+ ms/);
  });
});

describe('a page that is written', () => {
  const found = (values: object, text: string) => ({ values, text, surroundings: 'Measured on a day.' });
  const first: Results = new Map([['paced', found({ show: 0.4, list18: 0.1 }, 'Table one.')]]);
  const before = page(first, '');

  it('has the value of the run before beside that of the last', () => {
    const after = page(new Map([['paced', found({ show: 0.5 }, 'Table two.')]]), before);
    const row = (name: ClaimName) => rowsOf(after).find(([what]) => what === claims[name].what);
    expect(row('show')?.slice(2)).toEqual(['0.50', '0.40']);
    expect(row('list18')?.slice(2)).toEqual(['0.10', '—']);
    expect(after).toContain('Measured on a day.\n\nTable two.\n');
    expect(after).not.toContain('Table one.');
  });

  it('keeps what the page says of a part that was not measured', () => {
    const after = page(new Map([['growth', found({}, 'Table three.')]]), before);
    expect(after).toContain('Measured on a day.\n\nTable one.\n');
    expect(page(new Map(), after)).toBe(after);
  });
});

test('the check fails where a claim falls behind its bound by more than a tenth', () => {
  const { bound } = claims.show;
  expect([1, 1.09, 1.11].map((part) => isKept('show', bound * part, tolerance))).toEqual([true, true, false]);
  expect([1, 0.91, 0.89].map((part) => isKept('showRate', claims.showRate.bound * part, tolerance))).toEqual([
    true,
    true,
    false,
  ]);
  expect([isKept('show', bound), isKept('show', bound * 1.01), isKept('showRate', 1)]).toEqual([true, false, false]);
});

describe('the client of all sides', () => {
  let server: Server | undefined;
  afterEach(() => server?.close().closeAllConnections());

  /** Answers each request with its own path in several pieces, and counts connections. */
  async function begin(headersOf: (text: string) => Record<string, string>) {
    let connections = 0;
    server = createServer((request, response) => {
      const text = `${request.method} ${request.url} `.repeat(3);
      response.writeHead(request.url === '/missing' ? 404 : 200, headersOf(text));
      for (const piece of text.match(/.{1,7}/g) ?? []) response.write(piece);
      response.end();
    });
    server.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = new RawClient(base);
    const ask = async (path: string) => client.ask(wire(base, { path }));
    return { base, client, ask, connections: () => connections };
  }

  it('reads a reply of a length to its end, and keeps the connection', async () => {
    const { ask, client, connections } = await begin((text) => ({ 'content-length': `${text.length}` }));
    for (const path of ['/one', '/two']) expect(String((await ask(path)).body)).toBe(`GET ${path} `.repeat(3));
    expect(connections()).toBe(1);
    client.close();
  });

  it('reads a reply in chunks to its end', async () => {
    const { ask, client, connections } = await begin(() => ({}));
    for (const path of ['/one', '/two']) expect(String((await ask(path)).body)).toContain(`GET ${path}`.slice(0, 7));
    expect(connections()).toBe(1);
    client.close();
  });

  it('connects again where the server closes the connection', async () => {
    const { ask, client, connections } = await begin((text) => ({
      connection: 'close',
      'content-length': `${text.length}`,
    }));
    for (const path of ['/one', '/two']) expect(String((await ask(path)).body)).toBe(`GET ${path} `.repeat(3));
    expect(connections()).toBe(2);
    client.close();
  });

  it('refuses a time of a reply with another status', async () => {
    const { base, client } = await begin((text) => ({ 'content-length': `${text.length}` }));
    await expect(client.time(wire(base, { path: '/missing' }))).rejects.toThrow(
      /^GET \/missing HTTP\/1.1 answered 404/,
    );
    client.close();
  });
});
