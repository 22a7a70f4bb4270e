/** One node of an expression and what it is made of. One file, because a node is made of nodes and its editors draw each other; what it is, is chosen in what-select.tsx. */
import { Button, Select } from 'antd'
import type { AggregateFunction, Expression, Operator } from '../../../../model/expression/expression.ts'
import { OPERATOR_RULES } from '../../../../model/expression/operators.ts'
import type { FormColumn } from '../../../../model/form/definition.ts'
import { textIn } from '../../../../model/form/definition.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { named } from '../../../ui/named.ts'
import type { BuilderFields } from './builder-fields.ts'
import { scopeIn } from './builder-fields.ts'
import type { WantedTypes } from './fitting.ts'
import { HOLE, isHole, typeAt, wantedAt, withOperator } from './fitting.ts'
import { LiteralInput } from './literal-input.tsx'
import type { NodeContext, NodeProps } from './what-select.tsx'
import { RemoveButton, WhatSelect, aggregateOf, namedIn } from './what-select.tsx'

export function NodeEditor(props: NodeProps) {
  const { node } = props
  if ('op' in node) return <OperationEditor {...props} node={node} />
  if ('take' in node) return <AggregateEditor {...props} node={node} />
  return (
    <div className="builder-leaf">
      <WhatSelect {...props} />
      {'value' in node && !isHole(node) && (
        <LiteralInput node={node} label={props.label} beside={props.beside} language={props.context.language} onChange={props.onChange} />
      )}
      <RemoveButton {...props} />
    </div>
  )
}

type OperationNode = Extract<Expression, { op: Operator }>

/** Operators that stand between their two values, or behind their one. */
const INFIX: readonly Operator[] = [
  'equal',
  'unequal',
  'less',
  'less-or-equal',
  'greater',
  'greater-or-equal',
  'among',
  'contains',
  'begins-with',
  'ends-with',
  'is-empty',
]

