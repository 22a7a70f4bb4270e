/** The tone of new alarms, where a banner of the page has one and somebody has switched it on: a browser plays nothing before it was pressed. */
import { useEffect, useRef } from 'react'
import type { ScreenPage } from '../../../../model/screens/document.ts'
import type { WidgetOptions } from '../../../../model/screens/widgets.ts'
import { playTone } from '../../../ui/alarm-tone.ts'
import type { Feed } from '../feed.ts'

/** The banners of a page that sound. */
export const soundingOf = ({ widgets }: Pick<ScreenPage, 'widgets'>): readonly string[] =>
  widgets
    .filter(({ kind, options }) => kind === 'alarm-banner' && (options as WidgetOptions<'alarm-banner'> | undefined)?.sound === true)
    .map(({ id }) => id)

/** An alarm that was raised so long ago (milliseconds) is no new one to whoever comes to its page. */
const NEW = 60_000

/** Alarms of these widgets that nobody has acknowledged, by when they were raised: one that is raised anew is another one. Of one without its time it is undefined. */
export function unacknowledgedOf(feed: Pick<Feed, 'list'>, widgets: readonly string[]): ReadonlyMap<string, number | undefined> {
  const found = new Map<string, number | undefined>()
  for (const widget of widgets) {
    const list = feed.list(widget)
    if (list?.of !== 'alarms') continue
    for (const { id, state, raisedAt } of list.rows)
      if (state === 'unacknowledged') found.set(`${id} ${raisedAt ?? ''}`, raisedAt ?? undefined)
  }
  return found
}

/** Whether one of them is new: raised just now, or where that is hidden, not there before. @param known Those of the look before; undefined before the first */
export function hasNewAlarm(
  now: number,
  alarms: ReadonlyMap<string, number | undefined>,
  known: ReadonlyMap<string, number | undefined> | undefined,
): boolean {
  return [...alarms].some(
    ([alarm, raisedAt]) => !known?.has(alarm) && (raisedAt === undefined ? known !== undefined : now - raisedAt < NEW),
  )
}

/** Plays the tone when an alarm is new on the page that shows. */
export function useAlarmSound(feed: Feed | undefined, page: ScreenPage | undefined, isOn: boolean): void {
  // From page to page, so that an alarm sounds once, and one that was raised while the page turned does so as well.
  const known = useRef<ReadonlyMap<string, number | undefined>>(undefined)
  useEffect(() => {
    if (!feed || !page || !isOn) return
    const widgets = soundingOf(page)
    if (widgets.length === 0) return
    const look = () => {
      const alarms = unacknowledgedOf(feed, widgets)
      if (hasNewAlarm(feed.now(), alarms, known.current)) playTone()
      known.current = alarms
    }
    look()
    return feed.watch(
      widgets.map((id) => `list:${id}` as const),
      look,
    )
  }, [feed, page, isOn])
}
