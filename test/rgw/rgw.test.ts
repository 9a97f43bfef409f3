import { describe } from 'vitest';
import { rgwEngine } from '#lib/drivers/objects/rgw/engine.ts';
import { holdToContract } from '#test/support/storage/engine-contract.ts';
import { startCeph, whyNoCeph } from './ceph.ts';

const why = whyNoCeph();

describe.skipIf(why !== undefined)(why ? `Ceph's gateway (skipped: ${why})` : "Ceph's gateway", () =>
  holdToContract(async () => {
    const { close, ...options } = await startCeph();
    const engine = rgwEngine(options);
    return {
      engine,
      guarded: true,
      grant: (key) => engine.putKey(key),
      revoke: (bucket, accessKeyId) => engine.deleteKey(bucket, accessKeyId),
      close,
    };
  }),
);
