/** What the names in a file mean: looked up once for all rows, each field's texts together. */
import { languages } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { translatorFor } from '../../kernel/http/language.ts'
import { viewOf } from '../../kernel/authorization/view.ts'
import type { TreeIndex } from './tree-index.ts'
import { plain } from './headings.ts'
import type { Found } from './references.ts'
import { namingFields, nounOf, readTreeIndex, resolve } from './references.ts'
import type { Asking, FileRow, InScope } from './types.ts'
import { partsOf } from './values.ts'

export interface ReferenceResolver {
  find(field: string, text: string, row: FileRow): Found
  /** Whether the text stands for "no parent". */
  isTop(text: string): boolean
}

/** A resolver from the words in the file to ids of linked rows, loaded for all rows at once. */
export async function resolverOf(of: Resource, { caller }: Asking, within: InScope, rows: readonly FileRow[]): Promise<ReferenceResolver> {
  const finders = new Map<string, (text: string) => Found>()
  let family: TreeIndex | undefined
  for (const [name, { link, kind }] of Object.entries(of.fields)) {
    const target = link && nounOf(link)
    if (!target || !rows.some((row) => row.texts[name])) continue
    if (name === of.parent) family = await familyOf(of, caller, within, rows)
    else finders.set(name, await within(target, (tx) => resolve(tx, target, caller, textsOf(name, kind === 'references', rows)), 'read'))
  }
  const tops = new Set(['0', '/', ...languages.map((language) => plain(translatorFor(language)('form.top-level')))])
  return {
    find: (field, text, row) => (field === of.parent ? family?.find(text, row.id) : finders.get(field)?.(text)) ?? 'none',
    isTop: (text) => tops.has(plain(text)),
  }
}

function textsOf(name: string, several: boolean, rows: readonly FileRow[]): string[] {
  const texts = new Set<string>()
  for (const row of rows) {
    const text = row.texts[name]
    if (!text) continue
    texts.add(text)
    if (several) for (const part of partsOf(text)) texts.add(part)
  }
  return [...texts]
}

/** The tree as it would be: what is there, and the rows of the file, which may stand below one another. */
async function familyOf(of: Resource, caller: Asking['caller'], within: InScope, rows: readonly FileRow[]): Promise<TreeIndex> {
  const parent = of.parent as string
  const names = namingFields(of, caller)
  // Whoever does not see the structure of the tree cannot name a place in it; the column is unknown then (headings.ts).
  const forest = await within(of, (tx) => readTreeIndex(tx, of, viewOf(caller, of).sees(of.title) ? names : []), 'read')
  const others = names.filter((name) => name !== of.title)
  for (const row of rows) {
    const title = row.texts[of.title]
    const written = row.texts[parent] ?? ''
    const codes = others.flatMap((name) => row.texts[name] || [])
    if (title) forest.add({ id: row.id, title, codes, parent: undefined, ...(written === '' ? {} : { written }) })
  }
  return forest
}
