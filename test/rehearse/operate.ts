import { eventually } from '#test/support/vitest/eventually.ts';
import { email, type Walk } from './given.ts';

/** The commands of docs/operating.md. */
export async function operate({ steps, desk, host }: Walk): Promise<void> {
  const shown = async () => JSON.parse(await desk.follow('svc platform get-host', `${host.id} -o json`));
  const becomes = (state: string) => eventually(async () => (await shown()).state === state);
  await steps.take('accounts: found, credited, given a quota, blocked and unblocked', async () => {
    const found = await desk.follow('svc platform list-accounts --q asha@example.in', '-o json');
    if (!found.includes(email)) throw new Error(found);
    await desk.follow(
      'svc platform credit-account 482910337451 --amount-paise 100000 --reason "outage of 14 November"',
    );
    await desk.follow('svc platform set-account-quotas 482910337451 --instances 100');
    await desk.follow('svc platform block-account 482910337451 --reason "abuse report 1182"');
    await desk.follow('svc platform unblock-account 482910337451');
  });
  await steps.take('what went wrong: differences, operations, the log of operators', async () => {
    await desk.follow('svc platform list-ledger-differences');
    await desk.follow('svc platform list-operations');
    const log = await desk.follow('svc platform list-audit-logs --month 2026-11', '-o json');
    if (!log.includes('/credit')) throw new Error(log);
  });
  await steps.take('the host is drained, and takes machines again', async () => {
    await desk.follow('svc platform drain-host host-4k2mq8x1c7vd');
    await becomes('draining');
    await desk.follow('svc platform resume-host host-4k2mq8x1c7vd');
    await becomes('active');
  });
}

/** The end of the host, by the commands of docs/operating.md, and that of its operator. */
export async function removeHost({ steps, desk, stage, host }: Walk): Promise<void> {
  const isFenced = async () => (await desk.json(`svc platform get-host ${host.id}`)).state === 'fenced';
  await steps.take('the host is fenced, and its record removed', async () => {
    await desk.follow('svc platform fence-host host-4k2mq8x1c7vd', '--yes');
    await eventually(isFenced);
    await eventually(async () => stage.bells.open === 0);
    await host.kill('SIGTERM');
    await desk.follow('svc platform delete-host host-4k2mq8x1c7vd', '--yes');
  });
  const table = '--table svc-prod-restored';
  await steps.take('npm run operator: lists, names again, checks records, removes', async () => {
    await desk.follow('npm run operator -- asha@example.in --stage prod', table);
    const listed = await desk.follow('npm run operator -- --list --stage prod', table);
    await desk.follow('npm run operator -- check-records --stage prod', table);
    await desk.follow('npm run operator -- --remove asha@example.in --stage prod', table);
    if (!/\d{12}/.test(listed)) throw new Error(`${email} is not listed: ${listed}`);
  });
}
