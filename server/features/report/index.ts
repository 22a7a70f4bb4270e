/** What reports, charts and screens are made of: the features of this area. */
import { defineModule } from '../../module.ts'
import { FIGURES, exportFiguresAsJob, figuresFile } from './figure/export.ts'
import { figureFeature } from './figure/routes.ts'
import { issueForDemonstration } from './issued/demonstration.ts'
import { ISSUING, issueAsJob } from './issued/issuing.ts'
import { issuedReportsFeature } from './issued/routes.ts'
import { REPORT, exportReportAsJob, reportFile } from './report/export.ts'
import { reportFeature } from './report/routes.ts'
import { expiredSchedules, revivedSchedules } from './schedules/expired.ts'
import { reportSchedulesFeature } from './schedules/routes.ts'
import { scheduleHandlers } from './schedules/runs.ts'
import './schedules/tables.ts'
import { unusedPictures } from './templates/pictures.ts'
import { reportTemplatesFeature } from './templates/routes.ts'
import { openEditors } from './templates/editors.ts'
import './templates/tables.ts'

export const reportModule = defineModule({
  name: 'server/features/report',
  features: [figureFeature, reportFeature, issuedReportsFeature, reportTemplatesFeature, reportSchedulesFeature],
  jobs: { [FIGURES]: exportFiguresAsJob, [ISSUING]: issueAsJob, [REPORT]: exportReportAsJob },
  jobFiles: { [FIGURES]: figuresFile, [REPORT]: reportFile },
  scheduledInUse: scheduleHandlers,
  channels: (services) => ({ designs: openEditors(services) }),
  chores: (services) => [...expiredSchedules(services), revivedSchedules(services), unusedPictures(services)],
  demonstration: issueForDemonstration,
})
