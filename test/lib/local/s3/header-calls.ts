import { createHmac } from 'node:crypto';
import type { TestEngine } from './engine.ts';

/** What a row of the table sends with a call: headers, parameters of the query, or fields of a form. */
export interface Sent {
  headers: Record<string, string>;
  query: string;
}

/** The reply to a call, and the headers by which what it made is shown afterwards. */
export interface Outcome {
  status: number;
  code: string | undefined;
  shown: Headers;
}

type Reply = Awaited<ReturnType<TestEngine['send']>>;

let made = 0;
/** The path of a new object in the bucket `box`, whose object `source` is there before. */
const fresh = () => `/box/made-${++made}`;

async function outcome(s3: TestEngine, reply: Reply, path: string): Promise<Outcome> {
  const { status, code, headers } = reply;
  const shown = new Headers(headers);
  if (status < 300) {
    const head = await s3.send(path, { method: 'HEAD', headers: { 'x-amz-checksum-mode': 'ENABLED' } });
    for (const [name, value] of head.headers) shown.set(name, value);
  }
  return { status, code, shown };
}

const only = ({ status, code, headers }: Reply): Outcome => ({ status, code, shown: headers });
const joined = (path: string, ...queries: string[]) => `${path}?${queries.filter((each) => each !== '').join('&')}`;

async function upload(s3: TestEngine, path: string, headers: Record<string, string> = {}, query = '') {
  const reply = await s3.send(joined(path, 'uploads', query), { method: 'POST', headers });
  return { reply, id: /<UploadId>(.+)<\/UploadId>/.exec(reply.text)?.[1] ?? '' };
}

const part = (s3: TestEngine, path: string, id: string, { headers, query }: Sent = { headers: {}, query: '' }) =>
  s3.send(joined(path, query || 'partNumber=1', `uploadId=${id}`), { method: 'PUT', body: 'x', headers });

