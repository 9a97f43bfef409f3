import type { RealClient } from './runner/row.ts';

/** Set-ups of machines by their inventory. */
export const ansible: RealClient = {
  name: 'ansible',
  version: "ansible --version | sed -n '1s/.*core \\([^]]*\\).*/\\1/p'",
  setUp: `export ANSIBLE_NOCOLOR=1 ANSIBLE_SSH_ARGS="-F $SSH_CONFIG"
printf '#!/bin/sh\\nexec svc ansible-inventory "$@"\\n' > inventory; chmod 755 inventory
echo web-1 > plain
a() { ansible -i plain web-1 "$@"; }`,
  rows: [
    {
      feature: 'the inventory of the platform (`svc ansible-inventory`)',
      does: 'ansible-inventory -i inventory --graph',
      shows: '@status_running:\n  |  |--web-1',
    },
    {
      feature: 'variables of a machine',
      does: 'ansible-inventory -i inventory --host web-1',
      shows: '"svc_instance_type_id": "s1-small"',
    },
    { feature: '`ping`', does: 'a -m ping', shows: '"ping": "pong"' },
    {
      feature: '`setup`: facts',
      does: 'a -m setup -a filter=ansible_distribution',
      shows: '"ansible_distribution": "Debian"',
    },
    {
      feature: '`copy`, twice',
      does: 'echo page > page; a -m copy -a "src=page dest=/srv/page mode=0640"; a -m copy -a "src=page dest=/srv/page mode=0640"',
      shows: '"changed": false',
    },
    {
      feature: '`fetch`',
      does: 'a -m fetch -a "src=/etc/hostname dest=got/ flat=yes"; cat got/hostname',
      shows: 'web-1',
    },
    {
      feature: '`user` and `become`',
      does: 'a -m user -a "name=app shell=/bin/bash"; a --become --become-method su --become-user app -m command -a "id -un"',
      shows: 'app',
    },
    {
      feature: '`cron`, `lineinfile`, `file`',
      does: 'a -m file -a "path=/srv/dir state=directory mode=0700"; a -m lineinfile -a "path=/srv/dir/conf line=a=b create=yes"; a -m command -a "cat /srv/dir/conf"',
      shows: 'a=b',
    },
    {
      feature: '`synchronize`',
      does: 'mkdir -p tree; echo s > tree/s; a -m ansible.posix.synchronize -a "src=tree/ dest=/srv/synced rsync_opts=--rsh=\'ssh -F $SSH_CONFIG\'"; a -m command -a "cat /srv/synced/s"',
      shows: 'rc=0 >>\ns',
    },
    {
      feature: 'a play with pipelining',
      does: `cat > play.yml <<'END'
- hosts: web-1
  tasks:
    - template: { src: page.j2, dest: /srv/templated }
    - command: cat /srv/templated
      register: said
    - debug: { var: said.stdout }
END
echo '{{ inventory_hostname }} has {{ ansible_processor_vcpus }} processors' > page.j2
ANSIBLE_PIPELINING=1 ansible-playbook -i plain play.yml`,
      shows: '"said.stdout": "web-1 has',
    },
    {
      feature: '`reboot`, with a `boot_time_command`',
      does: `cat > reboot.yml <<'END'
- hosts: web-1
  gather_facts: false
  tasks:
    - reboot: { reboot_timeout: 60, boot_time_command: "cut -d ' ' -f 22 /proc/1/stat" }
END
ansible-playbook -i plain reboot.yml`,
      shows: 'ok=1    changed=1',
    },
    {
      feature: '`reboot`, which compares boot ids',
      does: 'a -m reboot -a reboot_timeout=60',
      shows: '"rebooted": true',
    },
  ],
};
