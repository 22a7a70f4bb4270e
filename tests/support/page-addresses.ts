/** Every address at which the console has a page. Read from the files: importing web/app/pages.ts would load every page here. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'

const web = new URL('../../web/', import.meta.url)
const features = new URL('features/', web)
const list = readFileSync(new URL('app/pages.ts', web), 'utf8')
const lines = (/^const loaders.*\n([^]*?)\n\}\n/m.exec(list)?.[1] ?? '').split('\n').filter((line) => line !== '  ...inTheirFolder,')

/** @throws Error with a line of the list that is written otherwise, and would be overlooked. */
function addressIn(line: string): string {
  const found = /^ {2}(?:'(\/[^']+)'|\[HOME\]): (?:\(\) => import\(|\w+,$)/.exec(line)
  if (!found) throw new Error(`web/app/pages.ts: no address is read from "${line}"`)
  return found[1] ?? '/workbench'
}

/** The folder of the page in a line of the list, below features. */
const folderIn = (line: string): string | undefined => /import\('\.\.\/features\/([^/]+\/[^/]+)\//.exec(line)?.[1]

/** The folders whose pages are not found by their place: the list says so with globs that begin with an exclamation mark. */
const elsewhere = [...list.matchAll(/'!\.\.\/features\/([^']+)\/\*\*'/g)].map(
  ([, glob = '']) => new RegExp(`^${glob.replace(/\{([^}]+)\}/g, (_, words: string) => `(${words.replaceAll(',', '|')})`)}(/|$)`),
)

/** The groups whose address is another word than their area, by the area: `web/app/pages.ts` has them too. */
const addresses = new Map(
  [...(/^const ADDRESSES.*$/m.exec(list)?.[0] ?? '').matchAll(/(\w+): '(\w+)'/g)].map(([, area = '', word = '']) => [area, word]),
)
const addressOf = (folder: string): string => {
  const [area = '', ...rest] = folder.replaceAll('-', '').split('/')
  return ['', addresses.get(area) ?? area, ...rest].join('/')
}

/** Those that the list names, and the folder of each page that it does not name; each with the folder, where it says one. */
const pages: readonly (readonly [address: string, folder: string | undefined])[] = [
  ...lines.map((line) => [addressIn(line), folderIn(line)] as const),
  ...readdirSync(features)
    .flatMap((area) => readdirSync(new URL(area, features)).map((name) => `${area}/${name}`))
    .filter((folder) => existsSync(new URL(`${folder}/page.tsx`, features)) && !elsewhere.some((glob) => glob.test(folder)))
    .map((folder) => [addressOf(folder), folder] as const),
]

export const pageAddresses: readonly string[] = pages.map(([address]) => address)

/** Those whose own folder, such as `acquisition/devices` below features, is one of these. */
export const addressesIn = (folders: readonly string[]): readonly string[] =>
  pages.filter(([, folder]) => folder !== undefined && folders.includes(folder)).map(([address]) => address)

/** The folders, such as `acquisition/devices`, of the pages at these addresses; nothing for an address that is no page's, or whose folder is not said. */
export const foldersOf = (given: readonly string[]): readonly string[] =>
  pages.flatMap(([address, folder]) => (folder !== undefined && given.includes(address) ? [folder] : []))
