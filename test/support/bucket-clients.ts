import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { S3Client } from '@aws-sdk/client-s3';
import type { NewBucketKey } from '#lib/model/bucket-key.ts';
import { selfSigned } from './certificate.ts';
import { Client, demand } from './client.ts';
import { startPlatform } from './platform.ts';

const run = promisify(execFile);

/** A key of the stage's bucket, as clients are given it. */
export interface StageKey {
  accessKeyId: string;
  secretAccessKey: string;
  /** Deletes it over the API. */
  revoke(): Promise<void>;
}

/** A bucket of an account on a running platform, keys of it, and files to carry there and back. */
export interface BucketStage {
  bucket: string;
  /** {s3_url}. */
  endpoint: string;
  region: string;
  /** The certificate to trust where it is https. */
  ca: string;
  caFile: string;
  dir: string;
  /** Who owns the bucket. */
  owner: Client;
  /** A key that reads and writes, made over the API. */
  key(): Promise<StageKey>;
  /** The AWS SDK with a key. */
  sdk(key: StageKey): S3Client;
  /** A file of random bytes. */
  file(name: string, bytes: number): string;
  same(one: string, other: string): boolean;
  /** Runs a program as who holds a key; resolves with its output, rejects with what it said when it fails. */
  shell(
    command: string,
    args: readonly string[],
    options?: { key?: StageKey; env?: Readonly<Record<string, string>> },
  ): Promise<string>;
  close(): Promise<void>;
}

/** Starts a platform whose S3 endpoint is of this scheme, and makes a bucket there. */
export async function openBucketStage(scheme: 'http' | 'https', bucket: string): Promise<BucketStage> {
  const dir = mkdtempSync(join(tmpdir(), 's3-clients-'));
  const { cert: ca, key: caKey } = selfSigned();
  const file = (name: string, content: string | Buffer): string => {
    writeFileSync(join(dir, name), content);
    return join(dir, name);
  };
  const caFile = file('ca.pem', ca);
  const tls = scheme === 'https' && { SVC_S3_TLS_CERT: caFile, SVC_S3_TLS_KEY: file('key.pem', caKey) };
  const platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', ...tls } });
  const owner = await Client.register(platform.baseUrl);
  const { region } = demand(await owner.post('/storage/buckets', { name: bucket }), 201).body;
  const { s3_url: endpoint } = demand(await owner.get('/healthz'), 200).body;
  const agent = new Agent({ ca, keepAlive: true });
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
    ca,
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
        ...(tls && { requestHandler: { httpsAgent: agent } }),
      }),
    file: (name, bytes) => file(name, randomBytes(bytes)),
    same: (one, other) => readFileSync(one).equals(readFileSync(other)),
    shell: async (command, args, { key, env = {} } = {}) => {
      const credentials = key && { AWS_ACCESS_KEY_ID: key.accessKeyId, AWS_SECRET_ACCESS_KEY: key.secretAccessKey };
      const options = { cwd: dir, env: { ...environment, ...credentials, ...env }, timeout: 60_000 };
      return (await run(command, args, options)).stdout;
    },
    close: async () => {
      agent.destroy();
      await platform.stop();
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
