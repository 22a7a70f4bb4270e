/** How often something is done that nobody has to do: once, for each of several, or again while a condition holds. */
import { Checkbox, Select } from 'antd'
import { bodyAt, elementAt } from '../../../../../model/workflow/bpmn/moddle.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { Line } from '../../../../shared/panels/line.tsx'
import { Section } from '../../../../shared/panels/section.tsx'
import type { DiagramElement } from '../../../../shared/workflow/diagram-parts.ts'
import { useDrawn } from '../modeler/drawing.ts'
import { expressionOf } from '../modeler/changes.ts'
import { ConditionLine, ValueLine } from './written-input.tsx'
import { WholeNumber } from './whole-number.tsx'

const LOOPS = ['once', 'parallel', 'sequential', 'while'] as const
type Loop = (typeof LOOPS)[number]

export function LoopPanel({ element }: { element: DiagramElement }) {
  const t = useT()
  const drawing = useDrawn()
  const loop = elementAt(element.businessObject, 'loopCharacteristics')
  const isWhile = loop?.$type === 'bpmn:StandardLoopCharacteristics'
  const kind: Loop = !loop ? 'once' : isWhile ? 'while' : loop['isSequential'] === true ? 'sequential' : 'parallel'
  const change = (values: Readonly<Record<string, unknown>>) => loop && drawing.modeling.updateModdleProperties(element, loop, values)

  function choose(next: Loop): void {
    const made =
      next === 'once'
        ? undefined
        : next === 'while'
          ? drawing.create('bpmn:StandardLoopCharacteristics', { loopMaximum: 10 })
          : drawing.create('bpmn:MultiInstanceLoopCharacteristics', { isSequential: next === 'sequential' })
    // Of several the order is one property: what else is said stays.
    if (loop && !isWhile && (next === 'parallel' || next === 'sequential')) change({ isSequential: next === 'sequential' })
    else drawing.modeling.updateProperties(element, { loopCharacteristics: made })
  }

  return (
    <Section title={t('process-design.loop')}>
      <Line label={t('process-design.loop-kind')}>
        {(id) => (
          <Select<Loop>
            id={id}
            value={kind}
            options={LOOPS.map((one) => ({ value: one, label: t(`process-design.loop-${one}`) }))}
            onChange={choose}
          />
        )}
      </Line>
      {loop && !isWhile && (
        <>
          <ValueLine
            label={t('process-design.loop-count')}
            value={bodyAt(loop, 'loopCardinality') ?? ''}
            onKeep={(text) => change({ loopCardinality: expressionOf(drawing, text) })}
          />
          <ConditionLine
            label={t('process-design.loop-until')}
            value={bodyAt(loop, 'completionCondition') ?? ''}
            onKeep={(text) => change({ completionCondition: expressionOf(drawing, text) })}
          />
        </>
      )}
      {loop && isWhile && (
        <>
          <ConditionLine
            label={t('process-design.loop-again')}
            value={bodyAt(loop, 'loopCondition') ?? ''}
            onKeep={(text) => change({ loopCondition: expressionOf(drawing, text) })}
          />
          <Line label={t('process-design.loop-most')}>
            {(id) => (
              <WholeNumber
                id={id}
                min={1}
                max={500}
                value={Number(loop['loopMaximum'] ?? 10)}
                onChange={(most) => most !== null && change({ loopMaximum: most })}
              />
            )}
          </Line>
          <Checkbox
            className="form-tick"
            checked={loop['testBefore'] === true}
            onChange={({ target }) => change({ testBefore: target.checked })}
          >
            {t('process-design.loop-before')}
          </Checkbox>
        </>
      )}
    </Section>
  )
}
