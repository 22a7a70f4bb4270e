/**
 * Tells the document which files the program will ask for, so that they are on their way before it runs (web/public/early.js):
 * the first texts of each language; for somebody signed in the console, its texts and the library's words; for lists what every list is made
 * of. And which call is the first.
 */
import type { Plugin, Rolldown } from 'vite'
import { getSysUser } from '../../model/contract/account/session.ts'
import { urlOf } from '../kernel/http/url.ts'

type Bundle = Rolldown.OutputBundle

/** Names, as web/public/early.js asks for them, and the end of the path of the module that each is about. */
export type EarlyModules = Readonly<Record<string, string>>

/** The plugin of the build that lets `early.js` know what to ask for. */
export function early(wanted: EarlyModules): Plugin {
  return {
    name: 'early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return []
        const known = (file: string) => html.includes(file)
        const files = Object.fromEntries(
          Object.entries(wanted).map(([name, module]) => [name, filesOf(module, bundle).filter((file) => !known(file))]),
        )
        return [
          {
            tag: 'script',
            attrs: { src: '/early.js', 'data-files': JSON.stringify(files), 'data-first': urlOf(getSysUser) },
            injectTo: 'head-prepend',
          },
        ]
      },
    },
  }
}

/** What an import of the module leads to, with all that imports itself, and their styles. */
function filesOf(module: string, bundle: Bundle): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const first =
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module)) ??
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (!first) throw new Error(`There is no ${module}, which vite.config.ts names`)
  const found = new Set<string>()
  const add = (name: string): void => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || found.has(name)) return
    found.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
    for (const imported of chunk.imports) add(imported)
  }
  add(first.fileName)
  return [...found]
}
