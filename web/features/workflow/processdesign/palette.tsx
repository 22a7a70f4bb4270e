/** What can be drawn: clicked it follows the pointer, by keyboard it is put behind what is chosen. */
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useDrawing } from './modeler/drawing.ts'

interface Entry {
  readonly type: string
  readonly name: LabelKey
  readonly icon: string
  readonly more?: Readonly<Record<string, unknown>>
}
const event = (type: string, trigger: string, name: LabelKey, icon: string): Entry => ({
  type: `bpmn:${type}`,
  name,
  icon,
  more: { eventDefinitionType: `bpmn:${trigger}EventDefinition` },
})

export const PALETTE: readonly { readonly title: LabelKey; readonly entries: readonly Entry[] }[] = [
  {
    title: 'process-design.palette-activities',
    entries: [
      { type: 'bpmn:UserTask', name: 'process-elements.user-task', icon: 'user-task' },
      { type: 'bpmn:ServiceTask', name: 'process-elements.service-task', icon: 'service-task' },
      { type: 'bpmn:ReceiveTask', name: 'process-elements.receive-task', icon: 'receive-task' },
      { type: 'bpmn:CallActivity', name: 'process-elements.call-activity', icon: 'call-activity' },
      { type: 'bpmn:SubProcess', name: 'process-elements.sub-process', icon: 'subprocess-expanded', more: { isExpanded: true } },
    ],
  },
  {
    title: 'process-design.palette-gateways',
    entries: [
      { type: 'bpmn:ExclusiveGateway', name: 'process-elements.exclusive', icon: 'gateway-xor' },
      { type: 'bpmn:ParallelGateway', name: 'process-elements.parallel', icon: 'gateway-parallel' },
      { type: 'bpmn:InclusiveGateway', name: 'process-elements.inclusive', icon: 'gateway-or' },
      { type: 'bpmn:EventBasedGateway', name: 'process-elements.event-based', icon: 'gateway-eventbased' },
    ],
  },
  {
    title: 'process-design.palette-events',
    entries: [
      { type: 'bpmn:StartEvent', name: 'process-elements.start', icon: 'start-event-none' },
      { type: 'bpmn:EndEvent', name: 'process-elements.end', icon: 'end-event-none' },
      event('EndEvent', 'Terminate', 'process-elements.end-terminate', 'end-event-terminate'),
      event('IntermediateCatchEvent', 'Timer', 'process-elements.catch-timer', 'intermediate-event-catch-timer'),
      event('IntermediateCatchEvent', 'Message', 'process-elements.catch-message', 'intermediate-event-catch-message'),
      event('IntermediateCatchEvent', 'Signal', 'process-elements.catch-signal', 'intermediate-event-catch-signal'),
      event('IntermediateCatchEvent', 'Conditional', 'process-elements.catch-condition', 'intermediate-event-catch-condition'),
      event('IntermediateThrowEvent', 'Signal', 'process-elements.throw-signal', 'intermediate-event-throw-signal'),
    ],
  },
  {
    title: 'process-design.palette-others',
    entries: [
      { type: 'bpmn:DataObjectReference', name: 'process-elements.data', icon: 'data-object' },
      { type: 'bpmn:TextAnnotation', name: 'process-elements.note', icon: 'text-annotation' },
      { type: 'bpmn:Group', name: 'process-elements.group', icon: 'group' },
    ],
  },
]

export function Palette({ onPlaced }: { onPlaced: () => void }) {
  const t = useT()
  const drawing = useDrawing()
  return (
    <>
      <p className="form-quiet">{t('process-design.palette-about')}</p>
      {PALETTE.map(({ title, entries }) => (
        <section key={title} className="process-palette" aria-label={t(title)}>
          <h2>{t(title)}</h2>
          <div className="process-palette-entries">
            {entries.map(({ type, name, icon, more }) => (
              <button
                key={name}
                type="button"
                draggable
                className="process-palette-entry"
                onClick={({ detail, nativeEvent }) => {
                  if (detail > 0) return drawing.drag(nativeEvent, type, undefined, more)
                  drawing.place(type, more)
                  onPlaced()
                }}
                onDragStart={(event) => {
                  event.preventDefault()
                  drawing.drag(event.nativeEvent, type, undefined, more)
                }}
              >
                <span className={`bpmn-icon-${icon}`} aria-hidden="true" />
                {t(name)}
              </button>
            ))}
          </div>
        </section>
      ))}
    </>
  )
}
