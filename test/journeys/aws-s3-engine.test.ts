import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe } from 'vitest';
import { awsS3Engine } from '#lib/drivers/objects/aws-s3/engine.ts';
import { installed } from '#test/support/clients/bucket-clients.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { holdToContract } from '#test/support/storage/engine-contract.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

describe.skipIf(!installed('moto_server'))('S3 and IAM as moto has them (skipped where it is not installed)', () =>
  holdToContract(async () => {
    const port = await unusedPort();
    const url = `http://127.0.0.1:${port}`;
    const child: ChildProcess = spawn('moto_server', ['-p', `${port}`, '-H', '127.0.0.1'], { stdio: 'ignore' });
    await eventually(() => fetch(`${url}/moto-api/data.json`).catch(() => undefined));
    const credentials = { accessKeyId: 'AKIAJOURNEY', secretKey: 'secret' };
    const boundary = 'arn:aws:iam::123456789012:policy/bounds';
    const engine = awsS3Engine({
      s3Url: url,
      iamUrl: url,
      region: 'ap-south-1',
      credentials,
      bucketPrefix: '',
      userPath: '/svc/',
      boundary,
    });
    return {
      engine,
      // It checks no signature and asks no policy.
      guarded: false,
      grant: (key) => engine.putKey(key),
      revoke: (bucket, accessKeyId) => engine.deleteKey(bucket, accessKeyId),
      close: async () => {
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }),
);
