import type { Login } from './openssh.ts';
import { useSshMachines } from './ssh-machines.ts';

/** Container machines, for the length of a describe block, and what tests of their units ask of them. */
export function useUnitMachines() {
  const machines = useSshMachines('container');
  const inside = async (login: Login, command: string) => {
    const { code, stdout, stderr } = await machines().ssh.run(login, command);
    return { code, stdout, stderr };
  };
  const out = async (login: Login, command: string) => (await inside(login, command)).stdout;
  const write = (login: Login, path: string, text: string) =>
    machines().ssh.run(login, `mkdir -p $(dirname ${path}) && cat > ${path}`, { input: text });
  const unit = (login: Login, name: string, text: string) => write(login, `/etc/systemd/system/${name}`, text);
  /** What a unit has written, without the times. */
  const journal = (login: Login, name: string) => out(login, `journalctl -u ${name} --no-pager | cut -c17-`);
  return { machines, inside, out, write, unit, journal };
}
