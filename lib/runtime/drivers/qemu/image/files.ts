/** Files of a guest image: a kernel, its initial RAM disk, and the root disk that every machine starts with. */
export const IMAGE_FILES = ['vmlinuz', 'initrd', 'root.qcow2'] as const;

/** The command that installs QEMU and builds the image. */
export const INSTALL_COMMAND = '`npm run qemu:install`';
