import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { BucketStage } from './bucket-clients.ts';

const MIB = 1024 * 1024;

/** Typical work with rclone, until its key is revoked. */
export async function rcloneWork(stage: BucketStage): Promise<void> {
  const key = await stage.key();
  const env = {
    RCLONE_CONFIG: join(stage.dir, 'rclone.conf'),
    RCLONE_CONFIG_SVC_TYPE: 's3',
    RCLONE_CONFIG_SVC_PROVIDER: 'Other',
    RCLONE_CONFIG_SVC_ENV_AUTH: 'true',
    RCLONE_CONFIG_SVC_ENDPOINT: stage.endpoint,
    RCLONE_CONFIG_SVC_REGION: stage.region,
    RCLONE_S3_NO_CHECK_BUCKET: 'true',
    RCLONE_S3_UPLOAD_CUTOFF: '5M',
  };
  const rclone = (...args: string[]) => stage.shell('rclone', args, { key, env });
  mkdirSync(join(stage.dir, 'rclone-tree/deep'), { recursive: true });
  stage.file('rclone-tree/large', 12 * MIB);
  writeFileSync(join(stage.dir, 'rclone-tree/deep/ä b'), 'ab');
  const remote = `svc:${stage.bucket}/rclone`;
  await rclone('copy', 'rclone-tree', remote);
  await rclone('check', '--download', 'rclone-tree', remote);
  writeFileSync(join(stage.dir, 'rclone-tree/deep/ä b'), 'changed');
  await rclone('sync', 'rclone-tree', remote);
  expect(await rclone('cat', `${remote}/deep/ä b`)).toBe('changed');
  expect(JSON.parse(await rclone('size', '--json', remote))).toMatchObject({ count: 2, bytes: 12 * MIB + 7 });
  await rclone('moveto', `${remote}/large`, `${remote}/moved`);
  await rclone('purge', remote);
  expect(await rclone('lsf', `svc:${stage.bucket}`)).not.toContain('rclone');
  await key.revoke();
  await expect(rclone('lsf', '--retries', '1', `svc:${stage.bucket}`)).rejects.toThrow('InvalidAccessKeyId');
}

/** Typical work with s3cmd, until its key is revoked. */
export async function s3cmdWork(stage: BucketStage): Promise<void> {
  const key = await stage.key();
  const { host } = new URL(stage.endpoint);
  const lines = [
    '[default]',
    `access_key = ${key.accessKeyId}`,
    `secret_key = ${key.secretAccessKey}`,
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
  await s3cmd('put', large, `s3://${stage.bucket}/s3cmd/large`);
  await s3cmd('get', `s3://${stage.bucket}/s3cmd/large`, 's3cmd-back');
  expect(stage.same(large, join(stage.dir, 's3cmd-back')), 'a file in parts is what was sent').toBe(true);
  mkdirSync(join(stage.dir, 's3cmd-tree'));
  writeFileSync(join(stage.dir, 's3cmd-tree/a b'), 'ab');
  await s3cmd('sync', 's3cmd-tree/', `s3://${stage.bucket}/s3cmd/tree/`);
  await s3cmd('cp', `s3://${stage.bucket}/s3cmd/tree/a b`, `s3://${stage.bucket}/s3cmd/copy`);
  const list = () => s3cmd('ls', '--recursive', `s3://${stage.bucket}/s3cmd/`);
  expect(await list()).toMatch(/copy\n[\s\S]*large\n[\s\S]*tree\/a b\n$/);
  await s3cmd('rm', '--recursive', '--force', `s3://${stage.bucket}/s3cmd/`);
  expect(await list()).toBe('');
  await key.revoke();
  await expect(list()).rejects.toThrow('(InvalidAccessKeyId)');
}
