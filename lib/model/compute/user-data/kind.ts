/** Whether user data is a cloud-config: its first line says so. */
export const isCloudConfig = (text: string): boolean => /^#cloud-config[ \t]*(?:\r?\n|$)/v.test(text);
