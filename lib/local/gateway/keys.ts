import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '#lib/local/data/files.ts';
import { newGatewayId } from './entities.ts';

/** The merchant's keys; the driver reads the same file (SVC_GATEWAY_KEY_FILE). */
export interface GatewayKeys {
  key_id: string;
  key_secret: string;
  webhook_secret: string;
}

/** The keys of a data folder, which are made at the first start. */
export function gatewayKeys(file: string): GatewayKeys {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const secret = () => randomBytes(24).toString('base64url');
    const keys = { key_id: newGatewayId('rzp_test'), key_secret: secret(), webhook_secret: secret() };
    replaceFile(file, `${JSON.stringify(keys, null, 1)}\n`);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as GatewayKeys;
}
