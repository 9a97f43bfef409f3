import { expect } from 'vitest';
import { type Attack, fields } from '#test/hostile/proxy/balancer-ground.ts';

export const attack: Attack = {
  tries: 'methods that HTTP/1.1 does not know, or knows in capitals, and tunnels',
  async by({ ask, heard }) {
    const odd = [
      'get',
      'connect',
      'Connect',
      'trace',
      'TRACE',
      'BREW',
      'PRI',
      'GET / HTTP/1.1\r\nX-A:',
      'G ET',
      'G\0',
      '',
    ];
    const answers = [];
    for (const method of odd) answers.push(await ask(fields({ ':method': method })));
    answers.push(
      await ask([
        [':method', 'CONNECT'],
        [':authority', 'shop.example.in:25'],
      ]),
    );
    answers.push(await ask(fields({ ':method': 'CONNECT' })));
    answers.push(await ask(fields({ ':method': 'CONNECT', ':protocol': 'websocket' })));
    expect(answers.filter((answer) => !['400', 'answered', 'refused'].includes(answer))).toEqual([]);
    expect(heard()).toEqual([]);
  },
};
