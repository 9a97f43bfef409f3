import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cli, commandLine } from '#test/support/clients/cli.ts';
import { Client, passphrase } from '#test/support/http/client.ts';
import { type SharedPlatform, sharedPlatform } from '#test/support/shared/lasting.ts';

let platform: SharedPlatform;
let svc: Cli;
const email = 'ann@example.com';
const bucket = 'a-bucket-of-ann';

beforeAll(async () => {
  platform = await sharedPlatform({ rate: 'off' });
  svc = await commandLine(platform.baseUrl);
  await Client.verified(platform.baseUrl, email);
  await svc(['login', email, '--password-stdin'], { input: `${passphrase}\n` });
  await svc.json('bucket', 'create', bucket);
  writeFileSync(here('page.html'), '<p>hello</p>\n');
  writeFileSync(here('empty'), '');
});

afterAll(async () => {
  await svc?.end();
});

const here = (...names: string[]) => join(svc.home, ...names);
const read = (...names: string[]) => readFileSync(here(...names));
const keys = async (...place: string[]) => (await svc(['ls', '-r', '-o', 'id', ...place])).out.trimEnd().split('\n');

describe('one file', () => {
  test('goes and comes back, with the media type of its name', async () => {
    const done = await svc(['cp', 'page.html', `s3://${bucket}`]);
    expect(done).toEqual({ code: 0, out: '', err: 'Copied 1 file, 13 B.\n' });
    const { out: link } = await svc(['presign', `s3://${bucket}/page.html`]);
    const reply = await fetch(link.trim());
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await reply.text()).toBe('<p>hello</p>\n');
    expect(await svc.json('cp', `s3://${bucket}/page.html`, 'back/')).toEqual({
      files: 1,
      bytes: 13,
      left_out: 0,
      skipped: 0,
      resumed: 0,
    });
    expect(read('back', 'page.html')).toEqual(read('page.html'));
  });

  test('of no bytes is a file as well', async () => {
    expect((await svc(['cp', 'empty', `s3://${bucket}/none`])).code).toBe(0);
    expect((await svc(['cp', `s3://${bucket}/none`, 'none'])).code).toBe(0);
    expect(read('none')).toHaveLength(0);
  });

  test('of several parts is the same to the byte, and leaves no part behind', async () => {
    writeFileSync(here('large'), randomBytes(20_000_001));
    expect((await svc(['cp', 'large', `s3://${bucket}/a/large`])).err).toMatch(/^Copied 1 file, 19\.1 MiB\.$/m);
    expect((await svc(['cp', `s3://${bucket}/a/large`, 'large.back'])).code).toBe(0);
    expect(read('large.back').equals(read('large'))).toBe(true);
    expect(readdirSync(svc.home).filter((name) => name.endsWith('.svc-part'))).toEqual([]);
    expect(readdirSync(here('.cache/svc/uploads'))).toEqual([]);
  });

  test('that is not there is 5, here and there, and nothing is made of it', async () => {
    expect(await svc(['cp', 'nothing', `s3://${bucket}/x`])).toMatchObject({
      code: 5,
      err: 'svc: nothing: there is no such file (not_found)\n',
    });
    const { code, err } = await svc(['cp', `s3://${bucket}/nothing`, 'x', '-o', 'json']);
    expect({ code, told: JSON.parse(err) }).toMatchObject({
      code: 5,
      told: { code: 'NoSuchKey', status: 404, request_id: expect.any(String) },
    });
    expect(existsSync(here('x'))).toBe(false);
    expect((await svc(['cp', 'page.html', 's3://nobody-has-this/x'])).code).toBe(5);
  });
});

describe('folders', () => {
  beforeAll(() => {
    mkdirSync(here('site/img'), { recursive: true });
    writeFileSync(here('site/index.html'), 'index');
    writeFileSync(here('site/img/é å.png'), 'image');
    symlinkSync(here('site'), here('site/round'));
    symlinkSync(here('page.html'), here('site/linked.html'));
  });

  test('need -r', async () => {
    expect(await svc(['cp', 'site', `s3://${bucket}/site`])).toEqual({
      code: 2,
      out: '',
      err: 'svc: site is a folder\ntry: the same command with -r\n',
    });
    expect((await svc(['cp', `s3://${bucket}/site/`, '.'])).err).toContain('is a folder');
  });

  test('go with all that is in them, but for links that lead in circles', async () => {
    const { code, err } = await svc(['cp', '-r', 'site', `s3://${bucket}/site`]);
    expect(code).toBe(0);
    expect(err).toBe(`skipped: ${join('site', 'round')} is not a file\nCopied 3 files, 23 B.\n`);
    expect(await keys(`s3://${bucket}/site`)).toEqual(['site/img/é å.png', 'site/index.html', 'site/linked.html']);
  });

  test('come back as they were', async () => {
    expect((await svc(['cp', '-r', `s3://${bucket}/site`, 'again'])).err).toBe('Copied 3 files, 23 B.\n');
    expect(readdirSync(here('again'), { recursive: true }).map(String).sort()).toEqual([
      'img',
      join('img', 'é å.png'),
      'index.html',
      'linked.html',
    ]);
    expect(read('again/img/é å.png').toString()).toBe('image');
  });

  test('-u leaves out what is there', async () => {
    writeFileSync(here('site/index.html'), 'index 2');
    expect((await svc(['cp', '-ru', 'site', `s3://${bucket}/site`])).err).toContain(
      'Copied 1 file, 7 B (2 up to date).',
    );
    expect(await svc.json('cp', '-ru', `s3://${bucket}/site`, 'again')).toMatchObject({ files: 1, left_out: 2 });
    expect(read('again/index.html').toString()).toBe('index 2');
  });

  test('whoever writes to a bucket does not choose where files go', async () => {
    for (const key of ['up/../../../escaped', 'up//x', 'up/a\\b']) {
      expect((await svc(['cp', 'page.html', `s3://${bucket}/${key}`])).code).toBe(0);
      const got = await svc(['cp', '-r', `s3://${bucket}/up`, 'down']);
      expect(got).toMatchObject({ code: 1, err: expect.stringContaining('cannot be a file below a folder') });
      await svc(['rm', '-r', `s3://${bucket}/up`, '--yes']);
    }
    expect(existsSync(here('down'))).toBe(false);
  });

  test('several files go into one', async () => {
    const { code } = await svc(['cp', 'page.html', 'empty', `s3://${bucket}/several`]);
    expect(code).toBe(0);
    expect(await keys(`s3://${bucket}/several`)).toEqual(['several/empty', 'several/page.html']);
  });
});

