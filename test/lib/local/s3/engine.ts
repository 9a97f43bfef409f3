import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { AwsClient } from 'aws4fetch';
import type { ObjectKey } from '#lib/local/s3/auth/keys.ts';
import { type EmbeddedObjectEngine, type ObjectEngineOptions, startObjectEngine } from '#lib/local/s3/start.ts';

/** An engine in a folder of its own, with the key `OWNER`, and whatever a test adds to `keys`. */
export interface TestEngine {
  engine: EmbeddedObjectEngine;
  dir: string;
  keys: Map<string, ObjectKey>;
  logged: string[];
  /** The real client, signing with a key of `keys`. */
  client(keyId?: string): S3Client;
  /** A request signed with aws4fetch. */
  send(
    path: string,
    init?: SendInit,
  ): Promise<{ status: number; code: string | undefined; text: string; headers: Headers }>;
  close(): Promise<void>;
}

type SendInit = RequestInit & {
  key?: string;
  secret?: string;
  region?: string;
  datetime?: string;
  query?: boolean;
  anonymous?: boolean;
};

/** Starts one. */
export async function testEngine(options: Partial<ObjectEngineOptions> = {}): Promise<TestEngine> {
  const dir = mkdtempSync(join(tmpdir(), 's3-'));
  const logged: string[] = [];
  const keys = new Map<string, ObjectKey>([['OWNER', owner]]);
  const lookup = async (id: string) => keys.get(id);
  const engine = await startObjectEngine({
    dir,
    keys: { lookup },
    fsync: false,
    log: (line) => logged.push(line),
    ...options,
  });
  const clients: S3Client[] = [];
  return {
    engine,
    dir,
    keys,
    logged,
    client: (keyId = 'OWNER') => {
      const client = new S3Client({
        endpoint: engine.endpoint,
        region: 'in-mum',
        forcePathStyle: true,
        maxAttempts: 1,
        credentials: { accessKeyId: keyId, secretAccessKey: keys.get(keyId)?.secret ?? 'none' },
      });
      clients.push(client);
      return client;
    },
    send: (path, init) => send(engine.endpoint + path, init),
    close: async () => {
      for (const client of clients) client.destroy();
      await engine.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const owner: ObjectKey = { secret: 'owner-secret', bucket: null, permission: 'owner', status: 'active' };

async function send(
  url: string,
  { key = 'OWNER', secret = 'owner-secret', region = 'in-mum', datetime, query, anonymous, ...init }: SendInit = {},
) {
  const aws = new AwsClient({ accessKeyId: key, secretAccessKey: secret, service: 's3', region, retries: 0 });
  const signed = anonymous
    ? new Request(url, init)
    : await aws.sign(url, {
        ...init,
        aws: { ...(datetime && { datetime }), signQuery: query ?? false, allHeaders: true },
      });
  const reply = await fetch(signed);
  const text = await reply.text();
  return { status: reply.status, code: /<Code>(\w+)<\/Code>/.exec(text)?.[1], text, headers: reply.headers };
}

/** The name, status and message by which an SDK call failed; fails where it did not. */
export async function refusal(call: Promise<unknown>): Promise<{ name: string; status: number | undefined }> {
  const error = (await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )) as { name: string; $metadata?: { httpStatusCode?: number } } | undefined;
  if (!error) throw new Error('it was not refused');
  return { name: error.name, status: error.$metadata?.httpStatusCode };
}
