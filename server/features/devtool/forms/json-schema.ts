/** Forms as other programs know them: JSON Schema (draft 2020-12), out and in. */
import { queryFormJsonSchema, readFormJsonSchema } from '../../../../model/contract/devtool/forms.ts'
import { fromJsonSchema, toJsonSchema } from '../../../../model/form/json-schema.ts'
import { forms } from '../../../../model/index.ts'
import { versionOf } from '../../../forms/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { readDefinition, readDefinitionText } from '../shared/read-definition.ts'
import { viewWithContent } from '../shared/sees-content.ts'

/** Lists and objects in each other: what describes tables of tables of tables is nothing that a form can hold. */
const MAX_DEPTH = 150
const MAX_LEFT = 500

export const writeSchema = implement(queryFormJsonSchema, {
  access: 'granted',
  summary: 'The JSON Schema (draft 2020-12) of the entries of a form',
  of: forms,
  async handle({ input: { id, formVersion }, caller, t, request, inTenant }) {
    const view = viewWithContent({ caller })
    return inTenant(async (tx) => {
      const form = await tx.first(build.selectFrom('forms').select(['form_description', 'form_content']).where('id', '=', id))
      if (!form) return fail('row.not-found')
      const definition = formVersion === undefined ? readDefinitionText(form.form_content, t) : await versionOf(tx, id, formVersion)
      const title = view.sees('formDescription') ? form.form_description : ''
      return { schema: toJsonSchema(definition, title, languageOfRequest(request)) as Record<string, unknown> }
    })
  },
})

export const readSchema = implement(readFormJsonSchema, {
  access: 'granted',
  summary: 'The form that a JSON Schema describes, and what of it could not be understood; nothing is stored',
  of: forms,
  reads: true,
  async handle({ input: { schema }, t }) {
    const read = isShallow(schema) ? fromJsonSchema(schema) : undefined
    if (!read) return fail('form.no-schema', { field: { name: 'schema', label: 'error.form.no-schema' } })
    return {
      definition: readDefinition(read.definition, t, 'schema'),
      left: read.left.slice(0, MAX_LEFT).map((name) => name.slice(0, 200)),
    }
  },
})

function isShallow(value: unknown): boolean {
  const left: [unknown, number][] = [[value, 1]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [at, depth] = next
    if (typeof at !== 'object' || at === null) continue
    if (depth > MAX_DEPTH) return false
    for (const part of Object.values(at)) left.push([part, depth + 1])
  }
  return true
}