describe('ls', () => {
  test('shows buckets, folders, and what is in them', async () => {
    expect((await svc.json('ls')).buckets).toMatchObject([{ name: bucket, status: 'active' }]);
    const { objects } = await svc.json('ls', `s3://${bucket}/site`);
    expect(objects).toMatchObject([
      { key: 'site/img/' },
      { key: 'site/index.html', size: 7 },
      { key: 'site/linked.html' },
    ]);
    expect((await svc(['ls', `s3://${bucket}/site/index.html`])).out).toMatch(/^KEY +SIZE +LAST MODIFIED\nsite\/index/);
  });

  test('goes on to the last page', async () => {
    mkdirSync(here('many'));
    for (let i = 0; i < 250; i += 1) writeFileSync(here(`many/${i}`), '');
    expect((await svc(['cp', '-r', 'many', `s3://${bucket}/many`])).code).toBe(0);
    expect(await keys(`s3://${bucket}/many`)).toHaveLength(250);
    expect((await svc.json('ls', `s3://${bucket}/many`)).objects).toHaveLength(250);
    const { out } = await svc(['ls', `s3://${bucket}/many`]);
    expect(out.split('\n').filter((line) => line.startsWith('KEY'))).toHaveLength(1);
  });

  test('of nothing is 5', async () => {
    expect(await svc(['ls', `s3://${bucket}/nowhere`])).toMatchObject({
      code: 5,
      err: expect.stringContaining(`there is nothing at s3://${bucket}/nowhere`),
    });
  });
});

describe('rm', () => {
  beforeAll(async () => {
    mkdirSync(here('few'));
    for (const name of ['a', 'b', 'c']) writeFileSync(here('few', name), name);
    for (const to of ['few', 'few-more']) await svc(['cp', '-r', 'few', `s3://${bucket}/${to}`]);
  });

  test('asks first, and refuses where nobody can be asked', async () => {
    expect(await svc(['rm', `s3://${bucket}/few/a`])).toMatchObject({
      code: 2,
      err: 'svc: svc rm asks first, and there is no terminal (not_confirmed)\ntry: the same command with --yes\n',
    });
    expect(await keys(`s3://${bucket}/few/a`)).toEqual(['few/a']);
  });

  test('takes one object, or a folder and not what begins like it', async () => {
    expect((await svc(['rm', '-y', `s3://${bucket}/few/a`])).err).toBe('Deleted 1 object.\n');
    expect((await svc(['rm', '-y', `s3://${bucket}/few/a`])).code).toBe(5);
    expect(await svc.json('rm', '-r', `s3://${bucket}/few`, '--dry-run')).toEqual({
      objects: [
        { key: 'few/b', size: 1 },
        { key: 'few/c', size: 1 },
      ],
    });
    expect(await svc.json('rm', '-r', '-y', `s3://${bucket}/few`)).toEqual({ deleted: 2 });
    expect((await svc(['rm', '-r', '-y', `s3://${bucket}/few`])).code).toBe(5);
    expect(await keys(`s3://${bucket}/few-more`)).toHaveLength(3);
  });
});

describe('presign', () => {
  test('makes a link to put an object with, for as long as is said', async () => {
    const made = await svc.json(
      'presign',
      `s3://${bucket}/put`,
      '--put',
      '--content-type',
      'text/x',
      '--expires-in',
      '2d',
    );
    expect(made).toMatchObject({ method: 'PUT', headers: { 'content-type': 'text/x' } });
    expect(new URL(made.url).searchParams.get('X-Amz-Expires')).toBe('172800');
    const put = await fetch(made.url, { method: 'PUT', headers: made.headers, body: 'there' });
    expect(put.status).toBe(200);
    expect((await svc(['cp', `s3://${bucket}/put`, '-'])).out).toBe('there');
    expect((await svc(['presign', `s3://${bucket}/put`, '--expires-in', '8d'])).code).toBe(2);
  });
});

test('--debug tells no address that is good for anything', async () => {
  const { err } = await svc(['cp', 'page.html', `s3://${bucket}/debugged`, '--debug']);
  expect(err).toMatch(/^debug: PUT http:\/\/[^ ?]+\/debugged 200 \d+ ms$/m);
  expect(err).not.toMatch(/X-Amz-Signature/i);
});

test('what is meant wrongly is told', async () => {
  const told = async (...words: string[]) => (await svc(words)).err;
  expect(await told('cp', 'page.html')).toContain('cp: needs a source and a target: ');
  expect(await told('cp', 'a', 'b')).toContain('cp: a and b are both local');
  expect(await told('ls', 'x')).toContain('"x" is not a bucket or an object (s3://bucket/key)');
  expect(await told('rm', '-y', `s3://${bucket}`)).toContain('names no object');
});
