import { describe } from 'vitest';
import { testEngine } from '#test/lib/local/s3/engine.ts';
import { holdToContract } from '#test/support/storage/engine-contract.ts';

describe('the embedded engine', () =>
  holdToContract(async () => {
    const { engine, keys, close } = await testEngine();
    return {
      engine: engine.admin,
      guarded: true,
      grant: async (key) => {
        const { secretKey: secret, bucket, permission, prefix, active } = key;
        keys.set(key.accessKeyId, { secret, bucket, permission, prefix, status: active ? 'active' : 'inactive' });
        return engine.admin.putKey(key);
      },
      revoke: async (bucket, accessKeyId) => {
        keys.delete(accessKeyId);
        await engine.admin.deleteKey(bucket, accessKeyId);
      },
      close,
    };
  }));
