import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { withClient } from '#test/hostile/machines/raw-ssh.ts';

export const attack: Attack = {
  tries: "to fill the platform's memory with variables for a login",
  async by({ attacker }) {
    const name = (index: number) =>
      `LC_${index
        .toString(26)
        .replace(/\d/g, (digit) => 'QRSTUVWXYZ'[Number(digit)] ?? '')
        .toUpperCase()}`;
    const env = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [name(index), 'x'.repeat(200)]));
    expect(Object.keys(env).length).toBeGreaterThan(1500);
    const accepted = await withClient(
      attacker,
      (client) =>
        new Promise<string>((done) => {
          client.exec('env | grep -c "^LC_[A-Z]*=xxx"', { env }, (error, channel) => {
            if (error) return done(error.message);
            let said = '';
            channel
              .on('data', (data: Buffer) => {
                said += data;
              })
              .on('close', () => done(said))
              .stderr.resume();
          });
        }),
    );
    // As many as OpenSSH takes.
    expect(Number(accepted)).toBeGreaterThan(0);
    expect(Number(accepted)).toBeLessThanOrEqual(128);
  },
};
