/**
 * Whether files are formatted as Prettier would: those that differ from what landed before, or all of them (changed-files.ts), which take as long as the types.
 * Names those that are not, and ends with 1.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { filesToCheck } from './changed-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const paths = filesToCheck(['.prettierrc.json', '.prettierignore', '.editorconfig'])
const prettier = fileURLToPath(new URL('../node_modules/prettier/bin/prettier.cjs', import.meta.url))
const { status } =
  paths.length === 0
    ? { status: 0 }
    : spawnSync(process.execPath, [prettier, '--check', '--ignore-unknown', '--log-level', 'warn', ...paths], {
        cwd: root,
        stdio: 'inherit',
      })
process.exitCode = status ?? 1
