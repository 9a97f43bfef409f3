import { describe, expect, test } from 'vitest';
import { allowed, flagMeant, guess, inShell } from '#lib/cli/guess.ts';
import { commandsOf } from '#lib/cli/table/commands.ts';

const words = (line: string) => line.split(' ');

/** The command that runs; undefined where the words are ours already, or mean nothing. */
function taken(line: string): string | undefined {
  const found = guess(words(line));
  return found && inShell(allowed(found, words(line)));
}

describe('what reads or creates runs, in other words too', () => {
  test.each([
    ['help', 'svc --help'],
    ['help instance launch', 'svc instance launch --help'],
    ['launch web --image debian-12', 'svc instance launch web --image debian-12'],
    ['run web', 'svc instance launch web'],
    ['create vpc shop', 'svc vpc create shop'],
    ['new volume', 'svc volume create'],
    ['list instances', 'svc instance list'],
    ['-o json list instances', 'svc instance list -o json'],
    ['list', 'svc instance list'],
    ['get instance web', 'svc instance get web'],
    ['describe image debian-12', 'svc image get debian-12'],
    ['describe images', 'svc image list'],
    ['server list', 'svc instance list'],
    ['servers', 'svc instance --help'],
    ['vm show web', 'svc instance get web'],
    ['droplet create web', 'svc instance launch web'],
    ['balancers ls', 'svc load-balancer list'],
    ['lb describe front', 'svc load-balancer get front'],
    ['sg list web', 'svc firewall-rule list web'],
    ['ip allocate', 'svc elastic-ip allocate'],
    ['floating-ip create front', 'svc elastic-ip allocate front'],
    ['network create shop', 'svc vpc create shop'],
    ['keypairs ls', 'svc ssh-key list'],
    ['flavor list', 'svc instance-type list'],
    ['instance ssh web', 'svc ssh web'],
    ['server logs web -f', 'svc logs web -f'],
    ['destroy server --help', 'svc instance terminate --help'],
  ])('%s', (line, command) => expect(taken(line)).toBe(command));
});

describe('what changes or destroys is only named', () => {
  test.each([
    ['delete vpc shop', '"svc delete vpc" is not a command', 'svc vpc delete shop'],
    ['destroy droplet web --yes', '"svc destroy droplet" is not a command', 'svc instance terminate web --yes'],
    ['terminate web', '"svc terminate web" is not a command', 'svc instance terminate web'],
    ['stop web', '"svc stop web" is not a command', 'svc instance stop web'],
    ['restart web', '"svc restart web" is not a command', 'svc instance reboot web'],
    ['instance destroy web', '"svc instance destroy" is not a command', 'svc instance terminate web'],
    ['server rm web', '"svc server rm" is not a command', 'svc instance terminate web'],
    ['firewall allow web', '"svc firewall allow" is not a command', 'svc firewall-rule add web'],
    ['disk mount data', '"svc disk mount" is not a command', 'svc volume attach data'],
    ['scale web', '"svc scale web" is not a command', 'svc instance resize web'],
    ['edit asg app', '"svc edit asg" is not a command', 'svc asg update app'],
  ])('%s', (line, message, hint) => {
    expect(() => taken(line)).toThrow(expect.objectContaining({ message, hint, exit: 2, code: 'usage' }));
  });

  test.each([
    ['instance', 'launch', 'type', 'instance-type'],
    ['instance', 'launch', 'size', 'instance-type'],
    ['instance', 'launch', 'flavor', 'instance-type'],
    ['instance', 'launch', 'key', 'ssh-key'],
    ['instance', 'launch', 'network', 'vpc'],
    ['volume', 'create', 'size', 'size-gib'],
    ['volume', 'create', 'server', 'instance'],
    ['instance', 'launch', 'shade', undefined],
  ])('%s %s --%s is written --%s', (noun, verb, word, flag) => {
    const command = commandsOf(noun).find((one) => one.verb === verb);
    expect(command && flagMeant(command, word)).toBe(flag);
  });

  test('in quotes where a shell needs them', () => {
    const found = guess(['terminate', "ann's box; reboot"]);
    expect(found).toEqual({ words: ['instance', 'terminate', "ann's box; reboot"], isSafe: false });
    expect(inShell(found?.words ?? [])).toBe("svc instance terminate 'ann'\\''s box; reboot'");
  });
});

test.each([
  'instance list',
  'vm ls',
  'instances',
  'ssh web',
  'ls',
  'rm s3://b/k',
  'activity',
  '--version',
  'fly web',
  '',
])('%j is left as it is', (line) => expect(guess(line === '' ? [] : words(line))).toBeUndefined());
