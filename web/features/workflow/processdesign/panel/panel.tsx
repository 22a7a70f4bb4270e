/** What the chosen element says, and what can be done with it by keyboard; with none chosen, what is said of the whole process. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { Button, Select } from 'antd'
import type { Element } from '../../../../../model/workflow/bpmn/moddle.ts'
import { elementsAt, textAt } from '../../../../../model/workflow/bpmn/moddle.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { KeptInput } from '../../../../shared/panels/kept-input.tsx'
import { Line } from '../../../../shared/panels/line.tsx'
import type { DiagramElement } from '../../../../shared/workflow/diagram-parts.ts'
import { useDrawn } from '../modeler/drawing.ts'
import { changeDocumentation, changeId, changeName } from '../modeler/changes.ts'
import { nameOf, sortOf } from '../names.ts'
import { CallPanel } from './call-panel.tsx'
import { EventPanel, MessagePart } from './event-panel.tsx'
import { FlowPanel } from './flow-panel.tsx'
import { LoopPanel } from './loop-panel.tsx'
import { ProcessPanel } from './process-panel.tsx'
import { ServicePanel } from './service-panel.tsx'
import { TaskPanel } from './task-panel.tsx'

export function Panel() {
  const t = useT()
  const drawing = useDrawn()
  const element = drawing.chosen()
  return (
    <>
      <ElementPicker />
      {element ? <ElementPanel key={element.id} element={element} /> : <p className="form-quiet">{t('process-design.several')}</p>}
    </>
  )
}

/** All elements by their names: who does not point chooses here. */
function ElementPicker() {
  const t = useT()
  const drawing = useDrawn()
  const root = drawing.canvas.getRootElement()
  const all = drawing.elements.getAll().filter(({ labelTarget }) => !labelTarget)
  const options = all.map((element) => ({
    value: element.id,
    label: element === root ? t('process-elements.process') : titleOf(element),
  }))
  function titleOf({ businessObject, type }: DiagramElement): string {
    const name = nameOf(businessObject, t)
    if (type !== 'bpmn:SequenceFlow') return name
    const [from, to] = [businessObject['sourceRef'], businessObject['targetRef']].map((end) => (isElement(end) ? nameOf(end, t) : ''))
    return `${businessObject.name ?? ''} ${from ?? ''} → ${to ?? ''}`.trim()
  }
  return (
    <Line label={t('process-design.element')}>
      {(id) => (
        <Select
          id={id}
          value={drawing.chosen()?.id ?? null}
          options={options}
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent={t('list.no-options')}
          onChange={(chosen) => drawing.select(chosen === root.id ? undefined : chosen)}
        />
      )}
    </Line>
  )
}

const isElement = (value: unknown): value is Element => typeof value === 'object' && value !== null && '$type' in value

function ElementPanel({ element }: { element: DiagramElement }) {
  const t = useT()
  const drawing = useDrawn()
  const isRoot = element === drawing.canvas.getRootElement()
  const of = isRoot ? (drawing.process() ?? element.businessObject) : element.businessObject
  const [documentation] = elementsAt(of, 'documentation')
  return (
    <>
      <div className="form-panel-head">
        <h2>{sortOf(of, t)}</h2>
        {!isRoot && (
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined aria-hidden="true" />}
            aria-label={t('button.delete')}
            title={t('button.delete')}
            onClick={() => drawing.modeling.removeElements([element])}
          />
        )}
      </div>
      <div className="process-name">
        {of.$type === 'bpmn:TextAnnotation' ? (
          <Line label={t('process-elements.note')}>
            {(id) => (
              <KeptInput
                id={id}
                lines
                value={textAt(of, 'text') ?? ''}
                onKeep={(text) => {
                  drawing.modeling.updateProperties(element, { text })
                  return true
                }}
              />
            )}
          </Line>
        ) : (
          <Line label={t('process-design.name')}>
            {(id) => <KeptInput id={id} value={of.name ?? ''} maxLength={255} onKeep={(name) => changeName(drawing, element, of, name)} />}
          </Line>
        )}
      </div>
      {!isRoot && <ConnectLine element={element} />}
      <OfKind element={element} of={of} isRoot={isRoot} />
      {!isRoot && (
        <Line label={t('process-design.id')}>
          {(id) => <KeptInput id={id} value={element.id} maxLength={64} onKeep={(text) => changeId(drawing, element, text)} />}
        </Line>
      )}
      <Line label={t('process-design.documentation')}>
        {(id) => (
          <KeptInput
            id={id}
            lines
            value={textAt(documentation, 'text') ?? ''}
            maxLength={4000}
            onKeep={(text) => changeDocumentation(drawing, element, of, text)}
          />
        )}
      </Line>
    </>
  )
}

function OfKind({ element, of, isRoot }: { element: DiagramElement; of: Element; isRoot: boolean }) {
  if (isRoot) return <ProcessPanel element={element} of={of} />
  switch (element.type) {
    case 'bpmn:UserTask':
    case 'bpmn:ManualTask':
      return <TaskPanel element={element} />
    case 'bpmn:ServiceTask':
    case 'bpmn:SendTask':
    case 'bpmn:ScriptTask':
    case 'bpmn:BusinessRuleTask':
      return (
        <>
          <ServicePanel element={element} />
          <LoopPanel element={element} />
        </>
      )
    case 'bpmn:ReceiveTask':
      return (
        <>
          <MessagePart element={element} of={of} />
          <LoopPanel element={element} />
        </>
      )
    case 'bpmn:CallActivity':
      return (
        <>
          <CallPanel element={element} />
          <LoopPanel element={element} />
        </>
      )
    case 'bpmn:Task':
      return <LoopPanel element={element} />
    case 'bpmn:SubProcess':
      return of['triggeredByEvent'] === true ? null : <LoopPanel element={element} />
    case 'bpmn:SequenceFlow':
      return <FlowPanel element={element} />
    default:
      return /Event$/.test(element.type) ? <EventPanel element={element} /> : null
  }
}

/** Draws a flow to another node: what pointing does, by keyboard. */
function ConnectLine({ element }: { element: DiagramElement }) {
  const t = useT()
  const drawing = useDrawn()
  if (!/(Task|Event|Gateway|Activity|SubProcess)$/.test(element.type) || element.type === 'bpmn:EndEvent') return null
  const joined = new Set((element.outgoing ?? []).map(({ target }) => target.id))
  const others = (element.parent?.children ?? []).filter(
    ({ id, type, labelTarget, waypoints }) =>
      !labelTarget &&
      !waypoints &&
      id !== element.id &&
      !joined.has(id) &&
      /(Task|Event|Gateway|Activity|SubProcess)$/.test(type) &&
      type !== 'bpmn:StartEvent' &&
      type !== 'bpmn:BoundaryEvent',
  )
  return (
    <Line label={t('process-elements.connect')}>
      {(id) => (
        <Select
          id={id}
          value={null}
          placeholder={t('form-design.choose')}
          options={others.map((other) => ({ value: other.id, label: nameOf(other.businessObject, t) }))}
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent={t('list.no-options')}
          onChange={(chosen: string | null) => {
            const target = chosen === null ? undefined : drawing.elements.get(chosen)
            if (target) drawing.modeling.connect(element, target)
          }}
        />
      )}
    </Line>
  )
}
