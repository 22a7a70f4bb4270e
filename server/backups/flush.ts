import { open } from 'node:fs/promises'

/** Resolves when the file is on the disk, and only this server's user may read it. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.chmod(0o600)
    await file.sync()
  } finally {
    await file.close()
  }
}