function complete(s3: TestEngine, path: string, id: string, { headers: of }: Reply, sent?: Sent) {
  const sum = of.get('x-amz-checksum-crc32');
  const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${of.get('etag')}</ETag>${
    sum ? `<ChecksumCRC32>${sum}</ChecksumCRC32>` : ''
  }</Part></CompleteMultipartUpload>`;
  return s3.send(joined(path, `uploadId=${id}`, sent?.query ?? ''), {
    method: 'POST',
    body,
    headers: sent?.headers ?? {},
  });
}

async function form(s3: TestEngine, { headers }: Sent): Promise<Outcome> {
  const key = fresh().slice('/box/'.length);
  const fields = { key, ...headers };
  const conditions = [{ bucket: 'box' }, ...Object.keys(fields).map((name) => ['starts-with', `$${name}`, ''])];
  const policy = { expiration: new Date(Date.now() + 60_000).toISOString(), conditions };
  const encoded = Buffer.from(JSON.stringify(policy)).toString('base64');
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...signedForm(s3, encoded) })) body.append(name, value);
  body.append('file', new Blob(['x']));
  const reply = await fetch(`${s3.engine.endpoint}/box`, { method: 'POST', body, redirect: 'manual' });
  const text = await reply.text();
  const { status, headers: replied } = reply;
  return outcome(s3, { status, code: /<Code>(\w+)/.exec(text)?.[1], text, headers: replied }, `/box/${key}`);
}

function signedForm(s3: TestEngine, policy: string): Record<string, string> {
  const signature = createHmac('sha1', s3.keys.get('OWNER')?.secret ?? '')
    .update(policy)
    .digest('base64');
  return { AWSAccessKeyId: 'OWNER', policy, signature };
}

const documents: Readonly<Record<string, readonly [query: string, body: string]>> = {
  PutBucketCors: [
    'cors',
    '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>',
  ],
  PutBucketVersioning: ['versioning', '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'],
  PutBucketEncryption: [
    'encryption',
    '<ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule></ServerSideEncryptionConfiguration>',
  ],
  PutBucketTagging: ['tagging', '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>'],
  PutBucketPolicy: [
    'policy',
    '{"Statement":{"Effect":"Deny","Principal":"*","Action":"s3:GetObject","Resource":"arn:aws:s3:::settings/secret"}}',
  ],
  PutBucketLifecycleConfiguration: [
    'lifecycle',
    '<LifecycleConfiguration><Rule><ID>a</ID><Status>Enabled</Status><Filter/><Expiration><Days>9</Days></Expiration></Rule></LifecycleConfiguration>',
  ],
  PutPublicAccessBlock: [
    'publicAccessBlock',
    '<PublicAccessBlockConfiguration><BlockPublicAcls>true</BlockPublicAcls></PublicAccessBlockConfiguration>',
  ],
  PutObjectLockConfiguration: [
    'object-lock',
    '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>',
  ],
};

/** The settings of a bucket that are a document; PutBucketAcl has its ACL in a header, unless the row has another. */
const settings = Object.entries(documents).map(
  ([name, [query, body]]) =>
    [
      name,
      async (s3: TestEngine, { headers }: Sent) =>
        only(await s3.send(`/settings?${query}`, { method: 'PUT', body, headers })),
    ] as const,
);

/** Each call of the table: sends it with what a row says. */
export const calls: Readonly<Record<string, (s3: TestEngine, sent: Sent) => Promise<Outcome>>> = {
  PutObject: async (s3, { headers, query }) => {
    const path = fresh();
    return outcome(s3, await s3.send(joined(path, query), { method: 'PUT', body: 'x', headers }), path);
  },
  CreateMultipartUpload: async (s3, { headers, query }) => {
    const path = fresh();
    const { reply, id } = await upload(s3, path, headers, query);
    if (reply.status >= 300) return only(reply);
    const done = await complete(s3, path, id, await part(s3, path, id));
    return outcome(s3, done, path);
  },
  UploadPart: async (s3, sent) => {
    const path = fresh();
    const { id } = await upload(s3, path);
    return only(await part(s3, path, id, sent));
  },
  UploadPartCopy: async (s3, { headers, query }) => {
    const path = fresh();
    const { id } = await upload(s3, path);
    const copied = { 'x-amz-copy-source': '/box/source', ...headers };
    const target = joined(path, query || 'partNumber=1', `uploadId=${id}`);
    return only(await s3.send(target, { method: 'PUT', headers: copied }));
  },
  CompleteMultipartUpload: async (s3, sent) => {
    const path = fresh();
    const { id } = await upload(s3, path);
    return outcome(s3, await complete(s3, path, id, await part(s3, path, id), sent), path);
  },
  CopyObject: async (s3, { headers, query }) => {
    const path = fresh();
    const copied = { 'x-amz-copy-source': '/box/source', ...headers };
    return outcome(s3, await s3.send(joined(path, query), { method: 'PUT', headers: copied }), path);
  },
  GetObject: async (s3, { headers, query }) => only(await s3.send(joined('/box/source', query), { headers })),
  HeadObject: async (s3, { headers, query }) =>
    only(await s3.send(joined('/box/source', query), { method: 'HEAD', headers })),
  GetObjectAttributes: async (s3, { headers, query }) => {
    const asked = { 'x-amz-object-attributes': 'ETag,ObjectParts', ...headers };
    return only(await s3.send(joined('/box/source', 'attributes', query), { headers: asked }));
  },
  PostObject: form,
  CreateBucket: async (s3, { headers }) => only(await s3.send(`/made-${++made}`, { method: 'PUT', headers })),
  PutBucketAcl: async (s3, { headers }) => {
    const acl = Object.keys(headers).some((name) => /acl|grant/.test(name)) ? {} : { 'x-amz-acl': 'private' };
    return only(await s3.send('/settings?acl', { method: 'PUT', headers: { ...acl, ...headers } }));
  },
  ...Object.fromEntries(settings),
};
