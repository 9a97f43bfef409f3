import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { deleting } from './deletion.ts';
import { findVolume } from './find.ts';
import { requireStatus } from './refusals.ts';

interface Deleting {
  id: string;
  status: 'deleting';
}

/** Deletes a volume with its files; one that is being deleted is answered as it stands. 409 while an instance has it. */
export function deleteVolume(context: Context, { id }: { id: string }): Promise<Deleting> {
  return retryOnConflict(async () => {
    const record = await findVolume(context, id);
    context.match(record.version);
    const reply: Deleting = { id, status: 'deleting' };
    if (record.status === 'deleting') return context.commit({ writes: [], reply });
    requireStatus(record, 'delete', 'available', 'error');
    const { writes, workflow } = deleting(context, record);
    return context.commit({ writes, reply, workflow });
  });
}
