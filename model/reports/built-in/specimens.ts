/** Specimens that were cast in a period, and when they are to be broken. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { listOf } from './list.ts'
import { allOf, equal } from './parts.ts'

/** The template of the list. */
export function specimenList(t: Translate, { of, siteId }: ReportFor): ReportTemplate {
  return listOf(t, {
    sets: {
      sets: {
        document: {
          format: 1,
          subject: 'specimens',
          measures: [
            { as: 'cast', of: 'min', field: 'castAt' },
            { as: 'n', of: 'sum', field: 'specimenCount' },
            { as: 'age', of: 'min', field: 'testAge' },
          ],
          dimensions: ['specimenCode', 'componentId', 'specimenCuring', 'specimenSize'].map((field) => ({ field })),
          ...allOf([equal('component.siteId', siteId)]),
          time: { field: 'castAt', from: of.from, to: of.to },
          order: [['cast', 'ascend']],
        },
      },
    },
    columns: [
      { head: t('field.specimens.specimenCode'), width: 90, field: 'specimenCode' },
      { head: t('field.specimens.componentId'), width: 76, field: 'componentIdCn' },
      { head: t('field.specimens.specimenCuring'), width: 76, field: 'specimenCuringCn' },
      { head: t('field.specimens.specimenSize'), width: 84, field: 'specimenSizeCn' },
      { head: t('field.specimens.specimenCount'), width: 36, field: 'n', isFigure: true, total: 'SUM' },
      { head: t('field.specimens.castAt'), width: 62, field: 'cast', format: 'yyyy-MM-dd' },
      { head: t('field.specimens.testAge'), width: 40, field: 'age', isFigure: true },
      { head: t('reports.due'), width: 62, formula: 'ADDDAYS(G,H)' },
    ],
  })
}
