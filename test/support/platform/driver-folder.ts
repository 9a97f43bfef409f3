import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where a driver keeps the machines of a data folder: below it, or in a system folder when root started the platform.
 */
export function driverFolder(dataDir: string, driver: 'container' | 'process'): string {
  const dir = join(realpathSync(dataDir), 'machines', driver);
  if (process.getuid?.() !== 0) return dir;
  return join('/var/lib/svc', createHash('sha256').update(dir).digest('hex').slice(0, 16));
}
