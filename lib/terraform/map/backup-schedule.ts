import type { Noun } from './noun.ts';

const path = { id: 'instance_id' };

/** When snapshots of an instance are made by themselves. */
export const backupSchedule: Noun = {
  create: { operation: 'putBackupSchedule', path },
  read: { operation: 'getBackupSchedule', path },
  updates: [{ operation: 'putBackupSchedule', path }],
  delete: { operation: 'deleteBackupSchedule', path },
  names: ['instance_id'],
  shown: (reply) => (reply.cron ? reply : undefined),
  omit: ['last_run'],
};
