import { afterEach, beforeEach, expect } from 'vitest';
import type { ObjectKey } from '#lib/local/s3/auth/keys.ts';
import { type TestEngine, testEngine } from '#test/lib/local/s3/engine.ts';
import { rawHttp } from '#test/support/http/raw-http.ts';
import { presigned, signedHeaders, type Terms } from './sign.ts';

/** What no attack may bring to light. */
const SECRET = 'the-secret-of-the-victim';

/** What stands in the buckets; only what is named `mine` may be read by the attacker's keys. */
const objects: Record<string, string> = {
  'mine/key': 'mine',
  'mine/in/a': 'mine',
  'mine/out/b': 'mine',
  'theirs/secret': SECRET,
  'theirs/in/a': SECRET,
};

/** The attacker's keys, all of bucket `mine`, and the victim's. */
const keys: Record<string, Partial<ObjectKey>> = {
  BOTH: {},
  READ: { permission: 'read' },
  WRITE: { permission: 'write' },
  PART: { prefix: 'in/' },
  VICTIM: { bucket: 'theirs' },
};

/** A request as an attacker sends it; `sent` is put on the wire in the place of what was signed. */
export interface Attack extends Omit<Partial<Terms>, 'target'> {
  as?: string;
  sent?: { method?: string; target?: string; headers?: Record<string, string>; body?: string };
  /** Lines that no signer makes, put behind the other headers. */
  lines?: string[];
  anonymous?: boolean;
  presign?: boolean;
}

export interface Seen {
  status: number;
  code: string | undefined;
  text: string;
}

/** An engine with an attacker's bucket and a victim's; after each test, what stands there must be what stood there. */
export function stage() {
  let s3: TestEngine;
  let replies: string[];
  let made: string[];

  beforeEach(async () => {
    s3 = await testEngine();
    [replies, made] = [[], []];
    for (const name of ['mine', 'theirs']) await s3.engine.admin.createBucket({ name });
    for (const [path, body] of Object.entries(objects)) await s3.send(`/${path}`, { method: 'PUT', body });
    for (const [id, more] of Object.entries(keys)) {
      s3.keys.set(id, { secret: `${id}-secret`, bucket: 'mine', permission: 'readwrite', status: 'active', ...more });
    }
  });

  afterEach(async () => {
    expect(replies.filter((reply) => reply.includes(SECRET))).toEqual([]);
    const stands: Record<string, string> = {};
    for (const bucket of ['mine', 'theirs']) {
      const { objects: listed } = await s3.engine.admin.listObjects(bucket);
      const paths = listed.map(({ key }) => `${bucket}/${key}`).filter((path) => !made.includes(path));
      for (const path of paths) stands[path] = (await s3.send(`/${path}`)).text;
    }
    expect(stands).toEqual(objects);
    expect(s3.logged).toEqual([]);
    await s3.close();
  });

  const port = () => Number(new URL(s3.engine.endpoint).port);

  /** Sends bytes and reads the answer. */
  async function raw(text: string): Promise<Seen> {
    const reply = await rawHttp(port(), text, 10_000);
    replies.push(reply);
    return { status: Number(reply.split(' ')[1]), code: /<Code>(\w+)</.exec(reply)?.[1], text: reply };
  }

  /** Sends one request, signed with a key of the attacker's and then altered. */
  async function attack(target: string, { as = 'BOTH', sent = {}, lines = [], ...more }: Attack = {}): Promise<Seen> {
    const terms: Terms = { target, keyId: as, secret: s3.keys.get(as)?.secret ?? 'none', ...more };
    const bare = { host: 'localhost', ...more.headers };
    const headers = more.anonymous || more.presign ? bare : signedHeaders(terms);
    const body = sent.body ?? more.body ?? '';
    const line = `${sent.method ?? more.method ?? 'GET'} ${sent.target ?? (more.presign ? presigned(terms) : target)}`;
    const all = { 'content-length': String(Buffer.byteLength(body)), connection: 'close', ...headers, ...sent.headers };
    const written = [...Object.entries(all).map(([name, value]) => `${name}: ${value}`), ...lines];
    return raw(`${line} HTTP/1.1\r\n${written.join('\r\n')}\r\n\r\n${body}`);
  }

  return {
    attack,
    raw,
    /** Says that a test makes this object. */
    makes: (...paths: string[]) => void made.push(...paths),
    /** The engine, for what its owner does. */
    get s3() {
      return s3;
    },
  };
}

/** A refusal, as attacks are answered. */
export const denied = { status: 403, code: 'AccessDenied' } as const;
