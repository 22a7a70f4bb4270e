/**
 * Offers in the pad beside an element, and in the menu that changes its kind, only what the engine runs (decision 0122): what a deployment would refuse
 * is never drawn. An entry that a new release of bpmn-js brings is not offered before it is named here.
 */
import type { Translate } from '../../../../kernel/i18n/i18n.ts'
import type { DiagramElement } from '../../../../shared/workflow/diagram-parts.ts'
import { PAD, REPLACEMENTS } from './offered.ts'

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
