import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { askIam } from '#lib/drivers/objects/iam-users.ts';
import { readAnswer, texts } from '#lib/drivers/objects/s3-xml.ts';
import type { XmlElement } from '#lib/standards/xml/parse.ts';
import { installed } from '#test/support/clients/bucket-clients.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { holdRoutes } from '#test/support/storage/storage-routes.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const boundary = 'arn:aws:iam::123456789012:policy/bounds';

describe.skipIf(!installed('moto_server'))(
  'routes of storage on S3 and IAM as moto has them (skipped where it is not installed)',
  () => {
    let users: () => Promise<XmlElement>;

    holdRoutes(async () => {
      const port = await unusedPort();
      const url = `http://127.0.0.1:${port}`;
      const child: ChildProcess = spawn('moto_server', ['-p', `${port}`, '-H', '127.0.0.1'], { stdio: 'ignore' });
      await eventually(() => fetch(`${url}/moto-api/data.json`).catch(() => undefined));
      Object.assign(process.env, {
        SVC_OBJECT_ENGINE: 'aws-s3',
        SVC_S3_URL: url,
        AWS_ENDPOINT_URL_IAM: url,
        SVC_OBJECT_REGION: 'ap-south-1',
        SVC_OBJECT_BUCKET_PREFIX: 'own-data-',
        SVC_OBJECT_USER_PATH: '/own/',
        SVC_OBJECT_USER_BOUNDARY: boundary,
        AWS_ACCESS_KEY_ID: 'AKIAJOURNEY',
        AWS_SECRET_ACCESS_KEY: 'secret',
      });
      const iam = {
        url,
        region: 'us-east-1',
        service: 'iam',
        accessKeyId: 'AKIAJOURNEY',
        secretKey: 'secret',
      } as const;
      users = async () => readAnswer(await askIam(iam, 'ListUsers', { PathPrefix: '/own/' }));
      return {
        keys: async () => texts(await users(), 'UserName').length,
        // It checks no signature and asks no policy.
        guarded: false,
        close: async () => {
          child.kill('SIGTERM');
          await once(child, 'exit');
        },
      };
    });

    it('each user is made in the path of the deployment', async () => {
      expect(new Set(texts(await users(), 'Path'))).toEqual(new Set(['/own/']));
    });
  },
);
