/** What the page of a form with conditions stands on: the form itself, and the check of entries that the product makes, taken along as it stands. */
import { readFileSync } from 'node:fs'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import { inTypeScript } from './escape.ts'
import type { GeneratedFile } from './source.ts'

const MODEL = new URL('../../../../model/', import.meta.url)
const LICENCE = new URL('../../../../LICENSE', import.meta.url)
const CHECK = new URL('form/check-entry.ts', MODEL)
/** Where the files of the product stand among those of a form. */
const PRODUCT = 'product/'
const IMPORTED = /(?<=\sfrom ')(\.{1,2}\/[^']+)\.ts(?=')/g

/** form-definition.ts, form-conditions.ts and the files of the product, by their names. */
export function conditionFiles(definition: FormDefinition): GeneratedFile[] {
  return [
    { name: 'form-definition.ts', text: definitionFile(definition) },
    { name: 'form-conditions.ts', text: conditionsFile() },
    ...productFiles(),
  ]
}

function definitionFile({ fields }: FormDefinition): string {
  return `/** The fields of the form with their conditions, as the product has them. */
import type { FormDefinition } from './product/form/definition'

export const FORM: FormDefinition = {
  schema: 1,
  fields: [
${fields.map((field) => `    ${inTypeScript(field)},\n`).join('')}  ],
  layout: [],
}
`
}

const conditionsFile = (): string =>
  withoutEndings(readFileSync(new URL('form-conditions.ts', import.meta.url), 'utf8')).replaceAll("'../../../../model/", `'./${PRODUCT}`)

/** Other programs name modules without their endings. */
const withoutEndings = (text: string): string => text.replace(IMPORTED, '$1')

/** The check of entries and all that it imports, so that there is one truth about conditions and not another one in generated code. */
function productFiles(): GeneratedFile[] {
  const found = new Map<string, string>()
  const left = [CHECK]
  for (let next = left.pop(); next; next = left.pop()) {
    if (found.has(next.href)) continue
    const text = readFileSync(next, 'utf8')
    found.set(next.href, text)
    for (const [, path = ''] of text.matchAll(IMPORTED)) left.push(new URL(`${path}.ts`, next))
  }
  return [
    ...[...found].map(([href, text]) => ({ name: PRODUCT + href.slice(MODEL.href.length), text: withoutEndings(text) })),
    { name: `${PRODUCT}LICENSE`, text: readFileSync(LICENCE, 'utf8') },
  ].sort((one, other) => one.name.localeCompare(other.name, 'en'))
}
