/**
 * Offers in the pad beside an element, and in the menu that changes its kind, only what the engine runs (decision 0122): what a deployment would refuse
 * is never drawn. An entry that a new release of bpmn-js brings is not offered before it is named here.
 */
import type { Translate } from '../../../../kernel/i18n/i18n.ts'
import type { DiagramElement } from '../../../../shared/workflow/diagram-parts.ts'

type Entries = Readonly<Record<string, unknown>>
type Offer = (entries: Entries) => Entries

export interface ContextPad {
  readonly registerProvider: (
    priority: number,
    provider: {
      readonly getContextPadEntries: (element: DiagramElement) => Offer
      readonly getMultiElementContextPadEntries: (elements: readonly DiagramElement[]) => Offer
    },
  ) => void
}
export interface PopupMenu {
  readonly registerProvider: (
    id: string,
    priority: number,
    provider: {
      readonly getPopupMenuEntries: (element: DiagramElement) => Offer
      readonly getPopupMenuHeaderEntries: (element: DiagramElement) => Offer
    },
  ) => void
}
/** Draws what is appended by a click or by dragging. */
export interface Appending {
  readonly append: (after: DiagramElement, type: string) => void
  readonly drag: (event: Event, type: string, after?: DiagramElement) => void
}

/** After those of bpmn-js, whose entries they are given. */
const LAST = 500

const EVENTS = {
  start: ['none', 'message', 'timer', 'conditional', 'signal', 'error', 'escalation'],
  beside: ['message', 'timer', 'conditional', 'signal', 'escalation'],
  edge: ['message', 'timer', 'escalation', 'conditional', 'error', 'signal'],
  end: ['none', 'message', 'escalation', 'error', 'signal', 'terminate'],
  catch: ['message', 'timer', 'conditional', 'link', 'signal'],
  throw: ['none', 'message', 'escalation', 'link', 'signal'],
}

/** Of the menu that changes an element. */
export const REPLACEMENTS: ReadonlySet<string> = new Set(
  [
    ...EVENTS.start.map((kind) => `${kind}-start`),
    ...EVENTS.beside.flatMap((kind) => [`non-interrupting-${kind}-start`, `non-interrupting-${kind}-boundary`]),
    ...EVENTS.edge.map((kind) => `${kind}-boundary`),
    ...EVENTS.end.map((kind) => `${kind}-end`),
    ...EVENTS.catch.map((kind) => `${kind}-intermediate-catch`),
    ...EVENTS.throw.map((kind) => `${kind}-intermediate-throw`),
    ...['exclusive', 'parallel', 'inclusive', 'event-based'].map((kind) => `${kind}-gateway`),
    ...['user', 'service', 'send', 'receive', 'manual', 'rule', 'script'].map((kind) => `${kind}-task`),
    ...['task', 'call-activity', 'subprocess', 'expanded-subprocess', 'collapsed-subprocess', 'event-subprocess'],
    ...['sequence', 'default', 'conditional'].map((kind) => `${kind}-flow`),
  ].map((action) => `replace-with-${action}`),
)

/** Of the pad beside an element. */
export const PAD: ReadonlySet<string> = new Set([
  'append.receive-task',
  'append.message-intermediate-event',
  'append.timer-intermediate-event',
  'append.condition-intermediate-event',
  'append.signal-intermediate-event',
  'append.end-event',
  'append.gateway',
  'append.append-task',
  'append.intermediate-event',
  'append.text-annotation',
  'replace',
  'connect',
  'delete',
  'align-elements',
])

const only =
  (offered: ReadonlySet<string>): Offer =>
  (entries) =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => offered.has(name)))

/** What is done before the first element is drawn. */
export function offerOnlySupported(pad: ContextPad, menu: PopupMenu, appending: Appending, t: Translate): void {
  pad.registerProvider(LAST, {
    getContextPadEntries: (element) => (entries) => {
      const { 'append.append-task': task, ...others } = only(PAD)(entries)
      if (!task) return others
      // A task that nobody does is seldom what is wanted next: people's is.
      const appendTask = {
        group: 'model',
        className: 'bpmn-icon-user-task',
        title: t('process-elements.append-task'),
        action: {
          click: () => appending.append(element, 'bpmn:UserTask'),
          dragstart: (event: Event) => appending.drag(event, 'bpmn:UserTask', element),
        },
      }
      return { 'append.append-task': appendTask, ...others }
    },
    getMultiElementContextPadEntries: () => only(PAD),
  })
  menu.registerProvider('bpmn-replace', LAST, {
    getPopupMenuEntries: () => only(REPLACEMENTS),
    // How several people decide together is said in the panel.
    getPopupMenuHeaderEntries: (element) => (entries) => (/^bpmn:(User|Manual)Task$/.test(element.type) ? {} : entries),
  })
}
