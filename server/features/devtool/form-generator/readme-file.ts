/** What is in the files, how the page is used, and what of the form none of them says. */
import type { FormColumn, FormField } from '../../../../model/form/definition.ts'
import { textIn } from '../../../../model/form/definition.ts'
import { KINDS } from '../../../../model/form/kinds.ts'
import type { LabelKey } from '../../../../model/labels/index.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import { inMarkdown, inTypeScript } from './escape.ts'
import type { FormSource } from './source.ts'
import { columnsOf, hasConditions } from './source.ts'
import { columnNames, tableNameOf } from './table-file.ts'

const FILES = ['form-page.tsx', 'form-inputs.tsx', 'form-schema.ts', 'form-rules.ts', 'form.schema.json', 'form.json', 'table.sql'] as const
const FILES_OF_CONDITIONS = ['form-conditions.ts', 'form-definition.ts', 'product'] as const

/** README.md, in the language of whoever asked. */
export function readmeFile({ title, version, definition, language }: FormSource): string {
  const t = translatorFor(language)
  const names = columnNames(definition.fields, ['id', 'form_version', 'created_at'])
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rows = definition.fields.flatMap((field) => {
    const own = columnNames(columnsOf(field), ['entry_id', 'row_number'])
    const table = `${tableNameOf(title)}_${field.id}`
    return [
      [field.id, field, field.kind === 'table' ? table : (names.get(field.id) ?? '')] as const,
      ...columnsOf(field).map((column) => [`${field.id}.${column.id}`, column, `${table}.${own.get(column.id) ?? ''}`] as const),
    ]
  })
  const heading = (['id', 'name', 'label', 'kind', 'column'] as const).map((name) => inMarkdown(t(`forms.files.${name}`)))
  const left = leftOut(definition.fields)
  const isConditional = hasConditions(definition)
  return [
    `# ${inMarkdown(title)}`,
    '',
    inMarkdown(version === null ? t('forms.files.of-draft') : t('forms.files.of-version', { version })),
    '',
    `## ${inMarkdown(t('forms.files.files'))}`,
    '',
    ...[...FILES, ...(isConditional ? FILES_OF_CONDITIONS : [])].map(
      (file) => `- \`${file}\`${t('forms.files.between')}${inMarkdown(t(`forms.files.${file}`))}`,
    ),
    '',
    `## ${inMarkdown(t('forms.files.use'))}`,
    '',
    '```sh',
    `npm install react antd dayjs zod${isConditional ? ' big.js @types/big.js' : ''}`,
    '```',
    '',
    '```tsx',
    "import FormPage from './form-page'",
    '',
    `<FormPage language=${inTypeScript(language)} onSubmit={async (entry) => console.log(entry)} />`,
    '```',
    '',
    `## ${inMarkdown(t('forms.files.fields'))}`,
    '',
    row(heading),
    row(heading.map(() => '---')),
    ...rows.map(([id, part, column]) =>
      row([id, part.name, textIn(part.labels, language), t(`forms.kind.${part.kind}`), column].map(inMarkdown)),
    ),
    '',
    ...(left.length === 0 ? [] : [`## ${inMarkdown(t('forms.files.left'))}`, '', ...left.map((key) => `- ${inMarkdown(t(key))}`), '']),
  ].join('\n')
}

/** What of a form only the product itself does. */
function leftOut(fields: readonly FormField[]): LabelKey[] {
  const parts: readonly FormColumn[] = fields.flatMap((field) => [field, ...columnsOf(field)])
  const reasons: readonly (readonly [LabelKey, boolean])[] = [
    ['forms.files.left-calculated', parts.some(({ compute, initial }) => Boolean(compute ?? initial))],
    ['forms.files.left-given', parts.some(({ kind }) => KINDS[kind].isGiven === true)],
    ['forms.files.left-unique', fields.some(({ unique }) => unique === true)],
    ['forms.files.left-rights', fields.some(({ seenBy, writtenBy }) => Boolean(seenBy ?? writtenBy))],
    ['forms.files.left-sources', parts.some(({ kind }) => kind === 'dictionary' || kind === 'reference' || KINDS[kind].of !== undefined)],
    ['forms.files.left-rich-text', parts.some(({ kind }) => kind === 'rich-text')],
  ]
  return reasons.filter(([, is]) => is).map(([key]) => key)
}
