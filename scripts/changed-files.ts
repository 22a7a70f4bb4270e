/** Which files a check has to look at that judges each by itself, and so finds in a file that has not changed what it found before. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { changedPaths } from '../tests/support/git.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Paths from the root of the files that differ from what landed before and are still there. `['.']`, which is everything, where nobody knows which, with `--all`, in
 * the ring `thorough`, and where what it judges by has changed.
 * @param rules Paths of what it judges by, besides the versions of packages
 */
export function filesToCheck(rules: readonly string[]): string[] {
  const changed = process.argv.includes('--all') || process.env['RING'] === 'thorough' ? undefined : changedPaths()
  if (changed === undefined || [...rules, 'package-lock.json'].some((path) => changed.includes(path))) return ['.']
  return changed.filter((path) => existsSync(`${root}/${path}`))
}
