import type { Noun } from './noun.ts';

const path = { vol_id: 'volume_id' };

/** A volume in an instance. */
export const volumeAttachment: Noun = {
  create: { operation: 'attachVolume', path },
  read: { operation: 'getVolume', path },
  delete: { operation: 'detachVolume', path },
  names: ['volume_id'],
  shown: (reply, { instance_id }) => (reply.instance_id === (instance_id ?? reply.instance_id) ? reply : undefined),
  only: ['device', 'mount_path'],
};
