import { setting } from '#lib/model/platform/settings.ts';
import * as usual from '#lib/store/platform/client.ts';

export const { tableName, windows } = usual;
export const clientAt = usual.clientAt;

/** The table's client; while faults of the table are set, one whose calls pass through them. */
export function documents(): ReturnType<typeof usual.documents> {
  const faulty = setting('SVC_TABLE_FAULTS');
  return faulty ? usual.clientAt(faulty) : usual.documents();
}
