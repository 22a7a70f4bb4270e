/**
 * Which texts a module of the web needs, found in its source: keys that stand there in full, the beginnings of those that are put together,
 * and the fields of the nouns it works with. So a page brings the texts it shows, without a list that somebody keeps
 * (docs/decisions/0088-texts-with-their-page.md).
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What the search needs to know of the product. */
export interface Known {
  readonly root: string
  readonly keys: readonly string[]
  /** The nouns by the names under which modules import them. */
  readonly nouns: Readonly<
    Record<
      string,
      { readonly name: string; readonly fields: Readonly<Record<string, { readonly options?: readonly unknown[] | undefined }>> }
    >
  >
}

interface Facts {
  /** The files that come with this one. */
  readonly imports: readonly string[]
  /** The files that come later, as the source names them. */
  readonly later: readonly string[]
  readonly keys: readonly string[]
  /** What keys begin with that are put together here. */
  readonly beginnings: readonly string[]
  readonly nouns: readonly string[]
  readonly showsFields: boolean
}

/** Its imports are everything that is known of nouns. */
const MODEL = /\/model\//
/** Contracts reach the browser without what they import (contracts.ts), and labels are what this is about. */
const BARE = /\/model\/(?:contract|labels)\//
/** These work with whatever noun they are handed: whoever hands it over needs its texts. */
const GENERIC = /\/web\/kernel\//
const OF_NOUNS = new Set(['field.', 'help.', 'choice.'])
/** What `fieldKey` says of the fields that every noun has. */
const OF_EVERY_NOUN = ['field.createTime']
const ALL_NOUNS = new Set(['resources', 'resourceNamed'])

const IMPORT = /^(?:import|export)\s+(?!type\b)(?:(\{[^}]*\}|\*[\w\s]*|[\w$]+(?:\s*,\s*\{[^}]*\})?)\s*from\s*)?'(\.[^']+)'/gm
export const LATER = /\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g
const IN_FULL = /(['"`])([A-Za-z][\w-]*(?:\.[\w-]+)+)\1/g
const BEGINNING = /`([A-Za-z][\w-]*\.[\w.-]*)\$\{/g
/** A key of which not even the beginning stands there, or that comes from elsewhere: nobody could tell which texts are meant. */
const UNKNOWABLE = /`\$\{[^`]*`\s+as\s+LabelKey|\(\w+ as LabelKey/

/** What to ask about the modules of the web. */
export interface Needs {
  /** The keys of all texts that a module can show, with what comes with it, but not of what comes later. @throws Error for a key that cannot be known */
  readonly of: (file: string) => ReadonlySet<string>
  /** The modules that a module asks for later, with their paths. */
  readonly later: (file: string) => readonly string[]
  /** The module itself, and all that comes with it. */
  readonly closure: (file: string) => ReadonlySet<string>
}

/** The texts that modules need, as their source says. */
export function textNeeds({ root, keys, nouns }: Known): Needs {
  const known = new Set(keys)
  const read = remembered((file) => factsOf(file, readFileSync(file, 'utf8'), root))
  const closure = remembered((file) => {
    const found = new Set<string>([file])
    for (const one of found) for (const imported of read(one).imports) found.add(imported)
    return found
  })
  const beginningWith = remembered((beginning) => keys.filter((key) => key.startsWith(beginning)))
  const ofNoun = remembered((name) => {
    const { name: own, fields } = nouns[name] as Known['nouns'][string]
    const choices = Object.entries(fields).flatMap(([field, { options }]) =>
      (options ?? ['']).map((member) => `choice.${field}.${String(member)}`),
    )
    return [`field.${own}.`, `help.${own}.`, ...choices].flatMap(beginningWith)
  })
  return {
    closure,
    later: (file) => read(file).later,
    of: remembered((file) => {
      const modules = [...closure(file)].map(read)
      const showsFields = modules.some((module) => module.showsFields)
      const named = modules.flatMap((module) => module.nouns)
      const shown = showsFields
        ? named.some((name) => ALL_NOUNS.has(name))
          ? Object.keys(nouns)
          : named.filter((name) => name in nouns)
        : []
      return new Set([
        ...modules.flatMap((module) => module.keys).filter((key) => known.has(key)),
        ...modules.flatMap((module) => module.beginnings).flatMap(beginningWith),
        ...(showsFields ? OF_EVERY_NOUN.filter((key) => known.has(key)) : []),
        ...shown.flatMap(ofNoun),
      ])
    }),
  }
}

/** What the source of one module says about texts. */
function factsOf(file: string, source: string, root: string): Facts {
  const inModel = MODEL.test(file)
  if (!inModel && !GENERIC.test(file) && UNKNOWABLE.test(source))
    throw new Error(`${file.slice(root.length + 1)} asks for a text whose key begins with a value: let the key begin with its words`)
  const from = (path: string) => resolve(dirname(file), path)
  const imports = [...source.matchAll(IMPORT)].map(([, names = '', path = '']) => ({ names, file: from(path) }))
  const beginnings = [...source.matchAll(BEGINNING)].map(([, beginning = '']) => beginning)
  return {
    imports: imports.map((one) => one.file).filter((one) => /\.tsx?$/.test(one) && !BARE.test(one) && existsSync(one)),
    later: [...source.matchAll(LATER)].map(([, path = '']) => from(path)).filter((one) => /\.tsx?$/.test(one) && !BARE.test(one)),
    keys: [...source.matchAll(IN_FULL)].map(([, , key = '']) => key),
    beginnings: GENERIC.test(file) ? beginnings.filter((one) => !OF_NOUNS.has(one)) : beginnings,
    nouns: inModel || GENERIC.test(file) ? [] : imports.filter((one) => MODEL.test(one.file)).flatMap(({ names }) => namesIn(names)),
    showsFields: source.includes('fieldKey(') || beginnings.some((one) => OF_NOUNS.has(one)),
  }
}

/** @example namesIn('{ users as own, type Field }') // ['users'] */
function namesIn(names: string): string[] {
  return names
    .replace(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(' ')[0] as string)
}

function remembered<Answer>(ask: (what: string) => Answer): (what: string) => Answer {
  const known = new Map<string, Answer>()
  return (what) => {
    if (!known.has(what)) known.set(what, ask(what))
    return known.get(what) as Answer
  }
}
