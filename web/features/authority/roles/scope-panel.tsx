/** Which rows a role sees: one choice for everything, and others for what differs, by the areas of the product. */
import { Select } from 'antd'
import { Fragment, useId } from 'react'
import type { InputOf, OutputOf } from '../../../../model/contract/contract.ts'
import type { authorizeDataScope, queryDataScope } from '../../../../model/contract/authority/roles.ts'
import type { ScopeKind } from '../../../../model/row-scope.ts'
import { SCOPE_KINDS } from '../../../../model/row-scope.ts'
import type { ScopedTable } from '../../../../model/scoped-nouns.ts'
import { SCOPED_NOUNS, SCOPED_TABLES } from '../../../../model/scoped-nouns.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { NodePicker } from '../../../kernel/resource/node-picker.tsx'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import './scope-panel.css'

const TARGETS = ['organisations', 'projects', 'sites'] as const
type Target = (typeof TARGETS)[number]
/** The nouns that may differ, by the first part of their path, which is the area they belong to. */
const AREAS = [...Map.groupBy(SCOPED_NOUNS, ({ api }) => api.base.split('/')[1] ?? '')]
type Scope = { kind: ScopeKind | 'same' } & Readonly<Record<Target, readonly string[]>>

/** The marks of a dialog of grants: `kind/table/below`, `sites/table/id`. */
export function marksOf(scopes: OutputOf<typeof queryDataScope>): string[] {
  const whole = scopes.some(({ table }) => table === '') ? [] : ['kind//all']
  return [
    ...whole,
    ...scopes.flatMap(({ table, kind, ...named }) => [
      `kind/${table}/${kind}`,
      ...TARGETS.flatMap((target) => named[target].map(({ id }) => `${target}/${table}/${id}`)),
    ]),
  ]
}

/** What is stored of the marks. */
export function scopesOf(marks: readonly string[]): InputOf<typeof authorizeDataScope>['scopes'] {
  return ['', ...SCOPED_TABLES].flatMap((table) => {
    const { kind, ...named } = scopeOf(marks, table)
    const some = (target: Target) => (kind === 'some' ? [...named[target]] : [])
    return kind === 'same' ? [] : [{ table, kind, organisations: some('organisations'), projects: some('projects'), sites: some('sites') }]
  })
}

function scopeOf(marks: Iterable<string>, table: ScopedTable): Scope {
  const all = [...marks].map((mark) => mark.split('/')).filter((mark) => mark[1] === table)
  const of = (name: string) => all.filter((mark) => mark[0] === name).map((mark) => mark[2] ?? '')
  const kind = SCOPE_KINDS.find((each) => of('kind')[0] === each) ?? 'same'
  return { kind, organisations: of('organisations'), projects: of('projects'), sites: of('sites') }
}

/** Whether something is named nowhere where something has to be. */
export const namesNothing = (marks: readonly string[]): boolean =>
  scopesOf(marks).some(({ kind, ...named }) => kind === 'some' && TARGETS.every((target) => named[target]?.length === 0))

interface ScopePanelProps {
  readonly marks: ReadonlySet<string>
  readonly onChange: (marks: ReadonlySet<string>) => void
  readonly disabled: boolean
}

export default function ScopePanel({ marks, onChange, disabled }: ScopePanelProps) {
  const t = useT()
  const replace = (table: ScopedTable, name: string, values: readonly string[]) =>
    onChange(
      new Set([...[...marks].filter((mark) => !mark.startsWith(`${name}/${table}/`)), ...values.map((each) => `${name}/${table}/${each}`)]),
    )
  const choice = (table: ScopedTable, label: string) => (
    <One
      key={table}
      table={table}
      label={label}
      scope={scopeOf(marks, table)}
      disabled={disabled}
      onChange={(name, values) => replace(table, name, values)}
    />
  )
  return (
    <div className="scope-panel">
      {choice('', t('scope.rest'))}
      <h3>{t('scope.exceptions')}</h3>
      <p className="grant-hint">{t('scope.exceptions-hint')}</p>
      {AREAS.map(([area, nouns]) => (
        <Fragment key={area}>
          <h4>{t(`scope.area.${area}` as LabelKey)}</h4>
          {nouns.map(({ table, name }) => choice(table, t(`noun.${name}` as LabelKey)))}
        </Fragment>
      ))}
    </div>
  )
}

interface OneProps {
  readonly table: ScopedTable
  readonly label: string
  readonly scope: Scope
  readonly disabled: boolean
  readonly onChange: (name: Target | 'kind', values: readonly string[]) => void
}

function One({ table, label, scope, disabled, onChange }: OneProps) {
  const t = useT()
  const id = useId()
  const kinds = [...SCOPE_KINDS].reverse().map((value) => ({ value, label: t(`scope.kind.${value}`) }))
  return (
    <div className="scope-one">
      <label htmlFor={id}>{label}</label>
      <Select<string>
        id={id}
        value={scope.kind}
        disabled={disabled}
        options={table === '' ? kinds : [{ value: 'same', label: t('scope.same') }, ...kinds]}
        onChange={(kind) => onChange('kind', kind === 'same' ? [] : [kind])}
      />
      {scope.kind === 'some' &&
        !disabled &&
        TARGETS.map((target) => (
          <div key={target} className="scope-named">
            <label htmlFor={`${id}-${target}`}>{t(`scope.named.${target}`)}</label>
            {target === 'organisations' ? (
              <NodePicker
                id={`${id}-${target}`}
                noun={target}
                several
                value={scope[target]}
                onChange={(next: never) => onChange(target, (next as readonly string[] | undefined) ?? [])}
              />
            ) : (
              <RowPicker
                id={`${id}-${target}`}
                noun={target}
                several
                value={scope[target]}
                onChange={(next: never) => onChange(target, (next as readonly string[] | undefined) ?? [])}
              />
            )}
          </div>
        ))}
    </div>
  )
}
