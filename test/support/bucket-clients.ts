import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedObjectEngine, startObjectEngine } from '#lib/local/s3/start.ts';
import { selfSigned } from './certificate.ts';

const run = promisify(execFile);

/** A bucket on an engine that serves http and https, a key that reads and writes it, and files to carry there and back. */
export interface BucketStage {
  engine: EmbeddedObjectEngine;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  /** The certificate to trust. */
  ca: string;
  caFile: string;
  dir: string;
  /** A file of random bytes. */
  file(name: string, bytes: number): string;
  same(one: string, other: string): boolean;
  /** Runs a program as who holds the key; resolves with its output, rejects with what it said when it fails. */
  shell(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  close(): Promise<void>;
}

/** Opens one. */
export async function openBucketStage(bucket: string): Promise<BucketStage> {
  const dir = mkdtempSync(join(tmpdir(), 's3-clients-'));
  const certificate = selfSigned();
  const caFile = join(dir, 'ca.pem');
  writeFileSync(caFile, certificate.cert);
  const credentials = { accessKeyId: 'SVCJOURNEYKEY0000001', secretAccessKey: randomBytes(20).toString('hex') };
  const { accessKeyId, secretAccessKey } = credentials;
  const key = { secret: secretAccessKey, bucket, permission: 'readwrite', status: 'active' } as const;
  const keys = { lookup: async (id: string) => (id === accessKeyId ? key : undefined) };
  const engine = await startObjectEngine({ dir: join(dir, 'engine'), keys, fsync: false, tls: certificate });
  await engine.admin.createBucket({ name: bucket });
  const environment = {
    PATH: process.env.PATH,
    HOME: dir,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_DEFAULT_REGION: 'in-mum',
    AWS_EC2_METADATA_DISABLED: 'true',
  };
  return {
    engine,
    bucket,
    ...credentials,
    region: 'in-mum',
    ca: certificate.cert,
    caFile,
    dir,
    file: (name, bytes) => {
      writeFileSync(join(dir, name), randomBytes(bytes));
      return join(dir, name);
    },
    same: (one, other) => readFileSync(one).equals(readFileSync(other)),
    shell: async (command, args, env = {}) => {
      const { stdout } = await run(command, args, { cwd: dir, env: { ...environment, ...env }, timeout: 60_000 });
      return stdout;
    },
    close: async () => {
      await engine.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Whether a program is installed here. */
export function installed(command: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));
}
