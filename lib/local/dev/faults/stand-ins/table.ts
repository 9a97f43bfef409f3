import { setting } from '#lib/model/platform/settings.ts';
import { clientAt, documents as usual } from '#lib/store/platform/client.ts';

export { clientAt, tableName, windows } from '#lib/store/platform/client.ts';

/** The table's client; while faults of the table are set, one whose calls pass through them. */
export function documents(): ReturnType<typeof usual> {
  const faulty = setting('SVC_TABLE_FAULTS');
  return faulty ? clientAt(faulty) : usual();
}
