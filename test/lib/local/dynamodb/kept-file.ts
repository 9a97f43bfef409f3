import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynoxide } from '#lib/local/dynamodb/dynoxide.ts';
import { ensureTable } from '#lib/local/dynamodb/table.ts';
import { readTables } from '#lib/local/dynamodb/table-file.ts';
import { directTo } from '#lib/local/dynamodb/transport.ts';
import { socketOf } from '#lib/model/platform/endpoint.ts';

export const TableName = 'svc';

/** An engine with an empty table, whose file this process reads until `end`. */
export async function keptFile() {
  const dir = mkdtempSync(join(tmpdir(), 'svc-table-file-'));
  const file = join(dir, 'table.sqlite');
  const engine = await startDynoxide({ file });
  const socketPath = socketOf(engine.endpoint) ?? '';
  await ensureTable(engine.endpoint, TableName);
  const call = directTo(socketPath);
  const stop = await readTables(socketPath, file);
  let isEnded = false;
  const end = () => {
    if (!isEnded) stop();
    isEnded = true;
  };
  return {
    file,
    engine,
    end,
    call,
    put: (Item: object) => call({ command: 'PutItemCommand', input: { TableName, Item } }),
    async remove() {
      end();
      await engine.stop();
      rmSync(dir, { recursive: true });
    },
  };
}
