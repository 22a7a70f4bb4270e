/** What can be done to widgets, by a key or a button: each once, with what is announced of it. */
import { MAX_WIDGETS } from '../../../../model/screens/document.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import type { Alignment, Direction } from './state/align.ts'
import { aligned, distributed } from './state/align.ts'
import type { PasteFault } from './state/clipboard.ts'
import { paste, textOf } from './state/clipboard.ts'
import type { Order } from './state/edits.ts'
import { flagged, freeOf, grouped, moved, ordered, placed, removed, ungrouped, widgetsOf, withGroups } from './state/edits.ts'
import { pageIn } from './state/history.ts'
import { neighbourOf } from './state/nearest-widget.ts'
import { around } from './state/rects.ts'
import { scaledInto } from './state/resize.ts'
import type { NewWidget } from './state/new-widget.ts'
import { newWidget } from './state/new-widget.ts'
import { added } from './state/edits.ts'
import type { Design } from './store.ts'

/** What was copied last, on whatever screen: for browsers that do not let a page read the clipboard, as those of pages over plain http. */
let lastCopied = ''

/** The operations of an opened screen. */
export function actionsOf(design: Design, t: Translate) {
  const { store, change, changeScreen, announce } = design
  const now = () => {
    const state = store.getState()
    return { ...state, page: pageIn(state) }
  }
  const count = () => store.getState().chosen.length

  function nudge(across: number, down: number): void {
    const { page, chosen } = now()
    if (freeOf(page, chosen).length === 0) return
    change((one, ids) => moved(one, ids, across, down), { run: `nudge ${chosen.join(' ')}` })
    const rect = around(widgetsOf(now().page, chosen).map((widget) => widget.rect))
    if (rect) announce(t('screen-design.moved', { x: rect[0], y: rect[1] }))
  }

  /** Makes what is chosen so much wider and higher. */
  function grow(wide: number, high: number): void {
    const { page, chosen } = now()
    const free = freeOf(page, chosen)
    const box = around(free.map(({ rect }) => rect))
    if (!box) return
    const to = [box[0], box[1], Math.max(1, box[2] + wide), Math.max(1, box[3] + high)] as typeof box
    change((one) => placed(one, new Map(free.map(({ id, rect }) => [id, scaledInto(rect, box, to)]))), { run: `grow ${chosen.join(' ')}` })
    announce(t('screen-design.resized', { width: to[2], height: to[3] }))
  }

  function remove(): void {
    const { page, chosen } = now()
    const gone = freeOf(page, chosen).length
    if (gone === 0) return
    change((one, ids) => removed(one, ids))
    announce(t('screen-design.removed', { count: gone }))
  }

  function chooseAll(): void {
    const { page } = now()
    const all = page.widgets.filter(({ hidden }) => !hidden).map(({ id }) => id)
    design.choose(all)
    announce(t('screen-design.chosen-count', { count: all.length }))
  }

  /** Chooses the next widget; tells whether there is one. @param adds What is chosen stays chosen as well */
  function walk(by: 1 | -1, adds = false): boolean {
    const { page, chosen } = now()
    const next = neighbourOf(page, chosen, by)
    if (next === undefined) return false
    design.choose(adds ? [...chosen, next] : withGroups(page, [next]))
    return true
  }

  /** Chooses a widget, with those of its group. @param adds It is added to what is chosen, or taken out of it */
  function pick(id: string, adds: boolean): void {
    const { page, chosen } = now()
    const own = withGroups(page, [id])
    if (!adds) return design.choose(own)
    design.choose(chosen.includes(id) ? chosen.filter((one) => !own.includes(one)) : [...new Set([...chosen, ...own])])
  }

  function order(how: Order): void {
    change((page, ids) => ordered(page, ids, how))
    announce(t(`screen-design.ordered-${how}`))
  }

  function flag(which: 'locked' | 'hidden', isSet: boolean, ids: readonly string[] = store.getState().chosen): void {
    if (ids.length === 0) return
    change((page) => flagged(page, ids, which, isSet))
    announce(t(isSet ? `screen-design.made-${which}` : `screen-design.made-not-${which}`, { count: ids.length }))
  }

  function align(how: Alignment): void {
    change((page, ids, { size }) => aligned(page, ids, how, size))
    announce(t('screen-design.aligned', { count: count() }))
  }

  function distribute(direction: Direction): void {
    change((page, ids) => distributed(page, ids, direction))
    announce(t('screen-design.distributed', { count: count() }))
  }

  function group(): void {
    if (count() < 2) return
    change((page, ids) => grouped(page, ids))
    announce(t('screen-design.grouped', { count: count() }))
  }

  function ungroup(): void {
    change((page, ids) => ungrouped(page, ids))
    announce(t('screen-design.ungrouped'))
  }

  /** The chosen widgets as a text. */
  function copied(): string {
    const { document, page, chosen } = now()
    if (chosen.length === 0) return ''
    announce(t('screen-design.copied', { count: chosen.length }))
    lastCopied = textOf(document, page, chosen)
    return lastCopied
  }

  /** Pastes a text; what keeps it from that is announced, and given back. */
  function pasteText(text: string): PasteFault | undefined {
    const { document, page } = now()
    const pasted = paste(document, page.id, text)
    if (typeof pasted === 'string') {
      announce(t(`screen-design.paste-${pasted}`, { most: MAX_WIDGETS }))
      return pasted
    }
    changeScreen(() => pasted.document, { chosen: pasted.ids })
    announce(t('screen-design.pasted', { count: pasted.ids.length }))
    return undefined
  }

  function duplicate(): void {
    const { document, page, chosen } = now()
    if (chosen.length > 0) pasteText(textOf(document, page, chosen))
  }

  function add(what: NewWidget): void {
    const { document, page } = now()
    if (page.widgets.length >= MAX_WIDGETS) return announce(t('screen-design.paste-full', { most: MAX_WIDGETS }))
    const widget = newWidget(document, page, what)
    change((one) => added(one, [widget]), { chosen: [widget.id] })
    announce(t('screen-design.added', { kind: t(`screen-widget.kind-${widget.kind}`), id: widget.id }))
  }

  function back(): void {
    if (store.getState().past.length === 0) return
    design.undo()
    announce(t('screen-design.undone'))
  }

  function again(): void {
    if (store.getState().future.length === 0) return
    design.redo()
    announce(t('screen-design.redone'))
  }

  /** Shows the page so many places further on. */
  function walkPages(by: 1 | -1): void {
    const { document, page } = now()
    const next = document.pages[document.pages.indexOf(page) + by]
    if (!next) return
    design.goTo(next.id)
    announce(t('screen-design.page-shown', { title: next.title }))
  }

  return {
    nudge,
    grow,
    remove,
    chooseAll,
    walk,
    pick,
    order,
    flag,
    align,
    distribute,
    group,
    ungroup,
    copied,
    copiedLast: () => lastCopied,
    pasteText,
    duplicate,
    add,
    back,
    again,
    walkPages,
  }
}

export type DesignActions = ReturnType<typeof actionsOf>
