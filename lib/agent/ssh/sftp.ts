import { firstExecutable } from '#lib/agent/hosted/tools.ts';

/** OpenSSH's sftp-server where the common distributions put it; null when it is not installed (it runs inside machines). */
export const SFTP_SERVER = firstExecutable([
  '/usr/lib/openssh/sftp-server',
  '/usr/libexec/openssh/sftp-server',
  '/usr/libexec/sftp-server',
  '/usr/lib/ssh/sftp-server',
]);
