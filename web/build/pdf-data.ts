/**
 * What pdf.js asks for by name while it draws: the maps of Chinese, Japanese and Korean letters, the fonts that files count on without
 * bringing them, and the decoders of scanned pictures. They are copied beside the build under the version of the library.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
/** Decoders in WebAssembly stay behind: the content policy lets none run. */
const folders: Readonly<Record<string, RegExp>> = { cmaps: /\.bcmap$/, standard_fonts: /\.(pfb|ttf)$/, wasm: /_nowasm_fallback\.js$/ }

/** The plugin of the build that puts the data of pdf.js beside the program. */
export function pdfData(): Plugin {
  return {
    name: 'pdf-data',
    apply: 'build',
    generateBundle() {
      const home = require.resolve('pdfjs-dist/package.json')
      const { version } = JSON.parse(readFileSync(home, 'utf8')) as { version: string }
      for (const [folder, wanted] of Object.entries(folders)) {
        for (const name of readdirSync(join(dirname(home), folder)).filter((one) => wanted.test(one))) {
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdf-${version}/${folder}/${name}`,
            source: readFileSync(join(dirname(home), folder, name)),
          })
        }
      }
    },
  }
}
