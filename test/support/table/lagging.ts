import { onTestFinished } from 'vitest';
import { socketFolder } from '#lib/local/data/left-overs.ts';
import { FaultBook } from '#lib/local/dev/faults/book.ts';
import { LaggingIndex } from '#lib/local/dev/faults/lagging-index.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { tableName } from '#lib/store/platform/client.ts';
import { give } from '#lib/testing/functions/environment.ts';

/** From now on until the test ends nothing that is written comes into the table's index. */
export async function lagIndex(): Promise<void> {
  const endpoint = setting('AWS_ENDPOINT_URL_DYNAMODB') ?? '';
  const socketPath = `${socketFolder()}/lag`;
  const index = new LaggingIndex({ socketPath, book: new FaultBook(), endpoint, table: tableName() });
  await index.set({ after_seconds: 3600 });
  give({ AWS_ENDPOINT_URL_DYNAMODB: index.endpoint });
  onTestFinished(async () => {
    give({ AWS_ENDPOINT_URL_DYNAMODB: endpoint });
    await index.close();
  });
}
