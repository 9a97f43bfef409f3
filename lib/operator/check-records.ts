import { checkRecords } from '#lib/domain/platform/records/check.ts';
import { StartError } from '#lib/local/start-error.ts';

/** Reads every record against the schema of its entity, and says what does not fit. Throws where anything does not. */
export async function reportMisfits(say: (text: string) => void): Promise<void> {
  const { read, misfits } = await checkRecords();
  for (const { entity, fault, count, pk, sk } of misfits) say(`${entity}  ${fault}  (${count}, such as ${pk} ${sk})`);
  if (misfits.length > 0) throw new StartError(`of ${read} records some do not fit: ${misfits.length} kinds of faults`);
  say(`${read} records fit their schemas`);
}
