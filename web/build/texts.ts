/**
 * Divides the texts of each language into files that come with what shows them: one for the start, one for the pages of entry, one for the
 * console, one for forms, one for what calls do; the others as they stand in model/labels/. An import of a part of the web that needs texts
 * waits for these too, and both are asked for at once. Which they are is found in the source (text-needs.ts).
 */
import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { resources } from '../../model/index.ts'
import { languages } from '../../model/labels/index.ts'
import { isOfServer } from './server-texts.ts'
import type { Known } from './text-needs.ts'
import { LATER, textNeeds } from './text-needs.ts'

const START = ['web/main.tsx']
const ENTRY = ['sign-in', 'recovery', 'landing'].map((name) => `web/features/account/${name}/page.tsx`)
const CONSOLE = ['web/app/console.tsx', 'web/kernel/resource/resource-page.tsx']
const FORM = ['web/kernel/resource/resource-form.tsx']
const CALLS = ['web/kernel/i18n/url-title.ts']

const ID = '\0texts/'
const FILES = /\/web\/kernel\/i18n\/text-files\.ts$/

type Texts = Readonly<Record<string, string>>

/** How the texts are divided. */
export interface Division {
  /** The keys by the file that has them. */
  readonly files: ReadonlyMap<string, readonly string[]>
  /** The files whose texts a module can show, with what comes with it, beyond those of the start. */
  readonly filesFor: (module: string) => readonly string[]
}

/** The texts divided into files. @param folders The keys by the file of model/labels/ in which they stand. @param root The folder of the product */
export function divide(root: string, folders: ReadonlyMap<string, readonly string[]>): Division {
  const needs = textNeeds({ root, keys: [...folders.values()].flat(), nouns: resources as Known['nouns'] })
  const of = (modules: readonly string[]) => new Set(modules.flatMap((module) => [...needs.of(join(root, module))]))
  const [start, entry, console, form, calls] = [START, ENTRY, CONSOLE, FORM, CALLS].map(of) as [
    Set<string>,
    Set<string>,
    Set<string>,
    Set<string>,
    Set<string>,
  ]
  // Both would load the other's for them.
  for (const key of entry) if (console.has(key)) start.add(key)
  const shown = of(modulesIn(root))
  const files = new Map<string, string[]>()
  const fileOf = new Map<string, string>()
  for (const [folder, keys] of folders)
    for (const key of keys) {
      if (isOfServer(key) && !shown.has(key)) continue
      const file =
        Object.entries({ start, entry, console, form, calls }).find(([, has]) => has.has(key))?.[0] ??
        (folder === 'entry' ? 'entries' : folder)
      fileOf.set(key, file)
      const others = files.get(file)
      if (others) others.push(key)
      else files.set(file, [key])
    }
  return {
    files,
    filesFor: (module) =>
      [...new Set([...needs.of(module)].map((key) => fileOf.get(key)))]
        .filter((file) => file !== undefined && file !== 'start')
        .sort() as string[],
  }
}

/** The source files of the web, without tests and what builds it. */
function modulesIn(root: string): string[] {
  return readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith('build'))
    .map((name) => `web/${name}`)
}

/** The texts of a language by the file of model/labels/ in which they stand. */
export async function textsIn(root: string, language: string): Promise<Map<string, Texts>> {
  const folder = join(root, 'model/labels', language)
  // The words of single calls are the documentation's own (web/features/monitor/api-docs/words.ts).
  const names = readdirSync(folder).filter((name) => !['index.ts', 'calls.ts'].includes(name))
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, Texts]> => {
        const { default: texts } = (await import(pathToFileURL(join(folder, name)).href)) as { default: Texts }
        return [name.slice(0, -'.ts'.length), texts]
      }),
    ),
  )
}

/** Divides the texts, and lets each import of a part of the web bring those it shows. */
export function texts(root: string): Plugin {
  let division: Division
  const all: Record<string, Texts> = {}
  return {
    name: 'texts',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      for (const language of languages) all[language] = Object.assign({}, ...(await textsIn(root, language)).values()) as Texts
      division = divide(root, new Map([...(await textsIn(root, 'en'))].map(([folder, found]) => [folder, Object.keys(found)])))
    },
    resolveId: {
      order: 'pre',
      filter: { id: /^\0texts\// },
      handler: (id) => id,
    },
    load: {
      order: 'pre',
      handler(id) {
        if (FILES.test(id)) return filesModule([...division.files.keys()])
        if (!id.startsWith(ID)) return undefined
        const [, language = '', file = ''] = /^([a-z]+)-(.+)$/.exec(id.slice(ID.length)) ?? []
        const keys = division.files.get(file) ?? []
        return `export default ${JSON.stringify(Object.fromEntries(keys.map((key) => [key, all[language]?.[key]])))}`
      },
    },
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: /\bimport\(/ },
      handler(code, id) {
        let found = false
        const changed = code.replace(LATER, (whole, path: string) => {
          const module = resolve(dirname(id), path)
          const names = /\/web\/.*\.tsx?$/.test(module) ? division.filesFor(module) : []
          if (names.length === 0) return whole
          found = true
          return `withTexts(${whole}, ${JSON.stringify(names.join(' '))})`
        })
        if (!found) return undefined
        return { code: `import { withTexts } from ${JSON.stringify(join(root, 'web/kernel/i18n/i18n.ts'))};\n${changed}`, map: null }
      },
    },
  }
}

/** The source of web/kernel/i18n/text-files.ts as a build has it. */
function filesModule(names: readonly string[]): string {
  const of = (language: string) =>
    names.map((name) => `${JSON.stringify(name)}: () => import(${JSON.stringify(`${ID}${language}-${name}`)})`)
  return [
    `export const START = 'start'`,
    `export const textFiles = { ${languages.map((language) => `${language}: { ${of(language).join(', ')} }`).join(', ')} }`,
  ].join('\n')
}
