/** Builds a condition or calculation by clicks: what can stand somewhere is offered there, and nothing has to be written as a formula. */
import { Modal } from 'antd'
import { useMemo, useState } from 'react'
import type { Expression, Operator } from '../../../../model/expression/expression.ts'
import { EXPRESSION } from '../../../../model/expression/expression.ts'
import type { Type } from '../../../../model/expression/operators.ts'
import type { Texts } from '../../../../model/form/definition.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import type { BuilderFields } from './builder-fields.ts'
import { scopeIn } from './builder-fields.ts'
import { HOLE, isUnfinished } from './fitting.ts'
import { NodeEditor } from './node-editor.tsx'
import type { NodeContext } from './what-select.tsx'
import type { Words } from './words.ts'
import { wordsOf } from './words.ts'
import './builder.css'

interface BuilderProps {
  readonly title: string
  readonly wanted: Type
  readonly value: Expression | undefined
  readonly fields: BuilderFields
  readonly language: keyof Texts
  readonly nameOf: Words['nameOf']
  readonly valueOf: Words['valueOf']
  /** The operators that can be kept; all of them where absent. */
  readonly operators?: ReadonlySet<Operator>
  /** Keeps it, and tells whether it could be. */
  readonly onKeep: (expression: Expression) => boolean
  readonly onClose: () => void
}

export default function Builder({ title, wanted, value, fields, language, nameOf, valueOf, operators, onKeep, onClose }: BuilderProps) {
  const t = useT()
  const [node, setNode] = useState<Expression>(value ?? HOLE)
  const [failure, setFailure] = useState<string>()
  const leave = useLeaveForm(() => JSON.stringify(node) !== JSON.stringify(value ?? HOLE), onClose)
  const context: NodeContext = useMemo(() => ({ fields, scope: scopeIn(fields), language, operators }), [fields, language, operators])
  const isOpen = isUnfinished(node, context.scope, [wanted])

  function keep(): void {
    if (isOpen) setFailure(t('form-design.unfinished'))
    else if (!EXPRESSION.safeParse(node).success || !onKeep(node)) setFailure(t('form-design.expression-large'))
  }

  return (
    <Modal open title={title} width={760} okText={t('form-design.take')} cancelText={t('common.cancel')} onOk={keep} onCancel={leave}>
      <p className="builder-about">{t(`form-design.wanted-${wanted === 'nothing' ? 'text' : wanted}`)}</p>
      <div className="builder-tree">
        <NodeEditor
          node={node}
          wanted={[wanted]}
          context={context}
          label={title}
          onChange={(next) => {
            setNode(next)
            setFailure(undefined)
          }}
        />
      </div>
      <p className="builder-words" aria-live="polite">
        {wordsOf(node, { t, nameOf, valueOf })}
      </p>
      <p className="builder-said" role="alert">
        {failure}
      </p>
    </Modal>
  )
}
