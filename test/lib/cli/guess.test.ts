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
    ['server-type list', 'svc instance-type list'],
    ['location list', 'svc platform health'],
    ['datacenters list', 'svc platform health'],
    ['compute droplet list', 'svc instance list'],
    ['compute droplet create web', 'svc instance launch web'],
    ['compute ssh web', 'svc ssh web'],
    ['compute size list', 'svc instance-type list'],
    ['compute instances list', 'svc instances list'],
    ['compute instances create web', 'svc instances create web'],
    ['compute firewall-rules list web', 'svc firewall-rules list web'],
    ['auth init', 'svc login'],
    ['auth list', 'svc context list'],
    ['balance get', 'svc billing get'],
    ['balance', 'svc billing get'],
    ['machine run nginx', 'svc instance launch nginx'],
    ['ips list', 'svc elastic-ip list'],
    ['describe-instances', 'svc instance list'],
    ['ec2 describe-instances', 'svc instance list'],
    ['ec2 run-instances', 'svc instance launch'],
    ['ec2 describe-security-groups', 'svc firewall-rule list'],
    ['ec2 allocate-address', 'svc elastic-ip allocate'],
    ['ec2 create-key-pair', 'svc ssh-key import'],
    ['s3 ls', 'svc ls'],
    ['s3 cp a s3://b/k', 'svc cp a s3://b/k'],
    ['s3api list-buckets', 'svc bucket list'],
    ['iam list-users', 'svc user list'],
    ['sts get-caller-identity', 'svc whoami'],
    ['autoscaling describe-auto-scaling-groups', 'svc asg list'],
    ['ps', 'svc instance list'],
    ['info', 'svc status'],
    ['info web', 'svc instance get web'],
    ['top', 'svc status'],
    ['version', 'svc --version'],
    ['pricing', 'svc price list'],
    ['get pods', 'svc instance list'],
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
    [
      'server change-type web s1-small',
      '"svc server change-type" is not a command',
      'svc instance resize web s1-small',
    ],
    ['server enable-backup web', '"svc server enable-backup" is not a command', 'svc backup-schedule set web'],
    ['firewall add-rule web', '"svc firewall add-rule" is not a command', 'svc firewall-rule add web'],
    ['lb add-target front', '"svc lb add-target" is not a command', 'svc backend add front'],
    ['compute instance delete web', '"svc compute instance" is not a command', 'svc instance delete web'],
    ['ec2 terminate-instances web', '"svc ec2 terminate-instances" is not a command', 'svc instance terminate web'],
    ['s3 rm s3://b/k', '"svc s3 rm" is not a command', 'svc rm s3://b/k'],
    ['s3 mb b', '"svc s3 mb" is not a command', 'svc bucket create b'],
    ['exec web', '"svc exec web" is not a command', 'svc ssh web'],
    ['configure', '"svc configure" is not a command', 'svc login'],
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
  'constructor',
  'ec2 constructor',
  '',
])('%j is left as it is', (line) => expect(guess(line === '' ? [] : words(line))).toBeUndefined());
