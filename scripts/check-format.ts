/**
 * Whether files are formatted as Prettier would: those that differ from what landed before, or all of them where nobody knows which, with
 * `--all` and in the ring `thorough`; all of them take as long as the types. Names those that are not, and ends with 1.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { changedPaths } from '../tests/support/git.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const isWhole = process.argv.includes('--all') || process.env['RING'] === 'thorough'
const paths = (isWhole ? undefined : changedPaths()?.filter((path) => existsSync(`${root}/${path}`))) ?? ['.']
const prettier = fileURLToPath(new URL('../node_modules/prettier/bin/prettier.cjs', import.meta.url))
const { status } =
  paths.length === 0
    ? { status: 0 }
    : spawnSync(process.execPath, [prettier, '--check', '--ignore-unknown', '--log-level', 'warn', ...paths], {
        cwd: root,
        stdio: 'inherit',
      })
process.exitCode = status ?? 1
