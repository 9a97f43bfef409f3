import type { Noun } from './noun.ts';

const path = { vol_id: 'id' };

/** A disk; where it is attached is a resource of its own. */
export const volume: Noun = {
  create: 'createVolume',
  read: { operation: 'getVolume', path },
  updates: [{ operation: 'updateVolume', path }],
  delete: { operation: 'deleteVolume', path },
  list: 'listVolumes',
  apart: { instance_id: { noun: 'volume_attachment', of: 'volume_id', sets: 'instance_id' } },
  omit: ['device', 'task'],
  kept: ['filesystem'],
};
