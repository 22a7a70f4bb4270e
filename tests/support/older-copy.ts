/** The product as it was before its newest migration, taken out of git: what an installation is upgraded from. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { git } from './git.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The commit before the one that brought the newest migration; undefined where git knows no such commit, as in a shallow clone. */
export function commitBeforeNewestMigration(): string | undefined {
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
