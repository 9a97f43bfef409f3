import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOlderSignature } from '#lib/local/s3/auth/older-signature.ts';
import { type TestEngine, testEngine } from './engine.ts';

/* Signatures of version 2, which the engine takes where its region is Amazon's first. */

describe('the examples of Amazon’s reference, "Signing and Authenticating REST Requests"', () => {
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
  const dated = (time: string, more = {}) => ({ host: 'johnsmith.s3.amazonaws.com', date: time, ...more });
  const photo = { path: '/photos/puppy.jpg', rawQuery: '', bucket: 'johnsmith', key: 'photos/puppy.jpg' };
  const rows = [
    ['GET', photo, dated('Tue, 27 Mar 2007 19:36:42 +0000'), undefined, 'bWq2s1WEIj+Ydj0vQ697zp+IXMU='],
    [
      'PUT',
      photo,
      dated('Tue, 27 Mar 2007 21:15:45 +0000', { 'content-type': 'image/jpeg' }),
      undefined,
      'MyyxeRY7whkBe+bq8fHCL/2kKUg=',
    ],
    [
      'GET',
      { path: '/', rawQuery: 'prefix=photos&max-keys=50&marker=puppy', bucket: 'johnsmith' },
      dated('Tue, 27 Mar 2007 19:42:41 +0000'),
      undefined,
      'htDYFYduRNen8P9ZfE/s9SuKy0U=',
    ],
    [
      'GET',
      { path: '/', rawQuery: 'acl', bucket: 'johnsmith' },
      dated('Tue, 27 Mar 2007 19:44:46 +0000'),
      undefined,
      'c2WLPFtWHVgbEmeEG93a4cG37dM=',
    ],
    ['GET', photo, { host: 'johnsmith.s3.amazonaws.com' }, 1_175_139_620, 'NpgCjnDzrM+WFzoENXmpNDUsSn8='],
  ] as const;

  it.each(rows)('%s %o', (method, target, headers, until, signature) => {
    const sent =
      until === undefined
        ? { signature, signedAt: new Date(0), expires: undefined }
        : { signature, signedAt: new Date(until * 1000), expires: 0 };
    expect(isOlderSignature({ method, ...target, headers }, sent, secret)).toBe(true);
    expect(isOlderSignature({ method: 'DELETE', ...target, headers }, sent, secret)).toBe(false);
  });
});

/** The latest time that a link can name, in seconds. */
const latest = 99_999_999_999;
const sign = (...lines: (string | number)[]) =>
  createHmac('sha1', 'owner-secret').update(lines.join('\n')).digest('base64');

