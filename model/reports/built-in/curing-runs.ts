/** Curing runs that began in a period: of which component, by which limits, with which verdict, and how much of the time was measured. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { listOf } from './list.ts'
import { allOf, equal } from './parts.ts'

/** Below this coverage nothing passes (docs/decisions/0143-curing-runs-and-verdicts.md). */
const COVERED = 0.95

/** The template of the list. */
export function curingRuns(t: Translate, { of, deviceId, siteId }: ReportFor): ReportTemplate {
  return listOf(t, {
    landscape: true,
    sets: {
      runs: {
        document: {
          format: 1,
          subject: 'runs',
          measures: [
            { as: 'from', of: 'min', field: 'startedAt' },
            { as: 'to', of: 'max', field: 'endedAt' },
            { as: 'covered', of: 'min', field: 'runCoverage' },
          ],
          dimensions: ['runNumber', 'runKind', 'componentId', 'limitSetId', 'runState', 'runVerdict'].map((field) => ({ field })),
          ...allOf([equal('deviceId', deviceId), equal('siteId', siteId)]),
          time: { field: 'startedAt', from: of.from, to: of.to },
          order: [['from', 'ascend']],
        },
      },
    },
    columns: [
      { head: t('field.runs.runNumber'), width: 96, field: 'runNumber' },
      { head: t('field.runs.componentId'), width: 84, field: 'componentIdCn' },
      { head: t('field.runs.runKind'), width: 84, field: 'runKindCn' },
      { head: t('field.runs.limitSetId'), width: 100, field: 'limitSetIdCn' },
      { head: t('field.runs.startedAt'), width: 92, field: 'from', format: 'yyyy-MM-dd HH:mm' },
      { head: t('field.runs.endedAt'), width: 92, field: 'to', format: 'yyyy-MM-dd HH:mm' },
      { head: t('field.runs.runState'), width: 56, field: 'runStateCn' },
      { head: t('field.runs.runVerdict'), width: 56, field: 'runVerdictCn', alert: `I="${t('choice.runVerdict.fail')}"` },
      {
        head: t('field.runs.runCoverage'),
        width: 56,
        field: 'covered',
        format: '0.0%',
        isFigure: true,
        alert: `J<${COVERED}`,
        total: 'MIN',
      },
    ],
    note: t('reports.runs-note'),
  })
}
