import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to have a login load its library by the variables of the client',
  async by({ attacker }) {
    const variables = [
      'LD_PRELOAD',
      'LD_LIBRARY_PATH',
      'LD_AUDIT',
      'BASH_ENV',
      'ENV',
      'PERL5OPT',
      'PERL5LIB',
      'NODE_OPTIONS',
      'GCONV_PATH',
      'PATH',
      'HOME',
      'IFS',
    ];
    const client = await attacker.ssh.start(
      attacker.login,
      variables.flatMap((name) => ['-o', `SetEnv=${name}=/root/evil`]),
      ['env'],
    );
    let told = '';
    client.stdout?.setEncoding('utf8').on('data', (text: string) => {
      told += text;
    });
    await new Promise((done) => client.once('close', done));
    expect(told).toContain('PATH=');
    expect(told).not.toContain('/root/evil');
  },
};
