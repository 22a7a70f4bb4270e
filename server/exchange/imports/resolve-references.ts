/** What the names in a file mean: looked up once for all rows, each field's texts together. */
import { languages } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { translatorFor } from '../../kernel/http/language.ts'
import { viewOf } from '../../kernel/authorization/view.ts'
import type { TreeIndex } from './tree-index.ts'
import { plain } from './headings.ts'
import type { Found } from './tree-index.ts'
import { namingFields, nounOf, readTreeIndex, resolve } from './references.ts'
import type { Asking, FileRow, InScope } from './types.ts'
import { partsOf } from './values.ts'

export interface ReferenceResolver {
  find(field: string, text: string, row: FileRow): Found
  /** Whether the text stands for "no parent". */
  isTop(text: string): boolean
  /** The id of what the row that is there stands below. */
  parentOf(id: string): string | undefined
  /** Rows of the file that are new, and may be named by others. */
  grow(rows: readonly FileRow[]): void
}

/** A resolver from the words in the file to ids of linked rows, loaded for all rows at once. */
export async function resolverOf(of: Resource, { caller }: Asking, within: InScope, rows: readonly FileRow[]): Promise<ReferenceResolver> {
  const finders = new Map<string, (text: string) => Found>()
  let family: TreeIndex | undefined
  for (const [name, { link, kind }] of Object.entries(of.fields)) {
    const target = link && nounOf(link)
    if (!target || !rows.some((row) => row.texts[name])) continue
    if (name === of.parent) family = await familyOf(of, caller, within)
    else finders.set(name, await within(target, (tx) => resolve(tx, target, caller, textsOf(name, kind === 'references', rows)), 'read'))
  }
  const tops = new Set(['0', '/', ...languages.map((language) => plain(translatorFor(language)('form.top-level')))])
  const others = namingFields(of, caller).filter((name) => name !== of.title)

  /** By its code, if the row says it: then the name is a second opinion. */
  function parentOf(text: string, { id, parentCode }: FileRow): Found {
    if (parentCode === undefined) return family?.find(text, id) ?? 'none'
    const found = family?.find(parentCode, id) ?? 'none'
    return typeof found !== 'object' || family?.isCalled(found.id, text) ? found : 'parent-differs'
  }

  return {
    find: (field, text, row) => (field === of.parent ? parentOf(text, row) : finders.get(field)?.(text)) ?? 'none',
    isTop: (text) => tops.has(plain(text)),
    parentOf: (id) => family?.parentIdOf(id),
    grow(added) {
      for (const row of added) {
        const title = row.texts[of.title]
        const written = of.parent === undefined ? '' : (row.parentCode ?? row.texts[of.parent] ?? '')
        const codes = others.flatMap((name) => row.texts[name] || [])
        if (title) family?.add({ id: row.id, title, codes, parent: undefined, ...(written === '' ? {} : { written }) })
      }
    },
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

/** The tree as it is. Whoever does not see its structure cannot name a place in it; the column is unknown then (headings.ts). */
function familyOf(of: Resource, caller: Asking['caller'], within: InScope): Promise<TreeIndex> {
  return within(of, (tx) => readTreeIndex(tx, of, viewOf(caller, of).sees(of.title) ? namingFields(of, caller) : []), 'read')
}
