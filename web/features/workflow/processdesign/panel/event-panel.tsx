/** What an event waits for or brings about. What several events share, such as a message, stands beside the process and is made here by its name. */
import { AutoComplete, Checkbox, Input, Select } from 'antd'
import type { Element } from '../../../../../model/workflow/bpmn/moddle.ts'
import { bodyAt, elementAt, elementsAt, textAt } from '../../../../../model/workflow/bpmn/moddle.ts'
import { messageSettings } from '../../../../../model/workflow/settings.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { KeptInput } from '../../../../shared/panels/kept-input.tsx'
import { GroupLine, Line } from '../../../../shared/panels/line.tsx'
import { Section } from '../../../../shared/panels/section.tsx'
import type { DiagramElement } from '../../../../shared/workflow/diagram-parts.ts'
import { useDrawn } from '../modeler/drawing.ts'
import { expressionOf, rootElementNamed, rootElements, changeSettings } from '../modeler/changes.ts'
import { readSettings } from '../modeler/settings.ts'
import { DurationInput } from './duration-input.tsx'
import { ConditionLine, ValueLine } from './written-input.tsx'

interface PartProps {
  readonly element: DiagramElement
  /** Where it is said: the definition of the event; a task that receives says it itself. */
  readonly of: Element
}

export function EventPanel({ element }: { element: DiagramElement }) {
  const t = useT()
  const drawing = useDrawn()
  const [definition] = elementsAt(element.businessObject, 'eventDefinitions')
  const isEdge = element.type === 'bpmn:BoundaryEvent'
  const isInside = element.type === 'bpmn:StartEvent' && element.parent?.businessObject['triggeredByEvent'] === true
  const member = isEdge ? 'cancelActivity' : 'isInterrupting'
  return (
    <Section title={t('process-design.event')}>
      {definition ? <Definition element={element} of={definition} /> : <p className="form-quiet">{t('process-design.event-plain')}</p>}
      {(isEdge || isInside) && definition?.$type !== 'bpmn:ErrorEventDefinition' && (
        <Checkbox
          className="form-tick"
          checked={element.businessObject[member] !== false}
          onChange={({ target }) => drawing.modeling.updateProperties(element, { [member]: target.checked })}
        >
          {t('process-design.interrupts')}
        </Checkbox>
      )}
    </Section>
  )
}

function Definition({ element, of }: PartProps) {
  const t = useT()
  switch (of.$type) {
    case 'bpmn:TimerEventDefinition':
      return <Timer element={element} of={of} />
    case 'bpmn:MessageEventDefinition':
      return <MessagePart element={element} of={of} />
    case 'bpmn:SignalEventDefinition':
      return <Shared element={element} of={of} member="signalRef" type="bpmn:Signal" label={t('process-design.signal')} />
    case 'bpmn:ErrorEventDefinition':
      return <Shared element={element} of={of} member="errorRef" type="bpmn:Error" code="errorCode" label={t('process-design.error')} />
    case 'bpmn:EscalationEventDefinition':
      return (
        <Shared
          element={element}
          of={of}
          member="escalationRef"
          type="bpmn:Escalation"
          code="escalationCode"
          label={t('process-design.escalation')}
        />
      )
    case 'bpmn:LinkEventDefinition':
      return <LinkPart element={element} of={of} />
    case 'bpmn:ConditionalEventDefinition':
      return <ConditionPart element={element} of={of} />
    default:
      return <p className="form-quiet">{t('process-design.event-plain')}</p>
  }
}

const TIMERS = { duration: 'timeDuration', date: 'timeDate', cycle: 'timeCycle' } as const
type TimerKind = keyof typeof TIMERS
const TIMER_KINDS = ['duration', 'date', 'cycle'] as const satisfies readonly TimerKind[]

