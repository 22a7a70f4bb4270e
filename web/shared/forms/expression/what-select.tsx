/** What a node of an expression is, chosen from what fits in its place; and how it is taken away. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { Button, Select } from 'antd'
import type { AggregateFunction, Expression, Operator } from '../../../../model/expression/expression.ts'
import { AGGREGATES } from '../../../../model/expression/expression.ts'
import type { Type } from '../../../../model/expression/operators.ts'
import type { Scope } from '../../../../model/expression/typing.ts'
import type { FormColumn, Texts } from '../../../../model/form/definition.ts'
import { textIn } from '../../../../model/form/definition.ts'
import { KINDS } from '../../../../model/form/kinds.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { BuilderFields } from './builder-fields.ts'
import { FIRST } from './first-literals.ts'
import type { WantedTypes } from './fitting.ts'
import { HOLE, isHole, operation, operatorsFor, typeAt } from './fitting.ts'

export interface NodeContext {
  readonly fields: BuilderFields
  readonly scope: Scope
  readonly language: keyof Texts
  /** The operators that can be kept where it will stand; all of them where absent. */
  readonly operators?: ReadonlySet<Operator> | undefined
}

export interface NodeProps {
  readonly node: Expression
  readonly wanted: WantedTypes
  readonly context: NodeContext
  /** What stands here, for those who do not see where it stands. */
  readonly label: string
  /** The field that it stands beside, as in a comparison: its choices are those of the value. */
  readonly beside?: FormColumn | undefined
  readonly onChange: (node: Expression) => void
  readonly onRemove?: (() => void) | undefined
}

/** Takes the node away, where it is not needed. */
export function RemoveButton({ label, onRemove }: NodeProps) {
  const t = useT()
  if (!onRemove) return null
  return (
    <Button
      type="text"
      size="small"
      className="builder-remove"
      aria-label={t('form-design.remove-part', { part: label })}
      icon={<DeleteOutlined aria-hidden="true" />}
      onClick={onRemove}
    />
  )
}

/** Chooses what stands in a place, of what fits there. */
export function WhatSelect({ node, wanted, context, label, onChange }: NodeProps) {
  const t = useT()
  const { fields, scope, language, operators } = context
  const all = namedIn(fields)
  const fitting = all.filter(({ kind }) => wanted.includes(KINDS[kind].type as Type))
  const compared = wanted.includes('truth') ? all.filter(({ kind }) => KINDS[kind].type !== undefined && KINDS[kind].type !== 'truth') : []
  const tables = wanted.includes('number') ? fields.own.filter(({ kind }) => kind === 'table') : []
  const named = (part: FormColumn) => textIn(part.labels, language)
  const groups = [
    { label: t('form-design.of-fields'), options: fitting.map((part) => ({ value: `field ${part.id}`, label: named(part) })) },
    {
      label: t('form-design.of-compared'),
      options: compared.map((part) => ({ value: `compare ${part.id}`, label: t('form-design.compare-field', { name: named(part) }) })),
    },
    {
      label: t('form-design.of-values'),
      options: wanted.flatMap((type) =>
        type === 'nothing' ? [] : [{ value: `value ${type}`, label: t('form-design.value', { type: t(`forms.type.${type}`) }) }],
      ),
    },
    {
      label: t('form-design.of-operators'),
      options: operatorsFor(wanted)
        .filter((op) => operators?.has(op) ?? true)
        .map((op) => ({ value: `op ${op}`, label: t(`forms.operator.${op}`) })),
    },
    {
      label: t('form-design.of-rows'),
      options: tables.length > 0 ? AGGREGATES.map((take) => ({ value: `take ${take}`, label: t(`forms.take.${take}`) })) : [],
    },
  ].filter(({ options }) => options.length > 0)

  function choose(chosen: string): void {
    const [what, name = ''] = chosen.split(' ')
    const kept = isHole(node) ? undefined : node
    if (what === 'field') onChange({ field: name })
    else if (what === 'compare') onChange({ op: 'equal', of: [{ field: name }, HOLE] })
    else if (what === 'value') onChange(FIRST[name as keyof typeof FIRST]())
    else if (what === 'op') onChange(operation(name as Operator, kept, scope, wanted))
    else onChange(aggregateOf(name as AggregateFunction, tables[0]?.id ?? ''))
  }

  return (
    <Select
      className="builder-what"
      aria-label={label}
      value={chosenOf(node, scope)}
      placeholder={t('form-design.choose')}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      status={isHole(node) ? 'warning' : ''}
      options={groups}
      onChange={choose}
    />
  )
}

/** Columns of the row before fields of the form of the same id. */
export const namedIn = ({ before, own }: BuilderFields): readonly FormColumn[] => [...before, ...own]

function chosenOf(node: Expression, scope: Scope): string | null {
  if (isHole(node)) return null
  if ('field' in node) return `field ${node.field}`
  if ('op' in node) return `op ${node.op}`
  if ('take' in node) return `take ${node.take}`
  return `value ${typeAt(node, scope) ?? 'text'}`
}

/** A figure of the rows of a table, of a value that is chosen next. */
export const aggregateOf = (take: AggregateFunction, rows: string): Expression =>
  take === 'count' ? { take, rows } : { take, rows, of: HOLE }
