/** The product as it was before its newest migration, taken out of git: what an installation is upgraded from. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commitLandedBefore, git } from './git.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The commit that an installation is upgraded from: what landed before, where migrations have come since, else the commit before the one that brought the newest
 * migration. Until it lands a migration may still be changed, so commits between do not count. Undefined where git knows no such commit, as in a shallow clone.
 */
export function commitToUpgradeFrom(): string | undefined {
  const landed = commitLandedBefore()
  if (landed !== undefined && git('diff', '--name-only', '--diff-filter=A', landed, 'HEAD', '--', 'migrations'))
    return git('rev-parse', '--verify', landed)
  const newest = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'migrations')
  return newest === undefined || newest === '' ? undefined : git('rev-parse', '--verify', `${newest}^`)
}

/** Puts the files of a commit into a new folder, with the packages and the built web that are here. Gives the folder. */
export function copyOf(commit: string, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const archive = `${folder}.tar`
  execFileSync('git', ['archive', '--format=tar', '-o', archive, commit], { cwd: ROOT })
  execFileSync('tar', ['-xf', archive, '-C', folder])
  for (const name of ['node_modules', 'dist']) symlinkSync(join(ROOT, name), join(folder, name))
  return folder
}
