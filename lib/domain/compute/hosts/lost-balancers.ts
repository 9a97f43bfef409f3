import { forEach } from '#lib/domain/platform/operations/for-each.ts';
import { type Assignment, assignmentsOf, failBalancer, finishRemoval } from './balancers.ts';

/**
 * What becomes of the load balancers of a host that has fallen silent: they are in error, with the reason, until it is back,
 * and those that are being deleted are gone. Should it still serve one of these, it ends it when it is back.
 */
export const loseBalancers = async (host: string): Promise<void> =>
  forEach(each(await assignmentsOf(host)), async (assignment) => {
    if (!assignment.description) await finishRemoval(assignment);
    else if (assignment.record) await failBalancer(assignment.record, `host ${host} does not answer`);
  });

async function* each(assignments: readonly Assignment[]): AsyncGenerator<Assignment> {
  yield* assignments;
}
