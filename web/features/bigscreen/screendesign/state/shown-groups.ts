/** Groups of which tabs and carousels show one at a time: on the canvas all of them lie over each other, unless somebody looks at one. Pure. */
import type { ScreenPage, ScreenWidget } from '../../../../../model/screens/document.ts'
import type { WidgetOptions } from '../../../../../model/screens/widgets.ts'

function among({ kind, options = {} }: ScreenWidget): readonly string[] {
  if (kind === 'tabs') return (options as Partial<WidgetOptions<'tabs'>>).tabs?.map(({ group }) => group) ?? []
  return kind === 'carousel' ? ((options as Partial<WidgetOptions<'carousel'>>).groups ?? []) : []
}

/** The groups that tabs and carousels of the page name, each once. */
export const switchedGroups = ({ widgets }: ScreenPage): string[] => [...new Set(widgets.flatMap(among))]

/** The groups that do not show while this one does. */
export const groupsBeside = ({ widgets }: ScreenPage, group: string): ReadonlySet<string> =>
  new Set(
    widgets
      .map(among)
      .filter((groups) => groups.includes(group))
      .flat()
      .filter((other) => other !== group),
  )
