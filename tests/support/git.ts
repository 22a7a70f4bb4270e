/** What git knows of this folder; nothing where it is no clone or there is no git. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DAY = 86_400

/** What git answers, without the line end; undefined where it fails or is not there. */
export function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 2 ** 20,
    }).trim()
  } catch {
    return undefined
  }
}

/** The hash of the commit that is checked out, 40 hexadecimal digits. */
export function commitHash(): string | undefined {
  return git('rev-parse', '--verify', 'HEAD')
}

/**
 * The commit that landed before: the one in `BASE`, else where this branch leaves origin/main, else, on main itself, the commit that `.ci/landed` names, else the
 * last that is a day older than this one, since what lands together may be many commits. `undefined` where none of them is known, as in a shallow clone.
 */
export function commitLandedBefore(): string | undefined {
  return process.env['BASE'] || fork() || landed() || aDayBefore()
}

/** Paths that differ between the working tree and what landed before; `undefined` where nobody knows what that was. */
export function changedPaths(): string[] | undefined {
  const base = commitLandedBefore()
  if (!base) return undefined
  const changed = git('diff', '--name-only', base)
  const added = git('ls-files', '--others', '--exclude-standard')
  return changed === undefined || added === undefined ? undefined : `${changed}\n${added}`.split('\n').filter((path) => path !== '')
}

function fork(): string | undefined {
  const common = git('merge-base', 'HEAD', 'origin/main')
  return common === commitHash() ? undefined : common
}

/** The commit with which CI passed last, as whoever went on from it has noted; nothing where this one does not stand on it. */
function landed(): string | undefined {
  const path = new URL('../../.ci/landed', import.meta.url)
  const commit = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  return /^[0-9a-f]{40}$/.test(commit) && git('merge-base', '--is-ancestor', commit, 'HEAD') !== undefined && commit !== commitHash()
    ? commit
    : undefined
}

function aDayBefore(): string | undefined {
  const now = Number(git('log', '-1', '--format=%ct'))
  return git('rev-list', '-1', `--before=${now - DAY}`, 'HEAD') || undefined
}
