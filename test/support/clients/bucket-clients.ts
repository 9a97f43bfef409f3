import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { S3Client } from '@aws-sdk/client-s3';
import type { NewBucketKey } from '#lib/model/storage/bucket-key.ts';
import { type Client, demand } from '#test/support/http/client.ts';

const run = promisify(execFile);

/** A key of the stage's bucket, as clients get it. */
export interface StageKey {
  accessKeyId: string;
  secretAccessKey: string;
  /** Deletes it over the API. */
  revoke(): Promise<void>;
}

/** A bucket of an account on a running platform, with keys of it and files to upload and download. */
export interface BucketStage {
  bucket: string;
  /** {s3_url}. */
  endpoint: string;
  region: string;
  /** The certificate to trust, for https. */
  caFile: string | undefined;
  dir: string;
  /** The bucket's owner. */
  owner: Client;
  /** A key that reads and writes, made over the API. */
  key(): Promise<StageKey>;
  /** The AWS SDK with a key. */
  sdk(key: StageKey): S3Client;
  /** A file of random bytes. */
  file(name: string, bytes: number): string;
  same(one: string, other: string): boolean;
  /**
   * Runs a program with a key in its environment. Resolves with its output; rejects with its error output when it
   * fails.
   */
  shell(
    command: string,
    args: readonly string[],
    options?: { key?: StageKey; env?: Readonly<Record<string, string>> },
  ): Promise<string>;
  /** Removes the files; bucket and keys stay. */
  close(): void;
}

/** Makes a bucket of this owner on a running platform. */
export async function openBucketStage(owner: Client, bucket: string, caFile?: string): Promise<BucketStage> {
  const dir = mkdtempSync(join(tmpdir(), 's3-clients-'));
  const { region } = demand(await owner.post('/storage/buckets', { name: bucket }), 201).body;
  const { s3_url: endpoint } = demand(await owner.get('/healthz'), 200).body;
  const agent = caFile && new Agent({ ca: readFileSync(caFile), keepAlive: true });
  const environment = {
    PATH: process.env.PATH,
    HOME: dir,
    AWS_DEFAULT_REGION: region,
    AWS_EC2_METADATA_DISABLED: 'true',
  };
  return {
    bucket,
    endpoint,
    region,
    caFile,
    dir,
    owner,
    key: () => newKey(owner, bucket),
    sdk: (credentials) =>
      new S3Client({
        endpoint,
        region,
        forcePathStyle: true,
        maxAttempts: 1,
        credentials,
        ...(agent && { requestHandler: { httpsAgent: agent } }),
      }),
    file: (name, bytes) => {
      writeFileSync(join(dir, name), randomBytes(bytes));
      return join(dir, name);
    },
    same: (one, other) => readFileSync(one).equals(readFileSync(other)),
    shell: async (command, args, { key, env = {} } = {}) => {
      const credentials = key && { AWS_ACCESS_KEY_ID: key.accessKeyId, AWS_SECRET_ACCESS_KEY: key.secretAccessKey };
      const options = { cwd: dir, env: { ...environment, ...credentials, ...env }, timeout: 60_000 };
      return (await run(command, args, options)).stdout;
    },
    close: () => {
      if (agent) agent.destroy();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function newKey(owner: Client, bucket: string): Promise<StageKey> {
  const keys = `/storage/buckets/${bucket}/access-keys`;
  const made = demand(await owner.post(keys, { name: 'client', permission: 'readwrite' }), 201).body as NewBucketKey;
  return {
    accessKeyId: made.access_key_id,
    secretAccessKey: made.secret_key,
    revoke: async () => {
      demand(await owner.remove(`${keys}/${made.access_key_id}`), 200);
    },
  };
}

/** Whether a program is installed here. */
export function installed(command: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));
}
