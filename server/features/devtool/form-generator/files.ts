/** The files that the form generator makes of a form. */
import { readFileSync } from 'node:fs'
import { toJsonSchema } from '../../../../model/form/json-schema.ts'
import { conditionFiles } from './condition-files.ts'
import { inJson } from './escape.ts'
import { pageFile } from './page-file.ts'
import { readmeFile } from './readme-file.ts'
import { schemaFile } from './schema-file.ts'
import type { FormSource, GeneratedFile } from './source.ts'
import { hasConditions } from './source.ts'
import { tableFile } from './table-file.ts'

/** Files that are the same for each form stand beside this one. */
const asItStands = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

/** All files of a form, those first that people look at first. */
export function filesOf(source: FormSource): GeneratedFile[] {
  const { title, definition, language } = source
  return [
    { name: 'README.md', text: readmeFile(source) },
    { name: 'form-page.tsx', text: pageFile(definition) },
    { name: 'form-schema.ts', text: schemaFile(definition) },
    { name: 'form.schema.json', text: `${inJson(toJsonSchema(definition, title, language))}\n` },
    { name: 'table.sql', text: tableFile(source) },
    { name: 'form.json', text: `${inJson(definition)}\n` },
    { name: 'form-rules.ts', text: asItStands('form-rules.ts') },
    { name: 'form-inputs.tsx', text: asItStands('form-inputs.tsx.txt') },
    ...(hasConditions(definition) ? conditionFiles(definition) : []),
  ]
}
