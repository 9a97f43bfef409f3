import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import { getSubject, isSubject } from '#lib/store/compute/jobs.ts';

/** The names of those of these instances, volumes and snapshots that exist. */
export async function namesOf(account: string, ids: readonly string[]): Promise<string[]> {
  const subjects = await allInOrder(ids.filter(isSubject).map((id) => getSubject(account, id)));
  return subjects.flatMap((subject) => (subject ? [subject.name] : []));
}
