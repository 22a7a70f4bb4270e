/**
 * Widgets as a text, by which they are copied within a screen, to another one and to another browser: with the figures and variables that they go by. What is
 * pasted is read like any document from elsewhere, strictly, before it is taken. Pure.
 */
import type { ScreenDocument, ScreenPage, ScreenWidget } from '../../../../../model/screens/document.ts'
import { MAX_PAGE_FIGURES, MAX_SCREEN_BYTES, MAX_SCREEN_VARIABLES, MAX_WIDGETS, SCREEN } from '../../../../../model/screens/document.ts'
import { isAlike } from '../../../../shared/panels/alike.ts'
import { added, freeName, widgetsOf } from './edits.ts'
import { figuresOf, renamedIn, variablesOf, variablesOfFigure, withVariables } from './names.ts'
import { withPage } from './pages.ts'
import { settled } from './rects.ts'

const KIND = 'screen-widgets'

/** The chosen widgets of a page as a text, with the figures and variables that they go by. */
export function textOf(document: ScreenDocument, page: ScreenPage, ids: readonly string[]): string {
  const widgets = widgetsOf(page, ids)
  const named = new Set(widgets.flatMap(figuresOf))
  // What a reader may not be shown of figures is not carried elsewhere.
  const figures = document.figures.filter(({ name, document: asked }) => named.has(name) && asked !== null)
  const by = new Set([...widgets.flatMap(variablesOf), ...figures.flatMap(variablesOfFigure)])
  const variables = document.variables.filter(({ name }) => by.has(name))
  return JSON.stringify({ kind: KIND, format: document.format, widgets, figures, variables })
}

export interface Pasted {
  readonly document: ScreenDocument
  /** The new widgets. */
  readonly ids: readonly string[]
}
/** Why nothing is pasted: the text is none of widgets, or a wrong one; or there is no room for so many. */
export type PasteFault = 'foreign' | 'full'

/**
 * The screen with the widgets of a text on a page.
 * @param at Where the corner of all of them goes; absent: where they were, moved on as often as something already lies there
 */
export function paste(
  document: ScreenDocument,
  pageId: string,
  text: string,
  at?: { readonly x: number; readonly y: number },
): Pasted | PasteFault {
  const given = readText(text)
  const page = document.pages.find(({ id }) => id === pageId)
  if (!given || !page) return 'foreign'
  const variables = taken(document.variables, given.variables, 'v')
  const figures = taken(
    document.figures,
    given.figures.map((figure) => withVariables(figure, variables.names)),
    'data',
  )
  const isFull =
    page.widgets.length + given.widgets.length > MAX_WIDGETS ||
    document.figures.length + figures.more.length > MAX_PAGE_FIGURES ||
    document.variables.length + variables.more.length > MAX_SCREEN_VARIABLES
  if (isFull) return 'full'
  const widgets = movedOn(page, asNew(page, given.widgets), at).map((widget) => renamedIn(widget, figures.names, variables.names))
  const withNames = {
    ...document,
    ...(figures.more.length > 0 ? { figures: [...document.figures, ...figures.more] } : {}),
    ...(variables.more.length > 0 ? { variables: [...document.variables, ...variables.more] } : {}),
  }
  return { document: withPage(withNames, pageId, (one) => added(one, widgets)), ids: widgets.map(({ id }) => id) }
}

/** The widgets of a text; undefined where it is none of ours, or says what no document may. */
function readText(text: string): (Pick<ScreenDocument, 'figures' | 'variables'> & { widgets: ScreenWidget[] }) | undefined {
  if (text.length > MAX_SCREEN_BYTES || !text.startsWith('{')) return undefined
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof given !== 'object' || given === null || !('kind' in given) || given.kind !== KIND) return undefined
  const { kind: _kind, format, widgets, figures, variables, ...more } = given as Record<string, unknown>
  const read = SCREEN.safeParse({
    ...more,
    format,
    size: { width: 1920, height: 1080 },
    fit: 'contain',
    theme: 'wall',
    refresh: 60,
    figures,
    variables,
    pages: [{ id: 'pasted', title: 'pasted', widgets }],
  })
  const [page] = read.success ? read.data.pages : []
  return read.success && page && page.widgets.length > 0
    ? { widgets: page.widgets, figures: read.data.figures, variables: read.data.variables }
    : undefined
}

/** Which named things of a text come along, and what those are called from then on whose name something else has here. */
function taken<Thing extends { readonly name: string }>(own: readonly Thing[], given: readonly Thing[], beginning: string) {
  const names = new Map<string, string>()
  const more: Thing[] = []
  for (const thing of given) {
    const same = own.find(({ name }) => name === thing.name)
    if (!same) more.push(thing)
    else if (!isAlike(same, thing)) {
      const name = freeName(
        [...own, ...given, ...more].map((one) => one.name),
        beginning,
      )
      names.set(thing.name, name)
      more.push({ ...thing, name })
    }
  }
  return { names, more }
}

/** The widgets with ids and groups that the page has not; tabs and carousels follow the groups. */
function asNew(page: ScreenPage, widgets: readonly ScreenWidget[]): ScreenWidget[] {
  const ids = page.widgets.map(({ id }) => id)
  const groups = page.widgets.flatMap(({ group }) => group ?? [])
  const called = new Map<string, string>()
  for (const group of new Set(widgets.flatMap((widget) => widget.group ?? []))) {
    const name = groups.includes(group)
      ? freeName([...groups, ...called.values(), ...widgets.flatMap((widget) => widget.group ?? [])], 'g')
      : group
    called.set(group, name)
  }
  const follow = (group: string) => called.get(group) ?? group
  return widgets.map((widget) => {
    const id = ids.includes(widget.id) ? freeName([...ids, ...widgets.map((one) => one.id)], 'w') : widget.id
    ids.push(id)
    const { group, options, ...rest } = widget
    return {
      ...rest,
      id,
      ...(group === undefined ? {} : { group: follow(group) }),
      ...(options ? { options: groupsFollowed(options, follow) } : {}),
    }
  })
}

function groupsFollowed(options: Record<string, unknown>, follow: (group: string) => string): Record<string, unknown> {
  const { groups, tabs } = options as { groups?: string[]; tabs?: { group: string; label: string }[] }
  return {
    ...options,
    ...(groups ? { groups: groups.map(follow) } : {}),
    ...(tabs ? { tabs: tabs.map((tab) => ({ ...tab, group: follow(tab.group) })) } : {}),
  }
}

/** Pixels by which a copy lies beside what it was copied from. */
const BESIDE = 20

function movedOn(
  page: ScreenPage,
  widgets: readonly ScreenWidget[],
  at: { readonly x: number; readonly y: number } | undefined,
): ScreenWidget[] {
  const [left, top] = [Math.min(...widgets.map(({ rect }) => rect[0])), Math.min(...widgets.map(({ rect }) => rect[1]))]
  const lies = (by: number) => page.widgets.some(({ rect }) => rect[0] === left + by && rect[1] === top + by)
  let by = 0
  while (!at && lies(by)) by += BESIDE
  const [across, down] = at ? [at.x - left, at.y - top] : [by, by]
  return widgets.map((widget) => {
    const [x, y, width, height] = widget.rect
    return { ...widget, rect: settled([x + across, y + down, width, height]) }
  })
}
