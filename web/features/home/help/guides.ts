/** The texts of the guides, each a file of its own that is loaded when it is read. */
import type { Language } from '../../../../model/labels/index.ts'
import type { Guide } from '../../../kernel/navigation/help.ts'
import { GUIDES } from '../../../kernel/navigation/help.ts'

const files = import.meta.glob<string>('./guides/*/*.md', { query: '?raw', import: 'default' })

/** The text of a guide, in the language of its reader. */
export function loadGuide(guide: Guide, language: Language): Promise<string> {
  const load = files[`./guides/${language}/${guide}.md`]
  if (!load) throw new Error(`no guide ${guide} in ${language}`)
  return load()
}

/** All of them, to be searched. */
export const loadGuides = (language: Language): Promise<readonly { guide: Guide; text: string }[]> =>
  Promise.all(GUIDES.map(async (guide) => ({ guide, text: await loadGuide(guide, language) })))

/** The first line of a guide that has what is looked for, without its marks; undefined where none has. */
export function lineWith(text: string, wanted: string): string | undefined {
  const line = text.split('\n').find((one) => one.toLowerCase().includes(wanted.toLowerCase()))
  return line
    ?.replace(/^[#\-\d. ]+/, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/[*`]/g, '')
}
