import type { Noun } from './noun.ts';

/** A copy of an instance's disk. */
export const snapshot: Noun = {
  create: { operation: 'createSnapshot', path: { id: 'instance_id' } },
  read: 'getSnapshot',
  updates: ['updateSnapshot'],
  delete: 'deleteSnapshot',
  list: 'listSnapshots',
  omit: ['retain_days', 'progress_percent'],
  kept: ['size_gib', 'trigger', 'consistency', 'image_id', 'expires_at'],
};
