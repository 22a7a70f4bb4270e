/** The tone of new alarms, where a banner of the page has one and somebody has switched it on: a browser plays nothing before it was pressed. */
import { useEffect } from 'react'
import type { ScreenPage } from '../../../../model/screens/document.ts'
import type { WidgetOptions } from '../../../../model/screens/widgets.ts'
import { playTone } from '../../../ui/alarm-tone.ts'
import type { Feed } from '../feed.ts'

/** The banners of a page that sound. */
export const soundingOf = ({ widgets }: Pick<ScreenPage, 'widgets'>): readonly string[] =>
  widgets
    .filter(({ kind, options }) => kind === 'alarm-banner' && (options as WidgetOptions<'alarm-banner'> | undefined)?.sound === true)
    .map(({ id }) => id)

/** Alarms of these widgets that nobody has acknowledged, by when they were raised: one that is raised anew is another one. */
export function unacknowledgedOf(feed: Pick<Feed, 'list'>, widgets: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const widget of widgets) {
    const list = feed.list(widget)
    if (list?.of !== 'alarms') continue
    for (const { id, state, raisedAt } of list.rows) if (state === 'unacknowledged') found.add(`${id} ${raisedAt ?? ''}`)
  }
  return found
}

export function useAlarmSound(feed: Feed | undefined, page: ScreenPage | undefined, isOn: boolean): void {
  useEffect(() => {
    if (!feed || !page || !isOn) return
    const widgets = soundingOf(page)
    let known = unacknowledgedOf(feed, widgets)
    return feed.watch(
      widgets.map((id) => `list:${id}` as const),
      () => {
        const now = unacknowledgedOf(feed, widgets)
        if ([...now].some((alarm) => !known.has(alarm))) playTone()
        known = now
      },
    )
  }, [feed, page, isOn])
}
