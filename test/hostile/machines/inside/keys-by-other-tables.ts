import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

const GET_SESSION_KEYRING = [0, -3, 0];

/** A program of 32 bits that makes one system call and ends with the number of its error; 0 where it is done. */
function oldProgram(call: number, [first = 0, second = 0, third = 0]: readonly number[]): Buffer {
  const code = Buffer.alloc(41);
  const mov = [0xb8, 0xbb, 0xb9, 0xba];
  [call, first, second, third].forEach((value, at) => {
    code[5 * at] = mov[at] ?? 0;
    code.writeInt32LE(value, 5 * at + 1);
  });
  // int 0x80; eax < 0 ? its error : 0, as exit's status.
  code.set([0xcd, 0x80, 0x89, 0xc3, 0xf7, 0xdb, 0x85, 0xdb, 0x79, 0x02, 0x31, 0xdb, 0xb8, 1, 0, 0, 0, 0xcd, 0x80], 20);
  const [BASE, HEADERS] = [0x10000, 52 + 32];
  const file = Buffer.concat([Buffer.alloc(HEADERS), code]);
  file.write('\x7fELF\x01\x01\x01', 'latin1');
  file.writeUInt16LE(2, 16);
  file.writeUInt16LE(3, 18);
  [1, BASE + HEADERS, 52, 0, 0].forEach((value, at) => void file.writeUInt32LE(value, 20 + 4 * at));
  [52, 32, 1, 40, 0, 0].forEach((value, at) => void file.writeUInt16LE(value, 40 + 2 * at));
  [1, 0, BASE, BASE, file.length, file.length, 5, 0x1000].forEach((value, at) => {
    file.writeUInt32LE(value, 52 + 4 * at);
  });
  return file;
}

export const attack: Attack = {
  tries: 'to reach keys of the kernel by its other tables of system calls, of 32 bits and of x32',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    const tables = ['0x40000000 + 250', '0x40000000 + 248', '0xc0000000 + 250'];
    const answers = await attacker.perl(
      tables.map((call) => `$! = 0; print syscall(${call}, 0, -3, 0, 0, 0) == -1 ? why() : "done", "\\n";`).join('\n'),
    );
    if (process.arch === 'x64') expect(answers).toEqual(tables.map(() => 'ENOSYS'));
    const run = async (call: number, given: readonly number[]) => {
      await attacker.run('base64 -d > /root/old; chmod 755 /root/old', {
        input: oldProgram(call, given).toString('base64'),
      });
      return (await attacker.run('/root/old')).code;
    };
    // 20: getpid, so that it is known to be such a program; kernels without such a table cannot run it at all (126).
    const works = process.arch === 'x64' && (await run(20, [])) === 0;
    expect(await run(288, GET_SESSION_KEYRING)).toBe(works ? 38 : 126);
  },
};
