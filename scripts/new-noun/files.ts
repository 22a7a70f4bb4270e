/** The text of every file that a new noun writes or edits; the migration comes from what is written (scripts/migration.ts). */
import { columnOf } from '../../model/resource.ts'
import type { FieldPlan, NounPlan } from './arguments.ts'
import { camel, menuOf, pascal } from './arguments.ts'
import { withEntry } from './menu.ts'

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** A file of the tree, its text before (absent for a new one) → after. */
export interface Edit {
  readonly path: string
  readonly edit: (before: string) => string
}

/** The declaration, the page and the edits, in the order they are written. */
export function editsOf(plan: NounPlan, labelFile: string): Edit[] {
  const { area, noun } = plan
  return [
    { path: `model/${area}/${noun}.ts`, edit: () => declarationOf(plan) },
    { path: `web/features/${area}/${noun}/page.tsx`, edit: () => pageOf(plan) },
    { path: 'model/plain.ts', edit: (before) => `${before}export { ${camel(noun)} } from './${area}/${noun}.ts'\n` },
    { path: 'seeds/menus.ts', edit: (before) => withEntry(before, area, plan.heading, entryOf(plan)) },
    ...(['en', 'zh', 'tw'] as const).map((language) => ({
      path: `model/labels/${language}/${labelFile}`,
      edit: (before: string) => withLabels(before, plan, language),
    })),
  ]
}

function declarationOf({ area, noun, one, fields, title }: NounPlan): string {
  const makers = [...new Set(fields.map(makerOf))].sort()
  const unique = fields.filter((field) => field.unique).map(({ name }) => quoted(name))
  return `import { ${[...(fields.some(({ kind }) => kind === 'code') ? ['NO_BLANKS'] : []), ...makers].join(', ')} } from '../fields.ts'
import { resource } from '../resource.ts'
${ownerOf(fields) ? `import { ${ownerOf(fields)?.make} } from '../row-scope.ts'\n` : ''}
export const ${camel(noun)} = resource({
  name: ${quoted(noun)},
  api: { base: '/${area}/${menuOf(one.replaceAll(' ', '-'))}', noun: '${pascal(one)}' },
  table: '${noun.replaceAll('-', '_')}',
  scope: 'tenant',
  ownedBy: ${ownedBy(fields)},
  menu: '${menuOf(noun)}',
  title: ${quoted(title.name)},
  order: ['createTime', 'descend'],
  ${unique.length > 0 ? `unique: [${unique.join(', ')}],` : ''}
  fields: {
${fields.map((field) => `    ${field.name}: ${makerOf(field)}({ ${optionsOf(field).join(', ')} }),`).join('\n')}
  },
})
`
}

/** References by which rows are somebody's, the nearest first; what they refer to says whose. */
const OWNERS = ['points', 'devices', 'alarm-rules', 'sites', 'projects', 'users', 'organisations']

function ownerOf(fields: readonly FieldPlan[]): { make: string; text: string } | undefined {
  const [field] = fields
    .filter(({ to }) => to && OWNERS.includes(to.name))
    .sort((one, other) => OWNERS.indexOf(one.to?.name ?? '') - OWNERS.indexOf(other.to?.name ?? ''))
  if (!field?.to) return undefined
  // Whoever sees everything sees those that refer to nothing.
  return { make: 'follows', text: `follows(${quoted(field.to.table)}, ${quoted(columnOf(field.name))})` }
}

const ownedBy = (fields: readonly FieldPlan[]) => ownerOf(fields)?.text ?? quoted('tenant')

const makerOf = ({ kind }: FieldPlan) => (kind === 'code' || kind === 'long' ? 'text' : kind)

function optionsOf({ kind, to, required }: FieldPlan): string[] {
  const needed = required ? ['required: true'] : []
  switch (kind) {
    case 'text':
      return ['max: 64', ...needed, "filter: 'contains'", 'sort: true']
    case 'code':
      return ['max: 32', 'format: NO_BLANKS', ...needed, "filter: 'contains'", 'sort: true']
    case 'long':
      return ['max: 256', ...needed]
    case 'integer':
      return [...needed, "filter: 'equals'", 'sort: true']
    case 'decimal':
    case 'time':
      return [...needed, "filter: 'range'", 'sort: true']
    case 'reference':
      return to ? [`to: ${quoted(to.name)}`, `show: ${quoted(columnOf(to.title))}`, ...needed, "filter: 'equals'"] : []
  }
}

function pageOf({ noun, fields, title }: NounPlan): string {
  const width = ({ kind }: FieldPlan) => (kind === 'long' ? 240 : kind === 'integer' || kind === 'decimal' ? 120 : 180)
  const columns = [title, ...fields.filter((field) => field !== title)].map(
    (field) => `  ${field.name}: { width: ${width(field)}${field === title ? ', first: true' : ''} },`,
  )
  const filters = fields.filter(({ kind }) => kind !== 'long').slice(0, 3)
  return `import { ${camel(noun)} } from '../../../../model/index.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = {
${columns.join('\n')}
}

const filters = [${filters.map(({ name }) => quoted(name)).join(', ')}]

export default function ${pascal(noun)}Page() {
  return <ResourcePage of={${camel(noun)}} columns={columns} filters={filters} />
}
`
}

const entryOf = ({ noun, icon }: NounPlan) => `page('${menuOf(noun)}', '${icon}', { ready: true, buttons: list }),`

function withLabels(before: string, { noun, one, labels, fields }: NounPlan, language: 'en' | 'zh' | 'tw'): string {
  const text = quoted(labels[language])
  const lines = [
    ['noun', noun, text],
    ['one', noun, language === 'en' ? quoted(one) : text],
    ['menu', menuOf(noun), text],
    ['choice.title', noun, text],
    ...fields.map((field) => [`field.${noun}`, field.name, quoted(field.labels[language])]),
  ].map(([kind, name, value]) => `  '${kind}.${name}': ${value},`)
  const end = before.lastIndexOf('\n}')
  if (end < 0) throw new Error('a file of labels ends with "}"')
  return `${before.slice(0, end)}\n\n${lines.join('\n')}${before.slice(end)}`
}
