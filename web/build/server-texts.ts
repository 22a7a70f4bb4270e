/**
 * Errors, what is wrong with rows of a workbook, the notes of a template and messages by mail or SMS are said by the server, in the
 * caller's language; the browser is given the sentence. The few texts of these kinds that the browser says by itself it names in full,
 * so the build can leave out the others: a seventh of the texts that every page waits for.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const LABELS = /\/model\/labels\/(?:en|zh|tw)\/[a-z]+\.ts$/
const KIND = String.raw`(?:error|import\.check|import\.notes?|message)\.`
const LINE = new RegExp(String.raw`^ {2}'(${KIND}[^']+)': .*,\n`, 'gm')
const NAMED = new RegExp(`'(${KIND}[^']+)'`, 'g')
const PUT_TOGETHER = new RegExp(`\`${KIND}[^\`]*\\$\\{|'${KIND}'`)

/** Leaves the texts out whose keys are of such a kind and stand nowhere in `web/`. @throws Error where a key is put together, and so cannot be found. */
export function serverTexts(root: string): Plugin {
  let named: ReadonlySet<string>
  return {
    name: 'server-texts',
    apply: 'build',
    buildStart() {
      named = keysIn(join(root, 'web'))
    },
    transform: {
      order: 'pre',
      filter: { id: LABELS },
      handler: (code) => ({ code: withoutOthers(code, named), map: null }),
    },
  }
}

/** The source of a file of labels without the texts of these kinds that are not named. */
export function withoutOthers(code: string, named: ReadonlySet<string>): string {
  return code.replace(LINE, (line, key: string) => (named.has(key) ? line : ''))
}

function keysIn(folder: string): Set<string> {
  const found = new Set<string>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.test\.ts$/.test(name) || name.startsWith('build')) continue
    const text = readFileSync(join(folder, name), 'utf8')
    if (PUT_TOGETHER.test(text))
      throw new Error(
        `${name} puts the key of a text together that only the server says otherwise; name it in full, so that the build keeps it`,
      )
    for (const [, key] of text.matchAll(NAMED)) if (key) found.add(key)
  }
  return found
}
