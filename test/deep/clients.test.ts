import { afterAll, beforeAll, expect, it } from 'vitest';
import { clients } from '#test/clients/clients.ts';
import { expected, runClient } from '#test/clients/runner/run.ts';
import { Stage } from '#test/clients/runner/stage.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';

/* The rows of docs/compatibility.md, by each real client that is installed. `npm run test:clients` writes the page. */

await whereContainersWork(() => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  afterAll(async () => {
    await stage?.close();
  });

  it.each(clients)('$name does what its rows say', async (client) => {
    const { version, verdicts } = await runClient(stage, client);
    if (version === undefined) return;
    const wanted = client.rows.map((row) => ({ feature: row.feature, verdict: expected(row) }));
    const said = JSON.stringify(verdicts.filter(({ verdict }) => verdict === 'fails'));
    expect(
      verdicts.map(({ feature, verdict }) => ({ feature, verdict })),
      said,
    ).toEqual(wanted);
  });
});