function Timer({ element, of }: PartProps) {
  const t = useT()
  const drawing = useDrawn()
  const kind = TIMER_KINDS.find((one) => elementAt(of, TIMERS[one])) ?? 'duration'
  const value = bodyAt(of, TIMERS[kind]) ?? ''
  const change = (next: TimerKind, text: string) =>
    drawing.modeling.updateModdleProperties(element, of, {
      ...Object.fromEntries(Object.values(TIMERS).map((member) => [member, undefined])),
      [TIMERS[next]]: expressionOf(drawing, text) ?? drawing.create('bpmn:FormalExpression'),
    })
  return (
    <>
      <Line label={t('process-design.timer')}>
        {(id) => (
          <Select<TimerKind>
            id={id}
            value={kind}
            options={TIMER_KINDS.map((one) => ({ value: one, label: t(`process-design.timer-${one}`) }))}
            onChange={(next) => change(next, '')}
          />
        )}
      </Line>
      {kind === 'duration' ? (
        <GroupLine label={t('process-design.timer-duration')}>
          <DurationInput label={t('process-design.timer-duration')} value={value} onChange={(text) => change('duration', text)} />
        </GroupLine>
      ) : (
        <Line label={t(`process-design.timer-${kind}`)}>
          {(id) => (
            <KeptInput
              key={`${element.id} ${kind}`}
              id={id}
              value={value}
              maxLength={200}
              placeholder={kind === 'date' ? '2026-12-24T18:00' : 'R3/PT1H'}
              onKeep={(text) => {
                change(kind, text)
                return true
              }}
            />
          )}
        </Line>
      )}
    </>
  )
}

interface SharedProps extends PartProps {
  readonly member: string
  readonly type: string
  /** Where its code stands beside its name. */
  readonly code?: string
  readonly label: string
}

/** A message, signal, error or escalation by its name, of those that there are or as a new one. */
function Shared({ element, of, member, type, code, label }: SharedProps) {
  const drawing = useDrawn()
  const named = elementAt(of, member)
  const value = named?.name ?? named?.id ?? ''
  const known = rootElements(drawing, type).map(({ id, name }) => ({ value: name ?? id ?? '' }))
  return (
    <Line label={label}>
      {(id) => (
        <AutoComplete
          key={`${element.id} ${value}`}
          id={id}
          defaultValue={value}
          options={known}
          showSearch={{ filterOption: (typed, option) => (option?.value ?? '').includes(typed) }}
          // When it is written, not while: each letter would be a message of its own.
          onSelect={(name: string) => change(name)}
          onBlur={(event) => change(event.target instanceof HTMLInputElement ? event.target.value.trim() : value)}
        >
          <Input maxLength={128} />
        </AutoComplete>
      )}
    </Line>
  )

  function change(name: string): void {
    if (name === value) return
    drawing.together(() => {
      const found = name === '' ? undefined : rootElementNamed(drawing, element, type, name, code)
      if (element.businessObject === of) drawing.modeling.updateProperties(element, { [member]: found })
      else drawing.modeling.updateModdleProperties(element, of, { [member]: found })
    })
  }
}

/** A message, and how the instance that it is for is found. */
export function MessagePart({ element, of }: PartProps) {
  const t = useT()
  const drawing = useDrawn()
  const settings = readSettings(element.businessObject, messageSettings) ?? {}
  const isCaught = !/Throw|End/.test(element.type)
  const change = (values: typeof settings) => void changeSettings(drawing, element, element.businessObject, messageSettings, values)
  return (
    <>
      <Shared element={element} of={of} member="messageRef" type="bpmn:Message" label={t('process-design.message')} />
      {isCaught && (
        <>
          <ValueLine
            label={t('process-design.correlation')}
            value={settings.correlation ?? ''}
            onKeep={(text) => change({ correlation: text === '' ? undefined : text })}
          />
          <Checkbox
            className="form-tick"
            checked={settings.keep ?? false}
            onChange={({ target }) => change({ keep: target.checked || undefined })}
          >
            {t('process-design.message-keep')}
          </Checkbox>
        </>
      )}
    </>
  )
}

function LinkPart({ element, of }: PartProps) {
  const t = useT()
  const drawing = useDrawn()
  return (
    <Line label={t('process-design.link')}>
      {(id) => (
        <KeptInput
          id={id}
          value={textAt(of, 'name') ?? ''}
          maxLength={128}
          onKeep={(name) => {
            drawing.modeling.updateModdleProperties(element, of, { name })
            return true
          }}
        />
      )}
    </Line>
  )
}

function ConditionPart({ element, of }: PartProps) {
  const t = useT()
  const drawing = useDrawn()
  return (
    <ConditionLine
      label={t('process-design.condition')}
      value={bodyAt(of, 'condition') ?? ''}
      onKeep={(text) => drawing.modeling.updateModdleProperties(element, of, { condition: expressionOf(drawing, text) })}
    />
  )
}
