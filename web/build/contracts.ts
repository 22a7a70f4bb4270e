/**
 * Gives the browser the contracts of calls (model/contract/) without their schemas: what it needs of one is the method and the path, a hundred
 * bytes instead of the checks and the library they are made of. Each importing module gets a copy of its own, so that contracts make no chunk.
 */
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const CONTRACTS = /\/model\/contract\/.+\.ts$/
const MARK = '?contract-for='

/** The plugin of the build that strips contracts. */
export function contracts(): Plugin {
  return {
    name: 'contracts',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer || !source.startsWith('.')) return undefined
      const file = resolve(dirname(importer), source)
      return CONTRACTS.test(file) ? `${file}${MARK}${encodeURIComponent(importer)}` : undefined
    },
    async load(id) {
      const [file = '', importer] = id.split(MARK)
      if (importer === undefined) return undefined
      this.addWatchFile(file)
      return codeOf((await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>)
    },
  }
}

/** The exports of a contract module as the browser gets them; schemas and functions are left out, so that importing one fails the build. */
export function codeOf(exported: Readonly<Record<string, unknown>>): string {
  return Object.entries(exported)
    .flatMap(([name, value]) => {
      const bare = withoutSchemas(value)
      return bare === undefined ? [] : [`export const ${name} = ${JSON.stringify(bare)}\n`]
    })
    .join('')
}

/** Plain data as it is, a contract as what the browser sends it by. Undefined for everything else. */
function withoutSchemas(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value
  if (Array.isArray(value)) return value
  if ('_zod' in value || Object.getPrototypeOf(value) !== Object.prototype) return undefined
  const members = Object.entries(value).filter(
    ([name]) => !('method' in value && 'path' in value) || ['method', 'path', 'send'].includes(name),
  )
  return Object.fromEntries(members.map(([name, member]) => [name, withoutSchemas(member)]))
}
