import type { EngineEntry } from '#lib/drivers/objects/entry.ts';
import { rgwCapabilities } from './capabilities.ts';

/** Ceph's gateway. */
export const rgw: EngineEntry<'rgw'> = {
  capabilities: rgwCapabilities,
  addressing: ({ addressing }) => addressing,
  bucketPrefix: () => '',
  load: async (settings) => {
    const { openRgw, ownerKeys } = await import('./open.ts');
    return { open: () => openRgw(settings), authority: async () => (await ownerKeys(settings)).ca };
  },
};
