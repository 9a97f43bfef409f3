import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { newChecksum } from '#lib/local/s3/payload/checksums.ts';
import { combineCrcs } from '#lib/local/s3/payload/crc-combine.ts';

function sum(algorithm: string, pieces: readonly Buffer[]): string {
  const checksum = newChecksum(algorithm);
  for (const piece of pieces) checksum.update(piece);
  return checksum.digest().toString('base64');
}

// The check values of the catalogue of parametrised CRC algorithms, over "123456789".
it.each([
  ['CRC32', 'cbf43926'],
  ['CRC32C', 'e3069283'],
  ['CRC64NVME', 'ae8b14860a799888'],
])('%s of the check string', (algorithm, hex) => {
  expect(Buffer.from(sum(algorithm, [Buffer.from('123456789')]), 'base64').toString('hex')).toBe(hex);
});

it.each(['CRC32', 'CRC32C', 'CRC64NVME'])('%s does not depend on how the bytes come', (algorithm) => {
  const bytes = randomBytes(1000);
  const whole = sum(algorithm, [bytes]);
  for (let at = 0; at < 40; at += 1) expect(sum(algorithm, [bytes.subarray(0, at), bytes.subarray(at)])).toBe(whole);
});

it.each(['CRC32', 'CRC32C', 'CRC64NVME'])('%s of pieces combines to that of the whole', (algorithm) => {
  const pieces = [0, 1, 7, 4096, 70_001, 4096].map((size) => randomBytes(size));
  const each = pieces.map((piece) => ({ value: sum(algorithm, [piece]), size: piece.length }));
  expect(combineCrcs(algorithm, each)).toBe(sum(algorithm, pieces));
});