function OperationEditor(props: NodeProps & { readonly node: OperationNode }) {
  const t = useT()
  const { node, wanted, context, label, onChange } = props
  const { op, of } = node
  const [least, most] = OPERATOR_RULES[op].takes
  const types = of.map((one) => typeAt(one, context.scope))
  const besideAt = (at: number) => besideField(of, at, context)
  const put = (at: number, next: Expression) => onChange({ op, of: of.map((one, place) => (place === at ? next : one)) })
  const operand = (at: number) => (
    <NodeEditor
      key={at}
      node={of[at] as Expression}
      wanted={wantedAt(op, types, at, wanted)}
      context={context}
      beside={besideAt(at)}
      label={operandLabel(op, at, t)}
      onChange={(next) => put(at, next)}
      onRemove={of.length > least ? () => onChange({ op, of: of.filter((_one, place) => place !== at) }) : undefined}
    />
  )

  if (INFIX.includes(op))
    return (
      <div className="builder-infix" role="group" aria-label={t(`forms.operator.${op}`)}>
        {operand(0)}
        <Select
          className="builder-operator"
          aria-label={t('form-design.operator')}
          value={op}
          popupMatchSelectWidth={false}
          options={operatorsAfter(node, context, wanted).map((one) => ({ value: one, label: t(`forms.operator.${one}`) }))}
          onChange={(next) => onChange(withOperator(node, next, context.scope, wanted))}
        />
        {of.length > 1 && operand(1)}
        <Wrap {...props} />
        <RemoveButton {...props} />
      </div>
    )

  const isGroup = op === 'and' || op === 'or'
  return (
    <div className="builder-operation" role="group" aria-label={named(label, t(`forms.operator.${op}`))}>
      <div className="builder-leaf">
        <WhatSelect {...props} />
        <RemoveButton {...props} />
      </div>
      {of.length > 0 && <div className="builder-operands">{of.map((_one, at) => operand(at))}</div>}
      {of.length < most && (
        <div className="builder-more">
          <Button size="small" type="dashed" onClick={() => onChange({ op, of: [...of, HOLE] })}>
            {t(isGroup ? 'form-design.condition-add' : 'form-design.value-add')}
          </Button>
          {isGroup && (
            <Button
              size="small"
              type="dashed"
              onClick={() => onChange({ op, of: [...of, { op: op === 'and' ? 'or' : 'and', of: [HOLE, HOLE] }] })}
            >
              {t(op === 'and' ? 'form-design.or-add' : 'form-design.and-add')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** A comparison becomes one of several conditions. */
function Wrap({ node, onChange, onRemove, wanted }: NodeProps) {
  const t = useT()
  // In a group there is a button for the next one already.
  if (onRemove || !wanted.includes('truth')) return null
  return (
    <span className="builder-more">
      {(['and', 'or'] as const).map((op) => (
        <Button key={op} size="small" type="dashed" onClick={() => onChange({ op, of: [node, HOLE] })}>
          {t(op === 'and' ? 'form-design.wrap-and' : 'form-design.wrap-or')}
        </Button>
      ))}
    </span>
  )
}

/** Operators that stand between values and take what stands there first. */
function operatorsAfter({ of, op }: OperationNode, { scope, operators }: NodeContext, wanted: WantedTypes): Operator[] {
  const type = of[0] && typeAt(of[0], scope)
  return INFIX.filter((one) => {
    if (operators && !operators.has(one)) return false
    if (one === op || type === undefined || type === 'nothing') return true
    const empty = Array.from({ length: OPERATOR_RULES[one].takes[0] }, () => 'nothing' as const)
    return wantedAt(one, empty, 0, wanted).includes(type)
  })
}

/** The field that the value at this place is compared with. */
function besideField(of: readonly Expression[], at: number, { fields }: NodeContext): FormColumn | undefined {
  const other = of.find((one, place) => place !== at && 'field' in one)
  return other && 'field' in other ? namedIn(fields).find(({ id }) => id === other.field) : undefined
}

function operandLabel(op: Operator, at: number, t: Translate): string {
  if (op === 'if') return t(at === 0 ? 'form-design.if' : at === 1 ? 'form-design.then' : 'form-design.else')
  return t('form-design.part-of', { operator: t(`forms.operator.${op}`), place: at + 1 })
}

type AggregateNode = Extract<Expression, { take: AggregateFunction }>

function AggregateEditor(props: NodeProps & { readonly node: AggregateNode }) {
  const t = useT()
  const { node, context, label, onChange } = props
  const tables = context.fields.own.filter(({ kind }) => kind === 'table')
  const columns = tables.find(({ id }) => id === node.rows)?.columns ?? []
  const inRow: BuilderFields = { before: columns, own: context.fields.own }
  const ofRow: NodeContext = { ...context, fields: inRow, scope: scopeIn(inRow) }
  return (
    <div className="builder-operation" role="group" aria-label={named(label, t(`forms.take.${node.take}`))}>
      <div className="builder-leaf">
        <WhatSelect {...props} />
        <Select
          className="builder-operator"
          aria-label={t('forms.kind.table')}
          value={node.rows || null}
          placeholder={t('forms.kind.table')}
          popupMatchSelectWidth={false}
          options={tables.map((table) => ({ value: table.id, label: textIn(table.labels, context.language) }))}
          onChange={(rows) => onChange(aggregateOf(node.take, rows))}
        />
        <RemoveButton {...props} />
      </div>
      <div className="builder-operands">
        {node.of && (
          <NodeEditor
            node={node.of}
            wanted={['number']}
            context={ofRow}
            label={t('form-design.of-each-row')}
            onChange={(of) => onChange({ ...node, of })}
          />
        )}
        {node.where ? (
          <NodeEditor
            node={node.where}
            wanted={['truth']}
            context={ofRow}
            label={t('form-design.where')}
            onChange={(where) => onChange({ ...node, where })}
            onRemove={() => {
              const { where: _, ...rest } = node
              onChange(rest)
            }}
          />
        ) : (
          <div className="builder-more">
            <Button size="small" type="dashed" onClick={() => onChange({ ...node, where: HOLE })}>
              {t('form-design.where-add')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