/** A link to a path, signed for `signed`. */
function link(path: string, { signed = path, until = latest, signature = '' } = {}): string {
  const made = signature || sign('GET', '', '', until, signed);
  const query = new URLSearchParams({ AWSAccessKeyId: 'OWNER', Expires: `${until}`, Signature: made });
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

let s3: TestEngine;
const get = (path: string, headers = {}) => s3.send(path, { anonymous: true, headers });

describe('in the first region', () => {
  beforeAll(async () => {
    s3 = await testEngine({ region: 'us-east-1' });
    await s3.send('/box', { method: 'PUT', region: 'us-east-1' });
    await s3.send('/box/dir/key', { method: 'PUT', body: 'old', region: 'us-east-1' });
  });
  afterAll(() => s3.close());

  it('a link opens what it names, until it expires', async () => {
    expect(await get(link('/box/dir/key'))).toMatchObject({ status: 200, text: 'old' });
    const parameter = '/box/dir/key?response-content-type=text/x';
    expect((await get(link(parameter))).headers.get('content-type')).toBe('text/x');
    const late = await get(link('/box/dir/key', { until: 1_175_139_620 }));
    expect(late).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect(late.text).toContain('<Message>Request has expired</Message>');
  });

  it.each([
    ['another path', () => link('/box/dir/key', { signed: '/box/key' })],
    ['a bucket in front of another path', () => link('/box/dir/key', { signed: '/dir/key' })],
    ['another parameter', () => `${link('/box/dir/key')}&response-content-type=text/x`],
    ['a wrong signature', () => link('/box/dir/key', { signature: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' })],
    ['a signature that is none', () => link('/box/dir/key', { signature: 'none' })],
  ])('a link does not open %s', async (_, made) => {
    expect(await get(made())).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
  });

  it('a link covers every x-amz header', async () => {
    const got = await get(link('/box/dir/key'), { 'x-amz-checksum-mode': 'ENABLED' });
    expect(got).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
  });

  it.each(['Expires=1', 'AWSAccessKeyId=OWNER&Signature=a', 'AWSAccessKeyId=OWNER&Signature=a&Expires=-1'])(
    'half a link, %s, opens nothing',
    async (query) => {
      expect(await get(`/box/dir/key?${query}`)).toMatchObject({ status: 403, code: 'AccessDenied' });
    },
  );

  it('a header signs a request, with or without a slash behind a bucket, within 15 minutes', async () => {
    const signed = (date: string, resource: string) => ({
      'x-amz-date': date,
      authorization: `AWS OWNER:${sign('GET', '', '', '', `x-amz-date:${date}`, resource)}`,
    });
    const now = new Date().toUTCString();
    expect((await get('/box', signed(now, '/box'))).status).toBe(200);
    expect((await get('/box', signed(now, '/box/'))).status).toBe(200);
    expect((await get('/box/', signed(now, '/box'))).code).toBe('SignatureDoesNotMatch');
    const old = 'Tue, 27 Mar 2007 19:36:42 GMT';
    expect(await get('/box', signed(old, '/box'))).toMatchObject({ status: 403, code: 'RequestTimeTooSkewed' });
    expect(await get('/box', { authorization: 'AWS OWNER' })).toMatchObject({ status: 400, code: 'InvalidArgument' });
    expect(await get('/box', { authorization: 'AWS OWNER:a', 'x-amz-date': 'then' })).toMatchObject({
      ...{ status: 403, code: 'AccessDenied' },
    });
  });

  it('a policy knows the version', async () => {
    const denied = { StringEquals: { 's3:signatureversion': 'AWS' } };
    const [Resource, Action] = ['arn:aws:s3:::box/*', 's3:GetObject'];
    const statement = { Effect: 'Deny', Principal: '*', Action, Resource, Condition: denied };
    const open = { Effect: 'Allow', Principal: '*', Action, Resource };
    s3.keys.set('BOX', { secret: 'owner-secret', bucket: 'box', permission: 'read', status: 'active' });
    const byBox = () => link('/box/dir/key').replace('OWNER', 'BOX');
    expect((await get(byBox())).status).toBe(200);
    const body = JSON.stringify({ Version: '2012-10-17', Statement: [open, statement] });
    expect((await s3.send('/box?policy', { method: 'PUT', body, region: 'us-east-1' })).status).toBe(204);
    expect(await get(byBox())).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect((await s3.send('/box/dir/key', { key: 'BOX', region: 'us-east-1' })).status).toBe(200);
  });

  it('a bucket is created again where that changes nothing', async () => {
    expect((await s3.send('/box', { method: 'PUT', region: 'us-east-1' })).status).toBe(200);
  });
});

it('in every other region they are refused', async () => {
  const other = await testEngine();
  const got = await other.send(link('/box/key'), { anonymous: true });
  expect(got).toMatchObject({ status: 400, code: 'InvalidRequest' });
  expect(got.text).toContain('Please use AWS4-HMAC-SHA256.');
  const byHeader = await other.send('/box', { anonymous: true, headers: { authorization: 'AWS OWNER:a' } });
  expect(byHeader).toMatchObject({ status: 400, code: 'InvalidRequest' });
  await other.close();
});
