import { describe } from 'vitest';
import { signedFetch } from '#lib/drivers/objects/signed-fetch.ts';
import { startSecretsManager } from '#test/support/http/secrets-manager.ts';
import { holdRoutes } from '#test/support/storage/storage-routes.ts';
import { startCeph, whyNoCeph } from './ceph.ts';

const why = whyNoCeph();

describe.skipIf(why !== undefined)(
  why ? `routes of storage on Ceph (skipped: ${why})` : 'routes of storage on Ceph',
  () =>
    holdRoutes(async () => {
      const { close, url, region, owner: uid, credentials } = await startCeph();
      const secrets = await startSecretsManager('object-keys');
      const { accessKeyId: access_key_id, secretKey: secret_key } = credentials;
      const text = JSON.stringify({ uid, access_key_id, secret_key });
      secrets.versions.set('object-keys', [{ id: '1', text }]);
      Object.assign(process.env, {
        SVC_OBJECT_ENGINE: 'rgw',
        SVC_S3_URL: url,
        SVC_OBJECT_SECRET: 'object-keys',
        AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
      });
      const s3 = { url, region, service: 's3', ...credentials } as const;
      return {
        keys: async () => {
          const list = { method: 'GET', path: '/admin/user', query: { list: '', format: 'json' } };
          const { keys } = JSON.parse((await signedFetch(s3, list)).text) as { keys: string[] };
          return keys.filter((name) => name.startsWith('svc-key-')).length;
        },
        guarded: true,
        close: async () => {
          await secrets.close();
          await close();
        },
      };
    }),
);
