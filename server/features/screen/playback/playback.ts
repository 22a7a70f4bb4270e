/**
 * A page as it was at a moment, and what changed from there on. It tells nobody more than the page does, and the past of a point to those alone who may ask for
 * it elsewhere (docs/decisions/0210-playback.md).
 */
import { rangeInMillis } from '../../../../model/brands.ts'
import * as contract from '../../../../model/contract/screen/screens.ts'
import type { ScreenPageData } from '../../../../model/contract/screen/screens.ts'
import { screens } from '../../../../model/index.ts'
import type { ScreenPage } from '../../../../model/screens/document.ts'
import { implement } from '../../../kernel/http/http.ts'
import { neededBy } from '../shared/asked-rows.ts'
import { pageData, pageOf } from '../shared/page-data.ts'
import { mayReadTrends } from '../shared/points.ts'
import { shownScreen } from '../shared/published.ts'
import type { VariableValues } from '../shared/variables.ts'
import { variablesOf } from '../shared/variables.ts'
import { alarmsWithin } from './alarms-within.ts'
import { changesOf } from './changes.ts'
import { assertPast } from './past.ts'

export const queryPlayback = implement(contract.queryPlayback, {
  access: 'granted',
  reads: true,
  allowedWith: ['read-only'],
  summary:
    'A page of a big screen as it was at a moment, and the values and alarms that changed from there to a later one; of what has no past, widgets are withheld',
  of: screens,
  async handle({ input: { id, page: pageId, variables: given, at, until, speed }, caller, services, t, inTenant }) {
    const now = services.clock.now()
    const range = rangeInMillis(assertPast({ from: at, to: until }, now, t))
    const { version, content } = await inTenant((tx) => shownScreen(tx, { id }, caller.language))
    const page = pageOf(content, pageId)
    const variables = variablesOf(content, given, t)
    const frame = withoutPast(
      await pageData({ services, caller, t }, { content, page: pageId, variables: given, at: range.from }),
      page,
      variables,
      mayReadTrends(caller),
    )
    const { changes, alarms } = await inTenant(async (tx) => ({
      changes: await changesOf(
        tx,
        frame.points.map((point) => point.id),
        range,
        { speed, now },
      ),
      alarms: await alarmsWithin(tx, page, range, { caller, variables, before: frame.lists }),
    }))
    return { ...frame, screenVersion: version, ...changes, alarms }
  },
})

/**
 * The frame with all withheld whose past is not kept: rows but those of alarms, and figures, which count whole hours and days and so would tell what came
 * later. Whoever may not ask for the past of points is told none of them.
 */
function withoutPast(frame: ScreenPageData, { widgets }: ScreenPage, variables: VariableValues, mayReadPast: boolean): ScreenPageData {
  const withheld = widgets.filter((widget) => {
    if (widget.hidden === true) return false
    const { bind = {}, options } = widget
    const needed = neededBy(widget, variables)
    if (needed) return needed.asked.of !== 'alarms'
    if (typeof options?.['figure'] === 'string') return true
    const sources = Object.values(bind).filter((source) => 'point' in source || 'figure' in source)
    return sources.length > 0 && sources.every((source) => 'figure' in source || !mayReadPast)
  })
  return {
    ...frame,
    ...(mayReadPast ? {} : { points: [], values: [], trends: {} }),
    figures: {},
    withheld: [...new Set([...frame.withheld, ...withheld.map(({ id }) => id)])],
  }
}
