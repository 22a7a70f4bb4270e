/** Which groups of a page show: tabs and carousels among its widgets choose one of those that they name. Pure. */
import type { ScreenWidget } from '../../../model/screens/document.ts'
import type { WidgetOptions } from '../../../model/screens/widgets.ts'

/** The groups that do not show when a page is opened: all but the first of each widget that chooses among them. */
export function firstHidden(widgets: readonly ScreenWidget[]): ReadonlySet<string> {
  return widgets.reduce<ReadonlySet<string>>((hidden, widget) => {
    const among = groupsOf(widget)
    const [first] = among
    return first === undefined ? hidden : withShown(hidden, first, among)
  }, new Set())
}

/** The hidden groups after one of some is shown. The same set where nothing changes. */
export function withShown(hidden: ReadonlySet<string>, group: string, among: readonly string[]): ReadonlySet<string> {
  const after = new Set([...hidden, ...among])
  after.delete(group)
  return after.size === hidden.size && [...after].every((name) => hidden.has(name)) ? hidden : after
}

/** The widgets that are drawn, in their order. */
export const drawnOf = (widgets: readonly ScreenWidget[], hidden: ReadonlySet<string>): readonly ScreenWidget[] =>
  widgets.filter((widget) => widget.hidden !== true && (widget.group === undefined || !hidden.has(widget.group)))

function groupsOf({ kind, options }: ScreenWidget): readonly string[] {
  if (kind === 'tabs') return ((options ?? {}) as Partial<WidgetOptions<'tabs'>>).tabs?.map(({ group }) => group) ?? []
  return kind === 'carousel' ? (((options ?? {}) as Partial<WidgetOptions<'carousel'>>).groups ?? []) : []
}
