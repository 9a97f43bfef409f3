import { expect } from 'vitest';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { Login, OpenSsh, SshResult } from '#test/lib/runtime/support/openssh.ts';
import { PRELUDE } from './syscalls.ts';

/** A machine, and root in it. */
export class Machine {
  readonly login: Login;
  readonly ssh: OpenSsh;

  constructor(login: Login, ssh: OpenSsh) {
    this.login = login;
    this.ssh = ssh;
  }

  get spec(): MachineSpec {
    return this.login.spec;
  }

  get id(): string {
    return this.spec.id;
  }

  get ip(): string {
    return this.spec.private_ip;
  }

  run(command: string, options: { readonly input?: string; readonly tty?: boolean } = {}): Promise<SshResult> {
    return this.ssh.run(this.login, command, options);
  }

  /** What a command prints. */
  async out(command: string): Promise<string> {
    return (await this.run(command)).stdout;
  }

  /**
   * The output of a perl program, one value a line. The program may call `sys` and `told`. Throws perl's message when
   * it dies.
   */
  async perl(program: string): Promise<string[]> {
    const { code, stdout, stderr } = await this.run('perl -', { input: `${PRELUDE}\n${program}` });
    if (code !== 0) throw new Error(`perl ended with ${code}: ${stderr}`);
    return stdout.split('\n').slice(0, -1);
  }

  /** What each system call says, by the text of its arguments in perl; each is to be refused with one of `names`. */
  async isTold(calls: readonly string[], ...names: readonly string[]): Promise<void> {
    const answers = await this.perl(calls.map((call) => `print told(${call}), "\\n";`).join('\n'));
    expect(calls.filter((_, index) => !names.includes(answers[index] ?? '')).map((call) => [call, answers])).toEqual(
      [],
    );
  }

  /**
   * Every command must be refused. Each one works where it is allowed, so that a typing error does not look like a
   * refusal.
   */
  async isRefused(...commands: readonly string[]): Promise<void> {
    const script = commands.map((command) => `(${command}) >/dev/null 2>&1 && echo worked || echo refused:$?`);
    const answers = (await this.out(script.join('\n'))).split('\n');
    const outcomes = commands.map((command, index) => [command, answers[index]]);
    // 126 and 127: there is no such program.
    expect(outcomes.filter(([, answer]) => !/^refused:(?!12[67]$)/.test(answer ?? ''))).toEqual([]);
  }

  /** It still does what a machine is for. */
  async isWell(): Promise<void> {
    expect(await this.out('sh -c "sleep 0 & wait"; hostname')).toBe(`${this.spec.name}\n`);
  }
}
