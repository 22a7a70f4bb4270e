/** What two states of a screen differ in, widget by widget: shown before publishing, between versions, and where two have saved. */
import type { ScreenDocument, ScreenPage } from '../../../../model/screens/document.ts'
import { isAlike } from '../../panels/alike.ts'

export interface ScreenDifference {
  readonly what: 'added' | 'removed' | 'changed'
  readonly of: 'settings' | 'page' | 'order' | 'widget' | 'figure' | 'variable'
  /** What it is called; of settings absent. */
  readonly name?: string
  /** Of a widget: the title of its page. */
  readonly page?: string
}

/** What the later state has that the earlier one has not, what it lacks and what it says otherwise; empty where they are the same. */
export function differencesOf(before: ScreenDocument, after: ScreenDocument): ScreenDifference[] {
  const settings = ({ size, fit, theme, refresh }: ScreenDocument) => ({ size, fit, theme, refresh })
  return [
    ...(isAlike(settings(before), settings(after)) ? [] : [{ what: 'changed' as const, of: 'settings' as const }]),
    ...byName(before.variables, after.variables).map(({ name, what }) => ({ what, of: 'variable' as const, name })),
    ...byName(before.figures, after.figures).map(({ name, what }) => ({ what, of: 'figure' as const, name })),
    ...pagesOf(before.pages, after.pages),
  ]
}

type What = ScreenDifference['what']

const changeOf = (before: unknown, after: unknown): What[] =>
  isAlike(before, after) ? [] : before === undefined ? ['added'] : after === undefined ? ['removed'] : ['changed']

function byName<Thing extends { readonly name: string }>(
  before: readonly Thing[],
  after: readonly Thing[],
): { name: string; what: What }[] {
  const names = new Set([...before, ...after].map(({ name }) => name))
  const find = (all: readonly Thing[], name: string) => all.find((thing) => thing.name === name)
  return [...names].flatMap((name) => changeOf(find(before, name), find(after, name)).map((what) => ({ name, what })))
}

function pagesOf(before: readonly ScreenPage[], after: readonly ScreenPage[]): ScreenDifference[] {
  const ids = [...new Set([...before, ...after].map(({ id }) => id))]
  const find = (all: readonly ScreenPage[], id: string) => all.find((page) => page.id === id)
  const kept = (pages: readonly ScreenPage[], others: readonly ScreenPage[]) => pages.map(({ id }) => id).filter((id) => find(others, id))
  return [
    ...(isAlike(kept(before, after), kept(after, before)) ? [] : [{ what: 'changed' as const, of: 'order' as const }]),
    ...ids.flatMap((id) => ofPage(find(before, id), find(after, id))),
  ]
}

function ofPage(before: ScreenPage | undefined, after: ScreenPage | undefined): ScreenDifference[] {
  const name = after?.title ?? before?.title ?? ''
  if (!before || !after) return [{ what: before ? 'removed' : 'added', of: 'page', name }]
  const about = ({ widgets: _widgets, ...rest }: ScreenPage) => rest
  const ids = [...new Set([...before.widgets, ...after.widgets].map(({ id }) => id))]
  const find = ({ widgets }: ScreenPage, id: string) => widgets.find((widget) => widget.id === id)
  const common = ({ widgets }: ScreenPage, other: ScreenPage) => widgets.map(({ id }) => id).filter((id) => find(other, id))
  const isSame = isAlike(about(before), about(after)) && isAlike(common(before, after), common(after, before))
  return [
    ...(isSame ? [] : [{ what: 'changed' as const, of: 'page' as const, name }]),
    ...ids.flatMap((id) => {
      const [one, other] = [find(before, id), find(after, id)]
      return changeOf(one, other).map((what): ScreenDifference => ({
        what,
        of: 'widget',
        page: name,
        name: other?.name ?? one?.name ?? id,
      }))
    }),
  ]
}
