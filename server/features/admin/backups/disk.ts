import { statfs } from 'node:fs/promises'
import type { Services } from '../../../kernel/services.ts'

const MEGABYTE = 1024 * 1024

/** Bytes in megabytes, rounded. */
export const megabytes = (bytes: number): number => Math.round(bytes / MEGABYTE)

/** The disk that the database lies on, as far as this machine has it. */
export async function diskOf({ databaseUrl, dataDir }: Services['config']): Promise<{ totalMb: number; freeMb: number }> {
  const disk = await statfs(databaseUrl === undefined && dataDir !== '' ? dataDir : '.').catch(() => statfs('.'))
  return { totalMb: megabytes(disk.blocks * disk.bsize), freeMb: megabytes(disk.bavail * disk.bsize) }
}
