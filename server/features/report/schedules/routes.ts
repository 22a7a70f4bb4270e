/** Schedules of reports: the standard verbs, their runs, and what recipients get. */
import { reportSchedules } from '../../../../model/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { list } from '../../../kernel/resources/list.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { update } from '../../../kernel/resources/update.ts'
import { queryScheduleRun, runReportSchedule } from './history.ts'
import { linkRoutes } from './links.ts'
import { scheduleWrites } from './writes.ts'

export const reportSchedulesFeature: Feature = {
  tag: 'report-schedules',
  routes: [
    list(reportSchedules),
    add(scheduleWrites),
    update(scheduleWrites),
    remove(scheduleWrites),
    ...exportsOf(reportSchedules),
    runReportSchedule,
    queryScheduleRun,
    ...linkRoutes,
  ],
}
