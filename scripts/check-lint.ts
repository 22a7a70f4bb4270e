/**
 * ESLint on the files that differ from what landed before, or on all of them (changed-files.ts). None of our rules asks for types, so what it finds in a file comes of that file
 * alone. What it has found is kept below .cache. Ends with 1 where it finds something.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { filesToCheck } from './changed-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const paths = filesToCheck(['eslint.config.js']).filter((path) => path === '.' || /\.([cm]?[jt]s|[jt]sx)$/.test(path))
const eslint = fileURLToPath(new URL('../node_modules/eslint/bin/eslint.js', import.meta.url))
const kept = ['--cache', '--cache-strategy', 'content', '--cache-location', '.cache/eslint.json']
const { status } =
  paths.length === 0
    ? { status: 0 }
    : spawnSync(process.execPath, [eslint, ...kept, '--no-warn-ignored', ...paths], { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
