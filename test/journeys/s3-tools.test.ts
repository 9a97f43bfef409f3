import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BucketStage, installed, openBucketStage } from '#test/support/bucket-clients.ts';

const MIB = 1024 * 1024;
const Bucket = 'journey';
let stage: BucketStage;

beforeAll(async () => {
  stage = await openBucketStage(Bucket);
});
afterAll(() => stage.close());

const endpointOf = (scheme: 'http' | 'https'): string =>
  scheme === 'http' ? stage.engine.endpoint : (stage.engine.secureEndpoint ?? '');

const aws = (...args: string[]) => stage.shell('aws', ['--endpoint-url', stage.engine.endpoint, ...args]);

it.skipIf(!installed('aws'))(
  'awscli (skipped where it is not installed) copies, syncs, signs and removes',
  async () => {
    const large = stage.file('aws-large', 20 * MIB);
    const back = join(stage.dir, 'aws-back');
    const secure = ['--endpoint-url', endpointOf('https'), '--ca-bundle', stage.caFile];
    await stage.shell('aws', [...secure, 's3', 'cp', '--quiet', large, `s3://${Bucket}/aws/large`]);
    await aws('s3', 'cp', '--quiet', `s3://${Bucket}/aws/large`, back);
    expect(stage.same(large, back)).toBe(true);
    mkdirSync(join(stage.dir, 'aws-tree/deep'), { recursive: true });
    writeFileSync(join(stage.dir, 'aws-tree/deep/a b'), 'ab');
    writeFileSync(join(stage.dir, 'aws-tree/c'), 'c');
    await aws('s3', 'sync', '--quiet', 'aws-tree', `s3://${Bucket}/aws/tree`);
    expect(await aws('s3', 'ls', '--recursive', `s3://${Bucket}/aws/`)).toMatch(
      /aws\/large[\s\S]*tree\/c[\s\S]*tree\/deep\/a b/,
    );
    const link = await aws('s3', 'presign', `s3://${Bucket}/aws/tree/c`);
    expect(await (await fetch(link.trim())).text()).toBe('c');
    await aws('s3', 'rm', '--quiet', '--recursive', `s3://${Bucket}/aws/`);
    expect(await stage.engine.admin.listObjects(Bucket, { prefix: 'aws/' })).toMatchObject({ objects: [] });
  },
);

const boto3 = fileURLToPath(new URL('./boto3-work.py', import.meta.url));

async function hasBoto(): Promise<boolean> {
  if (!installed('python3')) return false;
  return await stage.shell('python3', ['-c', 'import boto3']).then(
    () => true,
    () => false,
  );
}

it.each(['http', 'https'] as const)(
  'boto3 (skipped where it is not installed) does its work over %s',
  async (scheme) => {
    if (!(await hasBoto())) return;
    const args = [boto3, endpointOf(scheme), scheme === 'https' ? stage.caFile : '', Bucket];
    expect(await stage.shell('python3', args)).toBe('done\n');
  },
);

it.skipIf(!installed('rclone'))(
  'rclone (skipped where it is not installed) copies, checks, syncs and purges',
  async () => {
    const config = {
      RCLONE_CONFIG: join(stage.dir, 'rclone.conf'),
      RCLONE_CONFIG_SVC_TYPE: 's3',
      RCLONE_CONFIG_SVC_PROVIDER: 'Other',
      RCLONE_CONFIG_SVC_ENV_AUTH: 'true',
      RCLONE_CONFIG_SVC_ENDPOINT: stage.engine.endpoint,
      RCLONE_CONFIG_SVC_REGION: stage.region,
      RCLONE_S3_NO_CHECK_BUCKET: 'true',
      RCLONE_S3_UPLOAD_CUTOFF: '5M',
    };
    const rclone = (...args: string[]) => stage.shell('rclone', args, config);
    mkdirSync(join(stage.dir, 'rclone-tree/deep'), { recursive: true });
    stage.file('rclone-tree/large', 12 * MIB);
    writeFileSync(join(stage.dir, 'rclone-tree/deep/ä b'), 'ab');
    const remote = `svc:${Bucket}/rclone`;
    await rclone('copy', 'rclone-tree', remote);
    await rclone('check', '--download', 'rclone-tree', remote);
    writeFileSync(join(stage.dir, 'rclone-tree/deep/ä b'), 'changed');
    await rclone('sync', 'rclone-tree', remote);
    expect(await rclone('cat', `${remote}/deep/ä b`)).toBe('changed');
    expect(JSON.parse(await rclone('size', '--json', remote))).toMatchObject({ count: 2, bytes: 12 * MIB + 7 });
    await rclone('moveto', `${remote}/large`, `${remote}/moved`);
    await rclone('purge', remote);
    expect(await rclone('lsf', `svc:${Bucket}`)).not.toContain('rclone');
  },
);

it.skipIf(!installed('s3cmd'))(
  's3cmd (skipped where it is not installed) puts in parts, gets, syncs, signs and deletes',
  async () => {
    const { host } = new URL(stage.engine.endpoint);
    const lines = [
      '[default]',
      `access_key = ${stage.accessKeyId}`,
      `secret_key = ${stage.secretAccessKey}`,
      `host_base = ${host}`,
      `host_bucket = ${host}`,
      `bucket_location = ${stage.region}`,
      'use_https = False',
      'multipart_chunk_size_mb = 5',
    ];
    const config = join(stage.dir, 's3cfg');
    writeFileSync(config, lines.join('\n'));
    const s3cmd = (...args: string[]) => stage.shell('s3cmd', ['-c', config, '--no-progress', ...args]);
    const large = stage.file('s3cmd-large', 12 * MIB);
    await s3cmd('put', large, `s3://${Bucket}/s3cmd/large`);
    await s3cmd('get', `s3://${Bucket}/s3cmd/large`, 's3cmd-back');
    expect(stage.same(large, join(stage.dir, 's3cmd-back'))).toBe(true);
    mkdirSync(join(stage.dir, 's3cmd-tree'));
    writeFileSync(join(stage.dir, 's3cmd-tree/a b'), 'ab');
    await s3cmd('sync', 's3cmd-tree/', `s3://${Bucket}/s3cmd/tree/`);
    expect(await s3cmd('ls', '--recursive', `s3://${Bucket}/s3cmd/`)).toMatch(/large[\s\S]*tree\/a b/);
    await s3cmd('cp', `s3://${Bucket}/s3cmd/tree/a b`, `s3://${Bucket}/s3cmd/copy`);
    await s3cmd('rm', '--recursive', '--force', `s3://${Bucket}/s3cmd/`);
    expect(await s3cmd('ls', '--recursive', `s3://${Bucket}/s3cmd/`)).toBe('');
  },
);
