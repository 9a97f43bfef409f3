/** A cloud-config in the shape of public guides, and the first words of each step, or why it is refused. */
export interface Snippet {
  readonly about: string;
  readonly text: string;
  readonly does?: readonly string[];
  readonly refused?: string;
}

export const snippets: readonly Snippet[] = [
  {
    about: 'a web server from packages, started by systemctl',
    text: `package_update: true
package_upgrade: true
packages: [ nginx, ufw ]
runcmd:
  - systemctl enable nginx
  - systemctl start nginx
  - ufw allow 'Nginx Full'`,
    does: [
      'package_update refresh',
      'package_upgrade upgrade',
      'packages install nginx',
      'runcmd[0] eval systemctl enable nginx',
      'runcmd[1] eval systemctl start nginx',
      'runcmd[2] eval ufw allow',
    ],
  },
  {
    about: 'a deploy user with sudo and keys, and a closed door for passwords',
    text: `users:
  - default
  - name: deploy
    groups: sudo
    shell: /bin/bash
    sudo: ['ALL=(ALL) NOPASSWD:ALL']
    ssh_authorized_keys: [ KEY ]
ssh_pwauth: false`,
    does: [
      'users deploy groupadd --force sudo',
      'users deploy add_user deploy',
      'users deploy allow_sudo deploy ALL=(ALL) NOPASSWD:ALL',
      'users deploy let_in deploy ssh-',
    ],
  },
  {
    about: 'a server that root may not log in to',
    text: `disable_root: true
ssh_pwauth: false`,
    refused: 'disable_root: must be false: root keeps the keys that the platform sets',
  },
  {
    about: 'an engine for images from the vendor’s repository, with an inline key',
    text: `apt:
  sources:
    engine.list:
      source: deb [arch=amd64] https://download.example.com/linux/debian $RELEASE stable
      key: |
        -----BEGIN PGP PUBLIC KEY BLOCK-----
        mQINBFit2ioBEAC
        -----END PGP PUBLIC KEY BLOCK-----
packages: [ ca-certificates, curl, engine-ce ]
runcmd: [ [ usermod, -aG, engine, admin ] ]`,
    does: [
      'apt sources engine.list put_file /etc/apt/trusted.gpg.d/engine.list.asc',
      'apt sources engine.list add_source /etc/apt/sources.list.d/engine.list',
      'packages install ca-certificates curl engine-ce',
      'runcmd[0] usermod -aG engine admin',
    ],
  },
  {
    about: 'a repository whose key lies on a key server',
    text: `apt:
  sources:
    tool.list:
      source: "deb https://apt.example.com stable main"
      keyid: 9DC858229FC7DD38854AE2D88D81803C0EBFCD88`,
    refused: 'has an unknown key "keyid" in apt.sources.tool.list',
  },
  {
    about: 'an app of Node as a unit of its own',
    text: `packages: [ nodejs, npm ]
write_files:
  - path: /etc/systemd/system/app.service
    content: |
      [Unit]
      After=network-online.target
      [Service]
      User=www-data
      ExecStart=/usr/bin/node /srv/app.js
      Restart=always
      [Install]
      WantedBy=multi-user.target
runcmd:
  - [ systemctl, daemon-reload ]
  - [ systemctl, enable, --now, --no-block, app.service ]`,
    does: [
      'write_files /etc/systemd/system/app.service put_file',
      'packages install nodejs npm',
      'runcmd[0] systemctl daemon-reload',
      'runcmd[1] systemctl enable --now --no-block app.service',
    ],
  },
  {
    about: 'a cluster of one by an install script',
    text: `runcmd:
  - curl -sfL https://get.example.io | INSTALL_EXEC="--disable traefik" sh -
  - mkdir -p /srv/.kube && ln -s /etc/cluster.yaml /srv/.kube/config`,
    does: ['runcmd[0] eval curl -sfL', 'runcmd[1] eval mkdir -p'],
  },
  {
    about: 'a private network’s client, as lists of words',
    text: `runcmd:
  - ['sh', '-c', 'curl -fsSL https://vpn.example.com/install.sh | sh']
  - ['vpn', 'up', '--auth-key=key-1']`,
    does: ['runcmd[0] sh -c curl -fsSL', 'runcmd[1] vpn up --auth-key=key-1'],
  },
  {
    about: 'a swap file',
    text: `swap:
  filename: /swap.img
  size: auto
  maxsize: 2147483648`,
    refused: 'swap: is not supported: the memory is that of the plan',
  },
  {
    about: 'a second disk with a file system',
    text: `disk_setup:
  /dev/vdb: { table_type: gpt, layout: true, overwrite: false }
fs_setup: [ { label: data, filesystem: ext4, device: /dev/vdb1 } ]
mounts: [ [ /dev/vdb1, /data ] ]`,
    refused: 'disk_setup: is not supported: a machine sees folders, not block devices',
  },
  {
    about: 'a root that grows',
    text: 'growpart: { mode: auto, devices: ["/"] }\nresize_rootfs: true',
    refused: 'growpart: is not supported: a disk has the size of its plan, and no partitions',
  },
  {
    about: 'time servers',
    text: 'ntp: { enabled: true, servers: [ 0.pool.example.org ] }',
    refused: 'ntp: is not supported: the clock is that of the host',
  },
  {
    about: 'programs from a store of snaps',
    text: 'snap: { commands: [ "snap install --classic certbot" ] }',
    refused: 'snap: is not supported: a machine has no systemd that could run snapd',
  },
  {
    about: 'keys of an account elsewhere',
    text: 'ssh_import_id: [ "gh:somebody" ]',
    refused: 'ssh_import_id: is not supported: keys from another site are not imported; use ssh_authorized_keys',
  },
  {
    about: 'passwords of users',
    text: `chpasswd:
  expire: false
  users:
    - { name: root, password: "word", type: text }
    - { name: ann, password: "$6$salt$hash" }`,
    does: ['chpasswd set_password root word', 'chpasswd set_password ann $6$salt$hash --encrypted'],
  },
  {
    about: 'random passwords',
    text: 'chpasswd: { users: [ { name: ann, type: RANDOM } ] }',
    refused: 'chpasswd.users[0].type: must be text or hash: a random password would appear in the console log',
  },
  {
    about: 'a place and a language, and a word at the end',
    text: `timezone: Europe/Berlin
locale: de_DE.UTF-8
final_message: "up after $UPTIME seconds"
power_state: { mode: reboot, delay: now, condition: true }`,
    does: [
      'timezone set_timezone Europe/Berlin',
      'locale set_locale de_DE.UTF-8',
      'final_message last_words up after $UPTIME seconds',
      'power_state power reboot 0',
    ],
  },
  {
    about: 'a database with its settings, as files that come late',
    text: `packages: [ postgresql ]
write_files:
  - path: /etc/postgresql/15/main/conf.d/own.conf
    owner: postgres:postgres
    permissions: '0640'
    defer: true
    encoding: b64
    content: bGlzdGVuX2FkZHJlc3NlcyA9ICcqJwo=
runcmd: [ "systemctl restart postgresql" ]`,
    does: [
      'packages install postgresql',
      'write_files /etc/postgresql/15/main/conf.d/own.conf put_file',
      'runcmd[0] eval systemctl restart postgresql',
    ],
  },
  {
    about: 'authorities of one’s own',
    text: `ca_certs:
  trusted:
    - |
      -----BEGIN CERTIFICATE-----
      AAAA
      -----END CERTIFICATE-----`,
    does: ['ca_certs[0] put_file', 'ca_certs trust'],
  },
  {
    about: 'a call home, and a command of every boot',
    text: `bootcmd:
  - [ cloud-init-per, once, mkdata, mkdir, -p, /srv/data ]
  - echo 'net.core.somaxconn=1024' > /etc/sysctl.d/own.conf
phone_home: { url: "http://hooks.example.com/$INSTANCE_ID/", post: [ instance_id, hostname ], tries: 5 }`,
    does: [
      'bootcmd[0] cloud-init-per once mkdata mkdir -p /srv/data',
      'bootcmd[1] eval echo',
      'phone_home phone_home http://hooks.example.com/i-00000000000000000000000000/ 5 instance_id=i-00000000000000000000000000 hostname=name',
    ],
  },
  {
    about: 'a play that the machine fetches',
    text: 'ansible: { install_method: pip, pull: { url: "https://git.example.com/a.git", playbook_name: site.yml } }',
    refused: 'ansible: is not supported: run ansible-pull by runcmd',
  },
  {
    about: 'a keyboard',
    text: 'keyboard: { layout: de }',
    refused: 'keyboard: is not supported: a machine has no keyboard',
  },
  {
    about: 'a key that is misspelt',
    text: 'run_cmd: [ "true" ]',
    refused: 'has an unknown key "run_cmd"; known keys are hostname, ',
  },
  {
    about: 'a user with the password of a guide',
    text: 'password: ubuntu\nchpasswd: { expire: False }\nssh_pwauth: True',
    refused: 'ssh_pwauth: must be false: SSH logins use keys',
  },
  {
    about: 'a network of its own',
    text: 'network: { version: 2, ethernets: { eth0: { dhcp4: true } } }',
    refused: 'network: is not supported: the platform configures the network',
  },
];
